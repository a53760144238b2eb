// SPDX-License-Identifier: GPL-2.0
/*
 * Assignment of a counter to each event: a matching in a bipartite graph.
 *
 * perf_assignment::allowed is an event's mask of counters. A set of events fits exactly if
 * each can have a counter of its own, and then perf_assign_add() can add one after the
 * other: either an allowed counter is free, or there is a chain of events that each move
 * to the next event's counter, the last to a free one (Berge 1957: a matching is as large
 * as possible once there is no such augmenting path). The search is breadth first, so that
 * as few events move as possible, and it visits each counter once.
 *
 * Some processors select the event in a register apart from the counter, and have a set of
 * such *selectors* for each bank of counters. An event then allows selectors, at most one
 * a bank; it needs a free selector and any counter of the selector's bank. The owner of
 * the selector can block it, or, with the selector free, the owners of the bank's counters.
 * That is a flow through nodes of capacity one, for which the same search holds if
 * perf_assign_try_bank() visits every selector and every full bank once.
 *
 * perf_assign_add_pair() assigns a counter and the next one. At most one event moves for that,
 * and an event with a pair never does. On processors with pairs all other events allow all
 * counters (perf_x86_model_fault() checks the tables), for which this finds an assignment
 * whenever there is one: a pair in use by one event is made free if any other counter is.
 *
 * perf_assign_add() assigns the highest free counter. Fixed counters have the highest numbers
 * and can count little else, and events that only some general counters can count are
 * mostly limited to the lowest ones: so the highest leaves the most room. Counters of
 * perf_assignment::avoid come last.
 *
 * Owns nothing: pure functions. Context: any.
 */
#include <linux/bitops.h>

#include "assign.h"

/* In perf_assign_search::before: the new event, which begins the chain. */
#define PERF_ASSIGN_START	PERF_ASSIGN_COUNTERS

/**
 * struct perf_assign_search - the state of a search
 * @seen:      counters visited: their events may have to move
 * @selectors: selectors visited
 * @banks:     full banks visited
 * @first:     index in @queue of the next counter to visit
 * @last:      index behind the end of @queue
 * @before:    for each counter in @seen, the counter whose event would move to it
 * @queue:     the counters in @seen, in the order of their visits
 */
struct perf_assign_search {
	u64		seen;
	u64		selectors;
	u64		banks;
	unsigned int	first;
	unsigned int	last;
	u8		before[PERF_ASSIGN_COUNTERS];
	u8		queue[PERF_ASSIGN_COUNTERS];
};

/* The counter to be assigned, of those that are free. */
static unsigned int perf_assign_pick(const struct perf_assignment *assignment, u64 free)
{
	return fls64((free & ~assignment->avoid) ?: free) - 1;
}

/* Queue @counters: if one of their events can move, the event on @from can take its counter. */
static void perf_assign_queue(struct perf_assign_search *search, u64 counters, unsigned int from)
{
	u64 more;

	counters &= ~search->seen;
	search->seen |= counters;
	for (more = counters; more; more &= more - 1) {
		search->before[__ffs64(more)] = from;
		search->queue[search->last++] = __ffs64(more);
	}
}

/* The counter, as a mask, whose event uses one of @selectors; 0 for none. */
static u64 perf_assign_holder(const struct perf_assignment *assignment, u64 counters, u64 selectors)
{
	u64 more;

	for (more = counters & assignment->used; more; more &= more - 1) {
		if (assignment->allowed[__ffs64(more)] & selectors)
			return more & -more;
	}
	return 0;
}

/* Returns the free counters of bank @number; if there is none, queues those that block. */
static u64 perf_assign_try_bank(const struct perf_assignment *assignment,
				struct perf_assign_search *search, unsigned int number,
				u64 selectors, unsigned int from)
{
	const struct perf_assign_bank *bank = &assignment->banks[number];
	u64 holder, free, more;

	selectors &= bank->selectors & ~search->selectors;
	if (!selectors)
		return 0;
	search->selectors |= selectors;
	holder = perf_assign_holder(assignment, bank->counters, selectors);
	if (holder) {
		perf_assign_queue(search, holder, from);
		return 0;
	}
	free = bank->counters & ~assignment->used;
	if (free || search->banks & BIT_ULL(number))
		return free;
	/* An event that leaves a counter of the bank frees its selector as well. */
	search->banks |= BIT_ULL(number);
	for (more = bank->counters & ~search->seen; more; more &= more - 1)
		search->selectors |= assignment->allowed[__ffs64(more)] & bank->selectors;
	perf_assign_queue(search, bank->counters, from);
	return 0;
}

static u64 perf_assign_try_banks(const struct perf_assignment *assignment,
				 struct perf_assign_search *search, u64 selectors,
				 unsigned int from)
{
	unsigned int number;
	u64 free = 0;

	for (number = 0; !free && assignment->banks[number].counters; number++)
		free = perf_assign_try_bank(assignment, search, number, selectors, from);
	return free;
}

/* Returns free counters for the event on @from; if there is none, queues those in its way. */
static u64 perf_assign_try(const struct perf_assignment *assignment,
			   struct perf_assign_search *search, u64 allowed, unsigned int from)
{
	u64 free;

	if (assignment->banks)
		return perf_assign_try_banks(assignment, search, allowed, from);
	allowed &= ~assignment->blocked;
	free = allowed & ~assignment->used;
	if (!free)
		perf_assign_queue(search, allowed, from);
	return free;
}

