// SPDX-License-Identifier: GPL-2.0
/* Recordings made to do harm: perf_data_next() refuses them, or reads up to the damage, in time. */
#include <errno.h>
#include <fcntl.h>

#include <base/io.h>
#include <inject/inject.h>
#include <lines/header_text.h>
#include <trace/recorded.h>

#include "data_make.h"
#include "tap.h"

#define LATE_EVENTS	200

static void put_header(struct perf_str *bytes, uint32_t type, size_t body)
{
	const struct perf_event_header header = { .type = type, .size = 8 + body };

	test_put(bytes, &header, sizeof(header));
}

static void put_event(struct perf_str *bytes, uint64_t config, uint64_t id)
{
	struct perf_event_attr attr = test_attr();

	attr.config = config;
	attr.size = sizeof(attr);
	put_header(bytes, PERF_RECORD_HEADER_ATTR, sizeof(attr) + sizeof(id));
	test_put(bytes, &attr, sizeof(attr));
	test_put(bytes, &id, sizeof(id));
}

static void put_sample(struct perf_str *bytes, uint64_t id, uint64_t time)
{
	const struct test_sample sample = test_sample(id, time);

	test_put(bytes, &sample, sizeof(sample));
}

/* A stream up to its first event, of major page faults. */
static void begin_stream(struct perf_str *bytes)
{
	const uint64_t start[] = { PERF_DATA_MAGIC, PERF_DATA_HEADER_SIZE_PIPE };

	test_put(bytes, start, sizeof(start));
	put_event(bytes, PERF_COUNT_SW_PAGE_FAULTS_MAJ, TEST_ID);
}

/* Open @bytes through a pipe that holds all of them; NULL on failure. */
static struct perf_data *open_pipe(struct perf_str *bytes)
{
	struct perf_data_options options = { 0 };
	struct perf_data *data = NULL;
	struct perf_error error;
	int fds[2];

	if (pipe(fds))
		return NULL;
	fcntl(fds[1], F_SETPIPE_SZ, 1 << 20);
	fcntl(fds[1], F_SETFL, O_NONBLOCK);
	is_true(write(fds[1], bytes->text, bytes->length) == (ssize_t)bytes->length);
	close(fds[1]);
	perf_str_free(bytes);
	is_equal(perf_data_open_fd(fds[0], "test", &options, &data, &error), 0);
	return data;
}

static int no_flush(void *context, struct perf_str *text)
{
	(void)context;
	perf_str_cut(text, 0);
	return 0;
}

static void events_that_come_late_are_not_traced(void)
{
	struct perf_trace_options options = { 0 };
	struct perf_tracer tracer = { .options = &options };
	struct perf_str bytes = { 0 };
	struct perf_error error;
	struct perf_data *data;
	unsigned int i;

	begin_stream(&bytes);
	put_sample(&bytes, TEST_ID, 1);
	for (i = 1; i <= LATE_EVENTS; i++) {
		put_event(&bytes, PERF_COUNT_SW_PAGE_FAULTS_MAJ, TEST_ID + i);
		put_sample(&bytes, TEST_ID + i, 1 + i);
	}
	data = open_pipe(&bytes);
	is_equal(perf_trace_recorded(&tracer, data, no_flush, NULL, &error), 0);
	is_equal(tracer.events, 1);
	perf_data_close(data);
	perf_tracer_free(&tracer);
}

static void tracing_data_is_no_feature(void)
{
	const struct { uint64_t feature; char text[64]; } body = { 1, "formats" };
	struct perf_str bytes = { 0 };
	struct perf_data *data;

	begin_stream(&bytes);
	put_header(&bytes, PERF_RECORD_HEADER_FEATURE, sizeof(body));
	test_put(&bytes, &body, sizeof(body));
	put_sample(&bytes, TEST_ID, 1);
	data = open_pipe(&bytes);
	/* tracing_data would point into the pipe's buffer, which the reader fills again. */
	is_true(!perf_data_env(data)->tracing_data);
	is_equal(perf_data_problems(data)->bad_records, 1);
	perf_data_close(data);
}

static void put_tracing_data(struct perf_str *bytes, uint32_t size, char c)
{
	const uint32_t sizes[] = { size, 0 };

	put_header(bytes, PERF_RECORD_HEADER_TRACING_DATA, sizeof(sizes[0]));
	test_put(bytes, sizes, sizeof(sizes[0]));
	perf_str_fill(bytes, c, size);
}

