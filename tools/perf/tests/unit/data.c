// SPDX-License-Identifier: GPL-2.0
/* Tests of lib/data: reading, writing, ordering, damage, the other byte order. */
#include <byteswap.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>

#include <base/io.h>
#include <base/output.h>
#include <base/vec.h>
#include <data/attr.h>
#include <data/feature_read.h>
#include <data/feature_write.h>
#include <data/order.h>
#include <data/same_event.h>
#include <data/store.h>

#include "data_make.h"
#include "tap.h"

/* The result of read_fd() and read_path() for a whole recording. */
struct result {
	int opened;
	int ended;
	unsigned int samples;
	unsigned int second;	/* samples of TEST_OTHER_ID */
	unsigned int comms;
	unsigned int disorder;
	bool damaged;
	bool partial;
	struct perf_data_problems problems;
	struct perf_error error;
};

static void count(struct result *result, const struct perf_data_record *record, uint64_t *last)
{
	struct perf_sample sample;

	if (record->header->type == PERF_RECORD_COMM)
		result->comms++;
	if (record->header->type != PERF_RECORD_SAMPLE)
		return;
	result->samples++;
	is_equal(perf_data_sample(record, &sample), 0);
	is_equal(sample.time, record->time);
	is_equal(sample.ip, 0x1000 + sample.time);
	is_equal(sample.tid, 6);
	is_equal(sample.period, 3);
	result->second += sample.id == TEST_OTHER_ID;
	is_equal(record->event->index, sample.id == TEST_OTHER_ID);
	result->disorder += record->time < *last;
	*last = record->time;
}

static struct result read_fd(int fd, bool unordered)
{
	struct perf_data_options options = { .unordered = unordered };
	struct result result = { 0 };
	struct perf_data_record record;
	struct perf_data *data;
	uint64_t last = 0;

	result.opened = perf_data_open_fd(fd, "test", &options, &data, &result.error);
	if (result.opened)
		return result;
	while ((result.ended = perf_data_next(data, &record, &result.error)) > 0)
		count(&result, &record, &last);
	result.damaged = perf_data_is_damaged(data);
	result.partial = perf_data_is_partial(data);
	result.problems = *perf_data_problems(data);
	perf_data_close(data);
	return result;
}

static struct result read_path(const char *path)
{
	return read_fd(open(path, O_RDONLY | O_CLOEXEC), false);
}

static void write_then_read(bool stream, int level, unsigned int samples)
{
	struct perf_str records = { 0 };
	struct result result;

	test_records(&records, samples);
	is_equal(test_write(TEST_PATH, &records, stream, level), 0);
	result = read_path(TEST_PATH);
	is_equal(result.opened, 0);
	is_equal(result.ended, 0);
	is_equal(result.samples, 6 * samples);
	is_equal(result.second, 3 * samples);
	is_equal(result.comms, 1);
	is_equal(result.disorder, 0);
	is_equal(result.partial, 0);
	perf_str_free(&records);
}

static void a_file_is_read_as_it_was_written(void)
{
	write_then_read(false, 0, 100);
}

static void a_stream_is_read_as_it_was_written(void)
{
	write_then_read(true, 0, 100);
}

static void compressed_files_are_read(void)
{
#ifndef HAVE_ZSTD
	test_skip("built without zstd");
#endif
	write_then_read(false, 1, 20000);
	write_then_read(true, 3, 20000);
}

/* Write TEST_PATH's bytes into a pipe in pieces; a pipe cannot seek. */
static void *feed(void *context)
{
	int *fds = context;
	size_t size, at;
	char *bytes;

	bytes = perf_read_file(TEST_PATH, &size);
	for (at = 0; at < size; at += 1001)
		perf_write_all(fds[1], bytes + at, size - at < 1001 ? size - at : 1001);
	close(fds[1]);
	free(bytes);
	return NULL;
}

