/* SPDX-License-Identifier: GPL-2.0 */
/* Tracepoints in tracefs. */
#ifndef PERF_EVENT_TRACEPOINT_H
#define PERF_EVENT_TRACEPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include <base/error.h>
#include <base/vec.h>

/**
 * struct perf_tracepoint - a tracepoint
 * @system: its subsystem
 * @name: its name
 * @id: attr.config; 0 if ids were not read
 */
struct perf_tracepoint {
	char		*system;
	char		*name;
	uint64_t	id;
};

/**
 * struct perf_tracepoint_list - tracepoints
 * @at: the tracepoints, ordered by system and name
 * @count: number of tracepoints
 * @capacity: tracepoints that @at has room for
 */
struct perf_tracepoint_list {
	struct perf_tracepoint	*at;
	size_t			count;
	size_t			capacity;
};

int perf_tracepoint_list_find(struct perf_tracepoint_list *points, const char *system,
			      const char *name, bool ids, struct perf_error *error);
void perf_tracepoint_list_free(struct perf_tracepoint_list *points);

#endif
