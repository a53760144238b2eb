// SPDX-License-Identifier: GPL-2.0
/*
 * Mapping an event's user page and data ring: sizes, second mappings, how long a ring
 * lives, rings shared by several events, and every order of closing and unmapping.
 */
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define RW	(PROT_READ | PROT_WRITE)
#define TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

FIXTURE(map)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	struct perf_ring ring, other;
	size_t page;
	int fd, fd2;
};

/* Each page fault writes a sample with PERF_SAMPLE_ADDR: a record of 16 bytes */
FIXTURE_SETUP(map)
{
	self->fd = -1;
	self->fd2 = -1;
	self->page = getpagesize();
	self->attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->attr.sample_period = 1;
	self->attr.sample_type = PERF_SAMPLE_ADDR;
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, 100));
}

FIXTURE_TEARDOWN(map)
{
	perf_ring_unmap(&self->other);
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	if (self->fd2 >= 0)
		close(self->fd2);
	perf_pages_unmap(&self->pages);
}

/* mmap() and munmap(); returns 0, or the errno of mmap() */
static int try_map(int fd, size_t length, int prot, int flags, off_t offset)
{
	void *map = mmap(NULL, length, prot, flags, fd, offset);

	if (map == MAP_FAILED)
		return errno;
	munmap(map, length);
	return 0;
}

/* Returns the number of samples, which must be of the pages from @first on, in order */
static unsigned int samples_from(FIXTURE_DATA(map) *self, struct perf_ring *ring,
				 unsigned int first)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int count = 0;

	while ((record = perf_ring_next(ring))) {
		if (record->type != PERF_RECORD_SAMPLE ||
		    !perf_sample_parse(&self->attr, record, &sample) ||
		    sample.addr != (uintptr_t)self->pages.base + (first + count) * self->page)
			return -1U;
		count++;
	}
	return count;
}

TEST_F(map, sizes)
{
	unsigned int pages;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	for (pages = 0; pages <= 33; pages++) {
		int expected = pages & (pages - 1) && pages ? EINVAL : 0;

		EXPECT_EQ(expected, try_map(self->fd, (1 + pages) * self->page, RW,
					    MAP_SHARED, 0)) {
			TH_LOG("%u data pages", pages);
		}
	}
}

TEST_F(map, refused_shapes)
{
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(EINVAL, try_map(self->fd, 2 * self->page, RW, MAP_PRIVATE, 0));
	EXPECT_EQ(EINVAL, try_map(self->fd, 2 * self->page, PROT_READ, MAP_PRIVATE, 0));
	/* At an offset other than 0 only an AUX area can be mapped, and it needs a ring */
	EXPECT_EQ(EINVAL, try_map(self->fd, 2 * self->page, RW, MAP_SHARED, self->page));
	/* No refused mapping has given the event a ring */
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1));
	EXPECT_EQ(0, try_map(self->fd, 3 * self->page, PROT_READ, MAP_SHARED, 0));
}

TEST_F(map, inherited_event_of_any_cpu)
{
	int cpu;

	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	self->attr.inherit = 1;
	self->fd = perf_open_self(&self->attr);
	self->fd2 = perf_open(&self->attr, 0, cpu, -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_GE(self->fd2, 0);
	EXPECT_EQ(EINVAL, try_map(self->fd, 2 * self->page, RW, MAP_SHARED, 0));
	EXPECT_EQ(EINVAL, try_map(self->fd, self->page, RW, MAP_SHARED, 0));
	EXPECT_EQ(0, try_map(self->fd2, 2 * self->page, RW, MAP_SHARED, 0));
}

TEST_F(map, second_mapping_shares_the_ring)
{
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 2, RW));
	EXPECT_EQ(EINVAL, try_map(self->fd, 2 * self->page, RW, MAP_SHARED, 0));
	EXPECT_EQ(EINVAL, try_map(self->fd, 5 * self->page, RW, MAP_SHARED, 0));
	EXPECT_EQ(EINVAL, try_map(self->fd, self->page, RW, MAP_SHARED, 0));
	ASSERT_EQ(0, perf_ring_open(&self->other, self->fd, 2, RW));

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 5);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(5 * 16, perf_ring_head(&self->ring));
	EXPECT_EQ(5 * 16, perf_ring_head(&self->other));
	EXPECT_EQ(5, samples_from(self, &self->ring, 0));
	EXPECT_EQ(5 * 16, self->other.page->data_tail);

	/* The ring and its contents survive perf_ring_unmap() of the first mapping */
	perf_ring_unmap(&self->ring);
	EXPECT_EQ(5, samples_from(self, &self->other, 0));
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 2, PROT_READ));
	EXPECT_EQ(5 * 16, perf_ring_head(&self->ring));
	/* The last munmap() frees the ring, and a new ring may have another size */
	perf_ring_unmap(&self->ring);
	perf_ring_unmap(&self->other);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 8, RW));
	EXPECT_EQ(0, perf_ring_head(&self->ring));
}

