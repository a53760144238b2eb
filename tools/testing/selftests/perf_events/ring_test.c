// SPDX-License-Identifier: GPL-2.0
/*
 * The protocol of the data ring: no record is lost or torn unless the ring is full, and
 * PERF_RECORD_LOST then gives the exact number; overwriting rings in both directions; when a
 * reader is woken; the fields of the user page that a reader may write.
 */
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
/* Bytes of a record with a header and PERF_SAMPLE_ADDR */
#define RECORD		16
/* More than twice the records of a ring with one data page */
#define PAGES		(2 * self->page / RECORD + 88)
#define MAX_CPUS	64

/* Body of a PERF_RECORD_LOST */
struct lost {
	struct perf_event_header header;
	uint64_t id;
	uint64_t lost;
};

FIXTURE(ring)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	struct perf_ring ring;
	size_t page;
	int fd, fd2;
};

FIXTURE_SETUP(ring)
{
	self->fd = -1;
	self->fd2 = -1;
	self->page = getpagesize();
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_ADDR;
	self->attr.read_format = PERF_FORMAT_LOST;
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, PAGES));
}

FIXTURE_TEARDOWN(ring)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	if (self->fd2 >= 0)
		close(self->fd2);
	perf_pages_unmap(&self->pages);
}

static int open_ring(FIXTURE_DATA(ring) *self, unsigned int data_pages, int prot)
{
	self->fd = perf_open_self(&self->attr);
	if (self->fd < 0)
		return errno;
	return perf_ring_open(&self->ring, self->fd, data_pages, prot);
}

/* look_at_pages() only reads: writing to so many pages would use too much memory */
static void look_at_pages(FIXTURE_DATA(ring) *self, size_t first, size_t count)
{
	const unsigned char *at = self->pages.base + first * self->page;

	for (; count; count--, at += self->page)
		(void)__atomic_load_n(at, __ATOMIC_RELAXED);
}

/* Enable self->fd for @count page faults, and nothing else */
static void sample_pages(FIXTURE_DATA(ring) *self, size_t first, size_t count)
{
	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	look_at_pages(self, first, count);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
}

static uint64_t address_of(FIXTURE_DATA(ring) *self, size_t page)
{
	return (uintptr_t)self->pages.base + page * self->page;
}

/* The event's own count of lost records (PERF_FORMAT_LOST) */
static uint64_t lost_of(int fd)
{
	struct perf_read_values values;

	if (perf_values_read(fd, PERF_FORMAT_LOST, &values))
		return UINT64_MAX;
	return values.entry[0].lost;
}

/* Count the samples in the ring, which must be of the pages from @next on */
static unsigned int drain_in_order(FIXTURE_DATA(ring) *self, size_t next)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int count = 0;

	while ((record = perf_ring_next(&self->ring))) {
		if (!perf_sample_parse(&self->attr, record, &sample) ||
		    sample.addr != address_of(self, next + count))
			return -1U;
		count++;
	}
	return errno ? -1U : count;
}

TEST_F(ring, all_sizes)
{
	unsigned int pages;

	for (pages = 1; pages <= 64; pages *= 2) {
		ASSERT_EQ(0, open_ring(self, pages, RW));
		perf_pages_drop(&self->pages);
		sample_pages(self, 0, 200);
		EXPECT_EQ(200 * RECORD, perf_ring_head(&self->ring));
		EXPECT_EQ(200, drain_in_order(self, 0));
		EXPECT_EQ(0, lost_of(self->fd));
		perf_ring_unmap(&self->ring);
		close(self->fd);
		self->fd = -1;
	}
}

TEST_F(ring, wraps_in_order)
{
	unsigned int i, got = 0;

	/* Records of 40 bytes, which do not divide 4096: some wrap around the end of the ring */
	self->attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR | PERF_SAMPLE_TID |
				 PERF_SAMPLE_TIME;
	ASSERT_EQ(0, open_ring(self, 1, RW));
	for (i = 0; i + 37 <= PAGES; i += 37) {
		unsigned int drained;

		sample_pages(self, i, 37);
		drained = drain_in_order(self, i);
		ASSERT_EQ(37, drained);
		got += drained;
	}
	EXPECT_EQ((uint64_t)got * 40, perf_ring_head(&self->ring));
	EXPECT_EQ(perf_ring_head(&self->ring), self->ring.page->data_tail);
	EXPECT_EQ(0, lost_of(self->fd));
}

