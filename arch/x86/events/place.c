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
 * Among free counters the highest is taken. Fixed counters have the highest numbers
 * and can do least else, while what only some general counters can count is tied to
 * the lowest ones as a rule: so the common choice leaves most room.
 *
 * Owns nothing: pure functions. Context: any.
 */
#include <linux/bitops.h>

#include "place.h"

/* A chain from where the search began to @counter, which was free. */
static void perf_place_trace(const u8 *before, unsigned int counter, u64 start,
			     struct perf_place_path *path)
{
	unsigned int length = 1, i, c;

	for (c = counter; !(start & BIT_ULL(c)); c = before[c])
		length++;
	path->length = length;
	for (i = length, c = counter; i--; c = before[c])
		path->step[i] = c;
}

static void perf_place_find(const struct perf_placement *placement, u64 allowed,
			    struct perf_place_path *path)
{
	u64 seen = allowed, free = allowed & ~placement->used;
	unsigned int first = 0, last = 0, counter;
	u8 before[PERF_PLACES], queue[PERF_PLACES];
	u64 more;

	for (more = allowed; more; more &= more - 1)
		queue[last++] = __ffs64(more);

	while (!free && first < last) {
		counter = queue[first++];
		free = placement->allowed[counter] & ~seen;
		seen |= free;
		for (more = free; more; more &= more - 1) {
			before[__ffs64(more)] = counter;
			queue[last++] = __ffs64(more);
		}
		free &= ~placement->used;
	}

	path->length = 0;
	if (free)
		perf_place_trace(before, fls64(free) - 1, allowed, path);
}

/**
 * perf_place_add - find room for one more
 * @placement: changed if there is
 * @allowed:   counters it may be on
 * @path:      who has moved to make room
 *
 * Return: false if the set does not fit together, whatever were moved.
 */
bool perf_place_add(struct perf_placement *placement, u64 allowed, struct perf_place_path *path)
{
	unsigned int i;

	perf_place_find(placement, allowed, path);
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
 * @allowed: for each, the counters it may be on
 * @number:  how many
 *
 * Return: true if they can.
 */
bool perf_place_fits(const u64 *allowed, unsigned int number)
{
	struct perf_placement placement = { };
	struct perf_place_path path;
	unsigned int i;

	for (i = 0; i < number; i++) {
		if (!perf_place_add(&placement, allowed[i], &path))
			return false;
	}
	return true;
}
