/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hash tables of numbers of elements, which have the keys. The caller compares keys, and keeps at
 * least half of the slots free, so that a search for a missing key ends soon.
 */
#ifndef PERF_BASE_SLOTS_H
#define PERF_BASE_SLOTS_H

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/**
 * struct perf_slots - slots of a hash table
 * @at: numbers; 0 in a free slot. A number is in the first slot from its hash & @mask on that was
 *	free
 * @mask: number of slots, a power of two, less 1; 0 without slots
 */
struct perf_slots {
	uint32_t *at;
	uint32_t mask;
};

/**
 * perf_slots_grow() - twice as many slots, all free: the caller puts all numbers again
 * @slots: slots, which may be zeroed; unchanged on failure
 * @least: number of the first slots, a power of two
 *
 * Return: 0 or -ENOMEM.
 */
static inline int perf_slots_grow(struct perf_slots *slots, uint32_t least)
{
	uint32_t size = slots->mask ? (slots->mask + 1) * 2 : least;
	uint32_t *at = calloc(size, sizeof(*at));

	if (!at)
		return -ENOMEM;
	free(slots->at);
	*slots = (struct perf_slots){ at, size - 1 };
	return 0;
}

/** perf_slots_put() - put a number that is not in the table; @hash of its key */
static inline void perf_slots_put(struct perf_slots *slots, uint32_t hash, uint32_t number)
{
	uint32_t slot = hash & slots->mask;

	while (slots->at[slot])
		slot = (slot + 1) & slots->mask;
	slots->at[slot] = number;
}

/** perf_slots_clear() - free all slots for other numbers */
static inline void perf_slots_clear(struct perf_slots *slots)
{
	if (slots->at)
		memset(slots->at, 0, ((size_t)slots->mask + 1) * sizeof(*slots->at));
}

/** perf_slots_free() - free the slots */
static inline void perf_slots_free(struct perf_slots *slots)
{
	free(slots->at);
	*slots = (struct perf_slots){ 0 };
}

#endif /* PERF_BASE_SLOTS_H */
