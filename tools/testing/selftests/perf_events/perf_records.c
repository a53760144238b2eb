// SPDX-License-Identifier: GPL-2.0
/*
 * Parsers of rings, samples and read values; described in perf_records.h.
 */
#include "perf_records.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- ring buffer ---- */

int perf_ring_map(struct perf_ring *ring, int fd, unsigned int pages, int prot)
{
	size_t page_size = sysconf(_SC_PAGESIZE);
	void *base;

	memset(ring, 0, offsetof(struct perf_ring, record));
	ring->data_size = pages * page_size;
	ring->map_size = page_size + ring->data_size;
	base = mmap(NULL, ring->map_size, prot, MAP_SHARED, fd, 0);
	if (base == MAP_FAILED)
		return errno;
	ring->page = base;
	ring->data = (unsigned char *)base + page_size;
	ring->publish = prot & PROT_WRITE;
	ring->position = ring->page->data_tail;
	return 0;
}

void perf_ring_unmap(struct perf_ring *ring)
{
	if (ring->page)
		munmap(ring->page, ring->map_size);
	ring->page = NULL;
}

__u64 perf_ring_head(const struct perf_ring *ring)
{
	return __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
}

static void perf_ring_copy(const struct perf_ring *ring, __u64 from, void *to, size_t size)
{
	size_t start = from & (ring->data_size - 1);
	size_t first = ring->data_size - start;

	if (first > size)
		first = size;
	memcpy(to, ring->data + start, first);
	memcpy((unsigned char *)to + first, ring->data, size - first);
}

void perf_ring_rewind_backward(struct perf_ring *ring)
{
	ring->backward = true;
	ring->publish = false;
	ring->position = perf_ring_head(ring);
}

/* Bytes of records between ring->position and the end of the written data */
static __u64 perf_ring_left(const struct perf_ring *ring)
{
	__u64 head = perf_ring_head(ring);
	__u64 lap, written;

	if (!ring->backward)
		return head - ring->position;

	/* data_head of a backward ring starts at 0 and decreases: it is minus the bytes written */
	written = -head;
	lap = written < ring->data_size ? written : ring->data_size;
	return head + lap - ring->position;
}

const struct perf_event_header *perf_ring_next(struct perf_ring *ring)
{
	struct perf_event_header *header = (void *)ring->record;
	__u64 left = perf_ring_left(ring);

	errno = 0;
	if (left < sizeof(*header))
		return NULL;
	perf_ring_copy(ring, ring->position, header, sizeof(*header));
	/* The newest record of a backward ring may have overwritten part of the oldest */
	if (ring->backward && (!header->size || header->size > left))
		return NULL;
	if (header->size < sizeof(*header) || header->size % 8 || header->size > left) {
		errno = EBADMSG;
		return NULL;
	}
	perf_ring_copy(ring, ring->position, ring->record, header->size);
	ring->position += header->size;
	if (ring->publish)
		__atomic_store_n(&ring->page->data_tail, ring->position, __ATOMIC_RELEASE);
	return header;
}

unsigned int perf_ring_count(struct perf_ring *ring, __u32 type)
{
	const struct perf_event_header *record;
	unsigned int count = 0;

	while ((record = perf_ring_next(ring)))
		if (!type || record->type == type)
			count++;
	return count;
}

/* ---- sample parser ---- */

/* A position in a record; reading past @end sets @overrun and returns zeroes */
struct perf_cursor {
	const unsigned char *at;
	const unsigned char *end;
	bool overrun;
};

static const void *perf_cursor_skip(struct perf_cursor *cursor, size_t size)
{
	const void *at = cursor->at;

	if (cursor->overrun || size > (size_t)(cursor->end - cursor->at)) {
		cursor->overrun = true;
		return NULL;
	}
	cursor->at += size;
	return at;
}

static __u64 perf_cursor_u64(struct perf_cursor *cursor)
{
	const void *at = perf_cursor_skip(cursor, sizeof(__u64));
	__u64 value = 0;

	if (at)
		memcpy(&value, at, sizeof(value));
	return value;
}

static void perf_cursor_u32_pair(struct perf_cursor *cursor, __u32 *first, __u32 *second)
{
	const void *at = perf_cursor_skip(cursor, 2 * sizeof(__u32));

	if (!at)
		return;
	memcpy(first, at, sizeof(*first));
	memcpy(second, (const unsigned char *)at + sizeof(*first), sizeof(*second));
}

