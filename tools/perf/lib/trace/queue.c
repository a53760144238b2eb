// SPDX-License-Identifier: GPL-2.0
/*
 * Merging the records of several rings. perf_queue_next() searches all rings for the oldest
 * record: there are as many rings as CPUs, and an empty ring costs one comparison.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <trace/queue.h>

/** perf_queue_init() - initialize a queue for @count rings. Return: 0 or -ENOMEM */
int perf_queue_init(struct perf_queue *queue, size_t count, perf_queue_time *time,
		    const void *context)
{
	*queue = (struct perf_queue){ .count = count, .time = time, .context = context };
	queue->rings = calloc(count + 1, sizeof(*queue->rings));
	return queue->rings ? 0 : -ENOMEM;
}

/** perf_queue_free() - free what @queue owns and empty it */
void perf_queue_free(struct perf_queue *queue)
{
	size_t i;

	for (i = 0; i < queue->count && queue->rings; i++)
		free(queue->rings[i].data);
	free(queue->rings);
	*queue = (struct perf_queue){ 0 };
}

static const struct perf_event_header *queue_head(const struct perf_queue_ring *ring)
{
	return (const void *)(ring->data + ring->at);
}

/* Sets ring->time of the next record; if that cannot be whole, the rest is dropped. */
static void queue_look(const struct perf_queue *queue, struct perf_queue_ring *ring)
{
	if (ring->at >= ring->end)
		return;
	if (ring->end - ring->at < sizeof(struct perf_event_header) ||
	    queue_head(ring)->size < sizeof(struct perf_event_header) ||
	    queue_head(ring)->size > ring->end - ring->at)
		ring->at = ring->end;
	else
		ring->time = queue->time(queue->context, queue_head(ring));
}

static int make_room(struct perf_queue_ring *ring, size_t more)
{
	size_t used = ring->end - ring->at;
	unsigned char *grown;

	if (ring->at) {
		memmove(ring->data, ring->data + ring->at, used);
		ring->at = 0;
		ring->end = used;
	}
	if (used + more <= ring->room)
		return 0;
	grown = realloc(ring->data, (used + more) * 2);
	if (!grown)
		return -ENOMEM;
	ring->data = grown;
	ring->room = (used + more) * 2;
	return 0;
}

/**
 * perf_queue_take() - copy the records of a ring and release its space to the kernel
 * @queue: queue
 * @index: index of the ring in @queue
 * @ring: the ring
 *
 * Return: 0 or -ENOMEM.
 */
int perf_queue_take(struct perf_queue *queue, size_t index, struct perf_ring *ring)
{
	struct perf_queue_ring *to = &queue->rings[index];
	size_t bytes = perf_ring_begin(ring);
	bool was_empty = to->at == to->end;
	const void *pieces[2];
	size_t sizes[2], i, n;

	if (!bytes)
		return 0;
	if (make_room(to, bytes))
		return -ENOMEM;
	n = perf_ring_pieces(ring, pieces, sizes);
	for (i = 0; i < n; i++) {
		memcpy(to->data + to->end, pieces[i], sizes[i]);
		to->end += sizes[i];
	}
	perf_ring_end(ring);
	if (was_empty)
		queue_look(queue, to);
	return 0;
}

/**
 * perf_queue_next() - remove the oldest record
 * @queue: queue
 * @limit: latest time of the record, ns
 *
 * Return: the record, valid until perf_queue_take() of its ring; NULL if there is none.
 */
const struct perf_event_header *perf_queue_next(struct perf_queue *queue, uint64_t limit)
{
	struct perf_queue_ring *oldest = NULL, *ring;
	const struct perf_event_header *header;

	for (ring = queue->rings; ring < queue->rings + queue->count; ring++)
		if (ring->at < ring->end && (!oldest || ring->time < oldest->time))
			oldest = ring;
	if (!oldest || oldest->time > limit)
		return NULL;
	header = queue_head(oldest);
	oldest->at += header->size;
	queue_look(queue, oldest);
	return header;
}
