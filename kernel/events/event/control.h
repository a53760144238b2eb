/* SPDX-License-Identifier: GPL-2.0 */
/* Enable, disable, reset, refresh and period: controlling an event. */
#ifndef _KERNEL_EVENTS_CONTROL_H
#define _KERNEL_EVENTS_CONTROL_H

#include <linux/perf_event.h>

/**
 * enum perf_action - actions on the instances of an event
 * @PERF_ACTION_ENABLE:  enable each instance
 * @PERF_ACTION_DISABLE: disable each instance
 * @PERF_ACTION_RESET:   set each instance's count to zero
 */
enum perf_action {
	PERF_ACTION_ENABLE,
	PERF_ACTION_DISABLE,
	PERF_ACTION_RESET,
};

void perf_event_act(struct perf_event *event, enum perf_action action);
void perf_event_act_group(struct perf_event *event, enum perf_action action);
void perf_event_act_owned(struct list_head *owned, enum perf_action action);
int perf_owned_compare(void *unused, const struct list_head *a, const struct list_head *b);

#endif /* _KERNEL_EVENTS_CONTROL_H */
