// SPDX-License-Identifier: GPL-2.0
/* perf_mmap2_add(): MMAP2 records that are added to a copy. */
#include <errno.h>
#include <string.h>
#include <inject/mmap2.h>

/*
 * Append the trailer that kernel records of this event have. The fields that identify the event,
 * and the CPU, are zero.
 */
static void add_trailer(struct perf_str *records, const struct perf_event_attr *attr,
			const struct perf_record_mmap2 *mmap, uint64_t time)
{
	const uint32_t task[2] = { mmap->pid, mmap->tid };
	const uint64_t zero = 0;

	if (!attr->sample_id_all)
		return;
	if (attr->sample_type & PERF_SAMPLE_TID)
		perf_str_mem(records, task, sizeof(task));
	if (attr->sample_type & PERF_SAMPLE_TIME)
		perf_str_mem(records, &time, sizeof(time));
	if (attr->sample_type & PERF_SAMPLE_ID)
		perf_str_mem(records, &zero, sizeof(zero));
	if (attr->sample_type & PERF_SAMPLE_STREAM_ID)
		perf_str_mem(records, &zero, sizeof(zero));
	if (attr->sample_type & PERF_SAMPLE_CPU)
		perf_str_mem(records, &zero, sizeof(zero));
	if (attr->sample_type & PERF_SAMPLE_IDENTIFIER)
		perf_str_mem(records, &zero, sizeof(zero));
}

/**
 * perf_mmap2_add() - append an MMAP2 record
 * @records: the record is appended
 * @mmap: its fields; header.size is set
 * @path: the mapped file
 * @attr: attributes of the event, which define the trailer
 * @time: time of the record, ns
 *
 * Return: 0 or -ENOMEM.
 */
int perf_mmap2_add(struct perf_str *records, struct perf_record_mmap2 *mmap, const char *path,
		   const struct perf_event_attr *attr, uint64_t time)
{
	size_t start = records->length;

	perf_str_mem(records, mmap, sizeof(*mmap));
	perf_str_mem(records, path, strlen(path) + 1);
	perf_str_fill(records, '\0', -records->length & 7);
	add_trailer(records, attr, mmap, time);
	if (records->failed)
		return -ENOMEM;
	mmap->header.size = (uint16_t)(records->length - start);
	memcpy(records->text + start, &mmap->header, sizeof(mmap->header));
	return 0;
}
