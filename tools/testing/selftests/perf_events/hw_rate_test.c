// SPDX-License-Identifier: GPL-2.0
/*
 * Two things that are exact only where the clock follows the instructions: the counts of
 * multiplexed events, scaled by their time running, and the sample rate of a frequency. On
 * another machine the result would depend on its other work.
 */
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define PAGES	64
#define NS_PER_S	1000000000ULL
#define ROUNDS_PER_MS	(1000000UL / HW_LOOP_INSTRUCTIONS)

FIXTURE(hw_rate)
{
	struct perf_event_attr attr;
	struct perf_sysctls sysctls;
	struct perf_ring ring;
	int fd[2 * HW_MOST_COUNTERS];
	int number;
};

FIXTURE_SETUP(hw_rate)
{
	const char *why = hw_missing();
	int cpu;

	if (why)
		SKIP(return, "%s", why);
	if (!hw_clock_follows_instructions())
		SKIP(return, "this machine's clock does not follow its instructions");
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
	ASSERT_EQ(0, perf_sysctl_set("perf_cpu_time_max_percent", 0));
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, perf_prefault());
	self->attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
}

FIXTURE_TEARDOWN(hw_rate)
{
	perf_ring_unmap(&self->ring);
	hw_close_all(self->fd, self->number);
	if (self->sysctls.max_sample_rate)
		perf_sysctls_restore(&self->sysctls);
}

static __u64 now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

FIXTURE_VARIANT(hw_rate)
{
	/* @more: number of events beyond the number of counters; @frequency: samples per second. */
	int more;
	__u64 frequency;
};

FIXTURE_VARIANT_ADD(hw_rate, a_little)
{
	.more = 1,
	.frequency = 1000,
};

FIXTURE_VARIANT_ADD(hw_rate, much)
{
	.more = HW_MOST_COUNTERS,
	.frequency = 7000,
};

/* All events count instructions, so each scaled count must equal that of the loop. */
TEST_F(hw_rate, shared_counters_scale)
{
	const unsigned long rounds = 300 * ROUNDS_PER_MS;
	const __u64 expected = rounds * HW_LOOP_INSTRUCTIONS;
	struct perf_read_values values;
	int counters, i;
	double scaled;

	self->attr.read_format = TIMES;
	counters = hw_open_full_group(self->attr, self->fd);
	hw_close_all(self->fd, counters);
	ASSERT_GT(counters, 0);
	self->attr.disabled = 1;
	while (self->number < 2 * counters && self->number < counters + variant->more) {
		self->fd[self->number] = perf_open_self(&self->attr);
		ASSERT_GE(self->fd[self->number], 0);
		self->number++;
	}
	ASSERT_EQ(0, prctl(PR_TASK_PERF_EVENTS_ENABLE));
	hw_loop(rounds);
	ASSERT_EQ(0, prctl(PR_TASK_PERF_EVENTS_DISABLE));
	for (i = 0; i < self->number; i++) {
		ASSERT_EQ(0, perf_values_read(self->fd[i], TIMES, &values));
		EXPECT_GT(values.running, 0);
		EXPECT_LT(values.running, values.enabled);
		scaled = (double)values.entry[0].value * values.enabled / values.running;
		EXPECT_GT(scaled, 0.98 * expected);
		EXPECT_LT(scaled, 1.02 * expected);
		TH_LOG("event %d ran %.1f %% of the time, scaled count is %+.2f %% off", i,
		       100.0 * values.running / values.enabled, 100 * (scaled / expected - 1));
	}
}

TEST_F(hw_rate, a_frequency_is_reached)
{
	__u64 begin, ns, samples;
	double rate;
	int i;

	self->attr.config = HW_SAMPLED;
	self->attr.disabled = 1;
	self->attr.freq = 1;
	self->attr.sample_freq = variant->frequency;
	self->attr.sample_type = PERF_SAMPLE_IP;
	self->fd[0] = perf_open_self(&self->attr);
	ASSERT_GE(self->fd[0], 0);
	self->number = 1;
	ASSERT_EQ(0, perf_ring_map(&self->ring, self->fd[0], PAGES, PROT_READ | PROT_WRITE));
	ASSERT_EQ(0, perf_ioctl(self->fd[0], PERF_EVENT_IOC_ENABLE, 0));
	/* Let the kernel adjust the period to sample_freq. */
	hw_loop(50 * ROUNDS_PER_MS);
	perf_ring_count(&self->ring, PERF_RECORD_SAMPLE);

	begin = now_ns();
	for (i = 0, samples = 0; i < 10; i++) {
		hw_loop(20 * ROUNDS_PER_MS);
		samples += perf_ring_count(&self->ring, PERF_RECORD_SAMPLE);
	}
	ns = now_ns() - begin;
	rate = (double)samples * NS_PER_S / ns;
	EXPECT_GT(rate, 0.9 * variant->frequency);
	EXPECT_LT(rate, 1.1 * variant->frequency);
	TH_LOG("%.0f samples a second of %llu", rate, (unsigned long long)variant->frequency);
}

TEST_HARNESS_MAIN
