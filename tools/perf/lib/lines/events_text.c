// SPDX-License-Identifier: GPL-2.0
/* Events as text, one line for each event or group. */
#include <string.h>

#include <lines/attr_text.h>
#include <lines/events_text.h>

/* The name of a group, if any, and of its events: name{leader,sibling} */
static void put_group(struct perf_str *text, const struct perf_event_line *events, size_t count,
		      size_t leader)
{
	const char *name = events[leader].group;
	size_t i;

	if (name && strcmp(name, "{anon_group}"))
		perf_str_add(text, name);
	perf_str_char(text, '{');
	for (i = leader; i < count; i++) {
		if (events[i].leader != leader)
			continue;
		if (i != leader)
			perf_str_char(text, ',');
		perf_str_add(text, events[i].name);
	}
	perf_str_char(text, '}');
}

static void put_event(struct perf_str *text, const struct perf_event_line *event,
		      const struct perf_events_style *style)
{
	const struct perf_event_attr *attr = event->attr;

	perf_str_add(text, event->name);
	if (style->verbose) {
		perf_str_add(text, ": ");
		perf_attr_text(text, attr, event->name, style->env, ": ");
	} else if (style->freq) {
		perf_str_format(text, ": sample_%s=%llu", attr->freq ? "freq" : "period",
				(unsigned long long)attr->sample_period);
	}
}

/**
 * perf_events_text() - add the lines of events
 * @text: lines are added here
 * @events: the events
 * @count: number of @events
 * @style: layout
 */
void perf_events_text(struct perf_str *text, const struct perf_event_line *events, size_t count,
		      const struct perf_events_style *style)
{
	size_t i;

	for (i = 0; i < count; i++) {
		bool grouped = style->groups && events[i].grouped;

		if (grouped && events[i].leader != i)
			continue;
		if (grouped)
			put_group(text, events, count, i);
		else
			put_event(text, &events[i], style);
		if (!grouped && style->more)
			style->more(style->context, text, i);
		perf_str_char(text, '\n');
	}
}
