// SPDX-License-Identifier: GPL-2.0
/*
 * Sampling by time: the hrtimer of the software clocks, and the limit on samples per tick.
 */
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "perf_test.h"
#include "sample_places.h"
#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)

SECTION_BOUNDS(sample_spin);

IN_SECTION(sample_spin) static void spin(unsigned long loops)
{
	while (loops--)
		asm volatile("" : : "r"(loops));
}

FIXTURE(timer)
{
	struct perf_event_attr attr;
	struct perf_sysctls sysctls;
	struct perf_ring ring;
	int fd;
};

FIXTURE_VARIANT(timer)
{
	uint64_t config;
};

FIXTURE_VARIANT_ADD(timer, cpu_clock)
{
	.config = PERF_COUNT_SW_CPU_CLOCK,
};

FIXTURE_VARIANT_ADD(timer, task_clock)
{
	.config = PERF_COUNT_SW_TASK_CLOCK,
};

FIXTURE_SETUP(timer)
{
	self->fd = -1;
	self->attr = perf_attr_software(variant->config);
	self->attr.sample_period = 500000;
	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_PERIOD;
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	/* An earlier program may have made the limiter reduce perf_event_max_sample_rate */
	ASSERT_EQ(0, perf_sysctl_set("perf_event_max_sample_rate", 100000));
}

FIXTURE_TEARDOWN(timer)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	perf_sysctls_restore(&self->sysctls);
}

static int open_timer(FIXTURE_DATA(timer) *self)
{
	self->fd = perf_open_self(&self->attr);
	if (self->fd < 0)
		return errno;
	return perf_ring_open(&self->ring, self->fd, 64, RW);
}

/* Repeat @work until the ring holds about ten samples, 2000 times at most */
static void sample_while(FIXTURE_DATA(timer) *self, void (*work)(unsigned long loops))
{
	uint64_t enough = perf_ring_head(&self->ring) + 10 * sizeof(struct perf_sample);
	unsigned int i;

	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	for (i = 0; i < 2000 && perf_ring_head(&self->ring) < enough; i++)
		work(100000);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
}

static void call_kernel(unsigned long loops)
{
	for (loops /= 1000; loops; loops--)
		syscall(SYS_getppid);
}

TEST_F(timer, samples_where_the_time_goes)
{
	const struct perf_event_header *record;
	unsigned int samples = 0, inside = 0;
	struct perf_sample sample;

	self->attr.exclude_kernel = 1;
	ASSERT_EQ(0, open_timer(self));
	sample_while(self, spin);
	while ((record = perf_ring_next(&self->ring))) {
		if (record->type != PERF_RECORD_SAMPLE)
			continue;
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ(PERF_RECORD_MISC_USER, cpumode(record));
		EXPECT_FALSE(is_kernel_address(sample.ip));
		EXPECT_EQ((uint32_t)getpid(), sample.pid);
		EXPECT_EQ((uint32_t)getpid(), sample.tid);
		EXPECT_EQ(self->attr.sample_period, sample.period);
		inside += WITHIN(sample.ip, sample_spin);
		samples++;
	}
	EXPECT_GT(samples, 0);
	EXPECT_GE(inside, (samples + 1) / 2);
}

TEST_F(timer, kernel_only)
{
	const struct perf_event_header *record;
	unsigned int samples = 0;
	struct perf_sample sample;

	self->attr.exclude_user = 1;
	ASSERT_EQ(0, open_timer(self));
	sample_while(self, call_kernel);
	while ((record = perf_ring_next(&self->ring))) {
		if (record->type != PERF_RECORD_SAMPLE)
			continue;
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ(PERF_RECORD_MISC_KERNEL, cpumode(record));
		EXPECT_TRUE(is_kernel_address(sample.ip));
		samples++;
	}
	EXPECT_GT(samples, 0);
}

/* CPU time of this process */
static double cpu_seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

TEST_F(timer, by_frequency)
{
	self->attr.freq = 1;
	self->attr.sample_freq = 1000;
	ASSERT_EQ(0, open_timer(self));
	sample_while(self, spin);
	EXPECT_GT(perf_ring_count(&self->ring, PERF_RECORD_SAMPLE), 0);
}

static void spin_and_sleep(unsigned long loops)
{
	const struct timespec pause = { .tv_nsec = 10000 };

	spin(loops / 2);
	nanosleep(&pause, NULL);
}

