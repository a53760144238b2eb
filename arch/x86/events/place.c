// SPDX-License-Identifier: GPL-2.0
/*
 * Finding a counter for each event: a matching in a bipartite graph.
 *
 * Every event names the counters it can be on as a mask. A set of events fits exactly
 * if each can have a counter of its own, and then one after the other can be added:
 * either a counter it may use is free, or there is a chain of events that each move
 * on to the next one's counter until the last finds a free one (Berge 1957: a matching
 * is as large as possible once there is no such augmenting path). The search is
 * breadth first, so as few events move as possible, and it visits each counter once.
 *
 * Some processors have a register in front of their counters that says what is counted,
 * and a set of them for each bank of counters. An event then names such *selectors*, at
 * most one a bank; it takes one that nobody has and any counter of its bank. What can stop
 * it is who has the selector, or, with the selector free, whoever has a counter of the bank.
 * That is a flow through nodes that carry one each, for which the same search holds if it
 * visits every selector and every full bank once.
 *
 * Among free counters the highest is taken. Fixed counters have the highest numbers
 * and can do least else, while what only some general counters can count is tied to
 * the lowest ones as a rule: so the common choice leaves most room.
 *
 * Owns nothing: pure functions. Context: any.
 */
#include <linux/bitops.h>

#include "place.h"

/* Where a chain begins, in perf_place_search::before. */
#define PERF_PLACE_START	PERF_PLACES

/**
 * struct perf_place_search - a search as far as it has got
 * @seen:      counters whose event has been asked to move
 * @selectors: selectors that have been asked for
 * @banks:     full banks that have been asked for a counter
 * @first:     next in @queue to look at
 * @last:      behind the end of @queue
 * @before:    for each counter seen, that whose event wants it
 * @queue:     counters seen, in that order
 */
struct perf_place_search {
	u64		seen;
	u64		selectors;
	u64		banks;
	unsigned int	first;
	unsigned int	last;
	u8		before[PERF_PLACES];
	u8		queue[PERF_PLACES];
};

/* The events of these counters shall move, so that the one on @from can. */
static void perf_place_ask(struct perf_place_search *search, u64 counters, unsigned int from)
{
	u64 more;

	counters &= ~search->seen;
	search->seen |= counters;
	for (more = counters; more; more &= more - 1) {
		search->before[__ffs64(more)] = from;
		search->queue[search->last++] = __ffs64(more);
	}
}

/* Who has one of these selectors: a mask of one counter, or none. */
static u64 perf_place_holder(const struct perf_placement *placement, u64 counters, u64 selectors)
{
	u64 more;

	for (more = counters & placement->used; more; more &= more - 1) {
		if (placement->allowed[__ffs64(more)] & selectors)
			return more & -more;
	}
	return 0;
}

/* Free counters of one bank; if there is none, its events are asked to move. */
static u64 perf_place_try_bank(const struct perf_placement *placement,
			       struct perf_place_search *search, unsigned int number,
			       u64 selectors, unsigned int from)
{
	const struct perf_place_bank *bank = &placement->banks[number];
	u64 holder, free, more;

	selectors &= bank->selectors & ~search->selectors;
	if (!selectors)
		return 0;
	search->selectors |= selectors;
	holder = perf_place_holder(placement, bank->counters, selectors);
	if (holder) {
		perf_place_ask(search, holder, from);
		return 0;
	}
	free = bank->counters & ~placement->used;
	if (free || search->banks & BIT_ULL(number))
		return free;
	/* Whoever leaves a counter leaves its selector. */
	search->banks |= BIT_ULL(number);
	for (more = bank->counters & ~search->seen; more; more &= more - 1)
		search->selectors |= placement->allowed[__ffs64(more)] & bank->selectors;
	perf_place_ask(search, bank->counters, from);
	return 0;
}

static u64 perf_place_try_banks(const struct perf_placement *placement,
				struct perf_place_search *search, u64 selectors,
				unsigned int from)
{
	unsigned int number;
	u64 free = 0;

	for (number = 0; !free && placement->banks[number].counters; number++)
		free = perf_place_try_bank(placement, search, number, selectors, from);
	return free;
}

/* Free counters for the event on @from; if there is none, others are asked to move. */
static u64 perf_place_try(const struct perf_placement *placement,
			  struct perf_place_search *search, u64 allowed, unsigned int from)
{
	u64 free;

	if (placement->banks)
		return perf_place_try_banks(placement, search, allowed, from);
	free = allowed & ~placement->used;
	if (!free)
		perf_place_ask(search, allowed, from);
	return free;
}

/* The chain that ends with the event on @from going to @counter, which is free. */
static void perf_place_trace(const struct perf_place_search *search, unsigned int from,
			     unsigned int counter, struct perf_place_path *path)
{
	unsigned int c, i = 1;

	for (c = from; c != PERF_PLACE_START; c = search->before[c])
		i++;
	path->length = i;
	path->step[--i] = counter;
	for (c = from; c != PERF_PLACE_START; c = search->before[c])
		path->step[--i] = c;
}

static void perf_place_find(const struct perf_placement *placement, u64 allowed,
			    struct perf_place_path *path)
{
	struct perf_place_search search;
	unsigned int from = PERF_PLACE_START;
	u64 free;

	search.seen = 0;
	search.selectors = 0;
	search.banks = 0;
	search.first = 0;
	search.last = 0;
	path->length = 0;

	free = perf_place_try(placement, &search, allowed, from);
	while (!free && search.first < search.last) {
		from = search.queue[search.first++];
		free = perf_place_try(placement, &search, placement->allowed[from], from);
	}
	if (free)
		perf_place_trace(&search, from, fls64(free) - 1, path);
}

/**
 * perf_place_add - find room for one more
 * @placement: changed if there is
 * @allowed:   counters it may be on, or selectors
 * @path:      who has moved to make room
 *
 * Return: false if the set does not fit together, whatever were moved.
 */
bool perf_place_add(struct perf_placement *placement, u64 allowed, struct perf_place_path *path)
{
	u64 free = allowed & ~placement->used;
	unsigned int i;

	/* As a rule nobody has to move, and there is nothing to search for. */
	if (likely(free && !placement->banks)) {
		path->length = 1;
		path->step[0] = fls64(free) - 1;
	} else {
		perf_place_find(placement, allowed, path);
	}
	if (!path->length)
		return false;

	for (i = path->length - 1; i; i--)
		placement->allowed[path->step[i]] = placement->allowed[path->step[i - 1]];
	placement->allowed[path->step[0]] = allowed;
	placement->used |= BIT_ULL(path->step[path->length - 1]);
	return true;
}

/**
 * perf_place_remove - a counter becomes free
 * @placement: the placement
 * @counter:   a counter that is taken
 */
void perf_place_remove(struct perf_placement *placement, unsigned int counter)
{
	placement->used &= ~BIT_ULL(counter);
	placement->allowed[counter] = 0;
}

/**
 * perf_place_fits - can all of these be on counters at a time?
 * @banks:   if counters have selectors; or NULL
 * @allowed: for each, the counters it may be on, or selectors
 * @number:  how many
 *
 * Return: true if they can.
 */
bool perf_place_fits(const struct perf_place_bank *banks, const u64 *allowed, unsigned int number)
{
	struct perf_placement placement = { .banks = banks };
	struct perf_place_path path;
	unsigned int i;

	for (i = 0; i < number; i++) {
		if (!perf_place_add(&placement, allowed[i], &path))
			return false;
	}
	return true;
}
