/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of several rings, by time.
 *
 * Within a ring records are in order. What is in the rings up to now can be given out up to
 * a time by which all rings had been looked at.
 */
#ifndef PERF_TRACE_QUEUE_H
#define PERF_TRACE_QUEUE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/ring.h>

/**
 * struct perf_queue_ring - records of one ring
 * @data: copies of them
 * @at: offset of the next one
 * @end: offset behind the last one
 * @room: bytes of @data
 * @time: of the next one
 */
struct perf_queue_ring {
	unsigned char	*data;
	size_t		at;
	size_t		end;
	size_t		room;
	uint64_t	time;
};

/**
 * typedef perf_queue_time - time of a record, ns
 */
typedef uint64_t perf_queue_time(const void *context, const struct perf_event_header *header);

/**
 * struct perf_queue - records of several rings
 * @rings: @count of them
 * @time: how to tell the time of a record
 * @context: for @time
 */
struct perf_queue {
	struct perf_queue_ring	*rings;
	size_t			count;
	perf_queue_time		*time;
	const void		*context;
};

/** perf_queue_init() - prepare for a number of rings. Return: 0 or -ENOMEM */
int perf_queue_init(struct perf_queue *queue, size_t count, perf_queue_time *time,
		    const void *context);

/**
 * perf_queue_take() - take what is in a ring, and let the kernel go on
 * @queue: queue
 * @index: which of its rings
 * @ring: the ring
 *
 * Return: 0 or -ENOMEM.
 */
int perf_queue_take(struct perf_queue *queue, size_t index, struct perf_ring *ring);

/**
 * perf_queue_next() - the oldest record
 * @queue: queue
 * @limit: none that is newer than this
 *
 * Return: the record, valid until perf_queue_take() of its ring; NULL if there is none.
 */
const struct perf_event_header *perf_queue_next(struct perf_queue *queue, uint64_t limit);

/** perf_queue_free() - free */
void perf_queue_free(struct perf_queue *queue);

#endif /* PERF_TRACE_QUEUE_H */