static void read_through_a_pipe(bool stream)
{
	struct perf_str records = { 0 };
	struct result result;
	pthread_t feeder;
	int fds[2];

	test_records(&records, 500);
	is_equal(test_write(TEST_PATH, &records, stream, 0), 0);
	is_equal(pipe(fds), 0);
	is_equal(pthread_create(&feeder, NULL, feed, fds), 0);
	result = read_fd(fds[0], false);
	pthread_join(feeder, NULL);
	is_equal(result.samples, 3000);
	is_equal(result.disorder, 0);
	is_equal(result.damaged, 0);
	perf_str_free(&records);
}

static void pipes_carry_streams_and_files(void)
{
	read_through_a_pipe(true);
	read_through_a_pipe(false);
}

static void features_are_kept(void)
{
	const struct perf_data_event *const *events;
	const struct perf_data_env *env;
	struct perf_str records = { 0 };
	struct perf_error error;
	struct perf_data *data;
	size_t nr;

	test_records(&records, 1);
	is_equal(test_write(TEST_PATH, &records, false, 0), 0);
	is_equal(perf_data_open(TEST_PATH, NULL, &data, &error), 0);
	env = perf_data_env(data);
	is_text(env->hostname, "host");
	is_equal(env->nr_cpus_online, 2);
	is_true(!env->os_release);
	events = perf_data_events(data, &nr);
	is_equal(nr, 2);
	is_text(events[1]->name, "second");
	is_equal(events[1]->ids[0], TEST_OTHER_ID);
	is_true(perf_data_event_of_id(data, TEST_ID) == events[0]);
	is_true(!perf_data_event_of_id(data, 1));
	/* perf_attr_stored_size() is at least VER5, which all readers in use can read. */
	is_equal(events[0]->attr.size, PERF_ATTR_SIZE_VER5);
	perf_data_close(data);
	perf_str_free(&records);
}

/* perf_feature_read() must add nothing from a truncated section. */
static void files_and_maps_are_kept(void)
{
	static struct perf_env_jit_map map = { .pid = 7, .size = 9, .text = "10 20 f\n" };
	static struct perf_env_file file = {
		.id = { 8, 1, 12345, 99 }, .size = 3, .build_id = { 1, 2, 3 }, .name = "/a",
	};
	static const struct perf_data_env written = {
		.files = &file, .nr_files = 1, .jit_maps = &map, .nr_jit_maps = 1,
	};
	static const unsigned int features[] = { PERF_FEATURE_FILES, PERF_FEATURE_JIT_MAPS };
	struct perf_data_env *env = perf_data_env_create();
	size_t i, size;

	for (i = 0; i < PERF_ARRAY_SIZE(features); i++) {
		struct perf_str bytes = { 0 };

		is_true(perf_feature_write(&written, features[i], &bytes));
		for (size = 0; size < bytes.length; size++)
			is_equal(perf_feature_read(env, features[i], bytes.text, size, false),
				 -EINVAL);
		is_equal(env->nr_files, i);
		is_equal(perf_feature_read(env, features[i], bytes.text, size, false), 0);
		perf_str_free(&bytes);
	}
	is_equal(env->nr_files, 1);
	is_equal(memcmp(&env->files[0].id, &file.id, sizeof(file.id)), 0);
	is_equal(env->files[0].size, 3);
	is_equal(memcmp(env->files[0].build_id, file.build_id, 3), 0);
	is_text(env->files[0].name, "/a");
	is_equal(env->nr_jit_maps, 1);
	is_equal(env->jit_maps[0].pid, 7);
	is_text(env->jit_maps[0].text, "10 20 f\n");
	perf_data_env_free(env);
}

/* Return TEST_PATH's bytes, for a test to damage. */
static char *file_bytes(size_t *size)
{
	struct perf_str records = { 0 };
	char *bytes;

	test_records(&records, 50);
	is_equal(test_write(TEST_PATH, &records, false, 0), 0);
	perf_str_free(&records);
	bytes = perf_read_file(TEST_PATH, size);
	is_true(bytes);
	return bytes;
}

