// SPDX-License-Identifier: GPL-2.0
/* Tests of perf_record_area_drain(): AUX data to a file and back, without tracing hardware. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <base/io.h>
#include <data/reader.h>
#include <data/writer.h>
#include <record/areas.h>

#include "tap.h"

#define AREA_SIZE	4096

/* Stands for the hardware: trace() writes byte_at() of each position and stops when full. */
struct tracer {
	struct perf_event_mmap_page page;
	_Alignas(8) unsigned char memory[AREA_SIZE];
	struct perf_record_ring ring;
	struct perf_record_rings rings;
	struct perf_threads threads;
	struct perf_event_set set;
	struct perf_data_writer *writer;
	char path[64];
};

/* Positions that are AREA_SIZE apart never have the same byte. */
static unsigned char byte_at(uint64_t position)
{
	return (unsigned char)(position ^ position >> 8 ^ position >> 12);
}

static uint64_t trace(struct tracer *tracer, uint64_t size)
{
	struct perf_event_mmap_page *page = &tracer->page;
	uint64_t i;

	for (i = 0; i < size; i++) {
		if (!tracer->ring.area.overwrite && page->aux_head - page->aux_tail == AREA_SIZE)
			break;
		tracer->memory[page->aux_head % AREA_SIZE] = byte_at(page->aux_head);
		page->aux_head++;
	}
	return i;
}

static void begin(struct tracer *tracer, bool overwrite)
{
	const struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, .size = sizeof(attr),
		.sample_type = PERF_SAMPLE_IP,
	};
	const uint64_t id = 1;
	struct perf_data_writer_options options = { .fd = -1, .path = tracer->path };
	struct perf_error error;

	memset(tracer, 0, sizeof(*tracer));
	snprintf(tracer->path, sizeof(tracer->path), "/tmp/areas.XXXXXX");
	close(mkstemp(tracer->path));
	tracer->set.threads = &tracer->threads;
	tracer->ring = (struct perf_record_ring){
		.cpu = 3, .area = { .page = &tracer->page, .data = tracer->memory,
				    .size = AREA_SIZE, .overwrite = overwrite },
	};
	tracer->rings = (struct perf_record_rings){
		.at = &tracer->ring, .count = 1, .set = &tracer->set,
	};
	pthread_mutex_init(&tracer->rings.lock, NULL);
	is_equal(perf_data_writer_create(&options, &tracer->writer, &error), 0);
	is_equal(perf_data_writer_add_event(tracer->writer, &attr, "dummy", &id, 1, &error), 0);
	is_equal(perf_data_writer_begin(tracer->writer, NULL, &error), 0);
}

static int drain(struct tracer *tracer, uint64_t newest)
{
	struct perf_error error;

	return perf_record_area_drain(&tracer->rings, 0, newest, tracer->writer, &error);
}

/* Check @record's header and entry @nr of @env; return how many bytes match from @position on. */
static uint64_t bytes_from(const struct perf_data_record *record, uint64_t position,
			   const struct perf_data_env *env, size_t nr)
{
	const struct perf_record_auxtrace *header = (const void *)record->header;
	const unsigned char *payload = record->payload;
	uint64_t i;

	is_equal(header->idx, 0);
	is_equal(header->cpu, 3);
	is_equal(header->tid, UINT32_MAX);
	is_equal(header->offset, position);
	is_equal(header->size % 8, 0);
	is_equal(record->payload_size, header->size);
	is_true(nr < env->nr_auxtraces);
	if (nr < env->nr_auxtraces) {
		is_equal(env->auxtraces[nr].file_offset, record->offset);
		is_equal(env->auxtraces[nr].size, header->header.size);
	}
	for (i = 0; payload && i < header->size && payload[i] == byte_at(position + i); i++)
		;
	return i;
}

