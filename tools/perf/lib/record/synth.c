// SPDX-License-Identifier: GPL-2.0
/* Records about the recording itself; perf_synth_begin() and perf_synth_end() build all records. */
#include <string.h>
#include <record/synth.h>

/**
 * perf_synth_begin() - append the fixed part of a record
 * @synth: output
 * @record: the record; header.size is set by perf_synth_end()
 * @size: bytes of @record
 *
 * Return: offset of the record, for perf_synth_end().
 */
size_t perf_synth_begin(struct perf_synth *synth, const void *record, size_t size)
{
	size_t start = synth->records->length;

	perf_str_mem(synth->records, record, size);
	return start;
}

/**
 * perf_synth_end() - complete a record: pad it, append its trailer, set its size
 * @synth: output
 * @start: value that perf_synth_begin() returned
 *
 * A record longer than PERF_DATA_RECORD_MAX is removed again.
 */
void perf_synth_end(struct perf_synth *synth, size_t start)
{
	struct perf_str *records = synth->records;
	struct perf_event_header header;
	size_t size;

	if (records->failed)
		return;
	perf_str_fill(records, '\0', -(records->length - start) & 7);
	memcpy(&header, records->text + start, sizeof(header));
	if (header.type < PERF_RECORD_USER_START)
		perf_str_fill(records, '\0', synth->trailer);
	size = records->length - start;
	if (size > PERF_DATA_RECORD_MAX || records->failed) {
		perf_str_cut(records, start);
		return;
	}
	header.size = (uint16_t)size;
	memcpy(records->text + start, &header, sizeof(header));
}

/** perf_synth_mark() - write a record that is only a header: FINISHED_ROUND, FINISHED_INIT */
void perf_synth_mark(struct perf_synth *synth, uint32_t type)
{
	struct perf_event_header header = { .type = type };

	perf_synth_end(synth, perf_synth_begin(synth, &header, sizeof(header)));
}

/**
 * perf_synth_threads() - write THREAD_MAP
 * @synth: output
 * @threads: recorded threads
 */
void perf_synth_threads(struct perf_synth *synth, const struct perf_threads *threads)
{
	struct {
		struct perf_event_header header;
		uint64_t nr;
	} start = { .header.type = PERF_RECORD_THREAD_MAP, .nr = threads->count };
	struct {
		uint64_t pid;
		char comm[16];
	} entry;
	size_t at, i;

	at = perf_synth_begin(synth, &start, sizeof(start));
	for (i = 0; i < threads->count; i++) {
		memset(&entry, 0, sizeof(entry));
		entry.pid = (uint64_t)(int64_t)threads->at[i].tid;
		memcpy(entry.comm, threads->at[i].comm, sizeof(entry.comm) - 1);
		perf_str_mem(synth->records, (const char *)&entry, sizeof(entry));
	}
	perf_synth_end(synth, at);
}

/**
 * perf_synth_cpus() - write CPU_MAP
 * @synth: output
 * @cpus: recorded CPUs
 */
void perf_synth_cpus(struct perf_synth *synth, const struct perf_cpus *cpus)
{
	struct {
		struct perf_event_header header;
		uint16_t kind;	/* 0: a list */
		uint16_t nr;
	} start = { .header.type = PERF_RECORD_CPU_MAP, .nr = (uint16_t)cpus->count };
	uint16_t cpu;
	size_t at, i;

	at = perf_synth_begin(synth, &start, sizeof(start));
	for (i = 0; i < cpus->count; i++) {
		cpu = (uint16_t)cpus->at[i];
		perf_str_mem(synth->records, (const char *)&cpu, sizeof(cpu));
	}
	perf_synth_end(synth, at);
}

/**
 * perf_synth_update() - write EVENT_UPDATE
 * @synth: output
 * @id: of the event
 * @type: PERF_UPDATE_NAME, PERF_UPDATE_UNIT, PERF_UPDATE_SCALE or PERF_UPDATE_CPUS
 * @data: text, double or list of CPUs
 * @size: bytes of @data
 */
void perf_synth_update(struct perf_synth *synth, uint64_t id, uint64_t type,
		       const void *data, size_t size)
{
	struct perf_record_event_update start = {
		.header.type = PERF_RECORD_EVENT_UPDATE,
		.type = type,
		.id = id,
	};
	size_t at;

	at = perf_synth_begin(synth, &start, sizeof(start));
	perf_str_mem(synth->records, data, size);
	/* Readers of PERF_RECORD_EVENT_UPDATE require at least 24 bytes of data. */
	if (size < 24)
		perf_str_fill(synth->records, '\0', 24 - size);
	perf_synth_end(synth, at);
}

/**
 * perf_synth_described() - write the unit, scale and name of an event, which attributes do not hold
 * @synth: output
 * @id: of the event
 * @spec: the event
 */
void perf_synth_described(struct perf_synth *synth, uint64_t id,
			  const struct perf_event_spec *spec)
{
	if (spec->unit && *spec->unit)
		perf_synth_update(synth, id, PERF_UPDATE_UNIT, spec->unit,
				  strlen(spec->unit) + 1);
	if (spec->scale != 1)
		perf_synth_update(synth, id, PERF_UPDATE_SCALE, &spec->scale,
				  sizeof(spec->scale));
	/* PERF_FEATURE_EVENT_DESC also has names, but only in a file that was completed. */
	perf_synth_update(synth, id, PERF_UPDATE_NAME, spec->name, strlen(spec->name) + 1);
}
