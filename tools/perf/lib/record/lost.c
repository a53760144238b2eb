// SPDX-License-Identifier: GPL-2.0
/*
 * perf_record_put_lost(): records lost on the way into the rings, by event.
 *
 * The kernel writes PERF_RECORD_LOST only together with a later record. If none comes, because the
 * program has ended or the ring is never emptied, only the counts of PERF_FORMAT_LOST have the
 * loss.
 */
#include <string.h>
#include <unistd.h>
#include <data/sample.h>
#include <record/lost.h>

/* COUNTS_MAX: the kernel rejects groups whose counts need more bytes. */
#define COUNTS_MAX	(16 * 1024)

static void lost_put(struct perf_synth *synth, bool with_id, uint64_t id, uint64_t lost)
{
	const struct perf_record_lost_samples start = {
		.header.type = PERF_RECORD_LOST_SAMPLES,
		.lost = lost,
	};

	perf_synth_end(synth, perf_synth_begin(synth, &start, sizeof(start)));
	/* PERF_SAMPLE_IDENTIFIER is the last word of a trailer. */
	if (with_id && !synth->records->failed)
		memcpy(synth->records->text + synth->records->length - sizeof(id), &id,
		       sizeof(id));
}

/*
 * Reading any event of a group returns the counts of all; record->lost holds those already written.
 */
static int put_new(struct perf_record *record, struct perf_synth *synth,
		   const struct perf_sample_count *count, struct perf_error *error)
{
	bool with_id = record->list.at[0].attr.sample_type & PERF_SAMPLE_IDENTIFIER;
	uint64_t *told;

	if (!count->lost)
		return 0;
	told = perf_map_put(&record->lost, count->id, NULL);
	if (!told)
		return perf_error_memory(error);
	if (count->lost <= *told)
		return 0;
	lost_put(synth, with_id, count->id, count->lost - *told);
	record->counts.lost_samples += count->lost - *told;
	*told = count->lost;
	return 0;
}

static int read_lost(struct perf_record *record, const struct perf_event_attr *attr, int fd,
		     struct perf_synth *synth, struct perf_error *error)
{
	uint64_t words[COUNTS_MAX / sizeof(uint64_t)];
	struct perf_sample_count count;
	struct perf_sample sample;
	ssize_t got;
	uint64_t i;
	int ret = 0;

	got = read(fd, words, sizeof(words));
	/* read() of a pinned event that lost its counter returns 0. */
	if (got <= 0 ||
	    perf_sample_decode_counts(attr, words, (size_t)got / sizeof(*words), &sample))
		return 0;
	for (i = 0; i < sample.nr_read && !ret; i++) {
		count = perf_sample_read_count(&sample, i);
		ret = put_new(record, synth, &count, error);
	}
	return ret;
}

/**
 * perf_record_put_lost() - append LOST_SAMPLES records
 * @record: recording with opened events
 * @synth: output; its trailer must be that of the events' records
 * @error: filled on failure
 *
 * Appends a record for each event id with losses since the last call, with the id if records have
 * ids. @record->counts.lost_samples grows by their sum. Kernels before 6.0 do not have
 * PERF_FORMAT_LOST: no record is appended.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_record_put_lost(struct perf_record *record, struct perf_synth *synth,
			 struct perf_error *error)
{
	size_t event, nr, i;
	int ret = 0;

	for (event = 0; event < record->set.count; event++) {
		const struct perf_event_opened *opened = &record->set.at[event];
		const struct perf_event_attr *attr = &record->list.at[event].attr;

		if (!opened->fds || !(attr->read_format & PERF_FORMAT_LOST))
			continue;
		nr = opened->cpus.count * record->threads.count;
		for (i = 0; i < nr && !ret; i++)
			if (opened->fds[i] >= 0)
				ret = read_lost(record, attr, opened->fds[i], synth, error);
	}
	if (!ret && synth->records->failed)
		ret = perf_error_memory(error);
	return ret;
}
