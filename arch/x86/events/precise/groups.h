/* SPDX-License-Identifier: GPL-2.0 */
/* Fields of a record that the sample_type of a precise event needs. */
#ifndef _ARCH_X86_EVENTS_PRECISE_GROUPS_H
#define _ARCH_X86_EVENTS_PRECISE_GROUPS_H

#include <linux/perf_event.h>

#include "precise/record.h"

u64 perf_x86_precise_groups(const struct perf_event *event);
bool perf_x86_precise_may_wait(const struct perf_event_attr *attr, u64 recorded);

#endif /* _ARCH_X86_EVENTS_PRECISE_GROUPS_H */
