/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fixture of tests that sample page faults: a known function faults on known
 * pages, and next_sample() reads the records from the ring one by one.
 */
#ifndef _SAMPLE_FIXTURE_H
#define _SAMPLE_FIXTURE_H

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "perf_test.h"
#include "sample_places.h"
#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define PAGES		256
/* Offset in its page of the byte that touch() writes */
#define OFFSET		0x128

SECTION_BOUNDS(sample_touch);
SECTION_BOUNDS(sample_middle);
SECTION_BOUNDS(sample_outer);

IN_SECTION(sample_touch) static void touch(unsigned char *where)
{
	/* Force a frame: touch() is a leaf function, which may have none */
	asm volatile("" : : "r"(__builtin_frame_address(0)));
	__atomic_store_n(where, 1, __ATOMIC_RELAXED);
}

IN_SECTION(sample_middle) static void middle(unsigned char *where)
{
	touch(where);
	/* Keeps touch() from being a tail call */
	asm volatile("" : : : "memory");
}

IN_SECTION(sample_outer) static void outer(unsigned char *where)
{
	middle(where);
	asm volatile("" : : : "memory");
}

FIXTURE(sample)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	struct perf_ring ring;
	struct perf_sample last;
	size_t page;
	int fd, fd2, zero;
};

FIXTURE_SETUP(sample)
{
	unsigned char here;

	self->fd = -1;
	self->fd2 = -1;
	self->page = getpagesize();
	self->zero = open("/dev/zero", O_RDONLY);
	ASSERT_GE(self->zero, 0);
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, PAGES));
	/* An e500 takes another page fault when a page of code is first executed. */
	outer(&here);
}

FIXTURE_TEARDOWN(sample)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	if (self->fd2 >= 0)
		close(self->fd2);
	close(self->zero);
	perf_pages_unmap(&self->pages);
}

static inline int open_event(FIXTURE_DATA(sample) *self)
{
	self->fd = perf_open_self(&self->attr);
	if (self->fd < 0)
		return errno;
	return perf_ring_open(&self->ring, self->fd, 16, RW);
}

static inline void close_event(FIXTURE_DATA(sample) *self)
{
	perf_ring_unmap(&self->ring);
	close(self->fd);
	self->fd = -1;
}

static inline unsigned char *place(FIXTURE_DATA(sample) *self, size_t page)
{
	return self->pages.base + page * self->page + OFFSET;
}

static inline void fault(FIXTURE_DATA(sample) *self, size_t first, size_t count)
{
	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	for (; count; count--, first++)
		outer(place(self, first));
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
}

/* Like fault() for one page, but from within a system call */
static inline void fault_in_kernel(FIXTURE_DATA(sample) *self, size_t page)
{
	ssize_t got;

	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	got = read(self->zero, place(self, page), 8);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
	(void)got;
}

/* Parse the next record into self->last; NULL if it is not a complete sample */
static inline const struct perf_event_header *next_sample(FIXTURE_DATA(sample) *self)
{
	const struct perf_event_header *record = perf_ring_next(&self->ring);

	if (!record || record->type != PERF_RECORD_SAMPLE ||
	    !perf_sample_parse(&self->attr, record, &self->last))
		return NULL;
	return record;
}

#endif /* _SAMPLE_FIXTURE_H */
