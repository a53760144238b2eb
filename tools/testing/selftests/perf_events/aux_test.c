// SPDX-License-Identifier: GPL-2.0
/*
 * The AUX area: mapping, transactions, snapshots, and events with aux_output,
 * PERF_SAMPLE_AUX or aux_pause, on a PMU whose trace is known word by word.
 */
#include <poll.h>
#include <pthread.h>
#include <time.h>

#include "test_pmu.h"
#include "kselftest_harness.h"

#define PAGE		((size_t)sysconf(_SC_PAGESIZE))
#define RING_PAGES	4
#define AREA_PAGES	2

FIXTURE(aux)
{
	struct perf_event_attr attr;	/* attributes of the tracing event */
	struct perf_event_attr count;	/* attributes of a counter beside it */
	struct perf_ring ring;
	struct test_area area;
	int fd, fd2, fd3;
};

FIXTURE_SETUP(aux)
{
	int tracer, counter;

	self->fd = -1;
	self->fd2 = -1;
	self->fd3 = -1;
	tracer = test_pmu_plug("test_aux");
	counter = test_pmu_plug("test_count");
	if (tracer < 0 || counter < 0)
		SKIP(return, TEST_PMU_ABSENT);
	perf_attr_init(&self->attr, tracer, 0);
	perf_attr_init(&self->count, counter, 0);
}

FIXTURE_TEARDOWN(aux)
{
	int *fds[] = { &self->fd3, &self->fd2, &self->fd };
	size_t i;

	test_area_unmap(&self->area);
	perf_ring_unmap(&self->ring);
	for (i = 0; i < 3; i++) {
		if (*fds[i] >= 0)
			close(*fds[i]);
	}
	test_pmu_unplug("test_aux");
	test_pmu_unplug("test_count");
	test_pmu_unplug("test_trace");
}

/* Open the tracing event on this task and map ring and area; returns 0 or errno */
static int open_trace(FIXTURE_DATA(aux) *self, unsigned int pages, int prot)
{
	int err;

	self->fd = perf_open_self(&self->attr);
	if (self->fd < 0)
		return errno;
	err = perf_ring_map(&self->ring, self->fd, RING_PAGES, PROT_READ | PROT_WRITE);
	return err ?: test_area_map(&self->area, &self->ring, self->fd, pages, prot);
}

/* Open a sibling of @self->fd that writes to the leader's ring */
static int open_member(FIXTURE_DATA(aux) *self)
{
	int fd = perf_open(&self->count, 0, -1, self->fd, 0);

	if (fd >= 0 && perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, self->fd)) {
		close(fd);
		return -1;
	}
	return fd;
}

static int try_area(FIXTURE_DATA(aux) *self, __u64 offset, __u64 size, size_t length, off_t where)
{
	void *base;

	self->ring.page->aux_offset = offset;
	self->ring.page->aux_size = size;
	base = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, where);
	if (base == MAP_FAILED)
		return errno;
	munmap(base, length);
	return 0;
}

TEST_F(aux, geometry)
{
	size_t end, size = 2 * PAGE;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd, RING_PAGES, PROT_READ | PROT_WRITE));
	end = self->ring.map_size;

	/* aux_offset and aux_size are 0, differ from the mapping, or lie inside the ring */
	EXPECT_EQ(EINVAL, try_area(self, 0, 0, size, end));
	EXPECT_EQ(EINVAL, try_area(self, end + PAGE, size, size, end));
	EXPECT_EQ(EINVAL, try_area(self, end, size, 2 * size, end));
	EXPECT_EQ(EINVAL, try_area(self, end - PAGE, size, size, end - PAGE));
	/* aux_size is not a power of two pages */
	EXPECT_EQ(EINVAL, try_area(self, end, 3 * PAGE, 3 * PAGE, end));
	EXPECT_EQ(0, test_pmu_areas());

	EXPECT_EQ(0, try_area(self, end, size, size, end));
	EXPECT_EQ(0, try_area(self, end + PAGE, 4 * PAGE, 4 * PAGE, end + PAGE));
	EXPECT_EQ(0, test_pmu_areas());

	/* A second mmap() shares the AUX area of the first */
	ASSERT_EQ(0, test_area_map(&self->area, &self->ring, self->fd, 2, PROT_READ | PROT_WRITE));
	EXPECT_EQ(1, test_pmu_areas());
	EXPECT_EQ(0, try_area(self, end, size, size, end));
	EXPECT_EQ(EINVAL, try_area(self, end, 2 * size, 2 * size, end));
	EXPECT_EQ(1, test_pmu_areas());
	test_area_unmap(&self->area);
	EXPECT_EQ(0, test_pmu_areas());
}

