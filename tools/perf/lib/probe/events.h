/* SPDX-License-Identifier: GPL-2.0-only */
/* The probes that the kernel has, in tracefs. */
#ifndef PERF_PROBE_EVENTS_H
#define PERF_PROBE_EVENTS_H

#include <stdbool.h>
#include <base/error.h>
#include <base/vec.h>

/**
 * struct perf_probe_event - one probe that exists
 * @group, @event: its names
 * @is_return: when a function returns
 * @user: of a program, else of the kernel
 * @place: PATH:OFFSET, or SYMBOL+OFFSET
 * @arguments: NAME=FETCH, separated by blanks; "" if there are none
 * @line: memory of these
 */
struct perf_probe_event {
	const char	*group;
	const char	*event;
	bool		is_return;
	bool		user;
	const char	*place;
	const char	*arguments;
	char		*line;
};

/* All of them. */
struct perf_probe_events {
	PERF_VEC(struct perf_probe_event) list;
};

/**
 * perf_probe_events_read() - all probes
 * @events: result; free with perf_probe_events_free(), also on failure
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -ENOENT if the kernel knows no probes or may not be asked.
 */
int perf_probe_events_read(struct perf_probe_events *events, struct perf_error *error);

/** perf_probe_events_free() - free */
void perf_probe_events_free(struct perf_probe_events *events);

/** perf_probe_events_find() - the probe of these names, NULL if there is none */
const struct perf_probe_event *perf_probe_events_find(const struct perf_probe_events *events,
						      const char *group, const char *event);

/** perf_probe_events_file() - file of tracefs that has the probes of programs, or the kernel's */
const char *perf_probe_events_file(bool user);

#endif /* PERF_PROBE_EVENTS_H */
