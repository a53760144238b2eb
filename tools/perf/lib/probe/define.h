/* SPDX-License-Identifier: GPL-2.0 */
/* perf_probe_define(): from the text the user typed to definitions that the kernel parses. */
#ifndef PERF_PROBE_DEFINE_H
#define PERF_PROBE_DEFINE_H

#include <probe/events.h>
#include <probe/target.h>

/**
 * struct perf_probe_definition - one probe to be made
 * @group, @event: its names
 * @line: definition as the kernel parses it
 * @about: readable description of its location
 */
struct perf_probe_definition {
	char	*group;
	char	*event;
	char	*line;
	char	*about;
};

/* The definitions of one probe: an inlined function has several locations. */
struct perf_probe_definitions {
	PERF_VEC(struct perf_probe_definition) list;
};
int perf_probe_define(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		      const struct perf_probe_events *existing, bool more,
		      struct perf_probe_definitions *definitions, struct perf_error *error);
void perf_probe_definitions_free(struct perf_probe_definitions *definitions);
int perf_probe_find(struct perf_probe_target *target, const struct perf_probe_spec *spec,
		    struct perf_probe_locations *locations, struct perf_error *error);
void perf_probe_event_about(struct perf_str *text, const struct perf_probe_event *event);

#endif /* PERF_PROBE_DEFINE_H */