static void a_file_that_was_not_closed_is_read(void)
{
	struct perf_data_file_header *header;
	struct result result;
	char *bytes;
	size_t size;

	bytes = file_bytes(&size);
	header = (void *)bytes;
	size = header->data.offset + header->data.size;
	header->data.size = 0;
	memset(header->features, 0, sizeof(header->features));
	result = read_fd(test_fd(bytes, size), true);
	is_equal(result.samples, 300);
	is_true(result.problems.not_closed);
	is_true(result.damaged);
	is_true(result.partial);
	free(bytes);
}

static void a_cut_record_is_left_out(void)
{
	struct perf_data_file_header *header;
	struct result result;
	char *bytes;
	size_t size;

	bytes = file_bytes(&size);
	header = (void *)bytes;
	/* An 8-byte PERF_RECORD_FINISHED_ROUND follows the last sample. */
	size = header->data.offset + header->data.size - 8 - 3;
	result = read_fd(test_fd(bytes, size), true);
	is_equal(result.opened, 0);
	is_equal(result.samples, 299);
	is_equal(result.problems.truncated_bytes, 11);
	free(bytes);
}

static void unknown_records_are_skipped(void)
{
	struct perf_event_header strange = { .type = 40, .size = 16 };
	struct perf_str records = { 0 };
	struct result result;

	test_records(&records, 10);
	perf_str_mem(&records, (char *)&strange, sizeof(strange));
	perf_str_fill(&records, 'x', 8);
	strange.type = 200;
	perf_str_mem(&records, (char *)&strange, sizeof(strange));
	perf_str_fill(&records, 'x', 8);
	test_records(&records, 10);
	is_equal(test_write(TEST_PATH, &records, false, 0), 0);
	result = read_path(TEST_PATH);
	is_equal(result.samples, 120);
	is_equal(result.problems.unknown_records, 2);
	is_true(result.partial);
	/* Unknown records are not damage: perf_data_is_damaged() is for missing data. */
	is_equal(result.damaged, 0);
	perf_str_free(&records);
}

/* perf_data_record_name() must have all types that today's recordings use. */
static void types_in_use_are_known(void)
{
	uint32_t type;

	for (type = PERF_RECORD_USER_START; type < PERF_RECORD_USER_END; type++)
		is_true(perf_data_record_name(type));
	for (type = PERF_RECORD_MMAP; type <= PERF_RECORD_CALLCHAIN_DEFERRED_TYPE; type++)
		is_true(perf_data_record_name(type));
	is_equal(PERF_RECORD_USER_END, 87);
	is_true(!perf_data_record_name(PERF_RECORD_USER_END));
	is_text(perf_data_record_name(63), "MUNMAP");
	is_true(!perf_data_record_name(62));
}

static void what_the_kernel_lost_is_no_damage(void)
{
	struct {
		struct perf_event_header header;
		uint64_t id, lost, trailer[3];
	} lost = { .header = { .type = PERF_RECORD_LOST, .size = sizeof(lost) }, .lost = 7 };
	struct {
		struct perf_event_header header;
		uint64_t lost, trailer[3];
	} dropped = { .header = { .type = PERF_RECORD_LOST_SAMPLES, .size = sizeof(dropped) },
		      .lost = 9 };
	struct perf_str records = { 0 };
	struct result result;

	test_put(&records, &lost, sizeof(lost));
	test_put(&records, &dropped, sizeof(dropped));
	test_records(&records, 10);
	is_equal(test_write(TEST_PATH, &records, false, 0), 0);
	result = read_path(TEST_PATH);
	is_equal(result.samples, 60);
	is_equal(result.problems.lost_events, 7);
	is_equal(result.problems.lost_samples, 9);
	is_equal(result.partial, 0);
	perf_str_free(&records);
}

static void what_is_no_record_ends_the_reading(void)
{
	struct perf_event_header garbage = { .type = PERF_RECORD_COMM, .size = 4 };
	struct perf_str records = { 0 };
	struct result result;

	test_records(&records, 10);
	perf_str_mem(&records, (char *)&garbage, sizeof(garbage));
	test_records(&records, 10);
	is_equal(test_write(TEST_PATH, &records, false, 0), 0);
	result = read_path(TEST_PATH);
	is_equal(result.samples, 60);
	is_true(result.problems.garbage_offset);
	is_true(result.damaged);
	perf_str_free(&records);
}

