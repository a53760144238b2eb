// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of perf_power_assign(), against exhaustive search.
 */
#include <kunit/test.h>
#include <linux/prandom.h>

#include "assign.h"

#define PERF_CASES	4000

/**
 * struct perf_problem - a set of events to assign counters to
 * @number:  number of events
 * @demand:  demand of each event
 * @pointer: pointers to each @demand
 */
struct perf_problem {
	unsigned int			number;
	struct perf_power_demand	demand[PERF_POWER_COUNTERS];
	const struct perf_power_demand	*pointer[PERF_POWER_COUNTERS];
};

/**
 * struct perf_taken - what the events before the current one use
 * @counters: counters
 * @needs:    counters on which an event that needs one of them must be
 * @met:      counters that have such an event
 * @mask:     register bits
 * @value:    their values
 */
struct perf_taken {
	unsigned long	counters;
	unsigned long	needs;
	unsigned long	met;
	u64		mask;
	u64		value;
};

static bool perf_try_all(const struct perf_problem *problem, unsigned int event,
			 struct perf_taken taken)
{
	const struct perf_power_demand *demand = &problem->demand[event];
	unsigned int i, counter;

	if (event == problem->number)
		return !(taken.needs & ~taken.met);

	for (i = 0; i < demand->number; i++) {
		const struct perf_power_choice *choice = &demand->choice[i];
		unsigned long counters = choice->counters & ~taken.counters;
		struct perf_taken more = {
			.needs	= taken.needs | choice->needs,
			.mask	= taken.mask | choice->mask,
			.value	= taken.value | choice->value,
		};

		if ((choice->value ^ taken.value) & choice->mask & taken.mask)
			continue;
		for_each_set_bit(counter, &counters, PERF_POWER_COUNTERS) {
			more.counters = taken.counters | BIT(counter);
			more.met = taken.met | (BIT(counter) & choice->needs);
			if (perf_try_all(problem, event + 1, more))
				return true;
		}
	}
	return false;
}

/* Test if @assigned satisfies the demand of every event. */
static bool perf_assignment_right(const struct perf_problem *problem,
				  const struct perf_power_assignment *assigned)
{
	struct perf_taken taken = { };
	unsigned int event;

	for (event = 0; event < problem->number; event++) {
		const struct perf_power_demand *demand = &problem->demand[event];
		const struct perf_power_choice *choice = &demand->choice[assigned[event].choice];

		if (assigned[event].choice >= demand->number ||
		    !(choice->counters & BIT(assigned[event].counter)) ||
		    (taken.counters & BIT(assigned[event].counter)) ||
		    ((choice->value ^ taken.value) & choice->mask & taken.mask))
			return false;
		taken.counters |= BIT(assigned[event].counter);
		taken.needs |= choice->needs;
		taken.met |= BIT(assigned[event].counter) & choice->needs;
		taken.mask |= choice->mask;
		taken.value |= choice->value;
	}
	return !(taken.needs & ~taken.met);
}

/* Few counters and few shared bits, so that about as many sets fit as do not. */
static void perf_problem_random(struct perf_problem *problem, struct rnd_state *random)
{
	unsigned int counters = 2 + prandom_u32_state(random) % 5, event, i;

	problem->number = prandom_u32_state(random) % 7;
	for (event = 0; event < problem->number; event++) {
		struct perf_power_demand *demand = &problem->demand[event];

		problem->pointer[event] = demand;
		demand->number = 1 + prandom_u32_state(random) % 3;
		for (i = 0; i < demand->number; i++) {
			u32 bits = prandom_u32_state(random) & prandom_u32_state(random);
			u64 mask = prandom_u32_state(random) & prandom_u32_state(random) & 0x3f;

			demand->choice[i] = (struct perf_power_choice) {
				.counters	= bits & GENMASK(counters - 1, 0),
				.needs		= bits >> 28 ? 0 : BIT(counters - 1),
				.mask		= mask,
				.value		= prandom_u32_state(random) & mask,
			};
		}
	}
}

static void perf_assign_random_test(struct kunit *test)
{
	struct perf_problem *problem = kunit_kzalloc(test, sizeof(*problem), GFP_KERNEL);
	unsigned int i, fit = 0, seed = 20240607;
	struct perf_power_assignment assigned[PERF_POWER_COUNTERS];
	struct rnd_state random;

	KUNIT_ASSERT_NOT_NULL(test, problem);
	prandom_seed_state(&random, seed);
	for (i = 0; i < PERF_CASES; i++) {
		bool found, exists;

		perf_problem_random(problem, &random);
		found = perf_power_assign(problem->pointer, problem->number, assigned);
		exists = perf_try_all(problem, 0, (struct perf_taken) { });
		KUNIT_ASSERT_EQ_MSG(test, found, exists, "case %u of seed %u", i, seed);
		if (found)
			KUNIT_ASSERT_TRUE_MSG(test, perf_assignment_right(problem, assigned),
					      "case %u of seed %u", i, seed);
		fit += found;
	}
	/* Both results must be frequent, or the test would prove little. */
	KUNIT_EXPECT_GT(test, fit, PERF_CASES / 5);
	KUNIT_EXPECT_LT(test, fit, PERF_CASES * 4 / 5);
}

/* More events than any processor has counters. */
static void perf_assign_too_many_test(struct kunit *test)
{
	static const struct perf_power_demand any = {
		.number = 1, .choice = { { .counters = U8_MAX } },
	};
	const struct perf_power_demand *demands[PERF_POWER_COUNTERS + 1];
	struct perf_power_assignment assigned[PERF_POWER_COUNTERS];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(demands); i++)
		demands[i] = &any;
	KUNIT_EXPECT_TRUE(test, perf_power_assign(demands, PERF_POWER_COUNTERS, assigned));
	KUNIT_EXPECT_FALSE(test, perf_power_assign(demands, PERF_POWER_COUNTERS + 1, assigned));
}

static struct kunit_case perf_assign_cases[] = {
	KUNIT_CASE(perf_assign_random_test),
	KUNIT_CASE(perf_assign_too_many_test),
	{}
};

static struct kunit_suite perf_assign_suite = {
	.name		= "perf_power_assign",
	.test_cases	= perf_assign_cases,
};

kunit_test_suite(perf_assign_suite);
