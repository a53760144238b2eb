// SPDX-License-Identifier: GPL-2.0
/*
 * PERF_EXT_JITTER: periods that vary.
 *
 * The rules are those of Documentation/userspace-api/perf-events.rst, "Options of the call": a
 * period is up to an eighth shorter or longer than the requested one, and the sum of n of them is
 * n times the requested one, give or take a sixteenth. The counts are those of page faults that
 * the test makes one by one. hw_sample has the same for hardware counters.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "ext_open.h"
#include "perf_records.h"
#include "perf_test.h"

#include "kselftest_harness.h"

#define PERIOD	160
#define SAMPLES	40
#define MS	1000000ULL

FIXTURE(jitter)
{
	struct ext_open call;
	struct perf_ring ring;
	char *page;
	int fd;
};

FIXTURE_SETUP(jitter)
{
	self->fd = -1;
	memset(&self->call, 0, sizeof(self->call));
	self->call.attr = perf_attr_software(PERF_COUNT_SW_PAGE_FAULTS);
	self->call.attr.disabled = 1;
	self->call.options = PERF_EXT_JITTER;
	self->call.cpu = -1;
	self->call.group = -1;
	self->page = mmap(NULL, getpagesize(), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->page);
}

FIXTURE_TEARDOWN(jitter)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	munmap(self->page, getpagesize());
}

/* Returns 0 or the number of the step that failed */
static int open_it(FIXTURE_DATA(jitter) *self)
{
	self->fd = ext_open(&self->call);
	if (self->fd < 0)
		return 1;
	return perf_ring_open(&self->ring, self->fd, 16, PROT_READ | PROT_WRITE) ? 2 : 0;
}

static void fault(FIXTURE_DATA(jitter) *self, unsigned int times)
{
	while (times--) {
		*(volatile char *)self->page = 1;
		madvise(self->page, getpagesize(), MADV_DONTNEED);
	}
}

/**
 * struct seen - the samples of a ring
 * @samples: their number
 * @wrong: periods that are not within an eighth of the requested one
 * @changes: periods that differ from the one before
 * @sum: of the periods
 * @last: the last period
 */
struct seen {
	unsigned int samples;
	unsigned int wrong;
	unsigned int changes;
	__u64 sum;
	__u64 last;
};

static void see(struct seen *seen, __u64 period, __u64 requested)
{
	seen->wrong += period < requested - requested / 8 || period > requested + requested / 8;
	seen->changes += seen->samples && period != seen->last;
	seen->samples++;
	seen->sum += period;
	seen->last = period;
}

/* The periods are the differences of the counts that the samples have. */
static bool see_counts(FIXTURE_DATA(jitter) *self, struct seen *seen, __u64 before,
		       __u64 requested)
{
	const struct perf_event_header *record;
	struct perf_sample sample;

	memset(seen, 0, sizeof(*seen));
	while ((record = perf_ring_next(&self->ring))) {
		if (!perf_sample_parse(&self->call.attr, record, &sample))
			return false;
		see(seen, sample.read.entry[0].value - before, requested);
		before = sample.read.entry[0].value;
	}
	return true;
}

static bool is_near(__u64 sum, __u64 expected, __u64 tolerance)
{
	return sum + tolerance >= expected && sum <= expected + tolerance;
}

TEST_F(jitter, is_known)
{
	char words[1024];

	EXPECT_EQ(PERF_EXT_JITTER, ext_known() & PERF_EXT_JITTER);
	ASSERT_EQ(0, perf_file_read("/sys/bus/event_source/devices/software/caps/ext", words,
				    sizeof(words)));
	EXPECT_NE(NULL, strstr(words, "jitter"));
}

TEST_F(jitter, counting_is_refused)
{
	EXPECT_EQ(1, open_it(self));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(PERF_WHY_NOT_SAMPLING, self->call.explain.reason);
	EXPECT_EQ(PERF_EXT_JITTER, self->call.explain.bits);
	EXPECT_EQ(PERF_WHERE_EXT + offsetof(struct perf_event_ext, options),
		  self->call.explain.where);
}