TEST_F(aux, not_without_a_ring_or_a_tracer)
{
	void *base;

	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	base = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, self->fd, 8 * PAGE);
	EXPECT_EQ(MAP_FAILED, base);
	EXPECT_EQ(EINVAL, errno);
	close(self->fd);

	self->fd = perf_open_self(&self->count);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd, RING_PAGES, PROT_READ | PROT_WRITE));
	EXPECT_EQ(EOPNOTSUPP, try_area(self, self->ring.map_size, PAGE, PAGE,
				       self->ring.map_size));
}

TEST_F(aux, full_trace)
{
	const struct test_aux_record *record;
	__u64 i;

	ASSERT_EQ(0, open_trace(self, AREA_PAGES, PROT_READ | PROT_WRITE));
	EXPECT_EQ(0, test_pmu_work(5));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(10));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(0, test_pmu_work(5));

	/* A context switch ends a transaction, so there may be several PERF_RECORD_AUX */
	for (i = 0; (record = test_ring_find(&self->ring, PERF_RECORD_AUX)); i += record->size) {
		EXPECT_EQ(i, record->offset);
		EXPECT_EQ(0, record->flags);
	}
	EXPECT_EQ(10 * sizeof(__u64), i);
	EXPECT_EQ(i, self->ring.page->aux_head);
	for (i = 0; i < 10; i++)
		EXPECT_EQ(i + 1, test_area_word(&self->area, i * sizeof(__u64)));
	EXPECT_EQ(0, test_area_word(&self->area, i * sizeof(__u64)));
}

/* An event that counts without an area begins to trace when SET_OUTPUT gives it one */
TEST_F(aux, redirected_while_it_counts)
{
	__u64 i;
	int fd;

	ASSERT_EQ(0, open_trace(self, AREA_PAGES, PROT_READ | PROT_WRITE));
	self->attr.disabled = 0;
	fd = perf_open_self(&self->attr);
	ASSERT_GE(fd, 0);
	EXPECT_EQ(0, test_pmu_work(2));
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	EXPECT_EQ(0, test_pmu_work(3));
	/* ... and ends its trace when SET_OUTPUT detaches it */
	ASSERT_EQ(0, perf_ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, -1));
	EXPECT_EQ(0, test_pmu_work(4));
	close(fd);

	EXPECT_EQ(3 * sizeof(__u64), self->ring.page->aux_head);
	for (i = 0; i < 3; i++)
		EXPECT_EQ(i + 1, test_area_word(&self->area, i * sizeof(__u64)));
	EXPECT_EQ(0, test_area_word(&self->area, i * sizeof(__u64)));
}

static void *get_in_the_way(void *until)
{
	const struct timespec moment = { .tv_nsec = 1000 };

	while (!*(volatile int *)until)
		nanosleep(&moment, NULL);
	return NULL;
}

/* The same while get_in_the_way() makes the task switch out at any time */
TEST_F(aux, redirected_while_it_is_switched)
{
	const struct test_aux_record *record;
	__u64 i, size = 0, rounds = 500;
	pthread_t thread;
	int cpu, done = 0;

	ASSERT_LE(1, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, open_trace(self, AREA_PAGES, PROT_READ | PROT_WRITE));
	self->attr.disabled = 0;
	self->fd2 = perf_open_self(&self->attr);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, pthread_create(&thread, NULL, get_in_the_way, &done));
	for (i = 0; i < rounds; i++) {
		EXPECT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
		EXPECT_EQ(0, test_pmu_work(1));
		EXPECT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, -1));
		EXPECT_EQ(0, test_pmu_work(1));
		/* The PERF_RECORD_AUX must be in the ring that belongs to the area */
		while ((record = test_ring_find(&self->ring, PERF_RECORD_AUX)))
			size += record->size;
	}
	done = 1;
	pthread_join(thread, NULL);
	EXPECT_EQ(rounds * sizeof(__u64), size);
	EXPECT_EQ(size, self->ring.page->aux_head);
	for (i = 0; i < rounds; i++)
		EXPECT_EQ(i + 1, test_area_word(&self->area, i * sizeof(__u64)));
}