/* Two events of different record size write in turn into one ring */
TEST_F(ring, mixed_record_sizes)
{
	struct perf_event_attr big = self->attr;
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int i, odd = 0, even = 0;
	uint64_t id, id2;

	self->attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR;
	big.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR | PERF_SAMPLE_TID |
			  PERF_SAMPLE_STACK_USER;
	big.sample_stack_user = 392;
	ASSERT_EQ(0, open_ring(self, 1, RW));
	self->fd2 = perf_open_self(&big);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	id = perf_event_id(self->fd);
	id2 = perf_event_id(self->fd2);

	for (i = 0; i < PAGES; i++) {
		int fd = i % 2 ? self->fd2 : self->fd;

		ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
		look_at_pages(self, i, 1);
		ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0));
		if (i % 7)
			continue;
		while ((record = perf_ring_next(&self->ring))) {
			ASSERT_EQ(PERF_RECORD_SAMPLE, record->type);
			/* PERF_SAMPLE_IDENTIFIER is the first field in both */
			if (*(uint64_t *)(record + 1) == id) {
				ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
				ASSERT_EQ(address_of(self, 2 * even), sample.addr);
				even++;
			} else {
				ASSERT_TRUE(perf_sample_parse(&big, record, &sample));
				ASSERT_EQ(id2, sample.identifier);
				ASSERT_EQ(address_of(self, 2 * odd + 1), sample.addr);
				ASSERT_EQ(392, sample.stack_size);
				odd++;
			}
		}
		ASSERT_EQ(0, errno);
		ASSERT_EQ(i + 1, odd + even);
	}
	EXPECT_EQ(0, lost_of(self->fd));
	EXPECT_EQ(0, lost_of(self->fd2));
}

/* Names of 1 to 15 bytes make PERF_RECORD_COMM records of several sizes */
TEST_F(ring, varied_side_band_sizes)
{
	static const char letters[] = "abcdefghijklmno";
	const struct perf_event_header *record;
	unsigned int i, seen = 0;
	char name[16];

	self->attr = perf_attr_software(PERF_COUNT_SW_DUMMY);
	self->attr.comm = 1;
	ASSERT_EQ(0, open_ring(self, 1, RW));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 1000; i++) {
		size_t length = 1 + i % 15;

		snprintf(name, sizeof(name), "%.*s", (int)length, letters);
		ASSERT_EQ(0, prctl(PR_SET_NAME, name));
		if (i % 50 != 49)
			continue;
		while ((record = perf_ring_next(&self->ring))) {
			length = 1 + seen % 15;
			ASSERT_EQ(PERF_RECORD_COMM, record->type);
			ASSERT_EQ(sizeof(*record) + 8 + (length / 8 + 1) * 8, record->size);
			ASSERT_EQ(0, strncmp(letters, (const char *)(record + 2), length));
			ASSERT_EQ(0, ((const char *)(record + 2))[length]);
			seen++;
		}
		ASSERT_EQ(i + 1, seen);
	}
}

TEST_F(ring, full_ring_counts_what_is_lost)
{
	const struct perf_event_header *record;
	unsigned int capacity, kept, pages;
	struct perf_sample sample;
	const struct lost *lost;

	for (pages = 1; pages <= 2; pages *= 2) {
		ASSERT_EQ(0, open_ring(self, pages, RW));
		perf_pages_drop(&self->pages);
		capacity = pages * self->page / RECORD;
		sample_pages(self, 0, PAGES - 10);

		/* A full ring may leave the space of one record unused */
		kept = perf_ring_head(&self->ring) / RECORD;
		EXPECT_LE(kept, capacity);
		EXPECT_GE(kept, capacity - 1);
		EXPECT_EQ(PAGES - 10 - kept, lost_of(self->fd));
		EXPECT_EQ(kept, drain_in_order(self, 0));

		/* The next record that fits is preceded by PERF_RECORD_LOST */
		sample_pages(self, PAGES - 10, 2);
		record = perf_ring_next(&self->ring);
		ASSERT_NE(NULL, record);
		ASSERT_EQ(PERF_RECORD_LOST, record->type);
		lost = (const struct lost *)record;
		EXPECT_EQ(sizeof(*lost), record->size);
		EXPECT_EQ(0, record->misc);
		EXPECT_EQ(perf_event_id(self->fd), lost->id);
		EXPECT_EQ(PAGES - 10 - kept, lost->lost);
		record = perf_ring_next(&self->ring);
		ASSERT_NE(NULL, record);
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ(address_of(self, PAGES - 10), sample.addr);
		EXPECT_EQ(1, drain_in_order(self, PAGES - 9));
		/* PERF_RECORD_LOST is written once; lost_of() keeps its sum */
		EXPECT_EQ(PAGES - 10 - kept, lost_of(self->fd));
		sample_pages(self, PAGES - 8, 3);
		EXPECT_EQ(3, drain_in_order(self, PAGES - 8));

		perf_ring_unmap(&self->ring);
		close(self->fd);
		self->fd = -1;
	}
}