static const void *perf_cursor_array(struct perf_cursor *cursor, __u64 count, size_t size)
{
	if (count > UINT16_MAX) {
		cursor->overrun = true;
		return NULL;
	}
	return perf_cursor_skip(cursor, count * size);
}

static void perf_cursor_values(struct perf_cursor *cursor, __u64 format,
			       struct perf_read_values *values)
{
	bool group = format & PERF_FORMAT_GROUP;
	__u64 i;

	values->nr = group ? perf_cursor_u64(cursor) : 1;
	if (values->nr > PERF_TEST_READ_MAX) {
		cursor->overrun = true;
		return;
	}
	if (!group)
		values->entry[0].value = perf_cursor_u64(cursor);
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		values->enabled = perf_cursor_u64(cursor);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		values->running = perf_cursor_u64(cursor);
	for (i = 0; i < values->nr; i++) {
		if (group)
			values->entry[i].value = perf_cursor_u64(cursor);
		if (format & PERF_FORMAT_ID)
			values->entry[i].id = perf_cursor_u64(cursor);
		if (format & PERF_FORMAT_LOST)
			values->entry[i].lost = perf_cursor_u64(cursor);
	}
}

static const __u64 *perf_cursor_regs(struct perf_cursor *cursor, __u64 mask, __u64 *abi)
{
	*abi = perf_cursor_u64(cursor);
	if (*abi == PERF_SAMPLE_REGS_ABI_NONE)
		return NULL;
	return perf_cursor_array(cursor, __builtin_popcountll(mask), sizeof(__u64));
}

static void perf_cursor_branches(struct perf_cursor *cursor, __u64 branch_type,
				 struct perf_sample *sample)
{
	sample->branch_nr = perf_cursor_u64(cursor);
	if (branch_type & PERF_SAMPLE_BRANCH_HW_INDEX)
		sample->branch_hw_idx = perf_cursor_u64(cursor);
	sample->branch = perf_cursor_array(cursor, sample->branch_nr, sizeof(*sample->branch));
	if (branch_type & PERF_SAMPLE_BRANCH_COUNTERS)
		sample->branch_counters = perf_cursor_array(cursor, sample->branch_nr,
							    sizeof(__u64));
}

/* The fields of fixed size, from PERF_SAMPLE_IDENTIFIER to PERF_SAMPLE_PERIOD */
static void perf_cursor_head(struct perf_cursor *cursor, __u64 type, struct perf_sample *sample)
{
	if (type & PERF_SAMPLE_IDENTIFIER)
		sample->identifier = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_IP)
		sample->ip = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_TID)
		perf_cursor_u32_pair(cursor, &sample->pid, &sample->tid);
	if (type & PERF_SAMPLE_TIME)
		sample->time = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_ADDR)
		sample->addr = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_ID)
		sample->id = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_STREAM_ID)
		sample->stream_id = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_CPU)
		perf_cursor_u32_pair(cursor, &sample->cpu, &sample->cpu_reserved);
	if (type & PERF_SAMPLE_PERIOD)
		sample->period = perf_cursor_u64(cursor);
}

static void perf_cursor_raw(struct perf_cursor *cursor, struct perf_sample *sample)
{
	const void *at = perf_cursor_skip(cursor, sizeof(__u32));

	if (!at)
		return;
	memcpy(&sample->raw_size, at, sizeof(__u32));
	sample->raw = perf_cursor_skip(cursor, sample->raw_size);
}

static void perf_cursor_middle(struct perf_cursor *cursor, const struct perf_event_attr *attr,
			       struct perf_sample *sample)
{
	__u64 type = attr->sample_type;

	if (type & PERF_SAMPLE_READ)
		perf_cursor_values(cursor, attr->read_format, &sample->read);
	if (type & PERF_SAMPLE_CALLCHAIN) {
		sample->callchain_nr = perf_cursor_u64(cursor);
		sample->callchain = perf_cursor_array(cursor, sample->callchain_nr,
						      sizeof(__u64));
	}
	if (type & PERF_SAMPLE_RAW)
		perf_cursor_raw(cursor, sample);
	if (type & PERF_SAMPLE_BRANCH_STACK)
		perf_cursor_branches(cursor, attr->branch_sample_type, sample);
	if (type & PERF_SAMPLE_REGS_USER)
		sample->user_regs = perf_cursor_regs(cursor, attr->sample_regs_user,
						     &sample->user_abi);
	if (type & PERF_SAMPLE_STACK_USER) {
		sample->stack_size = perf_cursor_u64(cursor);
		sample->stack = perf_cursor_array(cursor, sample->stack_size, 1);
		if (sample->stack_size)
			sample->stack_dyn_size = perf_cursor_u64(cursor);
	}
}

