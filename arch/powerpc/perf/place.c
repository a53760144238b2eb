// SPDX-License-Identifier: GPL-2.0
/*
 * Finding a counter and a code for each event.
 *
 * Two things can keep events apart: a counter takes one of them, and they share
 * fields of the control registers. Events are taken one after the other, each by its
 * first code that agrees with the fields decided so far and for which there is a
 * counter, if need be by moving others (an augmenting path in the bipartite graph of
 * events and counters, Berge 1957); if none of its codes does, the last event before
 * it tries its next one. So all combinations of codes are tried, but no more than
 * those whose beginnings fit.
 *
 * Owns nothing: pure functions. Context: any.
 */
#include <linux/bitmap.h>
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/string.h>

#include <linux/types.h>

#include "place.h"

#define PERF_NOBODY	U8_MAX

/**
 * struct perf_search - a part of the events that fits together
 * @demands: all events
 * @owner:   by counter, the event that is on it
 * @tried:   by event, the code it is counted by
 * @mask:    fields that are decided
 * @value:   what is in them
 */
struct perf_search {
	const struct perf_demand *const	*demands;
	u8				owner[PERF_POWER_COUNTERS];
	u8				tried[PERF_POWER_COUNTERS];
	u64				mask;
	u64				value;
};

static const struct perf_choice *perf_tried(const struct perf_search *search, unsigned int event)
{
	return &search->demands[event]->choice[search->tried[event]];
}

/* A chain of events that each move on to the next one's counter, up to a free one. */
static bool perf_make_room(struct perf_search *search, unsigned int event)
{
	u8 from[PERF_POWER_COUNTERS], queue[PERF_POWER_COUNTERS];
	unsigned int first = 0, last = 0, counter, mover = event;
	unsigned long seen = 0, more;
	u8 next;

	for (;;) {
		more = perf_tried(search, mover)->counters & ~seen;
		seen |= more;
		for_each_set_bit(counter, &more, PERF_POWER_COUNTERS) {
			from[counter] = mover;
			queue[last++] = counter;
		}
		if (first == last)
			return false;
		counter = queue[first++];
		if (search->owner[counter] == PERF_NOBODY)
			break;
		mover = search->owner[counter];
	}

	/* Back along the chain: each leaves a counter to the one that wanted it. */
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

static bool perf_agrees(const struct perf_search *search, const struct perf_choice *choice)
{
	return !((choice->value ^ search->value) & choice->mask & search->mask);
}

/* Add an event by the first code from @from on that fits; false leaves it out. */
static bool perf_search_add(struct perf_search *search, unsigned int event, unsigned int from)
{
	const struct perf_demand *demand = search->demands[event];
	const struct perf_choice *choice;

	for (; from < demand->number; from++) {
		choice = &demand->choice[from];
		search->tried[event] = from;
		if (!perf_agrees(search, choice) || !perf_make_room(search, event))
			continue;
		search->mask |= choice->mask;
		search->value |= choice->value & choice->mask;
		return true;
	}
	return false;
}

static void perf_search_clear(struct perf_search *search)
{
	memset(search->owner, PERF_NOBODY, sizeof(search->owner));
	search->mask = 0;
	search->value = 0;
}

/* Put the first @number events back, each with the code that it had. */
static void perf_search_redo(struct perf_search *search, unsigned int number)
{
	unsigned int event;

	perf_search_clear(search);
	for (event = 0; event < number; event++)
		perf_search_add(search, event, search->tried[event]);
}

/* Place all with @event first on @counter, which then stays in use. */
static bool perf_search_from(struct perf_search *search, unsigned int number, unsigned int event,
			     unsigned int counter)
{
	unsigned int other;

	memset(search->owner, PERF_NOBODY, sizeof(search->owner));
	search->owner[counter] = event;
	for (other = 0; other < number; other++) {
		if (other != event && !perf_make_room(search, other))
			return false;
	}
	return true;
}

/*
 * Is the counter that some events need besides their own in use? If not, one that can
 * be there goes there, and the others are placed anew: moving on along a chain leaves
 * no counter free that was in use.
 */
static bool perf_needs_met(struct perf_search *search, unsigned int number)
{
	unsigned long needs = 0;
	unsigned int event, counter;

	for (event = 0; event < number; event++)
		needs |= perf_tried(search, event)->needs;
	if (!needs)
		return true;
	counter = __ffs(needs);
	if (search->owner[counter] != PERF_NOBODY)
		return true;
	for (event = 0; event < number; event++) {
		if ((perf_tried(search, event)->counters & BIT(counter)) &&
		    perf_search_from(search, number, event, counter))
			return true;
	}
	return false;
}

static void perf_search_result(const struct perf_search *search, struct perf_place *places)
{
	unsigned int counter, event;

	for (counter = 0; counter < PERF_POWER_COUNTERS; counter++) {
		event = search->owner[counter];
		if (event == PERF_NOBODY)
			continue;
		places[event].counter = counter;
		places[event].choice = search->tried[event];
	}
}

/**
 * perf_power_place() - find places for events that shall count at a time
 * @demands: what each of them asks for
 * @number:  how many
 * @places:  filled in: what each of them gets
 *
 * Return: false if they do not fit together, whatever codes and counters they had.
 */
bool perf_power_place(const struct perf_demand *const *demands, unsigned int number,
		      struct perf_place *places)
{
	struct perf_search search = { .demands = demands };
	unsigned int event = 0, from = 0;

	if (number > PERF_POWER_COUNTERS)
		return false;
	perf_search_clear(&search);

	for (;;) {
		if (event == number) {
			if (perf_needs_met(&search, number))
				break;
		} else if (perf_search_add(&search, event, from)) {
			event++;
			from = 0;
			continue;
		}
		/* The last one that has a place tries its next code. */
		if (!event)
			return false;
		event--;
		from = search.tried[event] + 1;
		perf_search_redo(&search, event);
	}
	perf_search_result(&search, places);
	return true;
}
