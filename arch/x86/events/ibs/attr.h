/* SPDX-License-Identifier: GPL-2.0 */
/* Attributes of IBS events, and the units that a processor has. */
#ifndef _ARCH_X86_EVENTS_IBS_ATTR_H
#define _ARCH_X86_EVENTS_IBS_ATTR_H

#include "ibs/ibs.h"

void perf_ibs_describe(struct perf_ibs *ibs, bool is_op, u32 caps, unsigned int family,
		       unsigned int model);
int perf_ibs_check(const struct perf_ibs *ibs, const struct perf_event_attr *attr, u64 *config,
		   u64 *period);
int perf_ibs_check_group(const struct perf_event *event);
int perf_ibs_core_config(const struct perf_event_attr *attr, u64 *config);

#endif /* _ARCH_X86_EVENTS_IBS_ATTR_H */
