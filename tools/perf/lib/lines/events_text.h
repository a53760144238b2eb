/* SPDX-License-Identifier: GPL-2.0-only */
/* Events as text, one a line. */
#ifndef PERF_LINES_EVENTS_TEXT_H
#define PERF_LINES_EVENTS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include <base/str.h>
#include <data/env.h>
#include <linux/perf_event.h>

/**
 * struct perf_event_line - an event
 * @name: its name
 * @attr: its attributes
 * @leader: index of the first event of its group
 * @grouped: it is in a group
 * @group: name of that, NULL: it has none
 */
struct perf_event_line {
	const char *name;
	const struct perf_event_attr *attr;
	size_t leader;
	bool grouped;
	const char *group;
};

/**
 * struct perf_events_style - what is shown beside names
 * @verbose: all that is set in the attributes
 * @env: with @verbose, names of PMUs by their types; NULL: these are not named
 * @freq: frequency or period of samples
 * @groups: the names of a group in one line, in braces
 * @more: adds more about an event; NULL: nothing
 * @context: for @more
 */
struct perf_events_style {
	bool verbose;
	const struct perf_data_env *env;
	bool freq;
	bool groups;
	void (*more)(void *context, struct perf_str *text, size_t event);
	void *context;
};

/**
 * perf_events_text() - add events
 * @text: lines are added here
 * @events: the events
 * @count: how many
 * @style: what to show
 */
void perf_events_text(struct perf_str *text, const struct perf_event_line *events, size_t count,
		      const struct perf_events_style *style);

#endif /* PERF_LINES_EVENTS_TEXT_H */
