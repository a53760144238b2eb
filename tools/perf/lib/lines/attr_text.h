/* SPDX-License-Identifier: GPL-2.0-only */
/* The attributes of an event as text. */
#ifndef PERF_LINES_ATTR_TEXT_H
#define PERF_LINES_ATTR_TEXT_H

#include <base/str.h>
#include <data/env.h>
#include <linux/perf_event.h>

/**
 * perf_attr_text() - add what is set in an attribute
 * @str: text is added here
 * @attr: attribute
 * @name: of the event; a tracepoint's is shown with its number
 * @env: names of PMUs, by their types on the machine of the event; NULL: there are none
 * @is: between a name and its value: ": " or " = "
 */
void perf_attr_text(struct perf_str *str, const struct perf_event_attr *attr, const char *name,
		    const struct perf_data_env *env, const char *is);

#endif /* PERF_LINES_ATTR_TEXT_H */