TEST_F(ring, lost_record_has_the_trailer)
{
	const struct perf_event_header *record;
	struct perf_trailer trailer;

	self->attr.sample_id_all = 1;
	self->attr.sample_type |= PERF_SAMPLE_TID | PERF_SAMPLE_ID;
	ASSERT_EQ(0, open_ring(self, 1, RW));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1));
	sample_pages(self, 0, 7);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0));
	sample_pages(self, 7, 1);
	record = perf_ring_next(&self->ring);
	ASSERT_NE(NULL, record);
	ASSERT_EQ(PERF_RECORD_LOST, record->type);
	EXPECT_EQ(sizeof(struct lost) + 16, record->size);
	ASSERT_TRUE(perf_trailer_parse(&self->attr, record, &trailer));
	EXPECT_EQ((uint32_t)getpid(), trailer.pid);
	EXPECT_EQ(perf_event_id(self->fd), trailer.id);
	EXPECT_EQ(7, ((const struct lost *)record)->lost);
}

TEST_F(ring, paused)
{
	const struct perf_event_header *record;

	ASSERT_EQ(0, open_ring(self, 1, RW));
	sample_pages(self, 0, 3);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1));
	sample_pages(self, 3, 9);
	/* perf_count() goes on while the ring is paused */
	EXPECT_EQ(12, perf_count(self->fd));
	EXPECT_EQ(9, lost_of(self->fd));
	EXPECT_EQ(3, drain_in_order(self, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 0));
	sample_pages(self, 12, 2);
	record = perf_ring_next(&self->ring);
	ASSERT_NE(NULL, record);
	ASSERT_EQ(PERF_RECORD_LOST, record->type);
	EXPECT_EQ(9, ((const struct lost *)record)->lost);
	EXPECT_EQ(2, drain_in_order(self, 12));
}

/* PERF_FORMAT_LOST of each event counts only its own lost records, also in a shared ring */
TEST_F(ring, lost_by_event)
{
	const struct perf_event_header *record;
	unsigned int kept, i;

	ASSERT_EQ(0, open_ring(self, 1, RW));
	self->fd2 = perf_open_self(&self->attr);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	sample_pages(self, 0, PAGES - 100);
	kept = perf_ring_head(&self->ring) / RECORD;
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 31; i++)
		look_at_pages(self, PAGES - 100 + i, 1);
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(PAGES - 100 - kept, lost_of(self->fd));
	EXPECT_EQ(31, lost_of(self->fd2));
	ASSERT_EQ(kept, drain_in_order(self, 0));
	sample_pages(self, PAGES - 50, 1);
	record = perf_ring_next(&self->ring);
	ASSERT_NE(NULL, record);
	ASSERT_EQ(PERF_RECORD_LOST, record->type);
	EXPECT_EQ(PAGES - 100 - kept + 31, ((const struct lost *)record)->lost);
}

TEST_F(ring, overwrites_when_mapped_read_only)
{
	unsigned int capacity = self->page / RECORD, i;

	ASSERT_EQ(0, open_ring(self, 1, PROT_READ));
	sample_pages(self, 0, PAGES);
	/* data_head counts all bytes written, those overwritten included */
	EXPECT_EQ(PAGES * RECORD, perf_ring_head(&self->ring));
	EXPECT_EQ(0, lost_of(self->fd));
	EXPECT_EQ(0, self->ring.page->data_tail);
	/* The ring holds the last records */
	for (i = PAGES - capacity; i < PAGES; i++) {
		const uint64_t *record = (const uint64_t *)(self->ring.data +
							    i * RECORD % self->page);

		ASSERT_EQ(address_of(self, i), record[1]);
	}
}