static void what_is_no_recording_is_told(void)
{
	static const struct {
		const char *bytes;
		size_t size;
		int code;
		const char *text;
	} cases[] = {
		{ "", 0, -ENODATA, "zero-sized data" },
		{ "PERF", 4, -EINVAL, "incompatible file format" },
		{ "hello, this is text of some length\n", 35, -EINVAL, "no perf.data" },
		{ "\x1f\x8b\x08 gzip gzip gzip gzip", 24, -EINVAL, "a gzip file" },
		{ "\x7f" "ELF elf elf elf elf elf", 24, -EINVAL, "a program" },
		{ "PERFILE2\x68\0\0\0\0\0\0\0", 16, -EINVAL, "cut off" },
		{ "PERFILE2\x10\0\0\0\0\0\0\0", 16, -EINVAL, "ends before" },
	};
	struct result result;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(cases); i++) {
		result = read_fd(test_fd(cases[i].bytes, cases[i].size), false);
		is_equal(result.opened, cases[i].code);
		has_text(result.error.text, cases[i].text);
	}
}

static void a_record_can_be_read_again(void)
{
	struct perf_str records = { 0 };
	struct perf_data_record record;
	unsigned int first = 0, second = 0;
	struct perf_error error;
	struct perf_data *data;

	test_records(&records, 5);
	is_equal(test_write(TEST_PATH, &records, true, 0), 0);
	is_equal(perf_data_open(TEST_PATH, NULL, &data, &error), 0);
	while (perf_data_next(data, &record, &error) > 0)
		first++;
	is_equal(perf_data_rewind(data), 0);
	while (perf_data_next(data, &record, &error) > 0)
		second++;
	is_equal(first, second);
	is_true(first > 30);
	perf_data_close(data);
	perf_str_free(&records);
}

/* Append @value in the byte order that is not the host's. */
static void put_foreign(struct perf_str *bytes, uint64_t value, size_t size)
{
	uint64_t foreign = bswap_64(value) >> (64 - 8 * size);

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	foreign <<= 64 - 8 * size;
#endif
	perf_str_mem(bytes, (char *)&foreign, size);
}

/* The flag word in the other byte order: bit 0 is at the other end of the word. */
static uint64_t foreign_flags(const unsigned int *numbers, size_t nr)
{
	uint64_t flags = 0;
	size_t i;

	for (i = 0; i < nr; i++)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		flags |= 1ULL << numbers[i];
#else
		flags |= 1ULL << (63 - numbers[i]);
#endif
	return flags;
}

