/* SPDX-License-Identifier: GPL-2.0 */
/* The existing probes, from tracefs. */
#ifndef PERF_PROBE_EVENTS_H
#define PERF_PROBE_EVENTS_H

#include <stdbool.h>
#include <base/error.h>
#include <base/vec.h>

/**
 * struct perf_probe_event - one existing probe
 * @group, @event: its names
 * @is_return: return probe
 * @user: probe of a program, else of the kernel
 * @location: PATH:OFFSET, or SYMBOL+OFFSET
 * @arguments: NAME=FETCH, separated by blanks; "" if there are none
 * @line: memory of these strings
 */
struct perf_probe_event {
	const char	*group;
	const char	*event;
	bool		is_return;
	bool		user;
	const char	*location;
	const char	*arguments;
	char		*line;
};

/* All existing probes. */
struct perf_probe_events {
	PERF_VEC(struct perf_probe_event) list;
};
int perf_probe_events_read(struct perf_probe_events *events, struct perf_error *error);
void perf_probe_events_free(struct perf_probe_events *events);
const struct perf_probe_event *perf_probe_events_find(const struct perf_probe_events *events,
						      const char *group, const char *event);
const char *perf_probe_events_file(bool user);

#endif /* PERF_PROBE_EVENTS_H */
