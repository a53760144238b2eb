// SPDX-License-Identifier: GPL-2.0
/*
 * Sampling by hardware counters: one sample per period, with an address in the loop.
 */
#include <sys/mman.h>
#include <unistd.h>

#include "ext_open.h"
#include "hw_fixture.h"
#include "kselftest_harness.h"

#define PAGES	64
#define ROUNDS	2000000UL

FIXTURE(hw_sample)
{
	struct perf_event_attr attr;
	struct perf_sysctls sysctls;
	struct perf_ring ring;
	int fd;
};

FIXTURE_VARIANT(hw_sample)
{
	__u64 period;
};

FIXTURE_VARIANT_ADD(hw_sample, of_100000)
{
	.period = 100000,
};

FIXTURE_VARIANT_ADD(hw_sample, of_234567)
{
	.period = 234567,
};

FIXTURE_SETUP(hw_sample)
{
	const char *why = hw_missing();
	int cpu;

	self->fd = -1;
	if (why)
		SKIP(return, "%s", why);
	/* On a slow emulator perf_cpu_time_max_percent would lower the maximum sample rate. */
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 25));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_max_sample_rate", 1000000));
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 0));
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr = hw_attr(HW_SAMPLED);
	self->attr.disabled = 1;
	self->attr.sample_period = variant->period;
	self->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_PERIOD;
	if (hw_only_counts()) {
		ASSERT_EQ(EOPNOTSUPP, perf_try_self(&self->attr));
		SKIP(return, "this processor's counters do not interrupt");
	}
	self->fd = perf_open_self(&self->attr);
	ASSERT_GE(self->fd, 0);
	ASSERT_EQ(0, perf_ring_open(&self->ring, self->fd, PAGES, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_prefault());
}

FIXTURE_TEARDOWN(hw_sample)
{
	perf_ring_unmap(&self->ring);
	if (self->fd >= 0)
		close(self->fd);
	if (self->sysctls.max_sample_rate)
		perf_sysctls_restore(&self->sysctls);
}

static bool in_loop(__u64 ip)
{
	return ip >= (uintptr_t)hw_loop_begin && ip < (uintptr_t)hw_loop_end;
}

TEST_F(hw_sample, one_for_each_period)
{
	const struct perf_event_header *record;
	unsigned int samples = 0, elsewhere = 0;
	struct perf_sample sample;
	__u64 count;

	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	hw_loop(ROUNDS);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
	count = perf_count(self->fd);
	ASSERT_GE(count, ROUNDS * HW_LOOP_INSTRUCTIONS);

	while ((record = perf_ring_next(&self->ring))) {
		ASSERT_EQ(PERF_RECORD_SAMPLE, record->type);
		ASSERT_TRUE(perf_sample_parse(&self->attr, record, &sample));
		EXPECT_EQ(PERF_RECORD_MISC_USER,
			  record->misc & PERF_RECORD_MISC_CPUMODE_MASK);
		EXPECT_EQ(variant->period, sample.period);
		EXPECT_EQ(getpid(), (pid_t)sample.pid);
		samples++;
		elsewhere += !in_loop(sample.ip);
	}
	EXPECT_EQ(count / variant->period, samples);
	/* Code outside the loop is shorter than a period; one sample may just have left it. */
	EXPECT_LE(elsewhere, 2);
}

TEST_F(hw_sample, the_period_can_be_changed)
{
	__u64 longer = 2 * variant->period, before;
	unsigned int samples;

	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	hw_loop(ROUNDS);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
	before = perf_count(self->fd);
	samples = perf_ring_count(&self->ring, PERF_RECORD_SAMPLE);
	EXPECT_EQ(before / variant->period, samples);

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_PERIOD, (unsigned long)&longer));
	perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0);
	hw_loop(ROUNDS);
	perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0);
	samples = perf_ring_count(&self->ring, PERF_RECORD_SAMPLE);
	/* PERF_EVENT_IOC_PERIOD: the first sample may still end the period in progress. */
	EXPECT_GE(samples, (perf_count(self->fd) - before) / longer);
	EXPECT_LE(samples, (perf_count(self->fd) - before) / longer + 1);
}

static void check_jitter(struct __test_metadata *_metadata, const struct perf_event_attr *attr)
{
	struct ext_open call = {
		.attr = *attr, .options = PERF_EXT_JITTER, .cpu = -1, .group = -1,
	};
	__u64 period = attr->sample_period, sum = 0, last = 0, count;
	const struct perf_event_header *record;
	unsigned int samples = 0, changes = 0;
	struct perf_sample sample;
	struct perf_ring ring;
	int fd = ext_open(&call);

	ASSERT_GE(fd, 0);
	ASSERT_EQ(0, perf_ring_open(&ring, fd, PAGES, PROT_READ | PROT_WRITE));
	perf_ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	hw_loop(ROUNDS);
	perf_ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	count = perf_count(fd);
	while ((record = perf_ring_next(&ring))) {
		ASSERT_EQ(PERF_RECORD_SAMPLE, record->type);
		ASSERT_TRUE(perf_sample_parse(attr, record, &sample));
		EXPECT_LE(period - period / 8, sample.period);
		EXPECT_GE(period + period / 8, sample.period);
		changes += sample.period != last;
		last = sample.period;
		sum += last;
		samples++;
	}
	EXPECT_LE(samples / 2, changes);
	EXPECT_GE(sum + period / 16, samples * period);
	EXPECT_LE(sum, samples * period + period / 16);
	/* All that was counted is in the periods, but for the one that has not ended. */
	EXPECT_GE(count, sum);
	EXPECT_LE(count, sum + period + period / 8);
	perf_ring_unmap(&ring);
	close(fd);
}

/* PERF_EXT_JITTER: jitter has the rules; here the sum is the counter's, of precise samples too. */
TEST_F(hw_sample, periods_vary)
{
	struct perf_event_attr attr = self->attr;

	check_jitter(_metadata, &attr);
	attr.precise_ip = 1;
	if (!perf_try_self(&attr))
		check_jitter(_metadata, &attr);
}

/* The clock is throttled with its leader, from an NMI, and closed before it is unthrottled */
TEST_F(hw_sample, a_throttled_clock_leaves_no_timer)
{
	struct perf_event_attr clock;
	int leader, fd, i;

	perf_attr_init(&clock, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK);
	clock.sample_period = 20000000;
	clock.disabled = 0;
	clock.exclude_kernel = 1;
	self->attr.disabled = 0;
	self->attr.sample_period = 20000;
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 25));
	ASSERT_EQ(0, perf_sysctl_set("perf_event_max_sample_rate", 1000));
	for (i = 0; i < 20; i++) {
		leader = perf_open_self(&self->attr);
		ASSERT_GE(leader, 0);
		fd = perf_open(&clock, 0, -1, leader, 0);
		ASSERT_GE(fd, 0);
		hw_loop(500000);
		close(fd);
		close(leader);
	}
	/* Time for a timer that close() has failed to cancel to expire */
	usleep(50000);
	perf_burn_cpu(50000000);
}

TEST_F(hw_sample, the_limit_of_overflows_is_kept)
{
	unsigned int i, samples;

	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_REFRESH, 5));
	for (i = 0; i < 10; i++)
		hw_loop(ROUNDS / 10);
	samples = perf_ring_count(&self->ring, PERF_RECORD_SAMPLE);
	EXPECT_EQ(5, samples);
	EXPECT_GE(perf_count(self->fd), 5 * variant->period);
	/* The event was disabled at the fifth overflow, not at the end. */
	EXPECT_LT(perf_count(self->fd), 6 * variant->period);
}

TEST_HARNESS_MAIN
