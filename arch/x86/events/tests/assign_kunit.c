// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of assign.c against exhaustive search, on thousands of random sets.
 *
 * The sequence of random numbers is fixed, so a failure is reproducible.
 */
#include <kunit/test.h>
#include <linux/bitops.h>
#include <linux/prandom.h>

#include "assign.h"

#define ROUNDS		20000
#define MOST_EVENTS	9
#define MOST_COUNTERS	9

/* The expected result of perf_assign_fits(): tries every counter for every event. */
static bool fits_by_trying(const u64 *allowed, unsigned int number, u64 used)
{
	u64 more;

	if (!number)
		return true;
	for (more = *allowed & ~used; more; more &= more - 1) {
		if (fits_by_trying(allowed + 1, number - 1, used | (more & -more)))
			return true;
	}
	return false;
}

/* Fewest events that must move so that @allowed gets a free counter; -1: impossible. */
static int moves_by_trying(const struct perf_assignment *assignment, u64 allowed, u64 seen)
{
	int best = -1, moves;
	u64 more;

	if (allowed & ~assignment->used & ~seen)
		return 0;
	for (more = allowed & ~seen; more; more &= more - 1) {
		moves = moves_by_trying(assignment, assignment->allowed[__ffs64(more)],
					seen | (more & -more));
		if (moves >= 0 && (best < 0 || moves + 1 < best))
			best = moves + 1;
	}
	return best;
}

static unsigned int random_events(struct rnd_state *rnd, u64 *allowed)
{
	unsigned int counters = 1 + prandom_u32_state(rnd) % MOST_COUNTERS;
	unsigned int number = 1 + prandom_u32_state(rnd) % MOST_EVENTS;
	unsigned int density = prandom_u32_state(rnd) % 3;
	unsigned int i, j;

	for (i = 0; i < number; i++) {
		u64 mask = prandom_u32_state(rnd);

		for (j = 0; j < density; j++)
			mask &= prandom_u32_state(rnd);
		mask &= GENMASK_ULL(counters - 1, 0);
		/* Some counters have high numbers, like fixed counters. */
		allowed[i] = (mask & 0x1f) | (mask >> 5) << 32 | (mask >> 8) << 62;
	}
	return number;
}

static void agrees_with_exhaustive_search(struct kunit *test)
{
	unsigned int round, number, fitting = 0;
	u64 allowed[MOST_EVENTS];
	struct rnd_state rnd;

	prandom_seed_state(&rnd, 6812);
	for (round = 0; round < ROUNDS; round++) {
		bool fits;

		number = random_events(&rnd, allowed);
		fits = fits_by_trying(allowed, number, 0);
		fitting += fits;
		KUNIT_ASSERT_EQ_MSG(test, fits, perf_assign_fits(NULL, allowed, number),
				    "round %u", round);
	}
	/* Both results must be frequent, or the test would prove little. */
	KUNIT_EXPECT_GT(test, fitting, ROUNDS / 5);
	KUNIT_EXPECT_LT(test, fitting, ROUNDS * 4 / 5);
}

/**
 * struct pairs - an assignment to events with pairs and to events that allow all counters
 * @assignment: what assign.c makes of it
 * @owner:      what is on each counter: -1 nothing, PAIR_LOWER and PAIR_UPPER an event's pair,
 *              SINGLE any other event
 * @counters:   how many there are
 * @free:       how many of them have no event
 * @pairs:      how many events have a pair
 * @moved:      events that have moved
 * @odd:        those of them that were on the upper counter of a pair
 * @refused:    events without a counter
 */
struct pairs {
	struct perf_assignment	assignment;
	s8			owner[PERF_ASSIGN_COUNTERS];
	unsigned int		counters;
	unsigned int		free;
	unsigned int		pairs;
	unsigned int		moved;
	unsigned int		odd;
	unsigned int		refused;
};

enum { SINGLE, PAIR_LOWER, PAIR_UPPER };

