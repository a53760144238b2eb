/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_probe_events_read() - read all probes
 * @events: result; free with perf_probe_events_free(), also on failure
 * @error: filled on failure
 *
 * A file that is missing or unreadable counts as empty.
 *
 * Return: 0 or a negative errno: -ENOENT if tracefs is not accessible.
 */
int perf_probe_events_read(struct perf_probe_events *events, struct perf_error *error);

/** perf_probe_events_free() - free the contents of @events */
void perf_probe_events_free(struct perf_probe_events *events);

/** perf_probe_events_find() - the probe with these names, NULL if there is none */
const struct perf_probe_event *perf_probe_events_find(const struct perf_probe_events *events,
						      const char *group, const char *event);

/** perf_probe_events_file() - name of the tracefs file with the probes of programs or the kernel */
const char *perf_probe_events_file(bool user);

#endif /* PERF_PROBE_EVENTS_H */
