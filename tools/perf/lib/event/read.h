/* SPDX-License-Identifier: GPL-2.0 */
/* Reading the counts of open events. */
#ifndef PERF_EVENT_READ_H
#define PERF_EVENT_READ_H

#include <event/set.h>

/* The attr.read_format that perf_counts_read() requires. */
#define PERF_COUNT_READ_FORMAT	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/**
 * struct perf_count - one count, laid out as read() returns it
 * @value: events, or ns of the clocks, while the event was on a counter
 * @enabled: ns that the event was enabled
 * @running: ns that the event was on a counter
 */
struct perf_count {
	uint64_t	value;
	uint64_t	enabled;
	uint64_t	running;
};

/**
 * struct perf_counts - counts of all events of a set
 * @at: counts of all events, one event after the other
 * @first: for each event, index in @at of its first count; its counts are in the order of
 *	perf_event_opened.fds. first[events] is @count
 * @events: number of events
 * @count: number of counts
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
