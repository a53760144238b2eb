/* SPDX-License-Identifier: GPL-2.0 */
/* The op unit's registers as the fields of a sample. */
#ifndef _ARCH_X86_EVENTS_IBS_DATA_H
#define _ARCH_X86_EVENTS_IBS_DATA_H

#include "ibs/ibs.h"

bool perf_ibs_is_canonical(u64 addr);
union perf_mem_data_src perf_ibs_data_src(const struct perf_ibs_sample *sample);
bool perf_ibs_weight(const struct perf_ibs_sample *sample, union perf_sample_weight *weight,
		     bool parts);

#endif /* _ARCH_X86_EVENTS_IBS_DATA_H */
