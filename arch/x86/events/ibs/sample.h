/* SPDX-License-Identifier: GPL-2.0 */
/* Making a perf sample of a unit's registers. */
#ifndef _ARCH_X86_EVENTS_IBS_SAMPLE_H
#define _ARCH_X86_EVENTS_IBS_SAMPLE_H

#include "ibs/ibs.h"

bool perf_ibs_read_sample(const struct perf_event *event, u64 control,
			  struct perf_ibs_sample *sample);
void perf_ibs_regs(const struct perf_ibs *ibs, const struct perf_ibs_sample *sample,
		   struct pt_regs *regs);
int perf_ibs_overflow(struct perf_event *event, struct perf_ibs_sample *sample,
		      struct pt_regs *regs);

#endif /* _ARCH_X86_EVENTS_IBS_SAMPLE_H */