TEST_F(aux, watermark_wakes)
{
	struct pollfd pollfd = { .events = POLLIN };
	const struct test_aux_record *record;
	__u64 size = 0;

	self->attr.aux_watermark = 64;
	ASSERT_EQ(0, open_trace(self, AREA_PAGES, PROT_READ | PROT_WRITE));
	pollfd.fd = self->fd;
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(7));
	EXPECT_EQ(0, poll(&pollfd, 1, 0));
	EXPECT_EQ(0, test_pmu_work(1));
	EXPECT_EQ(1, poll(&pollfd, 1, 0));
	EXPECT_EQ(POLLIN, pollfd.revents);
	while ((record = test_ring_find(&self->ring, PERF_RECORD_AUX)))
		size += record->size;
	EXPECT_EQ(64, size);
	/* Each aux_watermark makes only one wake-up */
	EXPECT_EQ(0, poll(&pollfd, 1, 0));
	EXPECT_EQ(0, test_pmu_work(8));
	EXPECT_EQ(1, poll(&pollfd, 1, 0));
}

TEST_F(aux, default_watermark_is_half)
{
	struct pollfd pollfd = { .events = POLLIN };

	ASSERT_EQ(0, open_trace(self, 2, PROT_READ | PROT_WRITE));
	pollfd.fd = self->fd;
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(PAGE / sizeof(__u64) - 1));
	EXPECT_EQ(0, poll(&pollfd, 1, 0));
	EXPECT_EQ(0, test_pmu_work(1));
	EXPECT_EQ(1, poll(&pollfd, 1, 0));
}

TEST_F(aux, full_area_truncates_and_disables)
{
	const struct test_aux_record *record;
	__u64 room = PAGE / sizeof(__u64) - 1, truncated = 0, head;

	ASSERT_EQ(0, open_trace(self, 1, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(room + 100));
	while ((record = test_ring_find(&self->ring, PERF_RECORD_AUX)))
		truncated += !!(record->flags & PERF_AUX_FLAG_TRUNCATED);
	EXPECT_EQ(1, truncated);
	head = self->ring.page->aux_head;
	EXPECT_EQ(room * sizeof(__u64), head);
	EXPECT_EQ(room, test_area_word(&self->area, head - sizeof(__u64)));

	/* Disabled until PERF_EVENT_IOC_ENABLE after a new aux_tail; unit room + 1 is lost */
	EXPECT_EQ(0, test_pmu_work(1));
	EXPECT_EQ(head, self->ring.page->aux_head);
	__atomic_store_n(&self->ring.page->aux_tail, head, __ATOMIC_RELEASE);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(2));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(head + 2 * sizeof(__u64), self->ring.page->aux_head);
	EXPECT_EQ(room + 2, test_area_word(&self->area, head));
	EXPECT_EQ(room + 3, test_area_word(&self->area, head + sizeof(__u64)));
}

TEST_F(aux, snapshot_mode_goes_round)
{
	const struct test_aux_record *record;
	__u64 words = PAGE / sizeof(__u64), head, i;

	ASSERT_EQ(0, open_trace(self, 1, PROT_READ));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(3 * words + 5));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	record = test_ring_find(&self->ring, PERF_RECORD_AUX);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(PERF_AUX_FLAG_OVERWRITE, record->flags);
	head = self->ring.page->aux_head;
	EXPECT_EQ(5 * sizeof(__u64), head & (PAGE - 1));
	for (i = 0; i < words; i++)
		ASSERT_EQ(3 * words + 5 - i,
			  test_area_word(&self->area, head - (i + 1) * sizeof(__u64)));
}

/* PERF_SAMPLE_AUX contains the newest aux_sample_size bytes of the trace */
TEST_F(aux, samples_hold_the_newest_trace)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	const __u64 *words;
	int samples = 0, i;

	ASSERT_EQ(0, open_trace(self, 1, PROT_READ));
	self->count.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_PERIOD | PERF_SAMPLE_AUX;
	self->count.sample_period = 10;
	self->count.aux_sample_size = 64;
	self->count.disabled = 0;
	EXPECT_EQ(EINVAL, perf_try_self(&self->count));
	self->fd2 = open_member(self);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(55));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));

	while ((record = test_ring_find(&self->ring, PERF_RECORD_SAMPLE))) {
		samples++;
		ASSERT_TRUE(perf_sample_parse(&self->count, record, &sample));
		ASSERT_EQ(64, sample.aux_size);
		words = sample.aux;
		for (i = 0; i < 8; i++)
			EXPECT_EQ(samples * 10 - 7 + i, words[i]);
	}
	EXPECT_EQ(5, samples);
}

