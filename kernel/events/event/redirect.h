/* SPDX-License-Identifier: GPL-2.0 */
/* Redirecting the output of an event into another event's ring. */
#ifndef _KERNEL_EVENTS_REDIRECT_H
#define _KERNEL_EVENTS_REDIRECT_H

#include <linux/perf_event.h>

int perf_event_set_output(struct perf_event *event, struct perf_event *output);
int perf_event_redirect(struct perf_event *event, struct perf_event *output);

#endif /* _KERNEL_EVENTS_REDIRECT_H */
