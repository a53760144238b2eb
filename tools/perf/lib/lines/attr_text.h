/* SPDX-License-Identifier: GPL-2.0-only */
/* struct perf_event_attr as text. */
#ifndef PERF_LINES_ATTR_TEXT_H
#define PERF_LINES_ATTR_TEXT_H

#include <base/str.h>
#include <data/env.h>
#include <linux/perf_event.h>

/**
 * perf_attr_text() - add the type, the config and all nonzero members of an attribute
 * @str: text is added here
 * @attr: attribute
 * @name: name of the event; shown behind the config of a tracepoint
 * @env: its @pmus name PMUs by type, on the machine of the event; NULL: no names
 * @is: separator between a member's name and its value: ": " or " = "
 */
void perf_attr_text(struct perf_str *str, const struct perf_event_attr *attr, const char *name,
		    const struct perf_data_env *env, const char *is);

#endif /* PERF_LINES_ATTR_TEXT_H */
