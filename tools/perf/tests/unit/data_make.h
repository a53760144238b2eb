/* SPDX-License-Identifier: GPL-2.0 */
/* Makes recordings in memory for the tests of lib/data. */
#ifndef PERF_TESTS_DATA_MAKE_H
#define PERF_TESTS_DATA_MAKE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <base/str.h>
#include <data/reader.h>
#include <data/writer.h>

#define TEST_PATH	"test.data"
#define TEST_ID		77
#define TEST_OTHER_ID	78

struct test_sample {
	struct perf_event_header header;
	uint64_t identifier;
	uint64_t ip;
	uint32_t pid, tid;
	uint64_t time;
	uint64_t period;
};

struct test_comm {
	struct perf_event_header header;
	uint32_t pid, tid;
	char comm[16];
	uint32_t id_pid, id_tid;
	uint64_t time;
	uint64_t identifier;
};

static inline struct perf_event_attr test_attr(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_freq = 1000,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			       PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD,
		.read_format = PERF_FORMAT_ID,
	};

	attr.freq = 1;
	attr.sample_id_all = 1;
	return attr;
}

static inline struct test_sample test_sample(uint64_t id, uint64_t time)
{
	return (struct test_sample){
		.header = { .type = PERF_RECORD_SAMPLE, .misc = PERF_RECORD_MISC_USER,
			    .size = sizeof(struct test_sample) },
		.identifier = id, .ip = 0x1000 + time, .pid = 5, .tid = 6, .time = time,
		.period = 3,
	};
}

static inline struct test_comm test_comm(const char *comm, uint64_t time)
{
	struct test_comm record = {
		.header = { .type = PERF_RECORD_COMM, .size = sizeof(record) },
		.pid = 5, .tid = 6, .id_pid = 5, .id_tid = 6, .time = time,
		.identifier = TEST_ID,
	};

	memcpy(record.comm, comm, strlen(comm));
	return record;
}

static inline struct perf_event_header test_round(void)
{
	return (struct perf_event_header){ .type = PERF_RECORD_FINISHED_ROUND, .size = 8 };
}

static inline void test_put(struct perf_str *records, const void *record, size_t size)
{
	perf_str_mem(records, record, size);
}

/* Two CPUs' rings in three rounds: times 100.. and, later in the file, 51.. */
static inline void test_records(struct perf_str *records, unsigned int samples)
{
	struct perf_event_header round = test_round();
	struct test_comm comm = test_comm("name", 40);
	struct test_sample sample;
	unsigned int turn, i;

	test_put(records, &comm, sizeof(comm));
	for (turn = 0; turn < 3; turn++) {
		for (i = 0; i < samples; i++) {
			sample = test_sample(TEST_ID, 100 + 100000 * turn + 2 * i);
			test_put(records, &sample, sizeof(sample));
		}
		for (i = 0; i < samples; i++) {
			sample = test_sample(TEST_OTHER_ID, 51 + 100000 * turn + 2 * i);
			test_put(records, &sample, sizeof(sample));
		}
		test_put(records, &round, sizeof(round));
	}
}

/* Write @records to @path. Returns 0 or a negative errno. */
static inline int test_write(const char *path, const struct perf_str *records, bool stream,
			     int level)
{
	struct perf_data_writer_options options = {
		.fd = -1, .path = path, .stream = stream, .compress_level = level,
	};
	struct perf_event_attr attr = test_attr();
	uint64_t id = TEST_ID, other = TEST_OTHER_ID;
	struct perf_data_env *env = perf_data_env_create();
	struct perf_data_writer *writer;
	struct perf_error error;
	int ret;

	env->hostname = "host";
	perf_data_env_set(env, PERF_FEATURE_HOSTNAME);
	env->nr_cpus_available = 2;
	env->nr_cpus_online = 2;
	perf_data_env_set(env, PERF_FEATURE_NRCPUS);
	if (level) {
		env->comp_type = 1;
		env->comp_mmap_len = PERF_DATA_COMPRESS_PIECE;
		perf_data_env_set(env, PERF_FEATURE_COMPRESSED);
	}
	ret = perf_data_writer_create(&options, &writer, &error);
	if (ret)
		goto out;
	ret = perf_data_writer_add_event(writer, &attr, "first", &id, 1, &error);
	if (!ret)
		ret = perf_data_writer_add_event(writer, &attr, "second", &other, 1, &error);
	if (!ret)
		ret = perf_data_writer_begin(writer, env, &error);
	if (!ret)
		ret = perf_data_writer_write(writer, records->text, records->length, &error);
	if (!ret)
		ret = perf_data_writer_finish(writer, env, &error);
	perf_data_writer_free(writer);
out:
	perf_data_env_free(env);
	return ret;
}

/* Return a descriptor of @bytes that can be read or mapped, -1 on failure. */
static inline int test_fd(const void *bytes, size_t size)
{
	int fd = memfd_create("test", MFD_CLOEXEC);

	if (fd >= 0 && write(fd, bytes, size) != (ssize_t)size) {
		close(fd);
		return -1;
	}
	return fd;
}

#endif /* PERF_TESTS_DATA_MAKE_H */