/* Where there is only one CPU, the task stays on it */
static void spin_and_move(unsigned long loops)
{
	static int cpu;

	spin(loops / 2);
	perf_pin_cpu(cpu ^= 1);
}

/*
 * The timer may go on while the task does not run. If that led to samples, there would be more
 * than periods; if the timer were lost, there would be none.
 */
static void check_periods(struct __test_metadata *_metadata, FIXTURE_DATA(timer) *self,
			  void (*work)(unsigned long loops))
{
	unsigned int samples;

	ASSERT_EQ(0, open_timer(self));
	sample_while(self, work);
	samples = perf_ring_count(&self->ring, PERF_RECORD_SAMPLE);
	EXPECT_GE(samples, 10);
	/* A microsecond: the timer has another clock than the event */
	EXPECT_GE(perf_count(self->fd), samples * (self->attr.sample_period - 1000));
}

TEST_F(timer, switched)
{
	check_periods(_metadata, self, spin_and_sleep);
}

TEST_F(timer, moved)
{
	check_periods(_metadata, self, spin_and_move);
}

/* More samples per tick than the limit: PERF_RECORD_THROTTLE, then PERF_RECORD_UNTHROTTLE */
TEST_F(timer, throttled)
{
	const struct perf_event_header *record;
	unsigned int stopped = 0, started = 0, samples = 0;
	double limit = cpu_seconds() + 10;

	self->attr.sample_period = 10000;
	ASSERT_EQ(0, perf_sysctl_set("perf_event_max_sample_rate", 1));
	ASSERT_EQ(0, open_timer(self));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	/* Ticks end throttling, however far the processor counts between two of them */
	while (started < 5 && cpu_seconds() < limit) {
		spin(100000);
		while ((record = perf_ring_next(&self->ring))) {
			/* Body of both records: time, id and stream id */
			const uint64_t *body = (const uint64_t *)(record + 1);

			if (record->type == PERF_RECORD_SAMPLE)
				samples++;
			if (record->type != PERF_RECORD_THROTTLE &&
			    record->type != PERF_RECORD_UNTHROTTLE)
				continue;
			EXPECT_EQ(sizeof(*record) + 3 * 8, record->size);
			EXPECT_GT(body[0], 0);
			EXPECT_EQ(perf_event_id(self->fd), body[1]);
			EXPECT_EQ(perf_event_id(self->fd), body[2]);
			if (record->type == PERF_RECORD_THROTTLE)
				stopped++;
			else
				started++;
			/* PERF_RECORD_THROTTLE and PERF_RECORD_UNTHROTTLE alternate */
			EXPECT_LE(started, stopped);
			EXPECT_LE(stopped, started + 1);
		}
	}
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_GE(started, 5);
	EXPECT_GT(samples, 0);
}

/* PERF_RECORD_THROTTLE of a leader stops its sibling's clock as well */
TEST_F(timer, throttled_with_its_leader)
{
	const __u64 format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			     PERF_FORMAT_TOTAL_TIME_RUNNING;
	struct perf_event_attr clock = perf_attr_software(PERF_COUNT_SW_CPU_CLOCK);
	struct perf_read_values values;
	double limit = cpu_seconds() + 10;
	unsigned int stopped = 0;
	int fd;

	self->attr.sample_period = 10000;
	self->attr.read_format = format;
	ASSERT_EQ(0, perf_sysctl_set("perf_event_max_sample_rate", 1));
	ASSERT_EQ(0, open_timer(self));
	clock.disabled = 0;
	fd = perf_open(&clock, 0, -1, self->fd, 0);
	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	while (stopped < 5 && cpu_seconds() < limit) {
		spin(100000);
		stopped += perf_ring_count(&self->ring, PERF_RECORD_THROTTLE);
	}
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	EXPECT_GE(stopped, 5);
	ASSERT_EQ(0, perf_values_read(self->fd, format, &values));
	ASSERT_EQ(2, values.nr);
	EXPECT_LT(values.entry[0].value, values.running);
	/* The sibling's value is nearer to the leader's than to time_running */
	EXPECT_GT(values.entry[1].value, 0);
	EXPECT_LT((__s64)(values.entry[1].value - values.entry[0].value),
		  (__s64)(values.running - values.entry[1].value));
	close(fd);
}

TEST_HARNESS_MAIN
