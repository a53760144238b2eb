// SPDX-License-Identifier: GPL-2.0
/* Reading counts, and computing the difference between two readings. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <base/io.h>
#include <event/read.h>

/**
 * perf_counts_init() - allocate the counts of a set
 * @counts: filled; all counts are zero
 * @set: the set
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_counts_init(struct perf_counts *counts, const struct perf_event_set *set,
		     struct perf_error *error)
{
	size_t event;

	*counts = (struct perf_counts){ .events = set->count };
	counts->first = calloc(set->count + 1, sizeof(*counts->first));
	if (!counts->first)
		return perf_error_memory(error);
	for (event = 0; event < set->count; event++) {
		counts->first[event] = counts->count;
		counts->count += set->at[event].cpus.count * set->threads->count;
	}
	counts->first[event] = counts->count;
	counts->at = calloc(counts->count + 1, sizeof(*counts->at));
	if (!counts->at) {
		perf_counts_free(counts);
		return perf_error_memory(error);
	}
	return 0;
}

/**
 * perf_counts_read() - read all counts
 * @counts: filled; counts of events that are not open stay unchanged
 * @set: the set, opened with PERF_COUNT_READ_FORMAT
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_counts_read(struct perf_counts *counts, const struct perf_event_set *set,
		     struct perf_error *error)
{
	size_t event, i;

	for (event = 0; event < set->count; event++) {
		const struct perf_event_opened *opened = &set->at[event];

		for (i = 0; i < counts->first[event + 1] - counts->first[event]; i++) {
			struct perf_count *count = &counts->at[counts->first[event] + i];
			ssize_t got;

			if (opened->fds[i] < 0)
				continue;
			got = perf_read_all(opened->fds[i], count, sizeof(*count));
			/* read() returns 0 for a pinned event that lost its counter. */
			if (!got)
				*count = (struct perf_count){ 0 };
			else if (got != sizeof(*count))
				return perf_error_set(error, got < 0 ? (int)got : EIO,
						      "cannot read the count of '%s': %s",
						      set->list->at[event].name,
						      strerror(got < 0 ? -got : EIO));
		}
	}
	return 0;
}

/**
 * perf_counts_since() - compute the difference to an earlier reading
 * @now: the newest reading; afterwards holds the difference
 * @before: the earlier reading; afterwards holds the newest
 * @set: the set; values of events with @snapshot (levels) are not subtracted
 */
void perf_counts_since(struct perf_counts *now, struct perf_counts *before,
		       const struct perf_event_set *set)
{
	size_t event, i;

	for (event = 0; event < now->events; event++) {
		for (i = now->first[event]; i < now->first[event + 1]; i++) {
			struct perf_count newest = now->at[i];

			if (!set->list->at[event].snapshot)
				now->at[i].value -= before->at[i].value;
			now->at[i].enabled -= before->at[i].enabled;
			now->at[i].running -= before->at[i].running;
			before->at[i] = newest;
		}
	}
}

/**
 * perf_counts_free() - free counts
 * @counts: the counts; empty afterwards
 */
void perf_counts_free(struct perf_counts *counts)
{
	free(counts->at);
	free(counts->first);
	*counts = (struct perf_counts){ 0 };
}