static void perf_cursor_tail(struct perf_cursor *cursor, const struct perf_event_attr *attr,
			     struct perf_sample *sample)
{
	__u64 type = attr->sample_type;

	if (type & PERF_SAMPLE_WEIGHT_TYPE)
		sample->weight = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_DATA_SRC)
		sample->data_src = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_TRANSACTION)
		sample->transaction = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_REGS_INTR)
		sample->intr_regs = perf_cursor_regs(cursor, attr->sample_regs_intr,
						     &sample->intr_abi);
	if (type & PERF_SAMPLE_PHYS_ADDR)
		sample->phys_addr = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_CGROUP)
		sample->cgroup = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_DATA_PAGE_SIZE)
		sample->data_page_size = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_CODE_PAGE_SIZE)
		sample->code_page_size = perf_cursor_u64(cursor);
	if (type & PERF_SAMPLE_AUX) {
		sample->aux_size = perf_cursor_u64(cursor);
		sample->aux = perf_cursor_array(cursor, sample->aux_size, 1);
	}
}

bool perf_sample_parse(const struct perf_event_attr *attr, const struct perf_event_header *record,
		       struct perf_sample *sample)
{
	struct perf_cursor cursor = {
		.at = (const unsigned char *)(record + 1),
		.end = (const unsigned char *)record + record->size,
	};

	memset(sample, 0, sizeof(*sample));
	if (record->type != PERF_RECORD_SAMPLE)
		return false;
	perf_cursor_head(&cursor, attr->sample_type, sample);
	perf_cursor_middle(&cursor, attr, sample);
	perf_cursor_tail(&cursor, attr, sample);
	sample->size = cursor.at - (const unsigned char *)record;
	return !cursor.overrun && cursor.at == cursor.end;
}

bool perf_trailer_parse(const struct perf_event_attr *attr, const struct perf_event_header *record,
			struct perf_trailer *trailer)
{
	const __u64 fields = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
				PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER;
	__u64 type = attr->sample_type;
	size_t size = 8 * __builtin_popcountll(type & fields);
	struct perf_cursor cursor;
	__u32 reserved;

	memset(trailer, 0, sizeof(*trailer));
	if (!attr->sample_id_all)
		return true;
	if (size + sizeof(*record) > record->size)
		return false;
	trailer->size = size;
	cursor.end = (const unsigned char *)record + record->size;
	cursor.at = cursor.end - size;
	cursor.overrun = false;
	if (type & PERF_SAMPLE_TID)
		perf_cursor_u32_pair(&cursor, &trailer->pid, &trailer->tid);
	if (type & PERF_SAMPLE_TIME)
		trailer->time = perf_cursor_u64(&cursor);
	if (type & PERF_SAMPLE_ID)
		trailer->id = perf_cursor_u64(&cursor);
	if (type & PERF_SAMPLE_STREAM_ID)
		trailer->stream_id = perf_cursor_u64(&cursor);
	if (type & PERF_SAMPLE_CPU)
		perf_cursor_u32_pair(&cursor, &trailer->cpu, &reserved);
	if (type & PERF_SAMPLE_IDENTIFIER)
		trailer->identifier = perf_cursor_u64(&cursor);
	return true;
}

bool perf_values_parse(__u64 read_format, const void *buffer, size_t size,
		       struct perf_read_values *values)
{
	struct perf_cursor cursor = {
		.at = buffer,
		.end = (const unsigned char *)buffer + size,
	};

	memset(values, 0, sizeof(*values));
	perf_cursor_values(&cursor, read_format, values);
	return !cursor.overrun && cursor.at == cursor.end;
}

int perf_values_read(int fd, __u64 read_format, struct perf_read_values *values)
{
	__u64 buffer[3 + 3 * PERF_TEST_READ_MAX];
	ssize_t got = read(fd, buffer, sizeof(buffer));

	if (got < 0)
		return errno;
	return perf_values_parse(read_format, buffer, got, values) ? 0 : -1;
}
