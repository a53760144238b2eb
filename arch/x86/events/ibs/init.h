/* SPDX-License-Identifier: GPL-2.0 */
/* The PMUs ibs_fetch and ibs_op of this machine. */
#ifndef _ARCH_X86_EVENTS_IBS_INIT_H
#define _ARCH_X86_EVENTS_IBS_INIT_H

struct perf_event;

#ifdef CONFIG_CPU_SUP_AMD
int perf_ibs_take(struct perf_event *event);
#else
static inline int perf_ibs_take(struct perf_event *event)
{
	return -EOPNOTSUPP;
}
#endif

#endif /* _ARCH_X86_EVENTS_IBS_INIT_H */
