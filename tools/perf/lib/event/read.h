/* SPDX-License-Identifier: GPL-2.0 */
/* Counts of opened events. */
#ifndef PERF_EVENT_READ_H
#define PERF_EVENT_READ_H

#include <event/set.h>

/* attr.read_format of events that perf_counts_read() is to read. */
#define PERF_COUNT_READ_FORMAT	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/**
 * struct perf_count - a count
 * @value: events, or ns of the clocks, while it was on a counter
 * @enabled: ns in which it was to count
 * @running: ns in which it was on a counter
 */
struct perf_count {
	uint64_t	value;
	uint64_t	enabled;
	uint64_t	running;
};

/**
 * struct perf_counts - counts of all events of a set
 * @at: of all events, one after the other
 * @first: by event: index in @at of its first count; then by CPU and thread as in
 *	perf_event_set_fd()
 * @events: how many events
 * @count: how many counts
 */
struct perf_counts {
	struct perf_count	*at;
	size_t			*first;
	size_t			events;
	size_t			count;
};

int perf_counts_init(struct perf_counts *counts, const struct perf_event_set *set,
		     struct perf_error *error);
int perf_counts_read(struct perf_counts *counts, const struct perf_event_set *set,
		     struct perf_error *error);
void perf_counts_since(struct perf_counts *now, struct perf_counts *before,
		       const struct perf_event_set *set);
void perf_counts_free(struct perf_counts *counts);

#endif