static void put_foreign_file(struct perf_str *bytes)
{
	const unsigned int flags[] = { 1, 10, 18 };	/* inherit, freq, sample_id_all */
	const uint64_t type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			      PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_BRANCH_STACK;
	const uint64_t header[] = {
		PERF_DATA_MAGIC, 104, 64 + 16, 104, 80, 184, 88 + 40,
		0, 0, 0, 0, 0, 0,
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(header); i++)
		put_foreign(bytes, header[i], 8);
	put_foreign(bytes, PERF_TYPE_SOFTWARE, 4);
	put_foreign(bytes, 64, 4);
	put_foreign(bytes, PERF_COUNT_SW_TASK_CLOCK, 8);
	put_foreign(bytes, 4000, 8);
	put_foreign(bytes, type, 8);
	put_foreign(bytes, 0, 8);
	put_foreign(bytes, foreign_flags(flags, 3), 8);
	put_foreign(bytes, 0, 8);	/* wakeup_events, bp_type */
	put_foreign(bytes, 0, 8);	/* config1 */
	put_foreign(bytes, 0, 8);	/* no ids */
	put_foreign(bytes, 0, 8);

	/* a sample with a callchain of two entries and one branch */
	put_foreign(bytes, PERF_RECORD_SAMPLE, 4);
	put_foreign(bytes, PERF_RECORD_MISC_USER, 2);
	put_foreign(bytes, 8 + 24 + 24 + 8 + 24, 2);
	put_foreign(bytes, 0x123456789aULL, 8);
	put_foreign(bytes, 1234, 4);
	put_foreign(bytes, 1235, 4);
	put_foreign(bytes, 999, 8);
	put_foreign(bytes, 2, 8);
	put_foreign(bytes, PERF_CONTEXT_USER, 8);
	put_foreign(bytes, 0xabcdef, 8);
	put_foreign(bytes, 1, 8);
	put_foreign(bytes, 0x10, 8);
	put_foreign(bytes, 0x20, 8);
	/* predicted, 300 cycles, a call */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	put_foreign(bytes, 1ULL << 1 | 300ULL << 4 | (uint64_t)PERF_BR_CALL << 20, 8);
#else
	put_foreign(bytes, 1ULL << 62 | 300ULL << 44 | (uint64_t)PERF_BR_CALL << 40, 8);
#endif

	/* a COMM with its sample_id trailer */
	put_foreign(bytes, PERF_RECORD_COMM, 4);
	put_foreign(bytes, 0, 2);
	put_foreign(bytes, 8 + 8 + 8 + 16, 2);
	put_foreign(bytes, 1234, 4);
	put_foreign(bytes, 1235, 4);
	perf_str_mem(bytes, "foreign\0", 8);
	put_foreign(bytes, 1234, 4);
	put_foreign(bytes, 1235, 4);
	put_foreign(bytes, 998, 8);
}

static void check_foreign_sample(const struct perf_data_record *record)
{
	struct perf_sample sample;

	is_equal(perf_data_sample(record, &sample), 0);
	is_equal(sample.ip, 0x123456789aULL);
	is_equal(sample.pid, 1234);
	is_equal(sample.tid, 1235);
	is_equal(sample.time, 999);
	is_equal(sample.nr_callchain, 2);
	is_equal(sample.callchain[0], PERF_CONTEXT_USER);
	is_equal(sample.callchain[1], 0xabcdef);
	is_equal(sample.nr_branches, 1);
	is_equal(sample.branches[0].from, 0x10);
	is_equal(sample.branches[0].to, 0x20);
	is_equal(sample.branches[0].predicted, 1);
	is_equal(sample.branches[0].mispred, 0);
	is_equal(sample.branches[0].cycles, 300);
	is_equal(sample.branches[0].type, PERF_BR_CALL);
}

static void the_other_byte_order_is_read(void)
{
	const struct perf_data_event *const *events;
	struct perf_data_record record;
	struct perf_str bytes = { 0 };
	struct perf_error error;
	struct perf_data *data;
	size_t nr;

	put_foreign_file(&bytes);
	is_equal(perf_data_open_fd(test_fd(bytes.text, bytes.length), "foreign", NULL, &data,
				   &error), 0);
	is_true(perf_data_is_foreign(data));
	events = perf_data_events(data, &nr);
	is_equal(nr, 1);
	/* Without exclude_host and exclude_guest, Debian's perf names the event ":HG". */
	is_text(events[0]->name, "task-clock:HG");
	is_equal(events[0]->attr.sample_freq, 4000);
	is_equal(events[0]->attr.inherit, 1);
	is_equal(events[0]->attr.freq, 1);
	is_equal(events[0]->attr.sample_id_all, 1);
	is_equal(events[0]->attr.disabled, 0);
	is_equal(events[0]->attr.mmap, 0);
	/* perf_data_next() sorts by time: the COMM comes before the sample. */
	is_equal(perf_data_next(data, &record, &error), 1);
	is_equal(record.header->type, PERF_RECORD_COMM);
	is_equal(record.time, 998);
	is_text(((const struct perf_record_comm *)record.header)->comm, "foreign");
	is_equal(perf_data_next(data, &record, &error), 1);
	is_equal(record.header->type, PERF_RECORD_SAMPLE);
	check_foreign_sample(&record);
	is_equal(perf_data_next(data, &record, &error), 0);
	perf_data_close(data);
	perf_str_free(&bytes);
}