/* data_head decreases, and has as many bits as a long of the kernel */
TEST_F(ring, backward)
{
	const struct perf_event_header *record;
	unsigned int capacity = self->page / RECORD, seen = 0;
	struct perf_sample sample;

	self->attr.write_backward = 1;
	ASSERT_EQ(0, open_ring(self, 1, PROT_READ));
	sample_pages(self, 0, 100);
	EXPECT_EQ((unsigned long)-100 * RECORD, perf_ring_head(&self->ring));
	perf_ring_rewind_backward(&self->ring);
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		ASSERT_EQ(address_of(self, 99 - seen), sample.addr);
		seen++;
	}
	EXPECT_EQ(100, seen);

	sample_pages(self, 100, PAGES - 100);
	EXPECT_EQ(-(unsigned long)PAGES * RECORD, perf_ring_head(&self->ring));
	EXPECT_EQ(0, lost_of(self->fd));
	perf_ring_rewind_backward(&self->ring);
	for (seen = 0; (record = perf_ring_next(&self->ring)); seen++) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		ASSERT_EQ(address_of(self, PAGES - 1 - seen), sample.addr);
	}
	EXPECT_EQ(capacity, seen);
}

/* The record size does not divide the ring: the oldest record is cut off */
TEST_F(ring, backward_with_uneven_records)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int seen;

	self->attr.write_backward = 1;
	self->attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR | PERF_SAMPLE_TID |
				 PERF_SAMPLE_TIME;
	ASSERT_EQ(0, open_ring(self, 2, PROT_READ));
	sample_pages(self, 0, PAGES);
	EXPECT_EQ(-(unsigned long)PAGES * 40, perf_ring_head(&self->ring));
	perf_ring_rewind_backward(&self->ring);
	for (seen = 0; (record = perf_ring_next(&self->ring)); seen++) {
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		ASSERT_EQ(address_of(self, PAGES - 1 - seen), sample.addr);
	}
	EXPECT_EQ(2 * self->page / 40, seen);
}

/* write_backward does not imply overwriting: a data_tail kept at 0 stops the writer */
TEST_F(ring, backward_without_overwriting)
{
	unsigned int capacity = self->page / RECORD, kept;

	self->attr.write_backward = 1;
	ASSERT_EQ(0, open_ring(self, 1, RW));
	sample_pages(self, 0, PAGES);
	kept = -(unsigned long)perf_ring_head(&self->ring) / RECORD;
	EXPECT_LE(kept, capacity);
	EXPECT_GE(kept, capacity - 1);
	EXPECT_EQ(PAGES - kept, lost_of(self->fd));
}

static int readable(int fd)
{
	struct pollfd poller = { .fd = fd, .events = POLLIN };

	return poll(&poller, 1, 0) == 1 && poller.revents & POLLIN;
}

TEST_F(ring, woken_every_n_events)
{
	unsigned int i;

	self->attr.wakeup_events = 4;
	ASSERT_EQ(0, open_ring(self, 2, RW));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 1; i <= 40; i++) {
		look_at_pages(self, i, 1);
		EXPECT_EQ(i % 4 == 0, readable(self->fd));
		/* The poll() in readable() has cleared the wakeup */
		EXPECT_EQ(0, readable(self->fd));
	}
}

TEST_F(ring, woken_at_the_watermark)
{
	unsigned int first = 0, i;

	self->attr.watermark = 1;
	self->attr.wakeup_watermark = 20 * RECORD;
	ASSERT_EQ(0, open_ring(self, 2, RW));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 1; i <= 60; i++) {
		look_at_pages(self, i, 1);
		if (readable(self->fd) && !first)
			first = i;
	}
	/* The wakeup comes at wakeup_watermark, or with the record that exceeds it */
	EXPECT_GE(first, 20);
	EXPECT_LE(first, 21);
}

/* Return the number of the record that first wakes a reader who drains the ring each time */
static unsigned int first_wakeup(FIXTURE_DATA(ring) *self, unsigned int records)
{
	unsigned int first = 0, i;

	for (i = 1; i <= records && !first; i++) {
		sample_pages(self, i, 1);
		perf_ring_count(&self->ring, 0);
		if (readable(self->fd))
			first = i;
	}
	return first;
}

TEST_F(ring, woken_at_half_a_ring_by_default)
{
	unsigned int half = self->page / 2 / RECORD, first;

	self->attr.watermark = 1;
	ASSERT_EQ(0, open_ring(self, 1, RW));
	first = first_wakeup(self, PAGES - 1);
	EXPECT_GE(first, half);
	EXPECT_LE(first, half + 1);
}