TEST_F(aux, sample_size_rules)
{
	self->count.sample_period = 10;
	self->count.aux_sample_size = 64;
	ASSERT_EQ(0, open_trace(self, 1, PROT_READ));
	self->count.sample_type = PERF_SAMPLE_AUX;
	/* aux_output and aux_sample_size exclude each other */
	self->count.aux_output = 1;
	EXPECT_EQ(EINVAL, perf_try(&self->count, 0, -1, self->fd, 0));
	self->count.aux_output = 0;
	self->fd2 = open_member(self);
	EXPECT_GE(self->fd2, 0);
	/* aux_sample_size needs a leader that is a tracing event */
	self->fd3 = perf_open_self(&(struct perf_event_attr){
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(struct perf_event_attr),
		.config = PERF_COUNT_SW_DUMMY });
	ASSERT_GE(self->fd3, 0);
	EXPECT_EQ(EINVAL, perf_try(&self->count, 0, -1, self->fd3, 0));
}

/* Does the trace hold exactly the tens of units whose bits are set in @tens (bit 0: 1 to 10)? */
static bool trace_is_tens(FIXTURE_DATA(aux) *self, unsigned int tens)
{
	__u64 offset = 0, ten, i;

	for (ten = 0; ten < 32; ten++) {
		if (!(tens & 1U << ten))
			continue;
		for (i = 1; i <= 10; i++, offset += sizeof(__u64)) {
			if (test_area_word(&self->area, offset) != ten * 10 + i)
				return false;
		}
	}
	return offset == self->ring.page->aux_head;
}

TEST_F(aux, pause_and_resume)
{
	ASSERT_EQ(0, open_trace(self, 1, PROT_READ | PROT_WRITE));
	self->count.sample_period = 10;
	self->count.aux_pause = 1;
	self->count.disabled = 0;
	self->fd2 = open_member(self);
	ASSERT_GE(self->fd2, 0);
	self->count.sample_period = 20;
	self->count.aux_pause = 0;
	self->count.aux_resume = 1;
	self->fd3 = open_member(self);
	ASSERT_GE(self->fd3, 0);

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(60));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_TRUE(trace_is_tens(self, 0x15));
}

TEST_F(aux, start_paused)
{
	self->attr.aux_start_paused = 1;
	ASSERT_EQ(0, open_trace(self, 1, PROT_READ | PROT_WRITE));
	self->count.sample_period = 30;
	self->count.aux_resume = 1;
	self->count.disabled = 0;
	self->fd2 = open_member(self);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(50));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_TRUE(trace_is_tens(self, 0x18));
}

TEST_F(aux, pause_rules)
{
	int trace = test_pmu_plug("test_trace");
	struct perf_event_attr attr;

	ASSERT_GE(trace, 0);
	ASSERT_EQ(0, open_trace(self, 1, PROT_READ | PROT_WRITE));
	self->count.sample_period = 10;

	/* No leader to pause */
	self->count.aux_pause = 1;
	EXPECT_EQ(EINVAL, perf_try_self(&self->count));
	/* aux_pause and aux_resume together */
	self->count.aux_resume = 1;
	EXPECT_EQ(EINVAL, perf_try(&self->count, 0, -1, self->fd, 0));
	/* PMUs that cannot pause */
	self->count.aux_resume = 0;
	self->count.aux_pause = 0;
	self->count.aux_start_paused = 1;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&self->count));
	perf_attr_init(&attr, trace, 0);
	attr.aux_start_paused = 1;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&attr));
	attr.aux_start_paused = 0;
	self->fd2 = perf_open_self(&attr);
	ASSERT_GE(self->fd2, 0);
	self->count.aux_start_paused = 0;
	self->count.aux_pause = 1;
	EXPECT_EQ(EINVAL, perf_try(&self->count, 0, -1, self->fd2, 0));
}

