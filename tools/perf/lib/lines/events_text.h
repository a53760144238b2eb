/* SPDX-License-Identifier: GPL-2.0 */
/* Events as text, one line for each event or group. */
#ifndef PERF_LINES_EVENTS_TEXT_H
#define PERF_LINES_EVENTS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include <base/str.h>
#include <data/env.h>
#include <linux/perf_event.h>

/**
 * struct perf_event_line - an event
 * @name: name of the event
 * @attr: attributes of the event
 * @leader: index of the leader of its group
 * @grouped: the event is in a group
 * @group: name of the group; NULL: the group has none
 */
struct perf_event_line {
	const char *name;
	const struct perf_event_attr *attr;
	size_t leader;
	bool grouped;
	const char *group;
};

/**
 * struct perf_events_style - layout of the lines of events
 * @verbose: add perf_attr_text() to each name
 * @env: with @verbose, its @pmus name PMUs by type; NULL: no names
 * @freq: without @verbose, add the frequency or the period of samples
 * @groups: one line for each group, the names in braces and nothing else
 * @more: adds text at the end of the line of an event; NULL: nothing is added
 * @context: passed to @more
 */
struct perf_events_style {
	bool verbose;
	const struct perf_data_env *env;
	bool freq;
	bool groups;
	void (*more)(void *context, struct perf_str *text, size_t event);
	void *context;
};
void perf_events_text(struct perf_str *text, const struct perf_event_line *events, size_t count,
		      const struct perf_events_style *style);

#endif /* PERF_LINES_EVENTS_TEXT_H */
