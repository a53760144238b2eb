/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Merges the records of several rings by time.
 *
 * Each ring is in order. After perf_queue_take() of all rings, records up to the time at which
 * the first of these calls began are complete, and perf_queue_next() returns them in order.
 */
#ifndef PERF_TRACE_QUEUE_H
#define PERF_TRACE_QUEUE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/ring.h>

/**
 * struct perf_queue_ring - records of one ring
 * @data: copies of the records
 * @at: offset of the next record
 * @end: offset behind the last record
 * @room: bytes allocated for @data
 * @time: ns of the next record
 */
struct perf_queue_ring {
	unsigned char	*data;
	size_t		at;
	size_t		end;
	size_t		room;
	uint64_t	time;
};

/**
 * typedef perf_queue_time - returns the time of a record in ns
 */
typedef uint64_t perf_queue_time(const void *context, const struct perf_event_header *header);

/**
 * struct perf_queue - records of several rings
 * @rings: the rings
 * @count: number of @rings
 * @time: returns the time of a record
 * @context: passed to @time
 */
struct perf_queue {
	struct perf_queue_ring	*rings;
	size_t			count;
	perf_queue_time		*time;
	const void		*context;
};
int perf_queue_init(struct perf_queue *queue, size_t count, perf_queue_time *time,
		    const void *context);
int perf_queue_take(struct perf_queue *queue, size_t index, struct perf_ring *ring);
const struct perf_event_header *perf_queue_next(struct perf_queue *queue, uint64_t limit);
void perf_queue_free(struct perf_queue *queue);

#endif /* PERF_TRACE_QUEUE_H */
