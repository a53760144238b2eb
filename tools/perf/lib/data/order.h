/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_order sorts records by time.
 *
 * The recorder reads the rings of the CPUs one after the other, in rounds that each end with
 * FINISHED_ROUND. Each ring is in order, so the records form ascending runs, and sorting is
 * merging them. Once round n + 1 is complete, no record can follow that is older than the
 * newest record of round n.
 */
#ifndef PERF_DATA_ORDER_H
#define PERF_DATA_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perf_order_entry {
	uint64_t time;
	const void *record;
};

/**
 * struct perf_order - queue of records
 * @entries: @count entries; those before @next were taken, those before @ready may be taken,
 *	and those before @sorted are in order
 * @spare: second array of the same size, for merging
 * @room: capacity of @entries and of @spare
 * @newest: greatest time put, ns
 * @round_end: value of @newest at the last perf_order_round()
 */
struct perf_order {
	struct perf_order_entry *entries;
	struct perf_order_entry *spare;
	size_t next;
	size_t ready;
	size_t sorted;
	size_t count;
	size_t room;
	uint64_t newest;
	uint64_t round_end;
};

/*
 * A queued record has left the CPU's caches: perf_order_take() prefetches a record so many
 * records before it returns it. The number was found by measuring.
 */
#define PERF_ORDER_AHEAD	16

bool perf_order_put(struct perf_order *order, uint64_t time, const void *record);
void perf_order_round(struct perf_order *order);
void perf_order_flush(struct perf_order *order, bool all);

/**
 * perf_order_take() - remove the next record in order of time
 * @order: the queue
 * @entry: result
 *
 * Return: false if no record is ready.
 */
static inline bool perf_order_take(struct perf_order *order, struct perf_order_entry *entry)
{
	if (order->next == order->ready)
		return false;
	*entry = order->entries[order->next++];
	if (order->next + PERF_ORDER_AHEAD < order->ready) {
		const char *later = order->entries[order->next + PERF_ORDER_AHEAD].record;

		/* The fields of most samples are in two cache lines. */
		__builtin_prefetch(later);
		__builtin_prefetch(later + 56);
	}
	return true;
}

size_t perf_order_bytes(const struct perf_order *order);
void perf_order_free(struct perf_order *order);

#endif /* PERF_DATA_ORDER_H */