TEST_F(map, user_page)
{
	const struct perf_event_mmap_page *page;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	page = self->ring.page;
	EXPECT_EQ(0, page->version);
	EXPECT_EQ(0, page->compat_version);
	EXPECT_EQ(0, page->lock & 1);
	EXPECT_EQ(0, page->index);
	EXPECT_EQ(0, (unsigned int)page->cap_bit0);
	EXPECT_EQ(1, (unsigned int)page->cap_bit0_is_deprecated);
	EXPECT_EQ(0, (unsigned int)page->cap_user_rdpmc);
	EXPECT_EQ(0, (unsigned int)page->cap_____res);
	EXPECT_EQ(offsetof(struct perf_event_mmap_page, __reserved), page->size);
	if (page->cap_user_time)
		EXPECT_NE(0, page->time_mult);
	if (page->cap_user_time_short)
		EXPECT_NE(0, page->time_mask);
	EXPECT_EQ(0, page->data_head);
	EXPECT_EQ(0, page->data_tail);
	EXPECT_EQ(self->page, page->data_offset);
	EXPECT_EQ(4 * self->page, page->data_size);
	EXPECT_EQ(0, page->aux_head);
	EXPECT_EQ(0, page->aux_tail);
	EXPECT_EQ(0, page->aux_offset);
	EXPECT_EQ(0, page->aux_size);
	/* 1 KiB before data_head: ABI */
	EXPECT_EQ(1024, offsetof(struct perf_event_mmap_page, data_head));
}

TEST_F(map, user_page_has_count_and_times)
{
	struct perf_read_values values;

	self->attr.read_format = TIMES;
	self->attr.sample_period = 0;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 21);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &values));

	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 0, PROT_READ));
	EXPECT_EQ(0, self->ring.page->index);
	EXPECT_EQ(21, self->ring.page->offset);
	EXPECT_EQ(values.enabled, self->ring.page->time_enabled);
	EXPECT_EQ(values.running, self->ring.page->time_running);
	EXPECT_EQ(0, self->ring.page->lock & 1);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
	EXPECT_EQ(0, self->ring.page->offset);
	EXPECT_EQ(values.enabled, self->ring.page->time_enabled);
}

#define NOT_THE_CLOCK	"the kernel's clock is not a counter that a program can read"

/*
 * The user page's time_* fields, for the counter that the kernel's clock is made of (x86's
 * time stamp counter, or the architecture's timer), and a value of that counter
 */
struct clock_words {
	uint64_t offset, zero, enabled, counter;
	uint32_t mult;
	uint16_t shift;
	bool has_time, has_zero;
};

/* With cap_user_time_short the counter wraps: time_cycles and time_mask extend its value */
static uint64_t full_counter(const struct perf_event_mmap_page *page, uint64_t counter)
{
	if (!page->cap_user_time_short)
		return counter;
	return page->time_cycles + ((counter - page->time_cycles) & page->time_mask);
}