TEST_F(ring, watermark_larger_than_the_ring_is_clamped)
{
	unsigned int all = self->page / RECORD, first;

	self->attr.watermark = 1;
	self->attr.wakeup_watermark = 1000000;
	ASSERT_EQ(0, open_ring(self, 1, RW));
	first = first_wakeup(self, PAGES - 1);
	EXPECT_GE(first, all);
	EXPECT_LE(first, all + 1);
}

/* A reader may write data_head, data_offset and data_size: the kernel keeps its own */
TEST_F(ring, head_written_by_the_user)
{
	ASSERT_EQ(0, open_ring(self, 1, RW));
	sample_pages(self, 0, 10);
	EXPECT_EQ(10, drain_in_order(self, 0));
	self->ring.page->data_head = 0x123456789;
	self->ring.page->data_offset = 77;
	self->ring.page->data_size = 0;
	sample_pages(self, 10, 10);
	EXPECT_EQ(20 * RECORD, perf_ring_head(&self->ring));
	EXPECT_EQ(10, drain_in_order(self, 10));
}

TEST_F(ring, tail_written_by_the_user)
{
	static const uint64_t tails[] = {
		1, 8, 4095, 4096, 4097, 0x7fffffffffffffff, -1ULL, -16ULL, 1ULL << 32,
	};
	unsigned int i, next = 0;

	ASSERT_EQ(0, open_ring(self, 1, RW));
	for (i = 0; i < ARRAY_SIZE(tails); i++) {
		self->ring.page->data_tail = tails[i];
		sample_pages(self, next, 20);
		next += 20;
		/* With a valid data_tail again, records arrive in order */
		self->ring.position = perf_ring_head(&self->ring);
		self->ring.page->data_tail = self->ring.position;
		sample_pages(self, next, 1);
		next++;
		perf_ring_count(&self->ring, 0);
		sample_pages(self, next, 5);
		EXPECT_EQ(5, drain_in_order(self, next));
		next += 5;
	}
	EXPECT_EQ(next, perf_count(self->fd));
}

TEST_F(ring, in_order_across_cpus)
{
	int cpus[MAX_CPUS], count, i;

	count = perf_cpu_count(cpus, MAX_CPUS);
	if (count < 2)
		SKIP(return, "one CPU: nowhere to migrate to");
	ASSERT_EQ(0, open_ring(self, 8, RW));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 60; i++) {
		ASSERT_EQ(0, perf_pin_cpu(cpus[i % count]));
		look_at_pages(self, i * 10, 10);
	}
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(600, drain_in_order(self, 0));
	EXPECT_EQ(0, lost_of(self->fd));
}

/* The timer of @clock interrupts the writer in the middle of a record, many times */
TEST_F_TIMEOUT(ring, nested_writers, 120)
{
	struct perf_event_attr clock = perf_attr_software(PERF_COUNT_SW_CPU_CLOCK);
	const struct perf_event_header *record;
	unsigned int faults = 0, clocks = 0, i;
	struct perf_sample sample;
	uint64_t id, last = 0;

	self->attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR | PERF_SAMPLE_TIME;
	ASSERT_EQ(0, open_ring(self, 64, RW));
	clock.sample_period = 500000;
	clock.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			    PERF_SAMPLE_TIME;
	self->fd2 = perf_open_self(&clock);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	id = perf_event_id(self->fd);
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_ENABLE, 0));
	for (i = 0; i < 3000; i++) {
		if (i % PAGES == 0) {
			perf_pages_drop(&self->pages);
			last = 0;
		}
		sample_pages(self, i % PAGES, 1);
		if (i % 10 != 9)
			continue;
		while ((record = perf_ring_next(&self->ring))) {
			if (record->type != PERF_RECORD_SAMPLE)
				continue;
			if (*(uint64_t *)(record + 1) == id) {
				ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
				ASSERT_GT(sample.addr, last);
				last = sample.addr;
				faults++;
			} else {
				ASSERT_TRUE(perf_sample_parse(&clock, record, &sample));
				ASSERT_EQ((uint32_t)getpid(), sample.pid);
				clocks++;
			}
		}
		/* perf_ring_next() ends the loop above with EBADMSG at a malformed record */
		ASSERT_EQ(0, errno);
	}
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(3000, faults + lost_of(self->fd));
	EXPECT_GT(faults, 0);
	EXPECT_GT(clocks, 0);
}

TEST_HARNESS_MAIN