/* Finish the file; it must hold @nr AUXTRACE records, each { position, size } in @pieces. */
static void has_pieces(struct tracer *tracer, const uint64_t (*pieces)[2], size_t nr)
{
	struct perf_data_env env = {
		.auxtraces = tracer->rings.traces.at, .nr_auxtraces = tracer->rings.traces.count,
	};
	struct perf_data_options how = { .unordered = true };
	struct perf_data_record record;
	struct perf_data *data = NULL;
	struct perf_error error;
	size_t found = 0;

	perf_data_env_set(&env, PERF_FEATURE_AUXTRACE);
	is_equal(perf_data_writer_finish(tracer->writer, &env, &error), 0);
	is_equal(perf_data_open(tracer->path, &how, &data, &error), 0);
	while (data && perf_data_next(data, &record, &error) > 0) {
		if (record.header->type != PERF_RECORD_AUXTRACE || found == nr)
			continue;
		/* Padding may match, too. */
		is_true(bytes_from(&record, pieces[found][0], perf_data_env(data), found) >=
			pieces[found][1]);
		is_equal(record.payload_size, (pieces[found][1] + 7) & ~7ULL);
		found++;
	}
	is_equal(found, nr);
	if (data) {
		is_equal(perf_data_env(data)->nr_auxtraces, nr);
		is_true(!perf_data_is_damaged(data));
	}
	perf_data_close(data);
	perf_data_writer_free(tracer->writer);
	perf_vec_free(&tracer->rings.traces);
	unlink(tracer->path);
}

static void trace_is_written_once(void)
{
	static const uint64_t pieces[][2] = {
		{ 0, 3000 }, { 3000, 3003 }, { 6003, AREA_SIZE }, { 6003 + AREA_SIZE, 8 },
	};
	struct tracer tracer;

	begin(&tracer, false);
	is_equal(drain(&tracer, 0), 0);
	is_equal(trace(&tracer, 3000), 3000);
	is_equal(drain(&tracer, 0), 1);
	is_equal(drain(&tracer, 0), 0);
	/* Wraps round the end, to a size that the 8-byte alignment of records pads */
	is_equal(trace(&tracer, 3003), 3003);
	is_equal(drain(&tracer, 0), 1);
	/* Full to the last byte: the tracer has no room until the drain moves aux_tail */
	is_equal(trace(&tracer, AREA_SIZE + 100), AREA_SIZE);
	is_equal(drain(&tracer, 0), 1);
	is_equal(tracer.page.aux_tail, tracer.page.aux_head);
	is_equal(trace(&tracer, 8), 8);
	is_equal(drain(&tracer, 0), 1);
	has_pieces(&tracer, pieces, 4);
}

static void snapshots_have_the_newest(void)
{
	static const uint64_t pieces[][2] = {
		{ 0, 1000 }, { 11000 - AREA_SIZE, AREA_SIZE }, { 11000, 56 }, { 19056, 2000 },
	};
	struct tracer tracer;

	begin(&tracer, true);
	trace(&tracer, 1000);
	is_equal(drain(&tracer, 0), 1);
	trace(&tracer, 10000);
	is_equal(drain(&tracer, 0), 1);
	/* A snapshot is shorter than @newest rather than repeat bytes of an earlier one */
	trace(&tracer, 56);
	is_equal(drain(&tracer, 2000), 1);
	is_equal(drain(&tracer, 2000), 0);
	trace(&tracer, 10000);
	is_equal(drain(&tracer, 2000), 1);
	is_equal(tracer.page.aux_tail, 0);
	has_pieces(&tracer, pieces, 4);
}

/* perf_data_next() returns the record before the cut, truncated_bytes the rest of the other. */
static void cut_off(void)
{
	struct perf_data_options how = { .unordered = true };
	struct perf_data_record record;
	struct perf_data *data = NULL;
	struct perf_error error;
	struct tracer tracer;
	uint64_t end;
	size_t nr = 0;

	begin(&tracer, false);
	trace(&tracer, 1000);
	is_equal(drain(&tracer, 0), 1);
	trace(&tracer, 2000);
	is_equal(drain(&tracer, 0), 1);
	is_equal(perf_data_writer_sync(tracer.writer, &error), 0);
	end = perf_data_writer_size(tracer.writer);
	is_equal(truncate(tracer.path, (off_t)(end - 100)), 0);
	is_equal(perf_data_open(tracer.path, &how, &data, &error), 0);
	while (data && perf_data_next(data, &record, &error) > 0) {
		is_equal(record.payload_size, 1000);
		nr++;
	}
	is_equal(nr, 1);
	if (data)
		is_equal(perf_data_problems(data)->truncated_bytes, 100);
	perf_data_close(data);
	perf_data_writer_free(tracer.writer);
	perf_vec_free(&tracer.rings.traces);
	unlink(tracer.path);
}

static void no_area(void)
{
	struct tracer tracer;

	begin(&tracer, false);
	tracer.ring.area = (struct perf_area){ 0 };
	is_equal(drain(&tracer, 0), 0);
	has_pieces(&tracer, NULL, 0);
}

int main(void)
{
	test(trace_is_written_once);
	test(snapshots_have_the_newest);
	test(cut_off);
	test(no_area);
	return test_end();
}