TEST_F(jitter, periods_of_faults)
{
	__u64 period = 3 * PERIOD, before;
	struct seen seen;

	self->call.attr.sample_period = PERIOD;
	self->call.attr.sample_type = PERF_SAMPLE_READ;
	ASSERT_EQ(0, open_it(self));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	fault(self, SAMPLES * PERIOD + PERIOD / 2);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_TRUE(see_counts(self, &seen, 0, PERIOD));
	EXPECT_EQ(perf_count(self->fd) / PERIOD, seen.samples);
	EXPECT_EQ(0, seen.wrong);
	EXPECT_LE(SAMPLES / 2, seen.changes);
	EXPECT_TRUE(is_near(seen.sum, seen.samples * PERIOD, PERIOD / 16));

	/* A new period varies likewise. */
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&period));
	before = perf_count(self->fd);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	fault(self, SAMPLES * period + period / 2);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_TRUE(see_counts(self, &seen, before, period));
	EXPECT_LE(SAMPLES - 1, seen.samples);
	EXPECT_EQ(0, seen.wrong);
	EXPECT_LE(SAMPLES / 2, seen.changes);
	EXPECT_TRUE(is_near(seen.sum, seen.samples * period, period / 8));
}

/* Without the option, which other programs use meanwhile, each period is the requested one. */
TEST_F(jitter, others_keep_their_period)
{
	struct seen seen;
	int fd;

	self->call.attr.sample_period = PERIOD;
	self->call.attr.sample_type = PERF_SAMPLE_READ;
	fd = ext_open(&self->call);
	ASSERT_GE(fd, 0);
	self->call.options = 0;
	ASSERT_EQ(0, open_it(self));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	fault(self, SAMPLES * PERIOD);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_TRUE(see_counts(self, &seen, 0, PERIOD));
	EXPECT_LE(SAMPLES, seen.samples);
	EXPECT_EQ(seen.samples * PERIOD, seen.sum);
	EXPECT_EQ(0, seen.changes);
	close(fd);
}

static int fault_once_a_period(void *argument)
{
	fault(argument, 2 * PERIOD);
	return 0;
}

/*
 * The parent's periods have their jitter when the child begins, whose first period is the
 * requested one. A sample has the count of its own task.
 */
TEST_F(jitter, a_child_begins_anew)
{
	const struct perf_event_header *record;
	struct perf_child child = {};
	struct perf_sample sample;
	__u64 first = 0;
	int cpu;

	ASSERT_LE(1, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->call.cpu = cpu;
	self->call.attr.inherit = 1;
	self->call.attr.sample_period = PERIOD;
	self->call.attr.sample_type = PERF_SAMPLE_READ | PERF_SAMPLE_TID;
	ASSERT_EQ(0, open_it(self));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	fault(self, 3 * PERIOD);
	ASSERT_EQ(0, perf_child_start(&child, fault_once_a_period, self));
	EXPECT_EQ(0, perf_child_wait(&child));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_TRUE(perf_sample_parse(&self->call.attr, record, &sample));
		if (!first && (pid_t)sample.pid != getpid())
			first = sample.read.entry[0].value;
	}
	EXPECT_EQ(PERIOD, first);
}

/* A clock's samples have the time between them. */
TEST_F(jitter, periods_of_a_clock)
{
	const struct perf_event_header *record;
	struct perf_sample sample;
	struct seen seen = {};

	self->call.attr.config = PERF_COUNT_SW_TASK_CLOCK;
	self->call.attr.sample_period = MS;
	self->call.attr.sample_type = PERF_SAMPLE_PERIOD;
	ASSERT_EQ(0, open_it(self));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	perf_burn_cpu(SAMPLES * MS);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	while ((record = perf_ring_next(&self->ring))) {
		if (record->type != PERF_RECORD_SAMPLE)
			continue;
		ASSERT_TRUE(perf_sample_parse(&self->call.attr, record, &sample));
		see(&seen, sample.period, MS);
	}
	ASSERT_LE(2, seen.samples);
	EXPECT_EQ(0, seen.wrong);
	/* The first period is the requested one. */
	EXPECT_LE(seen.samples / 2, seen.changes);
	EXPECT_TRUE(is_near(seen.sum, seen.samples * MS, MS / 16));
}

TEST_HARNESS_MAIN