static void attributes_of_any_size_are_read(void)
{
	unsigned char bytes[sizeof(struct perf_event_attr) + 64] = { 0 };
	struct perf_event_attr attr, *stored = (void *)bytes;
	bool newer = false;

	stored->type = 4;
	stored->config2 = 9;
	stored->size = 0;	/* PERF_ATTR_SIZE_VER0 */
	is_equal(perf_attr_decode(bytes, sizeof(bytes), false, &attr, &newer), 64);
	is_equal(attr.config2, 0);
	stored->size = 72;
	is_equal(perf_attr_decode(bytes, sizeof(bytes), false, &attr, &newer), 72);
	is_equal(attr.config2, 9);
	stored->size = sizeof(bytes);
	is_equal(perf_attr_decode(bytes, sizeof(bytes), false, &attr, &newer), sizeof(bytes));
	is_equal(newer, 0);
	bytes[sizeof(bytes) - 1] = 1;
	is_equal(perf_attr_decode(bytes, sizeof(bytes), false, &attr, &newer), sizeof(bytes));
	is_equal(newer, 1);
	newer = false;
	bytes[sizeof(bytes) - 1] = 0;
	stored->sample_type = PERF_SAMPLE_MAX - 1;
	is_equal(perf_attr_decode(bytes, sizeof(bytes), false, &attr, &newer), sizeof(bytes));
	is_equal(newer, 0);
	stored->sample_type = PERF_SAMPLE_MAX;
	is_equal(perf_attr_decode(bytes, sizeof(bytes), false, &attr, &newer), sizeof(bytes));
	is_equal(newer, 1);
	is_equal(perf_attr_decode(bytes, 70, false, &attr, &newer), 0);
	stored->size = 60;
	is_equal(perf_attr_decode(bytes, sizeof(bytes), false, &attr, &newer), 0);
}

static void stored_attributes_are_as_small_as_can_be(void)
{
	struct perf_event_attr attr = { .type = 1 };

	is_equal(perf_attr_stored_size(&attr), PERF_ATTR_SIZE_VER5);
	attr.aux_sample_size = 1;
	is_equal(perf_attr_stored_size(&attr), PERF_ATTR_SIZE_VER6);
	attr.sig_data = 1;
	is_equal(perf_attr_stored_size(&attr), PERF_ATTR_SIZE_VER7);
	attr.config3 = 1;
	is_equal(perf_attr_stored_size(&attr), PERF_ATTR_SIZE_VER8);
}

/* Pseudo-random numbers, the same in each run. */
static uint64_t next_number(uint64_t *state)
{
	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return *state >> 33;
}

static void order_sorts_and_is_stable(void)
{
	static const char marks[4000];
	struct perf_order order = { 0 };
	struct perf_order_entry entry, last = { 0 };
	unsigned int taken = 0, i;
	uint64_t state = 1;

	for (i = 0; i < sizeof(marks); i++)
		is_true(perf_order_put(&order, next_number(&state) % 100, &marks[i]));
	perf_order_flush(&order, true);
	for (; perf_order_take(&order, &entry); taken++) {
		is_true(entry.time >= last.time);
		is_true(entry.time > last.time || entry.record > last.record);
		last = entry;
	}
	is_equal(taken, sizeof(marks));
	perf_order_free(&order);
}

static void order_waits_for_the_round_after(void)
{
	struct perf_order order = { 0 };
	struct perf_order_entry entry;

	perf_order_put(&order, 10, "a");
	perf_order_put(&order, 30, "b");
	perf_order_round(&order);
	is_true(!perf_order_take(&order, &entry));
	perf_order_put(&order, 20, "c");
	perf_order_put(&order, 40, "d");
	perf_order_round(&order);
	is_true(perf_order_take(&order, &entry));
	is_equal(entry.time, 10);
	is_true(perf_order_take(&order, &entry));
	is_equal(entry.time, 20);
	is_true(perf_order_take(&order, &entry));
	is_equal(entry.time, 30);
	is_true(!perf_order_take(&order, &entry));
	perf_order_flush(&order, true);
	is_true(perf_order_take(&order, &entry));
	is_equal(entry.time, 40);
	perf_order_free(&order);
}