static void pairs_leave(struct pairs *p, unsigned int counter)
{
	unsigned int i, number = 1;

	if (p->owner[counter] == PAIR_UPPER)
		counter--;
	if (p->owner[counter] == PAIR_LOWER) {
		number = 2;
		p->pairs--;
	}
	for (i = counter; i < counter + number; i++) {
		perf_assign_remove(&p->assignment, i);
		p->owner[i] = -1;
	}
	p->free += number;
}

static void pairs_follow(struct kunit *test, struct pairs *p, const struct perf_assign_path *path,
			 bool pair)
{
	unsigned int from = path->step[0] + path->odd;

	KUNIT_ASSERT_LE(test, path->length, 2U);
	if (path->length == 2) {
		KUNIT_ASSERT_EQ(test, SINGLE, p->owner[from]);
		KUNIT_ASSERT_EQ(test, -1, p->owner[path->step[1]]);
		p->owner[path->step[1]] = SINGLE;
		p->owner[from] = -1;
		p->moved++;
		p->odd += path->odd;
	}
	KUNIT_ASSERT_EQ(test, -1, p->owner[path->step[0]]);
	p->owner[path->step[0]] = pair ? PAIR_LOWER : SINGLE;
	if (!pair)
		return;
	KUNIT_ASSERT_EQ(test, 0, path->step[0] & 1);
	KUNIT_ASSERT_LT(test, path->step[0] + 1U, p->counters);
	KUNIT_ASSERT_EQ(test, -1, p->owner[path->step[0] + 1]);
	p->owner[path->step[0] + 1] = PAIR_UPPER;
}

static void pairs_join(struct kunit *test, struct pairs *p, bool pair)
{
	const u64 all = GENMASK_ULL(p->counters - 1, 0), lower = all & (all >> 1) & 0x55;
	const bool fits = pair ? p->free >= 2 && p->pairs < p->counters / 2 : p->free;
	struct perf_assign_path path;
	bool ok;

	if (pair)
		ok = perf_assign_add_pair(&p->assignment, lower | PERF_ASSIGN_PAIR, &path);
	else
		ok = perf_assign_add(&p->assignment, all, &path);
	KUNIT_ASSERT_EQ(test, fits, ok);
	if (!ok) {
		p->refused++;
		return;
	}
	pairs_follow(test, p, &path, pair);
	p->free -= 1 + pair;
	p->pairs += pair;
	KUNIT_ASSERT_EQ(test, p->counters - p->free, hweight64(p->assignment.used));
}

/* They fit exactly if the pairs and the counters suffice, in whatever order they come and go. */
static void pairs_fit_while_there_are_counters(struct kunit *test)
{
	struct pairs *p = kunit_kzalloc(test, sizeof(*p), GFP_KERNEL);
	unsigned int round, step, counter;
	struct rnd_state rnd;

	KUNIT_ASSERT_NOT_NULL(test, p);
	prandom_seed_state(&rnd, 1703);
	for (round = 0; round < ROUNDS; round++) {
		p->assignment = (struct perf_assignment) { };
		memset(p->owner, -1, sizeof(p->owner));
		p->counters = 2 + prandom_u32_state(&rnd) % 7;
		p->free = p->counters;
		p->pairs = 0;
		for (step = 0; step < 24; step++) {
			counter = prandom_u32_state(&rnd) % p->counters;
			if (p->owner[counter] >= 0)
				pairs_leave(p, counter);
			else
				pairs_join(test, p, prandom_u32_state(&rnd) % 2);
		}
	}
	KUNIT_EXPECT_GT(test, p->moved, ROUNDS / 20);
	KUNIT_EXPECT_GT(test, p->odd, ROUNDS / 40);
	KUNIT_EXPECT_GT(test, p->refused, ROUNDS / 2);
}

