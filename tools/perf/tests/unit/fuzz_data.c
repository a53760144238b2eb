// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzzing the reader: recordings of every kind, damaged in every way, must be read without
 * a crash, and in the time their size allows.
 *
 * The damage is a function of a number, so a failure can be had again:
 * PERF_FUZZ_START=NUMBER PERF_FUZZ_ROUNDS=1. With FUZZ_SECONDS it goes on for that long,
 * from a number that is another each time; the last one that was printed is where to begin
 * after a crash. Built with SANITIZE=1 it finds more. Recordings named as arguments are
 * damaged too.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <time.h>

#include <base/io.h>

#include "data_make.h"
#include "tap.h"

#define ROUNDS		3000
#define ROUNDS_SAID	2000
#define SEEDS_MAX	32

struct recording {
	char *bytes;
	size_t size;
};

static struct recording seeds[SEEDS_MAX];
static size_t nr_seeds;

/* Numbers that look random and are the same each time. */
static uint64_t next_number(uint64_t *state)
{
	*state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
	return *state >> 33;
}

static void add_seed(const char *path)
{
	struct recording *seed = &seeds[nr_seeds];

	if (nr_seeds == SEEDS_MAX)
		return;
	seed->bytes = perf_read_file(path, &seed->size);
	is_true(seed->bytes);
	nr_seeds += !!seed->bytes;
}

/* Data that follows a record without being counted in its size; there is none compressed. */
static void put_trace(struct perf_str *records)
{
	const struct perf_record_auxtrace_info info = {
		.header = { .type = PERF_RECORD_AUXTRACE_INFO, .size = sizeof(info) },
	};
	const struct perf_record_auxtrace trace = {
		.header = { .type = PERF_RECORD_AUXTRACE, .size = sizeof(trace) }, .size = 200,
	};

	test_put(records, &info, sizeof(info));
	test_put(records, &trace, sizeof(trace));
	perf_str_fill(records, '\1', trace.size);
}

static void make_seed(bool stream, int level)
{
	struct perf_str records = { 0 };

	test_records(&records, 20);
	if (!level)
		put_trace(&records);
	test_records(&records, 20);
	is_equal(test_write(TEST_PATH, &records, stream, level), 0);
	perf_str_free(&records);
	add_seed(TEST_PATH);
}

#ifdef HAVE_ZSTD
#define MOST_LEVEL	1
#else
#define MOST_LEVEL	0
#endif

static void seeds_can_be_made(void)
{
	int level;

	for (level = 0; level <= MOST_LEVEL; level++) {
		make_seed(false, level);
		make_seed(true, level);
	}
}

/* Bytes that matter most are at the start; values that matter most are the extremes. */
static void damage(char *bytes, size_t *size, uint64_t *state)
{
	static const unsigned char values[] = { 0, 1, 4, 8, 16, 64, 80, 81, 127, 128, 255 };
	unsigned int changes = 1 + next_number(state) % 16;
	size_t zone, at;

	if (next_number(state) % 4 == 0)
		*size = next_number(state) % (*size + 1);
	while (changes-- && *size) {
		zone = next_number(state) % 3 ? *size : (*size < 400 ? *size : 400);
		at = next_number(state) % zone;
		if (next_number(state) % 2)
			bytes[at] = (char)values[next_number(state) % sizeof(values)];
		else
			bytes[at] ^= (char)(1 << next_number(state) % 8);
	}
}

/* Use all that a reader gives, so that a sanitizer sees what is not there. */
static uint64_t use(struct perf_data *data, struct perf_error *error)
{
	const struct perf_data_env *env = perf_data_env(data);
	struct perf_data_record record;
	struct perf_sample sample;
	uint64_t sum = 0, i;
	char text[256];

	while (perf_data_next(data, &record, error) > 0) {
		const unsigned char *bytes = (const unsigned char *)record.header;

		sum += bytes[record.header->size - 1] + record.time;
		if (record.header->type == PERF_RECORD_COMM)
			sum += perf_data_string_size(&record, (const char *)bytes + 16);
		if (!record.event || perf_data_sample(&record, &sample))
			continue;
		for (i = 0; i < sample.nr_callchain; i++)
			sum += sample.callchain[i];
		for (i = 0; i < sample.nr_read; i++)
			sum += perf_sample_read_count(&sample, i).value;
		for (i = 0; i < sample.stack_size; i++)
			sum += ((const unsigned char *)sample.stack)[i];
		for (i = 0; i < sample.nr_branches; i++)
			sum += sample.branches[i].from;
		for (i = 0; i < sample.raw_size; i++)
			sum += ((const unsigned char *)sample.raw)[i];
	}
	for (i = 0; perf_data_problem_text(data, (unsigned int)i, text, sizeof(text)); i++)
		sum += strlen(text);
	for (i = 0; i < env->nr_cmdline; i++)
		sum += strlen(env->cmdline[i]);
	for (i = 0; i < env->nr_build_ids; i++)
		sum += strlen(env->build_ids[i].filename);
	for (i = 0; i < env->nr_events; i++)
		sum += env->events[i].nr_ids + strlen(env->events[i].name);
	return sum;
}

static uint64_t read_damaged(uint64_t number)
{
	struct perf_data_options options = { .force = true, .max_queue = 1 << 20 };
	const struct recording *seed = &seeds[number % nr_seeds];
	uint64_t state = number * 2654435761U + 1, sum = 0;
	struct perf_error error;
	struct perf_data *data;
	size_t size;
	char *bytes;

	size = seed->size;
	bytes = malloc(size);
	memcpy(bytes, seed->bytes, size);
	damage(bytes, &size, &state);
	options.unordered = next_number(&state) % 4 == 0;
	if (!perf_data_open_fd(test_fd(bytes, size), "fuzz", &options, &data, &error)) {
		sum = use(data, &error);
		if (next_number(&state) % 8 == 0 && !perf_data_rewind(data))
			sum += use(data, &error);
		perf_data_close(data);
	} else {
		is_true(error.text[0]);
	}
	free(bytes);
	return sum;
}

static uint64_t setting(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : otherwise;
}

static void damaged_recordings_are_read(void)
{
	time_t seconds = (time_t)setting("FUZZ_SECONDS", 0), begun = time(NULL);
	uint64_t start = setting("PERF_FUZZ_START", seconds ? (uint64_t)begun << 20 : 0), i;
	uint64_t rounds = setting("PERF_FUZZ_ROUNDS", ROUNDS), sum = 0;

	for (i = 0; i < rounds || time(NULL) - begun < seconds; i++) {
		if (seconds && i % ROUNDS_SAID == 0) {
			printf("# PERF_FUZZ_START=%" PRIu64 "\n", start + i);
			fflush(stdout);
		}
		sum += read_damaged(start + i);
	}
	/* Most are readable in part: nothing at all would mean the seeds are no recordings. */
	is_true(sum != 0);
}

int main(int argc, char **argv)
{
	size_t i;
	int arg;

	for (arg = 1; arg < argc; arg++)
		add_seed(argv[arg]);
	test(seeds_can_be_made);
	if (!tap.bad)
		test(damaged_recordings_are_read);
	for (i = 0; i < nr_seeds; i++)
		free(seeds[i].bytes);
	unlink(TEST_PATH);
	return test_end();
}
