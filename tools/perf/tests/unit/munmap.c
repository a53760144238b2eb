// SPDX-License-Identifier: GPL-2.0
/*
 * perf_record_ring_drain() with MUNMAP records in the ring. Record types and layouts are those of
 * the kernel's ABI; the ring is memory of this test.
 */
#include <stdlib.h>
#include <unistd.h>

#include <data/reader.h>
#include <data/writer.h>
#include <record/rings.h>

#include "tap.h"

#define RING_SIZE	256
#define ID		9

/* The trailer of the records: TID, TIME, IDENTIFIER. */
struct sample_id {
	uint32_t pid, tid;
	uint64_t time;
	uint64_t identifier;
};

struct munmap {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len;
	struct sample_id id;
};

struct exit {
	struct perf_event_header header;
	uint32_t pid, ppid, tid, ptid;
	uint64_t time;
	struct sample_id id;
};

struct recorder {
	struct perf_event_mmap_page page;
	_Alignas(8) unsigned char memory[RING_SIZE];
	struct perf_record_ring ring;
	struct perf_record_rings rings;
	struct perf_record_counts counts;
	struct perf_data_writer *writer;
	char path[64];
};

static void begin(struct recorder *recorder, bool raw, uint64_t head)
{
	const struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, .size = sizeof(attr),
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_IDENTIFIER,
		.sample_id_all = 1,
	};
	const uint64_t id = ID;
	struct perf_data_writer_options options = { .fd = -1, .path = recorder->path };
	struct perf_error error;

	memset(recorder, 0, sizeof(*recorder));
	snprintf(recorder->path, sizeof(recorder->path), "/tmp/munmap.XXXXXX");
	close(mkstemp(recorder->path));
	recorder->page.data_head = head;
	recorder->page.data_tail = head;
	recorder->ring = (struct perf_record_ring){
		.ring = { .page = &recorder->page, .data = recorder->memory, .size = RING_SIZE,
			  .tail = head },
	};
	recorder->rings = (struct perf_record_rings){
		.at = &recorder->ring, .count = 1, .munmap_raw = raw,
	};
	pthread_mutex_init(&recorder->rings.lock, NULL);
	is_equal(perf_data_writer_create(&options, &recorder->writer, &error), 0);
	is_equal(perf_data_writer_add_event(recorder->writer, &attr, "dummy", &id, 1, &error), 0);
	is_equal(perf_data_writer_begin(recorder->writer, NULL, &error), 0);
}

/* The kernel's part: the record may continue at the ring's beginning. */
static void put(struct recorder *recorder, const void *record, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		recorder->memory[recorder->page.data_head++ % RING_SIZE] =
			((const unsigned char *)record)[i];
}

static void put_exit(struct recorder *recorder, uint64_t time)
{
	const struct exit record = {
		.header = { .type = PERF_RECORD_EXIT, .size = sizeof(record) },
		.pid = 5, .tid = 6, .time = time, .id = { 5, 6, time, ID },
	};

	put(recorder, &record, sizeof(record));
}

static void put_munmap(struct recorder *recorder, uint64_t time)
{
	const struct munmap record = {
		.header = { .type = 63, .misc = PERF_RECORD_MISC_USER | PERF_RECORD_MISC_MMAP_DATA,
			    .size = sizeof(record) },
		.pid = 5, .tid = 6, .addr = 0x7000, .len = 0x3000, .id = { 5, 6, time, ID },
	};

	put(recorder, &record, sizeof(record));
}

static void is_unmapped(const struct perf_event_header *header)
{
	const struct perf_record_mmap2 *mmap = (const void *)header;

	is_equal(header->misc, PERF_RECORD_MISC_USER | PERF_RECORD_MISC_MMAP_DATA);
	is_equal(mmap->pid, 5);
	is_equal(mmap->tid, 6);
	is_equal(mmap->start, 0x7000);
	is_equal(mmap->len, 0x3000);
	is_equal(mmap->pgoff, 0);
	is_equal(mmap->ino, 0);
	is_equal(mmap->prot, 0);
	is_text(mmap->filename, "[unmapped]");
}

/* Finish the file; it must hold records of these @types, in order of time from 1 on. */
static void has_types(struct recorder *recorder, const uint32_t *types, size_t nr)
{
	const struct perf_data_env env = { 0 };
	struct perf_data_record record;
	struct perf_data *data = NULL;
	struct perf_error error;
	size_t found = 0;

	is_equal(perf_data_writer_finish(recorder->writer, &env, &error), 0);
	is_equal(perf_data_open(recorder->path, NULL, &data, &error), 0);
	while (data && perf_data_next(data, &record, &error) > 0 && found < nr) {
		if (record.header->type >= PERF_RECORD_USER_START)
			continue;
		is_equal(record.header->type, types[found]);
		is_equal(record.time, ++found);
		if (record.header->type == PERF_RECORD_MMAP2)
			is_unmapped(record.header);
	}
	is_equal(found, nr);
	is_true(data && !perf_data_is_damaged(data) && !perf_data_is_partial(data));
	perf_data_close(data);
	perf_data_writer_free(recorder->writer);
	unlink(recorder->path);
}

/* Wherever the records lie in the ring, in one piece or in two. */
static void drained(bool raw, const uint32_t types[4])
{
	struct recorder recorder;
	struct perf_error error;
	uint64_t head;

	for (head = 0; head < RING_SIZE; head += 8) {
		begin(&recorder, raw, head);
		put_exit(&recorder, 1);
		put_munmap(&recorder, 2);
		put_exit(&recorder, 3);
		put_munmap(&recorder, 4);
		is_equal(perf_record_ring_drain(&recorder.rings, 0, recorder.writer,
						&recorder.counts, NULL, &error), 1);
		is_equal(recorder.page.data_tail, recorder.page.data_head);
		is_equal(recorder.counts.bytes, 2 * sizeof(struct exit) +
			 2 * (sizeof(struct munmap) + (raw ? 0 : 56)));
		is_equal(perf_record_ring_drain(&recorder.rings, 0, recorder.writer,
						&recorder.counts, NULL, &error), 0);
		has_types(&recorder, types, 4);
	}
}

/* Other perfs stop at a type that they lack; MMAP2 they read. */
static void munmap_becomes_mmap2(void)
{
	static const uint32_t types[] = {
		PERF_RECORD_EXIT, PERF_RECORD_MMAP2, PERF_RECORD_EXIT, PERF_RECORD_MMAP2,
	};

	drained(false, types);
}

static void raw_munmap_stays(void)
{
	static const uint32_t types[] = { PERF_RECORD_EXIT, 63, PERF_RECORD_EXIT, 63 };

	drained(true, types);
}

int main(void)
{
	test(munmap_becomes_mmap2);
	test(raw_munmap_stays);
	return test_end();
}