static void the_store_gives_back_what_it_was_given(void)
{
	enum { KEPT = 5000 };
	static const struct perf_event_header *kept[KEPT];
	struct perf_store store = { 0 };
	struct test_sample sample;
	unsigned int i;

	for (i = 0; i < KEPT; i++) {
		sample = test_sample(TEST_ID, i);
		kept[i] = perf_store_put(&store, &sample.header, i * 3);
		/* Release every second record at once. */
		if (i % 2)
			perf_store_release(&store, kept[i]);
	}
	for (i = 0; i < KEPT; i += 2) {
		is_equal(perf_store_offset(kept[i]), i * 3);
		is_equal(((const struct test_sample *)kept[i])->time, i);
		perf_store_release(&store, kept[i]);
	}
	perf_store_free(&store);
	is_equal(store.bytes, 0);
}

static void samples_are_not_read_beyond_their_end(void)
{
	struct perf_event_attr attr = test_attr();
	struct test_sample record = test_sample(TEST_ID, 1);
	struct perf_sample sample;
	uint64_t chain[4] = { 0 };
	struct perf_event_header *header = (void *)chain;

	record.header.size -= 8;
	is_equal(perf_sample_decode(&attr, &record.header, &sample), -EINVAL);
	attr.sample_type = PERF_SAMPLE_CALLCHAIN;
	header->type = PERF_RECORD_SAMPLE;
	header->size = sizeof(chain);
	chain[1] = 2;
	is_equal(perf_sample_decode(&attr, header, &sample), 0);
	is_equal(sample.nr_callchain, 2);
	chain[1] = 3;
	is_equal(perf_sample_decode(&attr, header, &sample), -EINVAL);
	chain[1] = UINT64_MAX;
	is_equal(perf_sample_decode(&attr, header, &sample), -EINVAL);
	is_equal(sample.nr_callchain, 0);
}

/* perf_data_complete() on a file with one event; offsets of its attr, its id and its data. */
static int complete(uint64_t attrs, uint64_t ids, uint64_t data)
{
	struct perf_data_section where = { .offset = ids, .size = 8 };
	struct perf_data_file_header header = {
		.magic = PERF_DATA_MAGIC, .size = sizeof(header),
		.attr_size = sizeof(struct perf_event_attr) + sizeof(where),
		.attrs = { attrs, sizeof(struct perf_event_attr) + sizeof(where) },
		.data = { data, 0 },
	};
	struct perf_data_env *env = perf_data_env_create();
	struct perf_event_attr attr = test_attr();
	char file[1000] = { 0 };
	struct perf_error error;
	size_t size;
	char *after;
	int fd, ret;

	memcpy(file, &header, sizeof(header));
	memcpy(file + attrs, &attr, sizeof(attr));
	memcpy(file + attrs + sizeof(attr), &where, sizeof(where));
	is_equal(perf_output_write(TEST_PATH, 0644, file, sizeof(file), NULL), 0);
	env->hostname = "host";
	perf_data_env_set(env, PERF_FEATURE_HOSTNAME);
	fd = open(TEST_PATH, O_RDWR);
	is_true(fd >= 0);
	ret = perf_data_complete(fd, TEST_PATH, &header, data + 16, env, &error);
	close(fd);
	perf_data_env_free(env);
	after = perf_read_file(TEST_PATH, &size);
	is_true(after && (!ret) == (size != sizeof(file) || memcmp(file, after, size)));
	free(after);
	return ret;
}

