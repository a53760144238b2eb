// SPDX-License-Identifier: GPL-2.0
/*
 * Keep a table of the code that this thread has mapped, from MMAP and MUNMAP records.
 *
 *	$ ./munmap
 *	first is mapped
 *	first is gone
 *	second is mapped
 *	second is mapped
 *	second is gone
 *	old place: nothing, new place: second
 *
 * The program maps and unmaps "first", maps "second" in the same place and moves it from
 * there. A kernel without attr.munmap refuses the bit; its records end when something is
 * mapped.
 */
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RING_PAGES	4	/* a power of two */
#define MAPPINGS	8

/* MMAP. MUNMAP is the same up to its length. */
struct record {
	struct perf_event_header header;
	__u32 pid, tid;
	__u64 addr, len;
	__u64 pgoff;
	char name[];
};

/* What is mapped. The program unmaps whole mappings only, so that none is ever split. */
static struct {
	__u64 addr, len;
	const char *name;
} mappings[MAPPINGS];

static unsigned int nr_mappings;
static long size;

static int open_ring(struct perf_event_mmap_page **page)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_DUMMY,	/* counts nothing */
		.exclude_kernel = 1,
		.disabled = 1,
		.mmap = 1,
		.munmap = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0 && errno == EINVAL) {
		attr.munmap = 0;
		fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	}
	if (fd < 0)
		err(1, "perf_event_open");
	*page = mmap(NULL, (1 + RING_PAGES) * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (*page == MAP_FAILED)
		err(1, "mmap of the ring");
	return fd;
}

/* Map a page of code at a place that is reserved for it. */
static void map_code(const char *name, char *place)
{
	int fd = syscall(SYS_memfd_create, name, 0);

	if (fd < 0 || ftruncate(fd, size))
		err(1, "memfd_create");
	if (mmap(place, size, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, fd, 0) == MAP_FAILED)
		err(1, "mmap of code");
	close(fd);
}

static const char *mapped_at(const char *address)
{
	unsigned int i;

	for (i = 0; i < nr_mappings; i++) {
		if ((unsigned long)address - mappings[i].addr < mappings[i].len)
			return mappings[i].name;
	}
	return "nothing";
}

static void add_mapping(const struct record *record)
{
	/* "/memfd:first (deleted)" */
	const char *name = strstr(record->name, "first") ? "first" : "second";

	if (nr_mappings == MAPPINGS)
		errx(1, "too many mappings");
	mappings[nr_mappings].addr = record->addr;
	mappings[nr_mappings].len = record->len;
	mappings[nr_mappings++].name = name;
	printf("%s is mapped\n", name);
}

static void remove_mapping(const struct record *record)
{
	unsigned int i;

	for (i = 0; i < nr_mappings; i++) {
		if (mappings[i].addr != record->addr)
			continue;
		printf("%s is gone\n", mappings[i].name);
		mappings[i] = mappings[--nr_mappings];
		return;
	}
}

/* The records are few, so none continues at the start of the ring. */
static void read_records(const struct perf_event_mmap_page *page)
{
	const char *at = (const char *)page + page->data_offset;
	/* Acquire: the records are read after data_head. */
	const char *end = at + __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	const struct record *record;

	for (; at < end; at += record->header.size) {
		record = (const void *)at;
		if (record->header.type == PERF_RECORD_MMAP)
			add_mapping(record);
		else if (record->header.type == PERF_RECORD_MUNMAP)
			remove_mapping(record);
	}
}

int main(void)
{
	struct perf_event_mmap_page *page;
	char *places;
	int fd;

	size = sysconf(_SC_PAGESIZE);
	/* Three pages, so that nothing merges with what is mapped there. */
	places = mmap(NULL, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (places == MAP_FAILED)
		err(1, "mmap of the places");
	fd = open_ring(&page);
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);

	map_code("first", places);
	munmap(places, size);
	map_code("second", places);
	if (mremap(places, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, places + 2 * size) ==
	    MAP_FAILED)
		err(1, "mremap");

	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	read_records(page);
	printf("old place: %s, new place: %s\n", mapped_at(places),
	       mapped_at(places + 2 * size));
	return 0;
}
