/* SPDX-License-Identifier: GPL-2.0 */
/* perf_power_assign(): the assignment of counters and codes to events. */
#ifndef _ARCH_POWERPC_PERF_ASSIGN_H
#define _ARCH_POWERPC_PERF_ASSIGN_H

#include <linux/types.h>

#define PERF_POWER_COUNTERS	8
#define PERF_POWER_CHOICES	6

/**
 * struct perf_power_choice - one way to count an event
 * @code:     event code
 * @counters: counters that can count it, one bit each
 * @needs:    bit of a counter on which one of the events with such a need must be; 0: none; the
 *            same for all events that have it
 * @mask:     bits of the shared fields that the code decides
 * @value:    their values, within @mask
 *
 * Counters share fields of the control registers; two choices fit together if their @value
 * agrees in each bit that is in the @mask of both.
 */
struct perf_power_choice {
	u64	code;
	u8	counters;
	u8	needs;
	u64	mask;
	u64	value;
};

/**
 * struct perf_power_demand - all the ways to count an event
 * @number: number of ways
 * @choice: the ways, the best first
 */
struct perf_power_demand {
	unsigned int			number;
	struct perf_power_choice	choice[PERF_POWER_CHOICES];
};

/**
 * struct perf_power_assignment - the code and counter assigned to an event
 * @choice:  index into perf_power_demand.choice
 * @counter: counter, from 0
 */
struct perf_power_assignment {
	u8	choice;
	u8	counter;
};

bool perf_power_assign(const struct perf_power_demand *const *demands, unsigned int number,
		       struct perf_power_assignment *assigned);

#endif /* _ARCH_POWERPC_PERF_ASSIGN_H */
