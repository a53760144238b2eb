// SPDX-License-Identifier: GPL-2.0
/* Copying and filling memory, each by several functions. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <base/num.h>
#include <bench/families.h>

#define DEFAULT_SIZE	(1024 * 1024)

/* A function that copies @size bytes from @from to @to, or fills @to with zeroes. */
struct way {
	const char *name;
	const char *help;
	void (*move)(void *to, const void *from, size_t size);
};

static void copy_libc(void *to, const void *from, size_t size)
{
	memcpy(to, from, size);
}

static void fill_libc(void *to, const void *from, size_t size)
{
	(void)from;
	memset(to, 0, size);
}

/* Copies eight words per iteration; volatile keeps the compiler from calling memcpy(). */
static void copy_words(void *to, const void *from, size_t size)
{
	const volatile uint64_t *source = from;
	volatile uint64_t *target = to;
	size_t words = size / sizeof(*target), i;

	for (i = 0; i + 8 <= words; i += 8) {
		target[i] = source[i];
		target[i + 1] = source[i + 1];
		target[i + 2] = source[i + 2];
		target[i + 3] = source[i + 3];
		target[i + 4] = source[i + 4];
		target[i + 5] = source[i + 5];
		target[i + 6] = source[i + 6];
		target[i + 7] = source[i + 7];
	}
	for (; i < words; i++)
		target[i] = source[i];
}

static void fill_words(void *to, const void *from, size_t size)
{
	volatile uint64_t *target = to;
	size_t words = size / sizeof(*target), i;

	(void)from;
	for (i = 0; i < words; i++)
		target[i] = 0;
}

#ifdef __x86_64__
static void copy_movsb(void *to, const void *from, size_t size)
{
	asm volatile("rep movsb" : "+D" (to), "+S" (from), "+c" (size) : : "memory");
}

static void copy_movsq(void *to, const void *from, size_t size)
{
	size_t words = size / 8;

	asm volatile("rep movsq" : "+D" (to), "+S" (from), "+c" (words) : : "memory");
}

static void fill_stosb(void *to, const void *from, size_t size)
{
	(void)from;
	asm volatile("rep stosb" : "+D" (to), "+c" (size) : "a" (0) : "memory");
}

static void fill_stosq(void *to, const void *from, size_t size)
{
	size_t words = size / 8;

	(void)from;
	asm volatile("rep stosq" : "+D" (to), "+c" (words) : "a" (0) : "memory");
}
#endif

static const struct way copies[] = {
	{ "default", "memcpy() of the C library", copy_libc },
	{ "words", "a loop of words", copy_words },
#ifdef __x86_64__
	{ "x86-64-movsq", "rep movsq", copy_movsq },
	{ "x86-64-movsb", "rep movsb", copy_movsb },
#endif
	{ NULL }
};

static const struct way fills[] = {
	{ "default", "memset() of the C library", fill_libc },
	{ "words", "a loop of words", fill_words },
#ifdef __x86_64__
	{ "x86-64-stosq", "rep stosq", fill_stosq },
	{ "x86-64-stosb", "rep stosb", fill_stosb },
#endif
	{ NULL }
};

static void name_row(const struct way *way, uint64_t size, char *name, size_t room)
{
	static const char units[][3] = { "B", "KB", "MB", "GB" };
	unsigned int unit = 0;

	while (unit < 3 && size && !(size % 1024)) {
		size /= 1024;
		unit++;
	}
	snprintf(name, room, "function '%s' (%s)\n# Copying %" PRIu64 "%s bytes ...\n", way->name,
		 way->help, size, units[unit]);
}

static int memory_measure(const struct way *way, void *to, void *from, uint64_t size,
			  uint64_t loops, struct perf_bench_result *result,
			  struct perf_error *error)
{
	struct perf_bench_row *row;
	uint64_t start, i;
	char name[160];

	name_row(way, size, name, sizeof(name));
	row = perf_bench_add_row(result, name);
	if (!row)
		return perf_error_memory(error);
	/* Fault in the pages and fill the caches before the measurement. */
	way->move(to, from, size);
	start = perf_clock_ns(CLOCK_MONOTONIC);
	for (i = 0; i < loops; i++)
		way->move(to, from, size);
	row->ns = perf_clock_ns(CLOCK_MONOTONIC) - start;
	row->count = size * loops;
	return 0;
}

static int unknown_way(const struct way *ways, const char *name, struct perf_error *error)
{
	struct perf_nearest nearest;
	const struct way *way;

	perf_nearest_init(&nearest, name);
	perf_error_set(error, EINVAL, "there is no function '%s'", name);
	for (way = ways; way->name; way++) {
		perf_nearest_offer(&nearest, way->name);
		perf_error_hint(error, "%s: %s", way->name, way->help);
	}
	if (nearest.best)
		perf_error_hint(error, "did you mean '%s'?", nearest.best);
	return -EINVAL;
}

static int move_all(const struct way *ways, const struct perf_bench_options *options,
		    struct perf_bench_result *result, struct perf_error *error)
{
	uint64_t size = options->size ? options->size : DEFAULT_SIZE;
	const char *only = options->function;
	void *to = NULL, *from = NULL;
	const struct way *way;
	int err = 0;

	if (only && !strcmp(only, "all"))
		only = NULL;
	if (posix_memalign(&to, 4096, size) || posix_memalign(&from, 4096, size)) {
		err = perf_error_memory(error);
		goto out;
	}
	memset(from, 1, size);
	for (way = ways; way->name && !err; way++)
		if (!only || !strcmp(only, way->name))
			err = memory_measure(way, to, from, size,
					     options->loops ? options->loops : 1, result, error);
	result->kind = PERF_BENCH_BANDWIDTH;
	if (!err && !result->rows.count)
		err = unknown_way(ways, only, error);
out:
	free(to);
	free(from);
	return err;
}

PERF_BENCH(memcpy)
{
	return move_all(copies, options, result, error);
}

PERF_BENCH(memset)
{
	return move_all(fills, options, result, error);
}