static void a_group_with_pairs_fits(struct kunit *test)
{
	const u64 pair = 0x15 | PERF_ASSIGN_PAIR, single = 0x3f;
	u64 fits[] = { single, single, pair, pair }, three[] = { pair, pair, pair };
	u64 more[] = { pair, single, pair, single, single }, four[] = { pair, pair, pair, pair };

	KUNIT_EXPECT_TRUE(test, perf_assign_fits(NULL, fits, ARRAY_SIZE(fits)));
	KUNIT_EXPECT_TRUE(test, perf_assign_fits(NULL, three, ARRAY_SIZE(three)));
	KUNIT_EXPECT_FALSE(test, perf_assign_fits(NULL, more, ARRAY_SIZE(more)));
	KUNIT_EXPECT_FALSE(test, perf_assign_fits(NULL, four, ARRAY_SIZE(four)));
}

/* Applies @path to @owner, the event of each counter, as a driver does. */
static void follow_path(struct kunit *test, const struct perf_assign_path *path, s8 *owner,
			s8 name)
{
	unsigned int i;

	KUNIT_ASSERT_EQ(test, -1, owner[path->step[path->length - 1]]);
	for (i = path->length - 1; i; i--)
		owner[path->step[i]] = owner[path->step[i - 1]];
	owner[path->step[0]] = name;
}

static void moves_are_valid_and_fewest(struct kunit *test)
{
	struct perf_assignment assignment;
	struct perf_assign_path path;
	u64 allowed[MOST_EVENTS];
	unsigned int round, i;
	struct rnd_state rnd;
	s8 owner[PERF_ASSIGN_COUNTERS];

	prandom_seed_state(&rnd, 1957);
	for (round = 0; round < ROUNDS; round++) {
		unsigned int number = random_events(&rnd, allowed), counter, assigned = 0;

		assignment = (struct perf_assignment) { };
		memset(owner, -1, sizeof(owner));
		for (i = 0; i < number; i++) {
			int moves = moves_by_trying(&assignment, allowed[i], 0);
			bool ok = perf_assign_add(&assignment, allowed[i], &path);

			KUNIT_ASSERT_EQ(test, ok, moves >= 0);
			if (!ok)
				continue;
			KUNIT_ASSERT_EQ(test, moves + 1, path.length);
			follow_path(test, &path, owner, i);
			assigned++;
		}
		KUNIT_ASSERT_EQ(test, assigned, hweight64(assignment.used));
		for (counter = 0; counter < PERF_ASSIGN_COUNTERS; counter++) {
			bool used = assignment.used & BIT_ULL(counter);

			KUNIT_ASSERT_EQ(test, used, owner[counter] >= 0);
			if (!used)
				continue;
			KUNIT_ASSERT_EQ(test, assignment.allowed[counter], allowed[owner[counter]]);
			KUNIT_ASSERT_TRUE(test, allowed[owner[counter]] & BIT_ULL(counter));
		}
	}
}

static void removing_makes_room(struct kunit *test)
{
	struct perf_assignment assignment = { };
	struct perf_assign_path path;
	unsigned int i;

	for (i = 0; i < 4; i++)
		KUNIT_EXPECT_TRUE(test, perf_assign_add(&assignment, 0xf, &path));
	KUNIT_EXPECT_EQ(test, 0xfULL, assignment.used);
	KUNIT_EXPECT_FALSE(test, perf_assign_add(&assignment, 0x1, &path));
	KUNIT_EXPECT_EQ(test, 0U, path.length);
	KUNIT_EXPECT_EQ(test, 0xfULL, assignment.used);

	/* Counter 3 is free, so perf_assign_add() moves the event on counter 0 there. */
	perf_assign_remove(&assignment, 3);
	KUNIT_EXPECT_TRUE(test, perf_assign_add(&assignment, 0x1, &path));
	KUNIT_EXPECT_EQ(test, 2U, path.length);
	KUNIT_EXPECT_EQ(test, 0, path.step[0]);
	KUNIT_EXPECT_EQ(test, 3, path.step[1]);
	KUNIT_EXPECT_EQ(test, 0x1ULL, assignment.allowed[0]);
	KUNIT_EXPECT_EQ(test, 0xfULL, assignment.allowed[3]);
}

