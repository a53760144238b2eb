/* SPDX-License-Identifier: GPL-2.0 */
/* Modifiers: the letters behind an event's name. */
#ifndef PERF_EVENT_MODIFIER_H
#define PERF_EVENT_MODIFIER_H

#include <stdbool.h>

#include <event/spec.h>

bool perf_modifiers_are(const char *letters);
int perf_modifiers_apply(struct perf_event_spec *spec, const char *letters, size_t length,
			 struct perf_error *error);

#endif