static void read_clock(const struct perf_event_mmap_page *page, struct clock_words *words)
{
	uint32_t lock;

	do {
		lock = __atomic_load_n(&page->lock, __ATOMIC_ACQUIRE);
		words->offset = page->time_offset;
		words->zero = page->time_zero;
		words->enabled = page->time_enabled;
		words->mult = page->time_mult;
		words->shift = page->time_shift;
		words->has_time = page->cap_user_time;
		words->has_zero = page->cap_user_time_zero;
		words->counter = full_counter(page, perf_clock_counter());
		__atomic_thread_fence(__ATOMIC_ACQUIRE);
	} while (lock & 1 || lock != __atomic_load_n(&page->lock, __ATOMIC_RELAXED));
}

/* False if time_mult, time_shift or time_zero changed: the kernel calibrates its clock early on */
static bool is_same_clock(const struct clock_words *one, const struct clock_words *other)
{
	return one->mult == other->mult && one->shift == other->shift && one->zero == other->zero;
}

static uint64_t scale_counter(const struct clock_words *words)
{
	uint64_t whole = words->counter >> words->shift;
	uint64_t rest = words->counter & ((1ULL << words->shift) - 1);

	return whole * words->mult + (rest * words->mult >> words->shift);
}

/* Reads the times of the first and the last sample in the ring; returns 0 or errno */
static int sampled_times(FIXTURE_DATA(map) *self, uint64_t *start, uint64_t *end)
{
	const struct perf_event_header *record;
	struct perf_sample sample;

	*start = 0;
	while ((record = perf_ring_next(&self->ring))) {
		if (!perf_sample_parse(&self->attr, record, &sample))
			return EBADMSG;
		*start = *start ?: sample.time;
		*end = sample.time;
	}
	return *start ? 0 : ENODATA;
}

/* scale_counter() of a counter value must give a time between those of the samples around */
TEST_F(map, user_page_tells_the_time)
{
	struct clock_words words, later;
	unsigned int tries = 0;
	uint64_t start, end;

	self->attr.sample_type = PERF_SAMPLE_TIME;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 1, RW));
	do {
		ASSERT_GT(10, tries);
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
		perf_pages_touch(&self->pages, 2 * tries, 1);
		read_clock(self->ring.page, &words);
		perf_pages_touch(&self->pages, 2 * tries + 1, 1);
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
		read_clock(self->ring.page, &later);
		ASSERT_EQ(0, sampled_times(self, &start, &end));
		tries++;
	} while (!is_same_clock(&words, &later));
	if (!PERF_HAS_CLOCK || !words.has_zero)
		SKIP(return, NOT_THE_CLOCK);
	EXPECT_LE(start, words.zero + scale_counter(&words));
	EXPECT_GE(end, words.zero + scale_counter(&words));
}

/* Likewise for time_enabled of a task clock, which excludes the task's sleep */
TEST_F(map, user_page_tells_the_time_enabled)
{
	const struct timespec nap = { .tv_nsec = 10000000 };
	struct perf_read_values start, end;
	struct clock_words words, later;
	unsigned int tries = 0;
	uint64_t enabled;

	/* A sampling event, however long its period, is scheduled in anew after each sleep */
	self->attr = perf_attr_software(PERF_COUNT_SW_TASK_CLOCK);
	self->attr.sample_period = 3600000000000;
	self->attr.read_format = TIMES;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 0, PROT_READ));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	do {
		ASSERT_GT(10, tries);
		nanosleep(&nap, NULL);
		ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &start));
		read_clock(self->ring.page, &words);
		ASSERT_EQ(0, perf_values_read(self->fd, TIMES, &end));
		ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_RESET, 0));
		read_clock(self->ring.page, &later);
		tries++;
	} while (!is_same_clock(&words, &later));
	if (!PERF_HAS_CLOCK || !words.has_time)
		SKIP(return, NOT_THE_CLOCK);
	enabled = words.enabled + words.offset + scale_counter(&words);
	EXPECT_LE(start.enabled, enabled);
	EXPECT_GE(end.enabled, enabled);
}

TEST_F(map, user_page_alone_takes_no_records)
{
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 0, RW));
	EXPECT_EQ(0, self->ring.page->data_size);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 5);
	EXPECT_EQ(5, perf_count(self->fd));
	EXPECT_EQ(0, self->ring.page->data_head);
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1));
}

