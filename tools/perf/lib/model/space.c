// SPDX-License-Identifier: GPL-2.0-only
/*
 * Address spaces.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <model/space.h>

struct perf_space *perf_space_create(uint32_t *epoch)
{
	struct perf_space *space = calloc(1, sizeof(*space));

	if (!space)
		return NULL;
	space->users = 1;
	space->epoch = ++*epoch;
	return space;
}

struct perf_space *perf_space_share(struct perf_space *space)
{
	space->users++;
	return space;
}

void perf_space_drop(struct perf_space *space)
{
	if (!space || --space->users)
		return;
	perf_vec_free(&space->mappings);
	free(space);
}

/* Number of mappings that begin at or before an address. */
static size_t begun_before(const struct perf_space *space, uint64_t addr)
{
	size_t low = 0, high = space->mappings.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (space->mappings.at[middle].start <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct perf_mapping *perf_space_find(const struct perf_space *space, uint64_t addr)
{
	size_t nr = begun_before(space, addr);
	const struct perf_mapping *mapping;

	if (!nr)
		return NULL;
	mapping = &space->mappings.at[nr - 1];
	return addr < mapping->end ? mapping : NULL;
}

/* Make the space one's own before it changes. */
static int make_private(struct perf_space **space, uint32_t *epoch)
{
	struct perf_space *old = *space, *copy;
	size_t i;

	if (old->users == 1) {
		old->epoch = ++*epoch;
		return 0;
	}
	copy = perf_space_create(epoch);
	if (!copy)
		return -ENOMEM;
	for (i = 0; i < old->mappings.count; i++) {
		struct perf_mapping *mapping = perf_vec_push(&copy->mappings);

		if (!mapping) {
			perf_space_drop(copy);
			return -ENOMEM;
		}
		*mapping = old->mappings.at[i];
	}
	perf_space_drop(old);
	*space = copy;
	return 0;
}

static int insert_at(struct perf_space *space, size_t index, const struct perf_mapping *mapping)
{
	struct perf_mapping *at;

	if (!perf_vec_push(&space->mappings))
		return -ENOMEM;
	at = &space->mappings.at[index];
	memmove(at + 1, at, (space->mappings.count - 1 - index) * sizeof(*at));
	*at = *mapping;
	return 0;
}

static void remove_at(struct perf_space *space, size_t index)
{
	struct perf_mapping *at = &space->mappings.at[index];

	memmove(at, at + 1, (--space->mappings.count - index) * sizeof(*at));
}

/* Cut a hole; the index where a mapping that fills it belongs is the result. */
static int cut_hole(struct perf_space *space, uint64_t start, uint64_t end, size_t *index)
{
	size_t i = begun_before(space, start);
	struct perf_mapping tail;
	struct perf_mapping *at;

	if (i) {
		at = &space->mappings.at[i - 1];
		tail = *at;
		if (at->start == start)
			remove_at(space, --i);
		else if (at->end > start)
			at->end = start;
		if (tail.end > end) {
			tail.offset += end - tail.start;
			tail.start = end;
			if (insert_at(space, i, &tail))
				return -ENOMEM;
		}
	}
	while (i < space->mappings.count && space->mappings.at[i].start < end) {
		at = &space->mappings.at[i];
		if (at->end <= end) {
			remove_at(space, i);
			continue;
		}
		at->offset += end - at->start;
		at->start = end;
	}
	*index = i;
	return 0;
}

int perf_space_unmap(struct perf_space **space, uint32_t *epoch, uint64_t start, uint64_t end)
{
	size_t index;

	if (start >= end)
		return 0;
	if (make_private(space, epoch))
		return -ENOMEM;
	return cut_hole(*space, start, end, &index);
}

int perf_space_map(struct perf_space **space, uint32_t *epoch,
		   const struct perf_mapping *mapping)
{
	size_t index;

	if (mapping->start >= mapping->end)
		return 0;
	if (make_private(space, epoch) ||
	    cut_hole(*space, mapping->start, mapping->end, &index))
		return -ENOMEM;
	return insert_at(*space, index, mapping);
}
