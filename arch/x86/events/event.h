/* SPDX-License-Identifier: GPL-2.0 */
/* Translating perf_event::attr to hw.config and the allowed counters. */
#ifndef _ARCH_X86_EVENTS_EVENT_H
#define _ARCH_X86_EVENTS_EVENT_H

#include "counters.h"

int perf_x86_event_setup(struct perf_event *event);
int perf_x86_event_fits(const struct perf_event *event);

#endif /* _ARCH_X86_EVENTS_EVENT_H */