static void each_tracing_data_has_its_bytes(void)
{
	static const struct { uint32_t size; char c; } of[] = { { 8, 'a' }, { 4096, 'b' },
								{ 8, 'c' } };
	struct perf_str bytes = { 0 };
	struct perf_data_record record;
	struct perf_error error;
	struct perf_data *data;
	size_t i, nr = 0, other = 0;

	begin_stream(&bytes);
	for (i = 0; i < PERF_ARRAY_SIZE(of); i++)
		put_tracing_data(&bytes, of[i].size, of[i].c);
	put_sample(&bytes, TEST_ID, 1);
	data = open_pipe(&bytes);
	while (perf_data_next(data, &record, &error) > 0) {
		const char *payload = record.payload;

		if (record.header->type != PERF_RECORD_HEADER_TRACING_DATA)
			continue;
		is_true(nr < PERF_ARRAY_SIZE(of) && payload);
		is_equal(record.payload_size, of[nr].size);
		for (i = 0; i < record.payload_size; i++)
			other += payload[i] != of[nr].c;
		nr++;
	}
	is_equal(nr, PERF_ARRAY_SIZE(of));
	is_equal(other, 0);
	is_equal(perf_data_env(data)->tracing_data_size, 8);
	perf_data_close(data);
}

/* A PERF_RECORD_AUXTRACE that claims @size bytes of AUX data and has @there. */
static void put_aux(struct perf_str *bytes, uint64_t size, size_t there)
{
	const struct perf_record_auxtrace record = {
		.header = { .type = PERF_RECORD_AUXTRACE, .size = sizeof(record) },
		.size = size,
	};

	test_put(bytes, &record, sizeof(record));
	perf_str_fill(bytes, '\0', there);
}

/* Return how many records there are up to the end; set @missing to the bytes cut off. */
static size_t count_records(struct perf_data *data, uint64_t *missing)
{
	struct perf_data_record record;
	struct perf_error error;
	size_t nr = 0;

	while (nr < 1000 && perf_data_next(data, &record, &error) > 0)
		nr++;
	*missing = perf_data_problems(data)->truncated_bytes;
	perf_data_close(data);
	return nr;
}

static void aux_data_cannot_wrap_round(void)
{
	const uint64_t own = sizeof(struct perf_record_auxtrace);
	struct perf_str bytes = { 0 };
	uint64_t missing;

	/* The record's end wraps to its start; wraps to a little more; is beyond PAYLOAD_MAX */
	begin_stream(&bytes);
	put_aux(&bytes, -own, 0);
	is_equal(count_records(open_pipe(&bytes), &missing), 1);
	is_true(missing > UINT32_MAX);
	begin_stream(&bytes);
	put_aux(&bytes, -(uint64_t)8, 0);
	is_equal(count_records(open_pipe(&bytes), &missing), 1);
	is_true(missing > UINT32_MAX);
	begin_stream(&bytes);
	put_aux(&bytes, 1 << 30, 4096);
	is_equal(count_records(open_pipe(&bytes), &missing), 2);
	is_equal(missing, (1 << 30) - 4096);
}

/* perf_inject_run() refuses AUX data, also data beyond PAYLOAD_MAX, which a pipe skips. */
static void aux_data_is_not_injected(void)
{
	static const uint64_t sizes[] = { 64, 1 << 30 };
	const struct perf_inject inject = {
		.output = TEST_PATH, .fd = memfd_create("copy", MFD_CLOEXEC),
	};
	struct perf_inject_result result;
	struct perf_str bytes = { 0 };
	struct perf_error error;
	struct perf_data *data;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(sizes); i++) {
		begin_stream(&bytes);
		put_sample(&bytes, TEST_ID, 1);
		put_aux(&bytes, sizes[i], 64);
		data = open_pipe(&bytes);
		is_equal(perf_inject_run(data, &inject, &result, &error), -EOPNOTSUPP);
		perf_data_close(data);
	}
	close(inject.fd);
}

static void lists_of_cpus_are_sanitized(void)
{
	const char *list = "0-1\033[31m\n# arch : none";
	struct perf_data_env *env = perf_data_env_create();
	const struct perf_data_options data_options = { 0 };
	const struct perf_data_writer_options options = { .fd = -1, .path = TEST_PATH };
	const struct perf_event_attr attr = test_attr();
	struct perf_data_writer *writer;
	struct perf_str text = { 0 };
	struct perf_data *data;
	struct perf_error error;

	env->sibling_packages = &list;
	env->nr_sibling_packages = 1;
	perf_data_env_set(env, PERF_FEATURE_CPU_TOPOLOGY);
	is_equal(perf_data_writer_create(&options, &writer, &error), 0);
	is_equal(perf_data_writer_add_event(writer, &attr, "name", NULL, 0, &error), 0);
	is_equal(perf_data_writer_begin(writer, env, &error), 0);
	is_equal(perf_data_writer_finish(writer, env, &error), 0);
	perf_data_writer_free(writer);
	perf_data_env_free(env);
	is_equal(perf_data_open(TEST_PATH, &data_options, &data, &error), 0);
	perf_header_text(&text, data, true);
	has_text(perf_str_text(&text), "\n# sibling sockets : 0-1?[31m?# arch : none\n");
	perf_str_free(&text);
	perf_data_close(data);
	unlink(TEST_PATH);
}

int main(void)
{
	test(tracing_data_is_no_feature);
	test(each_tracing_data_has_its_bytes);
	test(aux_data_cannot_wrap_round);
	test(aux_data_is_not_injected);
	test(lists_of_cpus_are_sanitized);
	test(events_that_come_late_are_not_traced);
	return test_end();
}
