/* SPDX-License-Identifier: GPL-2.0 */
/* Parsing of the text behind -e into a list of events. */
#ifndef PERF_EVENT_PARSE_H
#define PERF_EVENT_PARSE_H

#include <event/spec.h>

/* Time on the CPU and time off it: together the whole time of a task, in ns */
#define PERF_EVENTS_WALL	"task-clock,offcpu/off/"

int perf_events_parse(struct perf_event_list *list, const char *text, struct perf_error *error);
int perf_events_parse_pfm(struct perf_event_list *list, const char *text,
			  struct perf_error *error);
int perf_events_make_group(struct perf_event_list *list, size_t first, struct perf_error *error);

#endif