static void fixed_counters_come_first(struct kunit *test)
{
	const u64 cycles = 0xff | BIT_ULL(33), any = 0xff, low = 0x0f;
	struct perf_assignment assignment = { };
	struct perf_assign_path path;

	KUNIT_EXPECT_TRUE(test, perf_assign_add(&assignment, cycles, &path));
	KUNIT_EXPECT_EQ(test, 33, path.step[0]);
	KUNIT_EXPECT_TRUE(test, perf_assign_add(&assignment, any, &path));
	KUNIT_EXPECT_EQ(test, 7, path.step[0]);
	KUNIT_EXPECT_TRUE(test, perf_assign_add(&assignment, low, &path));
	KUNIT_EXPECT_EQ(test, 3, path.step[0]);
}

static void all_counters_can_be_taken(struct kunit *test)
{
	const u64 any = GENMASK_ULL(PERF_ASSIGN_COUNTERS - 1, 0);
	u64 allowed[PERF_ASSIGN_COUNTERS + 1];
	unsigned int i;

	/* The first event can be on any counter, the last only on counter 0: the longest path. */
	for (i = 0; i < PERF_ASSIGN_COUNTERS; i++)
		allowed[i] = i ? GENMASK_ULL(PERF_ASSIGN_COUNTERS - i, 0) : any;
	allowed[PERF_ASSIGN_COUNTERS] = any;
	KUNIT_EXPECT_TRUE(test, perf_assign_fits(NULL, allowed, PERF_ASSIGN_COUNTERS));
	KUNIT_EXPECT_FALSE(test, perf_assign_fits(NULL, allowed, PERF_ASSIGN_COUNTERS + 1));
	KUNIT_EXPECT_TRUE(test, perf_assign_fits(NULL, allowed, 0));
	allowed[0] = 0;
	KUNIT_EXPECT_FALSE(test, perf_assign_fits(NULL, allowed, 1));
}

/*
 * Counters with selectors in front of them.
 */
#define BANKS		4
#define SELECTORS	4

struct banked {
	struct perf_assign_bank	bank[BANKS + 1];
	u64			allowed[MOST_EVENTS];
	unsigned int		number;
};

/* Banks of one to three counters, and events that can use one selector of some banks. */
static void random_banks(struct rnd_state *rnd, struct banked *banked)
{
	unsigned int i, bank, counter = 0;

	*banked = (struct banked) { };
	for (bank = 0; bank < BANKS; bank++) {
		unsigned int counters = 1 + prandom_u32_state(rnd) % 3;

		banked->bank[bank].counters = GENMASK_ULL(counter + counters - 1, counter);
		banked->bank[bank].selectors = GENMASK_ULL(SELECTORS - 1, 0) << (SELECTORS * bank);
		counter += counters;
	}
	banked->number = 1 + prandom_u32_state(rnd) % MOST_EVENTS;
	for (i = 0; i < banked->number; i++) {
		unsigned int selector = prandom_u32_state(rnd) % SELECTORS;
		u32 known = prandom_u32_state(rnd);

		for (bank = 0; bank < BANKS; bank++) {
			if (known & BIT(bank))
				banked->allowed[i] |= BIT_ULL(SELECTORS * bank + selector);
		}
	}
}

static bool banked_fits_by_trying(const struct perf_assign_bank *banks, const u64 *allowed,
				  unsigned int number, u64 taken, const u8 *room)
{
	u8 left[BANKS];
	u64 more, bit;

	if (!number)
		return true;
	for (more = *allowed & ~taken; more; more &= more - 1) {
		bit = more & -more;
		memcpy(left, room, sizeof(left));
		if (left[__ffs64(bit) / SELECTORS]-- &&
		    banked_fits_by_trying(banks, allowed + 1, number - 1, taken | bit, left))
			return true;
	}
	return false;
}