TEST_F(map, cannot_be_split)
{
	unsigned char *map;
	size_t length = 5 * self->page;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	map = mmap(NULL, length, RW, MAP_SHARED, self->fd, 0);
	ASSERT_NE(MAP_FAILED, map);

	errno = 0;
	EXPECT_EQ(-1, munmap(map, self->page));
	EXPECT_EQ(EINVAL, errno);
	errno = 0;
	EXPECT_EQ(-1, munmap(map + 4 * self->page, self->page));
	EXPECT_EQ(EINVAL, errno);
	errno = 0;
	EXPECT_EQ(-1, munmap(map + self->page, self->page));
	EXPECT_EQ(EINVAL, errno);
	errno = 0;
	EXPECT_EQ(-1, mprotect(map + self->page, self->page, PROT_READ));
	EXPECT_EQ(EINVAL, errno);
	errno = 0;
	EXPECT_EQ(MAP_FAILED, mremap(map, length, 2 * self->page, 0));
	EXPECT_EQ(EINVAL, errno);
	/* mremap() cannot make the mapping grow */
	errno = 0;
	EXPECT_EQ(MAP_FAILED, mremap(map, length, 9 * self->page, MREMAP_MAYMOVE));
	EXPECT_EQ(EFAULT, errno);

	/* The mapping is still whole, and the ring is written */
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 5);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(5 * 16, ((struct perf_event_mmap_page *)map)->data_head);
	EXPECT_EQ(0, munmap(map, length));
	EXPECT_EQ(0, try_map(self->fd, 3 * self->page, RW, MAP_SHARED, 0));
}

/* Forks a child that writes a byte; returns 0, or the signal that killed the child */
static int write_in_child(unsigned char *where)
{
	int status;
	pid_t pid;

	pid = fork();
	if (!pid) {
		signal(SIGSEGV, SIG_DFL);
		signal(SIGBUS, SIG_DFL);
		__atomic_store_n(where, 1, __ATOMIC_RELAXED);
		_exit(0);
	}
	if (waitpid(pid, &status, 0) != pid)
		return -1;
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST_F(map, not_inherited_by_fork)
{
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 1, RW));
	EXPECT_EQ(SIGSEGV, write_in_child((unsigned char *)self->ring.page));
	EXPECT_EQ(SIGSEGV, write_in_child(self->ring.data));
	/* The exit of write_in_child() has not freed the ring */
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 3);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_GE(perf_ring_head(&self->ring), 3 * 16);
}

struct write_test {
	int fd;
	int prot;
	size_t offset;
	bool made_writable;	/* by mprotect(), after mmap() */
};

/* Maps in the child itself, since fork() does not copy the mapping */
static int map_and_write(void *argument)
{
	struct write_test *test = argument;
	unsigned char *map;

	map = mmap(NULL, 3 * getpagesize(), test->prot, MAP_SHARED, test->fd, 0);
	if (map == MAP_FAILED)
		return errno;
	if (test->made_writable && mprotect(map, 3 * getpagesize(), RW))
		return errno;
	__atomic_store_n(map + test->offset, 1, __ATOMIC_RELAXED);
	return 0;
}

TEST_F(map, where_the_user_may_write)
{
	size_t tail = offsetof(struct perf_event_mmap_page, data_tail);
	struct write_test tests[] = {
		{ .prot = RW, .offset = tail },
		{ .prot = RW, .offset = self->page },
		{ .prot = RW, .offset = 3 * self->page - 1 },
		{ .prot = PROT_READ, .offset = tail },
		{ .prot = PROT_READ, .offset = self->page },
		{ .prot = PROT_READ, .offset = tail, .made_writable = true },
		{ .prot = PROT_READ, .offset = self->page, .made_writable = true },
	};
	static const int expected[] = {
		0, 256 + SIGBUS, 256 + SIGBUS, 256 + SIGSEGV, 256 + SIGSEGV, 0, 256 + SIGBUS,
	};
	struct perf_child child;
	unsigned int i;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	for (i = 0; i < ARRAY_SIZE(tests); i++) {
		tests[i].fd = self->fd;
		ASSERT_EQ(0, perf_child_start(&child, map_and_write, &tests[i]));
		EXPECT_EQ(expected[i], perf_child_wait(&child)) {
			TH_LOG("row %u", i);
		}
	}
}

