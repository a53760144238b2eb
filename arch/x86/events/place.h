/* SPDX-License-Identifier: GPL-2.0 */
/* Which event counts on which counter. */
#ifndef _ARCH_X86_EVENTS_PLACE_H
#define _ARCH_X86_EVENTS_PLACE_H

#include <linux/types.h>

#define PERF_PLACES	64

/**
 * struct perf_place_bank - counters that share registers in front of them
 * @selectors: the registers, of which each is for one event; no other bank has them
 * @counters:  what any of them can be joined to; 0 ends a list of banks
 */
struct perf_place_bank {
	u64	selectors;
	u64	counters;
};

/**
 * struct perf_placement - counters and who sits on them
 * @used:    counters that are taken
 * @banks:   NULL: an event names counters; else it names selectors, one a bank at most
 * @allowed: for each counter that is taken, what its occupant has named
 *
 * All zero is the empty placement of counters without selectors.
 */
struct perf_placement {
	u64				used;
	const struct perf_place_bank	*banks;
	u64				allowed[PERF_PLACES];
};

/**
 * struct perf_place_path - what has to move so that one more finds room
 * @length: counters in @step; 0: there is no way
 * @step:   the new one goes to the first, whoever was there to the second, and so on;
 *          the last was free
 */
struct perf_place_path {
	unsigned int	length;
	u8		step[PERF_PLACES];
};

bool perf_place_add(struct perf_placement *placement, u64 allowed, struct perf_place_path *path);
void perf_place_remove(struct perf_placement *placement, unsigned int counter);
bool perf_place_fits(const struct perf_place_bank *banks, const u64 *allowed, unsigned int number);

#endif /* _ARCH_X86_EVENTS_PLACE_H */
