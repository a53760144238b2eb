/* SPDX-License-Identifier: GPL-2.0 */
/* Assignment of counters to events. */
#ifndef _ARCH_X86_EVENTS_ASSIGN_H
#define _ARCH_X86_EVENTS_ASSIGN_H

#include <linux/bits.h>
#include <linux/types.h>

#define PERF_ASSIGN_COUNTERS	63

/* In the counters that an event allows: each is the lower one of a pair, which the event needs. */
#define PERF_ASSIGN_PAIR	BIT_ULL(PERF_ASSIGN_COUNTERS)

/**
 * struct perf_assign_bank - counters that share selecting registers
 * @selectors: mask of the registers: each serves one event at a time, and is in no other bank
 * @counters:  mask of counters that can use any of them; 0 ends a list of banks
 */
struct perf_assign_bank {
	u64	selectors;
	u64	counters;
};

/**
 * struct perf_assignment - an assignment of counters to events
 * @used:    mask of assigned counters
 * @blocked: counters that no event may get or move to now
 * @avoid:   counters that are assigned only if no other is free
 * @banks:   NULL: an event allows counters; else it allows selectors, at most one a bank
 * @allowed: for each assigned counter, the mask that its event allows; 0 for a pair, whose event
 *           does not move
 *
 * All zero is the empty assignment of counters without selectors.
 */
struct perf_assignment {
	u64				used;
	u64				blocked;
	u64				avoid;
	const struct perf_assign_bank	*banks;
	u64				allowed[PERF_ASSIGN_COUNTERS];
};

/**
 * struct perf_assign_path - events that move so that one more gets a counter
 * @length: number of counters in @step; 0: no assignment exists
 * @odd:    valid if @length is more than 1: the event that makes room is on the counter above
 *          the first one, which are a pair for the new event
 * @step:   the new event gets the first counter, the first counter's event the second, and
 *          so on; the last counter was free
 */
struct perf_assign_path {
	unsigned int	length;
	bool		odd;
	u8		step[PERF_ASSIGN_COUNTERS];
};

bool perf_assign_add(struct perf_assignment *assignment, u64 allowed,
		     struct perf_assign_path *path);
bool perf_assign_add_pair(struct perf_assignment *assignment, u64 allowed,
			  struct perf_assign_path *path);
void perf_assign_remove(struct perf_assignment *assignment, unsigned int counter);
bool perf_assign_fits(const struct perf_assign_bank *banks, const u64 *allowed,
		      unsigned int number);

#endif /* _ARCH_X86_EVENTS_ASSIGN_H */