/* With PROT_WRITE alone: the kernel's own reads of the data pages end as well */
TEST_F(map, only_for_writing)
{
	struct perf_event_mmap_page *page;
	int file = memfd_create("ring", MFD_CLOEXEC);

	ASSERT_GE(file, 0);
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	page = mmap(NULL, 3 * self->page, PROT_WRITE, MAP_SHARED, self->fd, 0);
	ASSERT_NE(MAP_FAILED, page);
	__atomic_store_n(&page->data_tail, 0, __ATOMIC_RELAXED);
	EXPECT_EQ((ssize_t)self->page, pwrite(file, (char *)page + self->page, self->page, 0));
	EXPECT_EQ((ssize_t)self->page, pwrite(file, page, self->page, 0));
	munmap(page, 3 * self->page);
	close(file);
}

/*
 * The first mapping decides whether the ring overwrites: data_tail has no effect when the
 * mapping becomes writable later. The expected results are those of an unmodified Linux 6.18.
 */
TEST_F(map, made_writable_later)
{
	struct perf_event_mmap_page *page;
	const size_t length = 2 * self->page;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	page = mmap(NULL, length, PROT_READ, MAP_SHARED, self->fd, 0);
	ASSERT_NE(MAP_FAILED, page);
	/* MADV_REMOVE is refused, whether the mapping is writable or not */
	EXPECT_EQ(-1, madvise(page, length, MADV_REMOVE));
	EXPECT_EQ(ENODEV, errno);
	ASSERT_EQ(0, mprotect(page, length, RW));
	EXPECT_EQ(-1, madvise(page, length, MADV_REMOVE));
	EXPECT_EQ(ENODEV, errno);

	__atomic_store_n(&page->data_tail, 0, __ATOMIC_RELAXED);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	while (perf_count(self->fd) * 16 <= self->page) {
		perf_pages_touch(&self->pages, 0, self->pages.count);
		perf_pages_drop(&self->pages);
	}
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	/* No record was lost for lack of space */
	EXPECT_EQ(perf_count(self->fd) * 16, page->data_head);
	munmap(page, length);
}

/* A size that is too large gives ENOMEM, not EINVAL, as on an unmodified Linux 6.18 */
TEST_F(map, more_than_there_can_be)
{
	const unsigned long long pages = 1ULL << 31;
	struct perf_event_mmap_page *page;

	if (sizeof(size_t) < 8)
		SKIP(return, "the address space is too small to ask for so much");
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(ENOMEM, try_map(self->fd, (pages + 1) * self->page, RW, MAP_SHARED, 0));
	EXPECT_EQ(0, try_map(self->fd, 2 * self->page, RW, MAP_SHARED, 0));

	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 1, RW));
	page = self->ring.page;
	page->aux_offset = 2 * self->page;
	page->aux_size = pages * self->page;
	EXPECT_EQ(ENOMEM, try_map(self->fd, page->aux_size, RW, MAP_SHARED, page->aux_offset));
}

TEST_F(map, outlives_the_file_descriptor)
{
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 4);
	close(self->fd);
	self->fd = -1;
	/* A mapping holds a reference on the event, as a descriptor does */
	perf_pages_touch(&self->pages, 4, 6);
	EXPECT_EQ(10, samples_from(self, &self->ring, 0));
}

TEST_F(map, map_in_another_process)
{
	struct write_test test = {
		.prot = RW, .offset = offsetof(struct perf_event_mmap_page, data_tail),
	};
	struct perf_child child;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	test.fd = self->fd;
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 2, RW));
	ASSERT_EQ(0, perf_child_start(&child, map_and_write, &test));
	ASSERT_EQ(0, perf_child_wait(&child));
	/* map_and_write() in the child wrote the first byte of the shared data_tail */
	EXPECT_EQ(1, *(const volatile __u8 *)&self->ring.page->data_tail);
}

