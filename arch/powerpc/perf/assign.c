// SPDX-License-Identifier: GPL-2.0
/*
 * perf_power_assign(): assign a counter and a code to each event.
 *
 * Events exclude each other in two ways: each needs a counter of its own, and they share fields
 * of the control registers. perf_power_assign() adds the events one after the other, each by its
 * first code that agrees with the fields decided so far and for which perf_search_make_room() can
 * free a counter, if need be by moving other events (an augmenting path in the bipartite graph of
 * events and counters, Berge 1957). If no code of an event fits, perf_search_redo() removes the
 * event before it, which tries its next code. So the search covers all combinations of codes, but
 * it extends only combinations that fit.
 *
 * Owns nothing: pure functions. Context: any.
 */
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/string.h>

#include <linux/types.h>

#include "assign.h"

#define PERF_SEARCH_FREE	U8_MAX

/**
 * struct perf_search - the first events, with counters and codes that fit together
 * @demands: all events
 * @owner:   by counter, the event that is on it
 * @tried:   by event, index of the code that counts it
 * @mask:    shared fields that are decided
 * @value:   their values
 */
struct perf_search {
	const struct perf_power_demand *const	*demands;
	u8				owner[PERF_POWER_COUNTERS];
	u8				tried[PERF_POWER_COUNTERS];
	u64				mask;
	u64				value;
};

static const struct perf_power_choice *perf_search_choice(const struct perf_search *search,
							  unsigned int event)
{
	return &search->demands[event]->choice[search->tried[event]];
}

/*
 * Assign a counter to @event: search a chain of events, each moving to the next one's counter,
 * that ends at a free counter. The counters in @kept stay with their events. Returns false, with
 * @search->owner unchanged, if there is no chain.
 */
static bool perf_search_make_room(struct perf_search *search, unsigned int event,
				  unsigned long kept)
{
	u8 from[PERF_POWER_COUNTERS], queue[PERF_POWER_COUNTERS];
	unsigned int first = 0, last = 0, counter, mover = event;
	unsigned long seen = kept, more;
	u8 next;

	for (;;) {
		more = perf_search_choice(search, mover)->counters & ~seen;
		seen |= more;
		for_each_set_bit(counter, &more, PERF_POWER_COUNTERS) {
			from[counter] = mover;
			queue[last++] = counter;
		}
		if (first == last)
			return false;
		counter = queue[first++];
		if (search->owner[counter] == PERF_SEARCH_FREE)
			break;
		mover = search->owner[counter];
	}

	/* Back along @from: each event moves, and frees its counter for the event before it. */
	for (mover = from[counter]; ; mover = from[counter]) {
		for (next = 0; next < PERF_POWER_COUNTERS; next++) {
			if (search->owner[next] == mover)
				break;
		}
		search->owner[counter] = mover;
		if (mover == event)
			return true;
		counter = next;
	}
}

static bool perf_search_agrees(const struct perf_search *search,
			       const struct perf_power_choice *choice)
{
	return !((choice->value ^ search->value) & choice->mask & search->mask);
}

/* Add @event by the first of its codes from @from on that fits. Returns false if none does. */
static bool perf_search_add(struct perf_search *search, unsigned int event, unsigned int from)
{
	const struct perf_power_demand *demand = search->demands[event];
	const struct perf_power_choice *choice;

	for (; from < demand->number; from++) {
		choice = &demand->choice[from];
		search->tried[event] = from;
		if (!perf_search_agrees(search, choice) || !perf_search_make_room(search, event, 0))
			continue;
		search->mask |= choice->mask;
		search->value |= choice->value & choice->mask;
		return true;
	}
	return false;
}

static void perf_search_clear(struct perf_search *search)
{
	memset(search->owner, PERF_SEARCH_FREE, sizeof(search->owner));
	search->mask = 0;
	search->value = 0;
}

/* Rebuild @search with the first @number events, each with the code that it had. */
static void perf_search_redo(struct perf_search *search, unsigned int number)
{
	unsigned int event;

	perf_search_clear(search);
	for (event = 0; event < number; event++)
		perf_search_add(search, event, search->tried[event]);
}

/*
 * Assign counters to all events anew, @event first to @counter, where it stays.
 * Returns false if that is not possible.
 */
static bool perf_search_anew(struct perf_search *search, unsigned int number, unsigned int event,
			     unsigned int counter)
{
	unsigned int other;

	memset(search->owner, PERF_SEARCH_FREE, sizeof(search->owner));
	search->owner[counter] = event;
	for (other = 0; other < number; other++) {
		if (other != event && !perf_search_make_room(search, other, BIT(counter)))
			return false;
	}
	return true;
}

/*
 * Ensure that an event with perf_power_choice.needs, if there is one, is on that counter. If none
 * is, perf_search_anew() moves one there that can use it, and assigns the others anew. Returns
 * false if no event can be moved there.
 */
static bool perf_search_meet_needs(struct perf_search *search, unsigned int number)
{
	unsigned long needs = 0;
	unsigned int event, counter;

	for (event = 0; event < number; event++)
		needs |= perf_search_choice(search, event)->needs;
	if (!needs)
		return true;
	counter = __ffs(needs);
	event = search->owner[counter];
	if (event != PERF_SEARCH_FREE && perf_search_choice(search, event)->needs)
		return true;
	for (event = 0; event < number; event++) {
		const struct perf_power_choice *choice = perf_search_choice(search, event);

		if (choice->needs && (choice->counters & BIT(counter)) &&
		    perf_search_anew(search, number, event, counter))
			return true;
	}
	return false;
}

static void perf_search_result(const struct perf_search *search,
			       struct perf_power_assignment *assigned)
{
	unsigned int counter, event;

	for (counter = 0; counter < PERF_POWER_COUNTERS; counter++) {
		event = search->owner[counter];
		if (event == PERF_SEARCH_FREE)
			continue;
		assigned[event].counter = counter;
		assigned[event].choice = search->tried[event];
	}
}

/**
 * perf_power_assign() - assign counters to events that shall count at the same time
 * @demands:  by event, the ways to count it
 * @number:   number of events
 * @assigned: filled in: by event, its code and counter
 *
 * Return: false if no combination of codes and counters fits.
 */
bool perf_power_assign(const struct perf_power_demand *const *demands, unsigned int number,
		       struct perf_power_assignment *assigned)
{
	struct perf_search search = { .demands = demands };
	unsigned int event = 0, from = 0;

	if (number > PERF_POWER_COUNTERS)
		return false;
	perf_search_clear(&search);

	for (;;) {
		if (event == number) {
			if (perf_search_meet_needs(&search, number))
				break;
		} else if (perf_search_add(&search, event, from)) {
			event++;
			from = 0;
			continue;
		}
		/* The event that was assigned last tries its next code. */
		if (!event)
			return false;
		event--;
		from = search.tried[event] + 1;
		perf_search_redo(&search, event);
	}
	perf_search_result(&search, assigned);
	return true;
}
