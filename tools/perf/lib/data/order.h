/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Putting records into the order of their times.
 *
 * A recording is what was found in the rings of the CPUs, one ring after the other, and
 * then again. Each ring is in order, so what comes in consists of ascending runs, and
 * sorting is merging them. Once round n + 1 is complete nothing can come that is older
 * than the newest record of round n.
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
 * struct perf_order - records that wait
 * @entries: @count of them, from @next on; those before @ready may be taken, and are in
 *	order, as those before @sorted are
 * @spare: memory of the same size, for merging
 * @room: of both
 * @newest: greatest time put
 * @round_end: greatest time put before the last end of a round
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
 * Since a record came, its memory left the caches: so many records before it is taken it is
 * asked for again. Found by measuring.
 */
#define PERF_ORDER_AHEAD	16

/**
 * perf_order_put() - add a record; not while perf_order_take() has some
 * @order: all zero at first
 * @time: of the record
 * @record: what to give back
 *
 * Return: false without memory.
 */
bool perf_order_put(struct perf_order *order, uint64_t time, const void *record);

/**
 * perf_order_round() - a round is complete: what the one before had can be taken
 * @order: order
 */
void perf_order_round(struct perf_order *order);

/**
 * perf_order_flush() - let records be taken though no round has ended
 * @order: order
 * @all: all of them; else the older half
 */
void perf_order_flush(struct perf_order *order, bool all);

/**
 * perf_order_take() - next record in order
 * @order: order
 * @entry: result
 *
 * Return: false if there is none yet.
 */
static inline bool perf_order_take(struct perf_order *order, struct perf_order_entry *entry)
{
	if (order->next == order->ready)
		return false;
	*entry = order->entries[order->next++];
	if (order->next + PERF_ORDER_AHEAD < order->ready) {
		const char *later = order->entries[order->next + PERF_ORDER_AHEAD].record;

		/* The fields of most samples are in two lines of a cache. */
		__builtin_prefetch(later);
		__builtin_prefetch(later + 56);
	}
	return true;
}

/** perf_order_bytes() - memory that the records waiting take */
size_t perf_order_bytes(const struct perf_order *order);

/** perf_order_free() - forget all */
void perf_order_free(struct perf_order *order);

#endif /* PERF_DATA_ORDER_H */