/* fd owns the ring, fd2 writes into it */
static int open_pair(FIXTURE_DATA(map) *self, unsigned int data_pages)
{
	self->attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR;
	self->fd = perf_open_self(&self->attr);
	self->fd2 = perf_open_self(&self->attr);
	if (self->fd < 0 || self->fd2 < 0)
		return errno;
	return perf_ring_open(&self->ring, self->fd, data_pages, RW) ?:
	       perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, self->fd);
}

static unsigned int samples_of(struct perf_ring *ring, const struct perf_event_attr *attr,
			       uint64_t id)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	unsigned int count = 0;

	while ((record = perf_ring_next(ring))) {
		if (record->type != PERF_RECORD_SAMPLE)
			continue;
		if (!perf_sample_parse(attr, record, &sample))
			return -1U;
		count += sample.identifier == id;
	}
	return count;
}

static void on_off(int fd, const struct perf_pages *pages, size_t first, size_t count)
{
	perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	perf_pages_touch(pages, first, count);
	perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
}

TEST_F(map, two_events_one_ring)
{
	uint64_t id, id2;

	ASSERT_EQ(0, open_pair(self, 4));
	id = perf_event_id(self->fd);
	id2 = perf_event_id(self->fd2);
	on_off(self->fd2, &self->pages, 0, 5);
	EXPECT_EQ(5, samples_of(&self->ring, &self->attr, id2));
	on_off(self->fd, &self->pages, 5, 4);
	EXPECT_EQ(4, samples_of(&self->ring, &self->attr, id));

	/* fd2 may be mapped too: it has the same ring, of the same size */
	EXPECT_EQ(EINVAL, try_map(self->fd2, 2 * self->page, RW, MAP_SHARED, 0));
	ASSERT_EQ(0, perf_ring_open(&self->other, self->fd2, 4, RW));
	EXPECT_EQ(perf_ring_head(&self->ring), perf_ring_head(&self->other));
	perf_ring_unmap(&self->other);

	/* After SET_OUTPUT with -1, the samples of fd2 are dropped */
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, -1));
	on_off(self->fd2, &self->pages, 10, 5);
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	EXPECT_EQ(10, perf_count(self->fd2));
	/* ... until fd2 has a ring of its own */
	ASSERT_EQ(0, perf_ring_open(&self->other, self->fd2, 1, RW));
	on_off(self->fd2, &self->pages, 15, 5);
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	EXPECT_EQ(5, samples_of(&self->other, &self->attr, id2));
}

TEST_F(map, output_chosen_at_open)
{
	self->attr.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_ADDR;
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	EXPECT_EQ(EINVAL, perf_try(&self->attr, 0, -1, self->fd,
				   PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP));
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	self->fd2 = perf_open(&self->attr, 0, -1, self->fd,
			      PERF_FLAG_FD_OUTPUT | PERF_FLAG_FD_NO_GROUP);
	ASSERT_GE(self->fd2, 0);
	on_off(self->fd2, &self->pages, 0, 7);
	EXPECT_EQ(7, samples_of(&self->ring, &self->attr, perf_event_id(self->fd2)));
}

TEST_F(map, owner_of_the_ring_closed_first)
{
	uint64_t id2;

	ASSERT_EQ(0, open_pair(self, 4));
	id2 = perf_event_id(self->fd2);
	close(self->fd);
	self->fd = -1;
	on_off(self->fd2, &self->pages, 0, 5);
	EXPECT_EQ(5, samples_of(&self->ring, &self->attr, id2));
	/* The last munmap() detaches all events from the ring, and fd2 can have its own */
	perf_ring_unmap(&self->ring);
	on_off(self->fd2, &self->pages, 5, 5);
	EXPECT_EQ(10, perf_count(self->fd2));
	ASSERT_EQ(0, perf_ring_open(&self->other, self->fd2, 2, RW));
	EXPECT_EQ(0, perf_ring_head(&self->other));
	on_off(self->fd2, &self->pages, 10, 5);
	EXPECT_EQ(5, samples_of(&self->other, &self->attr, id2));
}

