// SPDX-License-Identifier: GPL-2.0
/* Counts of each thread at its end (PERF_RECORD_READ). */
#include <errno.h>
#include <data/format.h>
#include <report/counters.h>

static uint64_t key_of(size_t thread, const struct perf_data_event *event)
{
	return (uint64_t)thread << 32 | event->index;
}

/* Return: index + 1 of a thread, 0 without memory. */
static uint64_t get_thread(struct perf_counters *counters, uint32_t pid, uint32_t tid)
{
	struct perf_counters_thread *thread;
	uint64_t *index;

	index = perf_map_put(&counters->indexes, (uint64_t)pid << 32 | tid, NULL);
	if (!index || *index)
		return index ? *index : 0;
	thread = perf_vec_push(&counters->threads);
	if (!thread)
		return 0;
	*thread = (struct perf_counters_thread){ .pid = pid, .tid = tid };
	*index = counters->threads.count;
	return *index;
}

static int see_event(struct perf_counters *counters, const struct perf_data_event *event)
{
	const struct perf_data_event **added;

	while (counters->seen.count <= event->index)
		if (!perf_vec_push(&counters->seen))
			return -ENOMEM;
	if (counters->seen.at[event->index])
		return 0;
	added = perf_vec_push(&counters->events);
	if (!added)
		return -ENOMEM;
	*added = event;
	counters->seen.at[event->index] = true;
	return 0;
}

/**
 * perf_counters_record() - add the count of a record
 * @counters: counts
 * @record: PERF_RECORD_READ; other records are ignored
 *
 * An event has a record for each CPU that it counted on; their counts are added.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_counters_record(struct perf_counters *counters, const struct perf_data_record *record)
{
	const struct perf_record_read *read = (const void *)record->header;
	uint64_t thread, *count;

	if (record->header->type != PERF_RECORD_READ || !record->event ||
	    record->header->size < sizeof(*read) + sizeof(read->values[0]))
		return 0;
	thread = get_thread(counters, read->pid, read->tid);
	if (!thread || see_event(counters, record->event))
		return -ENOMEM;
	count = perf_map_put(&counters->counts, key_of(thread - 1, record->event), NULL);
	if (!count)
		return -ENOMEM;
	*count += read->values[0];
	return 0;
}

/**
 * perf_counters_value() - return the count of an event in a thread
 * @counters: counts
 * @thread: index in @counters->threads
 * @event: index in @counters->events
 *
 * Return: the count, 0 if none was recorded.
 */
uint64_t perf_counters_value(const struct perf_counters *counters, size_t thread, size_t event)
{
	uint64_t count = 0;

	perf_map_get(&counters->counts, key_of(thread, counters->events.at[event]), &count);
	return count;
}

/** perf_counters_free() - free the counts */
void perf_counters_free(struct perf_counters *counters)
{
	perf_vec_free(&counters->threads);
	perf_vec_free(&counters->events);
	perf_vec_free(&counters->seen);
	perf_map_free(&counters->indexes);
	perf_map_free(&counters->counts);
}
