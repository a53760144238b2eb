/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's test PMUs (CONFIG_PERF_EVENTS_TEST_PMU) count units of work that
 * test_pmu_work() requests: counts, overflows and traces are exact to the unit.
 */
#ifndef _TEST_PMU_H
#define _TEST_PMU_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "perf_test.h"

#define TEST_PMU_PARAM(name)	"/sys/module/test_pmu/parameters/" name
#define TEST_PMU_ABSENT		"no CONFIG_PERF_EVENTS_TEST_PMU in this kernel"
#define TEST_PMU_MODULE		"/lib/modules/test_pmu.ko"

/* TEST_WORD_KIND is not 0 in words of a trace that are not a unit's number */
#define TEST_WORD_KIND		(3ULL << 62)
#define TEST_WORD_FILTER	(2ULL << 62)
#define TEST_WORD_OUTPUT	(3ULL << 62)

static inline int test_pmu_write(const char *path, const char *format, const char *name)
{
	char text[64];

	snprintf(text, sizeof(text), format, name);
	return perf_file_write(path, text);
}

/* Register PMU @name; returns its type, or -1 */
static inline int test_pmu_plug(const char *name)
{
	int err = test_pmu_write(TEST_PMU_PARAM("plug"), "+%s", name);

	return err && err != EEXIST ? -1 : perf_pmu_type(name);
}

/* Unregister PMU @name, even with events open on it */
static inline int test_pmu_unplug(const char *name)
{
	return test_pmu_write(TEST_PMU_PARAM("plug"), "-%s", name);
}

/* Unload the test_pmu module with all its PMUs; fails while any of them has an event */
static inline int test_pmu_remove(void)
{
	return syscall(SYS_delete_module, "test_pmu", O_NONBLOCK) ? errno : 0;
}

static inline int test_pmu_load(void)
{
	int fd = open(TEST_PMU_MODULE, O_RDONLY | O_CLOEXEC);
	int err = fd < 0 || syscall(SYS_finit_module, fd, "", 0) ? errno : 0;

	if (fd >= 0)
		close(fd);
	return err;
}

static inline int test_pmu_set(const char *path, unsigned int value)
{
	char text[16];

	snprintf(text, sizeof(text), "%u", value);
	return perf_file_write(path, text);
}

/* Perform @units units of work on this CPU, now */
static inline int test_pmu_work(unsigned int units)
{
	return test_pmu_set(TEST_PMU_PARAM("work"), units);
}

/* Reads the number of "events" or "areas" that the PMUs hold; -1 when it cannot be read */
static inline int test_pmu_number(const char *path)
{
	char text[16];

	return perf_file_read(path, text, sizeof(text)) ? -1 : atoi(text);
}

#define test_pmu_events()	test_pmu_number(TEST_PMU_PARAM("events"))
#define test_pmu_areas()	test_pmu_number(TEST_PMU_PARAM("areas"))

/**
 * struct test_area - a mapped AUX area
 * @words: its contents
 * @size: its size in bytes
 */
struct test_area {
	volatile __u64 *words;
	size_t size;
};

/* Map an AUX area after @ring, which is mapped for writing; returns 0 or errno */
static inline int test_area_map(struct test_area *area, struct perf_ring *ring, int fd,
				unsigned int pages, int prot)
{
	void *base;

	area->size = (size_t)pages * sysconf(_SC_PAGESIZE);
	ring->page->aux_offset = ring->map_size;
	ring->page->aux_size = area->size;
	base = mmap(NULL, area->size, prot, MAP_SHARED, fd, ring->map_size);
	area->words = base == MAP_FAILED ? NULL : base;
	return area->words ? 0 : errno;
}

static inline void test_area_unmap(struct test_area *area)
{
	if (area->words)
		munmap((void *)area->words, area->size);
	area->words = NULL;
}

/* Returns the word at byte @offset of the trace */
static inline __u64 test_area_word(const struct test_area *area, __u64 offset)
{
	return area->words[(offset & (area->size - 1)) / sizeof(__u64)];
}

/**
 * struct test_aux_record - a PERF_RECORD_AUX
 */
struct test_aux_record {
	struct perf_event_header header;
	__u64 offset;
	__u64 size;
	__u64 flags;
};

/* Returns the next record of @type, skipping others; NULL if there is none */
static inline const void *test_ring_find(struct perf_ring *ring, __u32 type)
{
	const struct perf_event_header *record;

	do {
		record = perf_ring_next(ring);
	} while (record && record->type != type);
	return record;
}

#endif /* _TEST_PMU_H */
