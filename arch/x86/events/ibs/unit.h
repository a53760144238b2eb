/* SPDX-License-Identifier: GPL-2.0 */
/* Starting and stopping a unit, and its NMI. */
#ifndef _ARCH_X86_EVENTS_IBS_UNIT_H
#define _ARCH_X86_EVENTS_IBS_UNIT_H

#include "ibs/ibs.h"

void perf_ibs_start(struct perf_event *event, int flags);
void perf_ibs_stop(struct perf_event *event, int flags);
int perf_ibs_handle(struct perf_ibs *ibs, struct pt_regs *regs);

#endif /* _ARCH_X86_EVENTS_IBS_UNIT_H */