static void only_what_lies_behind_records_is_written_over(void)
{
	is_equal(complete(112, 104, 400), 0);
	is_equal(complete(400, 104, 112), -EOPNOTSUPP);
	is_equal(complete(104, 500, 400), -EOPNOTSUPP);
	is_equal(complete(104, UINT64_MAX - 3, 400), -EOPNOTSUPP);
	is_equal(complete(104, 396, 400), -EOPNOTSUPP);
}

/* perf_data_same_event() compares names where type or config depends on the machine. */
static void events_that_count_the_same_are_found(void)
{
	static const struct {
		struct perf_data_event one, other;
		bool same;
	} pairs[] = {
		{ { .name = "cycles", .attr.config = PERF_COUNT_HW_CPU_CYCLES },
		  { .name = "cpu-cycles:ppp", .attr.config = PERF_COUNT_HW_CPU_CYCLES }, true },
		{ { .name = "cycles", .attr.config = PERF_COUNT_HW_CPU_CYCLES },
		  { .name = "cycles", .attr.config = PERF_COUNT_HW_INSTRUCTIONS }, false },
		{ { .name = "x", .attr.type = PERF_TYPE_RAW, .attr.config = 0x1b7 },
		  { .name = "x", .attr.type = PERF_TYPE_SOFTWARE, .attr.config = 0x1b7 }, false },
		{ { .name = "x", .attr = { .type = PERF_TYPE_RAW, .config1 = 1 } },
		  { .name = "x", .attr = { .type = PERF_TYPE_RAW, .config1 = 2 } }, false },
		{ { .name = "mem:0x10:w", .attr = { .type = PERF_TYPE_BREAKPOINT, .bp_type = 2 } },
		  { .name = "mem:0x10:rw", .attr = { .type = PERF_TYPE_BREAKPOINT, .bp_type = 3 } },
		  false },
		{ { .name = "a:b", .attr = { .type = PERF_TYPE_TRACEPOINT, .config = 1 } },
		  { .name = "a:b", .attr = { .type = PERF_TYPE_TRACEPOINT, .config = 2 } }, true },
		{ { .name = "a:b", .attr = { .type = PERF_TYPE_TRACEPOINT, .config = 1 } },
		  { .name = "a:c", .attr = { .type = PERF_TYPE_TRACEPOINT, .config = 1 } }, false },
		{ { .name = "msr/tsc/", .attr.type = 8 },
		  { .name = "msr/tsc/u", .attr.type = 11 }, true },
		{ { .name = "msr/tsc/", .attr.type = 8 },
		  { .name = "msr/aperf/", .attr.type = 8 }, false },
		{ { .name = "msr/tsc/", .attr.type = 8 }, { .name = "msr/tsc/" }, false },
	};
	size_t i;

	for (i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		is_equal(perf_data_same_event(&pairs[i].one, &pairs[i].other), pairs[i].same);
		is_equal(perf_data_same_event(&pairs[i].other, &pairs[i].one), pairs[i].same);
	}
}

int main(void)
{
	test(a_file_is_read_as_it_was_written);
	test(a_stream_is_read_as_it_was_written);
	test(compressed_files_are_read);
	test(pipes_carry_streams_and_files);
	test(features_are_kept);
	test(files_and_maps_are_kept);
	test(a_file_that_was_not_closed_is_read);
	test(a_cut_record_is_left_out);
	test(unknown_records_are_skipped);
	test(types_in_use_are_known);
	test(what_the_kernel_lost_is_no_damage);
	test(what_is_no_record_ends_the_reading);
	test(what_is_no_recording_is_told);
	test(a_record_can_be_read_again);
	test(the_other_byte_order_is_read);
	test(attributes_of_any_size_are_read);
	test(stored_attributes_are_as_small_as_can_be);
	test(order_sorts_and_is_stable);
	test(order_waits_for_the_round_after);
	test(the_store_gives_back_what_it_was_given);
	test(samples_are_not_read_beyond_their_end);
	test(only_what_lies_behind_records_is_written_over);
	test(events_that_count_the_same_are_found);
	unlink(TEST_PATH);
	return test_end();
}