TEST_F(map, ring_unmapped_first)
{
	uint64_t id, id2;

	ASSERT_EQ(0, open_pair(self, 4));
	id = perf_event_id(self->fd);
	id2 = perf_event_id(self->fd2);
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_ENABLE, 0));
	perf_ring_unmap(&self->ring);
	perf_pages_touch(&self->pages, 0, 5);
	EXPECT_EQ(5, perf_count(self->fd2));
	/* A new ring of fd is not the ring of fd2 */
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 4, RW));
	perf_pages_touch(&self->pages, 5, 5);
	EXPECT_EQ(0, perf_ring_count(&self->ring, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	perf_pages_touch(&self->pages, 10, 5);
	EXPECT_EQ(5, samples_of(&self->ring, &self->attr, id2));
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_DISABLE, 0));
	on_off(self->fd, &self->pages, 20, 1);
	EXPECT_EQ(1, samples_of(&self->ring, &self->attr, id));
}

TEST_F(map, redirected_event_closed_first)
{
	ASSERT_EQ(0, open_pair(self, 4));
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_ENABLE, 0));
	perf_pages_touch(&self->pages, 0, 5);
	close(self->fd2);
	self->fd2 = -1;
	/* The records of fd2 stay in the ring, and fd still writes into it */
	EXPECT_EQ(5, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
	on_off(self->fd, &self->pages, 5, 5);
	EXPECT_EQ(5, samples_of(&self->ring, &self->attr, perf_event_id(self->fd)));
}

TEST_F(map, mapped_through_the_redirected_event)
{
	uint64_t id2;

	ASSERT_EQ(0, open_pair(self, 4));
	id2 = perf_event_id(self->fd2);
	ASSERT_EQ(0, perf_ring_open(&self->other, self->fd2, 4, RW));
	/* @self->other, mapped through fd2, alone keeps the ring */
	perf_ring_unmap(&self->ring);
	on_off(self->fd2, &self->pages, 0, 5);
	EXPECT_EQ(5, samples_of(&self->other, &self->attr, id2));
	close(self->fd);
	self->fd = -1;
	on_off(self->fd2, &self->pages, 5, 6);
	EXPECT_EQ(6, samples_of(&self->other, &self->attr, id2));
}

TEST_F(map, no_aux_area_on_software_events)
{
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, 2, RW));

	/* aux_offset and aux_size are 0 */
	EXPECT_EQ(EINVAL, try_map(self->fd, 4 * self->page, RW, MAP_SHARED, 4 * self->page));
	/* aux_offset lies inside the ring */
	self->ring.page->aux_offset = 2 * self->page;
	self->ring.page->aux_size = 4 * self->page;
	EXPECT_EQ(EINVAL, try_map(self->fd, 4 * self->page, RW, MAP_SHARED, 2 * self->page));
	/* The mapping's offset or size differs from aux_offset and aux_size */
	self->ring.page->aux_offset = 4 * self->page;
	EXPECT_EQ(EINVAL, try_map(self->fd, 4 * self->page, RW, MAP_SHARED, 8 * self->page));
	EXPECT_EQ(EINVAL, try_map(self->fd, 2 * self->page, RW, MAP_SHARED, 4 * self->page));
	/* aux_size is not a power of two */
	self->ring.page->aux_size = 3 * self->page;
	EXPECT_EQ(EINVAL, try_map(self->fd, 3 * self->page, RW, MAP_SHARED, 4 * self->page));
	/* EOPNOTSUPP: the mapping is valid, but a software event's PMU has no AUX areas */
	self->ring.page->aux_size = 4 * self->page;
	EXPECT_EQ(EOPNOTSUPP, try_map(self->fd, 4 * self->page, RW, MAP_SHARED, 4 * self->page));
}

TEST_HARNESS_MAIN
