/* SPDX-License-Identifier: GPL-2.0 */
/* The events counted by default. */
#ifndef PERF_EVENT_DEFAULTS_H
#define PERF_EVENT_DEFAULTS_H

#include <base/str.h>

bool perf_cpu_has_event(const char *name);
void perf_event_defaults(struct perf_str *events, bool on_cpus, int detailed);

#endif
