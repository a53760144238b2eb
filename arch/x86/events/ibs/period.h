/* SPDX-License-Identifier: GPL-2.0 */
/* Periods of IBS events, and the registers that count them. */
#ifndef _ARCH_X86_EVENTS_IBS_PERIOD_H
#define _ARCH_X86_EVENTS_IBS_PERIOD_H

#include "ibs/ibs.h"

u64 perf_ibs_encode(const struct perf_ibs *ibs, u64 max, u64 count);
bool perf_ibs_begin(struct perf_event *event);
void perf_ibs_collect(struct perf_event *event, u64 control, bool keep);
void perf_ibs_hw_start(struct perf_event *event);
void perf_ibs_hw_stop(const struct perf_ibs *ibs, u64 control);

#endif /* _ARCH_X86_EVENTS_IBS_PERIOD_H */