/* Writes to @path the chain that ends with the event on @from moving to the free @counter. */
static void perf_assign_trace(const struct perf_assign_search *search, unsigned int from,
			      unsigned int counter, struct perf_assign_path *path)
{
	unsigned int c, i = 1;

	for (c = from; c != PERF_ASSIGN_START; c = search->before[c])
		i++;
	path->length = i;
	path->step[--i] = counter;
	for (c = from; c != PERF_ASSIGN_START; c = search->before[c])
		path->step[--i] = c;
}

static void perf_assign_find(const struct perf_assignment *assignment, u64 allowed,
			     struct perf_assign_path *path)
{
	struct perf_assign_search search;
	unsigned int from = PERF_ASSIGN_START;
	u64 free;

	search.seen = 0;
	search.selectors = 0;
	search.banks = 0;
	search.first = 0;
	search.last = 0;
	path->length = 0;
	path->odd = false;

	free = perf_assign_try(assignment, &search, allowed, from);
	while (!free && search.first < search.last) {
		from = search.queue[search.first++];
		free = perf_assign_try(assignment, &search, assignment->allowed[from], from);
	}
	if (free)
		perf_assign_trace(&search, from, perf_assign_pick(assignment, free), path);
}

/**
 * perf_assign_add - assign a counter to one more event
 * @assignment: changed if that succeeds
 * @allowed:    counters that the event allows, or selectors
 * @path:       set to the events that move
 *
 * Return: false if no assignment fits all events.
 */
bool perf_assign_add(struct perf_assignment *assignment, u64 allowed,
		     struct perf_assign_path *path)
{
	u64 free = allowed & ~(assignment->used | assignment->blocked);
	unsigned int i;

	/* The common case: a counter of @allowed is free, no event moves. */
	if (likely(free && !assignment->banks)) {
		path->length = 1;
		path->step[0] = perf_assign_pick(assignment, free);
	} else {
		perf_assign_find(assignment, allowed, path);
	}
	if (!path->length)
		return false;

	for (i = path->length - 1; i; i--)
		assignment->allowed[path->step[i]] = assignment->allowed[path->step[i - 1]];
	assignment->allowed[path->step[0]] = allowed;
	assignment->used |= BIT_ULL(path->step[path->length - 1]);
	return true;
}

/* An event on one counter of a pair of @lower moves elsewhere. Return: the pair's lower counter. */
static int perf_assign_empty_pair(struct perf_assignment *assignment, u64 lower,
				  struct perf_assign_path *path)
{
	u64 used = assignment->used, free = ~(used | assignment->blocked), more, to;

	for (more = lower & (used ^ (used >> 1)); more; more &= more - 1) {
		unsigned int counter = __ffs64(more), from = counter + !(used & (more & -more));

		to = assignment->allowed[from] & free & ~(3ULL << counter);
		if (!to)
			continue;
		path->length = 2;
		path->odd = from != counter;
		path->step[1] = perf_assign_pick(assignment, to);
		assignment->used |= BIT_ULL(path->step[1]);
		assignment->allowed[path->step[1]] = assignment->allowed[from];
		return counter;
	}
	return -1;
}

/**
 * perf_assign_add_pair - assign a counter and the next one to one more event
 * @assignment: without banks; changed if that succeeds
 * @allowed:    lower counters of pairs that the event allows; both counters of each exist
 * @path:       set to the event that moves, if one has to
 *
 * Return: false if no assignment fits all events.
 */
bool perf_assign_add_pair(struct perf_assignment *assignment, u64 allowed,
			  struct perf_assign_path *path)
{
	u64 free = ~(assignment->used | assignment->blocked), lower = allowed & ~PERF_ASSIGN_PAIR;
	u64 empty = lower & free & (free >> 1);
	int counter;

	path->length = 1;
	if (empty) {
		counter = perf_assign_pick(assignment, empty);
	} else {
		lower &= ~(assignment->blocked | assignment->blocked >> 1);
		counter = perf_assign_empty_pair(assignment, lower, path);
	}
	if (counter < 0) {
		path->length = 0;
		return false;
	}
	path->step[0] = counter;
	assignment->used |= 3ULL << counter;
	assignment->allowed[counter] = 0;
	assignment->allowed[counter + 1] = 0;
	return true;
}

/**
 * perf_assign_remove - free a counter
 * @assignment: the assignment
 * @counter:    an assigned counter
 */
void perf_assign_remove(struct perf_assignment *assignment, unsigned int counter)
{
	assignment->used &= ~BIT_ULL(counter);
	assignment->allowed[counter] = 0;
}

/**
 * perf_assign_fits - can all of these events have counters at the same time?
 * @banks:   banks of counters with selectors; or NULL
 * @allowed: for each event, the counters that it allows, or selectors; with PERF_ASSIGN_PAIR
 *           lower counters of pairs
 * @number:  number of events
 *
 * Return: true if they can.
 */
bool perf_assign_fits(const struct perf_assign_bank *banks, const u64 *allowed,
		      unsigned int number)
{
	struct perf_assignment assignment = { .banks = banks };
	struct perf_assign_path path;
	unsigned int i;

	for (i = 0; i < number; i++) {
		bool fits = allowed[i] & PERF_ASSIGN_PAIR ?
			    perf_assign_add_pair(&assignment, allowed[i], &path) :
			    perf_assign_add(&assignment, allowed[i], &path);

		if (!fits)
			return false;
	}
	return true;
}
