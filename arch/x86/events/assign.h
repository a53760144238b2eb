/* SPDX-License-Identifier: GPL-2.0 */
/* Assignment of counters to events. */
#ifndef _ARCH_X86_EVENTS_PLACE_H
#define _ARCH_X86_EVENTS_PLACE_H

#include <linux/types.h>

#define PERF_PLACES	64

/**
 * struct perf_place_bank - counters that share selecting registers
 * @selectors: mask of the registers: each serves one event at a time, and is in no other bank
 * @counters:  mask of counters that can use any of them; 0 ends a list of banks
 */
struct perf_place_bank {
	u64	selectors;
	u64	counters;
};

/**
 * struct perf_placement - an assignment of counters to events
 * @used:    mask of assigned counters
 * @banks:   NULL: an event allows counters; else it allows selectors, at most one a bank
 * @allowed: for each assigned counter, the mask that its event allows
 *
 * All zero is the empty assignment of counters without selectors.
 */
struct perf_placement {
	u64				used;
	const struct perf_place_bank	*banks;
	u64				allowed[PERF_PLACES];
};

/**
 * struct perf_place_path - events that move so that one more gets a counter
 * @length: number of counters in @step; 0: no assignment exists
 * @step:   the new event gets the first counter, the first counter's event the second, and
 *          so on; the last counter was free
 */
struct perf_place_path {
	unsigned int	length;
	u8		step[PERF_PLACES];
};

bool perf_place_add(struct perf_placement *placement, u64 allowed, struct perf_place_path *path);
void perf_place_remove(struct perf_placement *placement, unsigned int counter);
bool perf_place_fits(const struct perf_place_bank *banks, const u64 *allowed, unsigned int number);

#endif /* _ARCH_X86_EVENTS_PLACE_H */