/* Two tracers are redirected to a third event's ring: only the area's PMU may write it. */
TEST_F(aux, one_tracer_per_area)
{
	int trace = test_pmu_plug("test_trace");
	struct perf_event_attr attr;

	ASSERT_GE(trace, 0);
	perf_attr_init(&attr, trace, 0);
	self->fd = perf_open_self(&self->count);
	self->fd2 = perf_open_self(&self->attr);
	self->fd3 = perf_open_self(&attr);
	ASSERT_TRUE(self->fd >= 0 && self->fd2 >= 0 && self->fd3 >= 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd, RING_PAGES, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	ASSERT_EQ(0, perf_ioctl(self->fd3, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
	ASSERT_EQ(0, test_area_map(&self->area, &self->ring, self->fd2, 1,
				   PROT_READ | PROT_WRITE));

	ASSERT_EQ(0, perf_ioctl(self->fd3, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(5));
	ASSERT_EQ(0, perf_ioctl(self->fd3, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(0, self->ring.page->aux_head);
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(3));
	ASSERT_EQ(0, perf_ioctl(self->fd2, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(3 * sizeof(__u64), self->ring.page->aux_head);

	ASSERT_EQ(0, perf_ioctl(self->fd3, PERF_EVENT_IOC_SET_OUTPUT, -1));
	EXPECT_EQ(EINVAL, perf_ioctl(self->fd3, PERF_EVENT_IOC_SET_OUTPUT, self->fd));
}

TEST_F(aux, output_to_the_leader)
{
	const struct {
		struct perf_event_header header;
		__u64 id;
	} *record;
	__u64 id, offset, marks = 0, units = 0;

	self->count.sample_period = 4;
	self->count.aux_output = 1;
	self->count.disabled = 0;
	/* aux_output without a tracing leader, and on a PMU without that capability */
	EXPECT_EQ(EINVAL, perf_try_self(&self->count));
	self->attr.aux_output = 1;
	EXPECT_EQ(EOPNOTSUPP, perf_try_self(&self->attr));
	self->attr.aux_output = 0;

	ASSERT_EQ(0, open_trace(self, 1, PROT_READ | PROT_WRITE));
	self->fd2 = open_member(self);
	ASSERT_GE(self->fd2, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(20));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));

	record = test_ring_find(&self->ring, PERF_RECORD_AUX_OUTPUT_HW_ID);
	ASSERT_NE(NULL, record);
	id = record->id;
	for (offset = 0; offset < self->ring.page->aux_head; offset += sizeof(__u64)) {
		__u64 word = test_area_word(&self->area, offset);

		if ((word & TEST_WORD_KIND) == TEST_WORD_OUTPUT) {
			/* After a context switch the event has a new hw id */
			EXPECT_GE(word & ~TEST_WORD_KIND, id);
			marks++;
			EXPECT_EQ(marks * 4, units);
		} else {
			EXPECT_EQ(++units, word);
		}
	}
	EXPECT_EQ(5, marks);
	EXPECT_EQ(20, units);
	EXPECT_EQ(0, perf_ring_count(&self->ring, PERF_RECORD_SAMPLE));
}

/* Closing the leader ends the trace: aux_output events stop, samples have no AUX data */
TEST_F(aux, leader_closed_first)
{
	const struct perf_event_header *record;
	struct perf_event_attr feeder = self->count;
	struct perf_ring ring;
	struct perf_sample sample;
	unsigned int samples = 0;
	__u64 value;

	ASSERT_EQ(0, open_trace(self, 1, PROT_READ | PROT_WRITE));
	feeder.sample_period = 4;
	feeder.aux_output = 1;
	feeder.disabled = 0;
	self->fd2 = perf_open(&feeder, 0, -1, self->fd, 0);
	ASSERT_GE(self->fd2, 0);
	self->count.sample_type = PERF_SAMPLE_AUX;
	self->count.sample_period = 10;
	self->count.aux_sample_size = 64;
	self->count.disabled = 0;
	self->fd3 = perf_open(&self->count, 0, -1, self->fd, 0);
	ASSERT_GE(self->fd3, 0);
	ASSERT_EQ(0, perf_ring_open(&ring, self->fd3, 1, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(20));

	test_area_unmap(&self->area);
	perf_ring_unmap(&self->ring);
	close(self->fd);
	self->fd = -1;
	EXPECT_EQ(2, test_pmu_events());
	EXPECT_EQ(0, test_pmu_areas());
	EXPECT_EQ(0, test_pmu_work(20));
	EXPECT_EQ(0, read(self->fd2, &value, sizeof(value)));
	EXPECT_EQ(40, perf_count(self->fd3));
	while ((record = test_ring_find(&ring, PERF_RECORD_SAMPLE))) {
		samples++;
		ASSERT_TRUE(perf_sample_parse(&self->count, record, &sample));
		EXPECT_EQ(samples <= 2 ? 64 : 0, sample.aux_size);
	}
	EXPECT_EQ(4, samples);
	perf_ring_unmap(&ring);
}

TEST_F(aux, unmapped_while_tracing)
{
	const struct test_aux_record *record;
	__u64 size = 0;

	ASSERT_EQ(0, open_trace(self, AREA_PAGES, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(10));
	test_area_unmap(&self->area);
	EXPECT_EQ(0, test_pmu_areas());
	EXPECT_EQ(0, test_pmu_work(10));
	while ((record = test_ring_find(&self->ring, PERF_RECORD_AUX)))
		size += record->size;
	EXPECT_EQ(10 * sizeof(__u64), size);

	/* After test_area_map() of another size, the event traces once it is restarted */
	ASSERT_EQ(0, test_area_map(&self->area, &self->ring, self->fd, 1, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(3));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(3 * sizeof(__u64), self->ring.page->aux_head);
	EXPECT_EQ(11, test_area_word(&self->area, 0));
}

/* Returns VmPin of this process, in KiB */
static long pinned_kb(void)
{
	char text[4096], *line;

	if (perf_file_read("/proc/self/status", text, sizeof(text)))
		return -1;
	line = strstr(text, "VmPin:");
	return line ? atol(line + strlen("VmPin:")) : -1;
}

TEST_F(aux, pages_are_paid_for)
{
	struct perf_sysctls saved;

	ASSERT_EQ(0, perf_sysctls_save(&saved));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_mlock_kb", 0));
	EXPECT_EQ(0, pinned_kb());
	ASSERT_EQ(0, open_trace(self, 8, PROT_READ | PROT_WRITE));
	EXPECT_EQ((RING_PAGES + 1 + 8) * PAGE / 1024, pinned_kb());
	test_area_unmap(&self->area);
	EXPECT_EQ((RING_PAGES + 1) * PAGE / 1024, pinned_kb());
	perf_ring_unmap(&self->ring);
	EXPECT_EQ(0, pinned_kb());
	EXPECT_EQ(0, perf_sysctls_restore(&saved));
}

/* PERF_RECORD_ITRACE_START holds the traced task before each part of an instruction trace */
TEST_F(aux, itrace_start)
{
	const struct {
		struct perf_event_header header;
		__u32 pid, tid;
	} *start;
	const struct test_aux_record *record;

	self->attr.type = test_pmu_plug("test_trace");
	ASSERT_EQ(0, open_trace(self, 1, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, test_pmu_work(3));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	start = (const void *)perf_ring_next(&self->ring);
	ASSERT_NE(NULL, start);
	EXPECT_EQ(PERF_RECORD_ITRACE_START, start->header.type);
	EXPECT_EQ(getpid(), start->pid);
	EXPECT_EQ(gettid(), start->tid);
	record = test_ring_find(&self->ring, PERF_RECORD_AUX);
	ASSERT_NE(NULL, record);
	EXPECT_EQ(0, record->offset);

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_LE(1, perf_ring_count(&self->ring, PERF_RECORD_ITRACE_START));
}

static int child_work(void *argument)
{
	return test_pmu_work(*(unsigned int *)argument);
}

/* aux_pause of a child's counter pauses the child's trace, and not its parent's */
TEST_F(aux, inherited_group)
{
	struct perf_child child = { 0 };
	unsigned int units = 60;
	int cpus[1];

	ASSERT_GE(perf_cpu_count(cpus, 1), 1);
	ASSERT_EQ(0, perf_pin_cpu(cpus[0]));
	self->attr.inherit = 1;
	self->attr.disabled = 0;
	self->count.inherit = 1;
	self->count.disabled = 0;
	self->fd = perf_open(&self->attr, 0, cpus[0], -1, 0);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd, RING_PAGES, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, test_area_map(&self->area, &self->ring, self->fd, 1, PROT_READ | PROT_WRITE));
	self->count.sample_period = 10;
	self->count.aux_pause = 1;
	self->fd2 = perf_open(&self->count, 0, cpus[0], self->fd, 0);
	ASSERT_GE(self->fd2, 0);

	ASSERT_EQ(0, perf_child_start(&child, child_work, &units));
	EXPECT_EQ(4, test_pmu_events());
	ASSERT_EQ(0, perf_child_wait(&child));
	EXPECT_EQ(60, perf_count(self->fd2));
	EXPECT_EQ(10 * sizeof(__u64), self->ring.page->aux_head);
	EXPECT_EQ(0, test_pmu_work(5));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_EQ(15 * sizeof(__u64), self->ring.page->aux_head);
}

TEST_HARNESS_MAIN