static bool banked_fits(const struct banked *banked, unsigned int number)
{
	u8 room[BANKS];
	unsigned int i;

	for (i = 0; i < BANKS; i++)
		room[i] = hweight64(banked->bank[i].counters);
	return banked_fits_by_trying(banked->bank, banked->allowed, number, 0, room);
}

/* Each event has a selector of its counter's bank that it can use, and has it alone. */
static void check_selectors(struct kunit *test, const struct perf_assignment *assignment,
			    const struct banked *banked, const s8 *owner)
{
	unsigned int bank, counter;

	for (bank = 0; bank < BANKS; bank++) {
		u64 taken = 0;

		for (counter = 0; counter < PERF_ASSIGN_COUNTERS; counter++) {
			u64 selector;

			if (!(assignment->used & banked->bank[bank].counters & BIT_ULL(counter)))
				continue;
			KUNIT_ASSERT_GE(test, owner[counter], 0);
			KUNIT_ASSERT_EQ(test, assignment->allowed[counter],
					banked->allowed[owner[counter]]);
			selector = banked->allowed[owner[counter]] & banked->bank[bank].selectors;
			KUNIT_ASSERT_NE(test, selector, 0ULL);
			KUNIT_ASSERT_EQ(test, selector & taken, 0ULL);
			taken |= selector;
		}
	}
}

/* perf_assign_add() keeps all assigned events, so a new event fits only if the whole set fits. */
static void selectors_are_for_one_each(struct kunit *test)
{
	unsigned int round, fitting = 0, moved = 0;
	struct perf_assign_path path;
	struct rnd_state rnd;

	prandom_seed_state(&rnd, 2000);
	for (round = 0; round < ROUNDS; round++) {
		struct perf_assignment assignment = { };
		struct banked banked;
		s8 owner[PERF_ASSIGN_COUNTERS];
		unsigned int i;

		random_banks(&rnd, &banked);
		assignment.banks = banked.bank;
		memset(owner, -1, sizeof(owner));
		for (i = 0; i < banked.number; i++) {
			bool fits = banked_fits(&banked, i + 1);

			KUNIT_ASSERT_EQ_MSG(test, fits,
					    perf_assign_add(&assignment, banked.allowed[i], &path),
					    "round %u", round);
			if (!fits)
				break;
			moved += path.length > 1;
			follow_path(test, &path, owner, i);
			check_selectors(test, &assignment, &banked, owner);
		}
		fitting += i == banked.number;
		KUNIT_ASSERT_EQ(test, i == banked.number,
				perf_assign_fits(banked.bank, banked.allowed, banked.number));
	}
	KUNIT_EXPECT_GT(test, fitting, ROUNDS / 5);
	KUNIT_EXPECT_LT(test, fitting, ROUNDS * 4 / 5);
	KUNIT_EXPECT_GT(test, moved, ROUNDS / 50);
}

static struct kunit_case perf_assign_cases[] = {
	KUNIT_CASE(agrees_with_exhaustive_search),
	KUNIT_CASE(pairs_fit_while_there_are_counters),
	KUNIT_CASE(a_group_with_pairs_fits),
	KUNIT_CASE(moves_are_valid_and_fewest),
	KUNIT_CASE(removing_makes_room),
	KUNIT_CASE(fixed_counters_come_first),
	KUNIT_CASE(all_counters_can_be_taken),
	KUNIT_CASE(selectors_are_for_one_each),
	{ }
};

static struct kunit_suite perf_assign_suite = {
	.name = "perf_x86_assign",
	.test_cases = perf_assign_cases,
};

kunit_test_suite(perf_assign_suite);

MODULE_DESCRIPTION("Tests of the assignment of events to counters");
MODULE_LICENSE("GPL");
