// SPDX-License-Identifier: GPL-2.0
/*
 * Samples of the PMU "offcpu": when they are due, where they are, and which users get them.
 *
 * The sum of the periods is the count, which offcpu_test.c compares with a clock.
 */
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "offcpu_sleep.h"
#include "perf_test.h"
#include "kselftest_harness.h"

#define RW		(PROT_READ | PROT_WRITE)
#define MS		1000000ULL
#define NAPS		8

/**
 * struct seen - the samples of a ring
 * @samples: their number
 * @periods: the sum of their periods
 * @least: the shortest period
 * @placed: how many have rest() in their call chain
 * @kernel: how many have a kernel address in their call chain, or as ip
 */
struct seen {
	unsigned int samples;
	__u64 periods;
	__u64 least;
	unsigned int placed;
	unsigned int kernel;
};

static void see(struct seen *seen, const struct perf_sample *sample)
{
	bool placed = false, kernel = is_kernel_address(sample->ip);
	__u64 i, ip;

	for (i = 0; i < sample->callchain_nr; i++) {
		ip = sample->callchain[i];
		if (ip >= (__u64)PERF_CONTEXT_MAX)
			kernel |= ip == (__u64)PERF_CONTEXT_KERNEL;
		else
			kernel |= is_kernel_address(ip);
		placed |= WITHIN(ip, offcpu_rest);
	}
	seen->samples++;
	seen->periods += sample->period;
	if (!seen->least || sample->period < seen->least)
		seen->least = sample->period;
	seen->placed += placed;
	seen->kernel += kernel;
}

/* Returns whether each record is a good sample */
static bool see_all(struct perf_ring *ring, const struct perf_event_attr *attr, struct seen *seen)
{
	const struct perf_event_header *record;
	struct perf_sample sample;

	memset(seen, 0, sizeof(*seen));
	while ((record = perf_ring_next(ring))) {
		if (!perf_sample_parse(attr, record, &sample))
			return false;
		see(seen, &sample);
	}
	return true;
}

/* An event and the ring of its samples */
struct sampler {
	struct perf_event_attr attr;
	struct perf_ring ring;
	int fd;
};

FIXTURE(offcpu_sample)
{
	struct perf_sysctls sysctls;
	struct sampler first;
	struct sampler second;
};

/* A sampler of all the time off the CPU, not opened; returns whether the kernel has the PMU */
static bool prepare(struct sampler *sampler, __u64 period)
{
	int type = perf_pmu_type("offcpu");

	memset(sampler, 0, sizeof(*sampler));
	perf_attr_init(&sampler->attr, type, 0);
	sampler->attr.sample_period = period;
	sampler->attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_CALLCHAIN |
				    PERF_SAMPLE_PERIOD;
	sampler->attr.disabled = 1;
	sampler->fd = -1;
	return type >= 0;
}

static void finish(struct sampler *sampler)
{
	perf_ring_unmap(&sampler->ring);
	if (sampler->fd >= 0)
		close(sampler->fd);
}

FIXTURE_SETUP(offcpu_sample)
{
	ASSERT_TRUE(prepare(&self->first, 1));
	ASSERT_TRUE(prepare(&self->second, 1));
	ASSERT_EQ(0, perf_sysctls_save(&self->sysctls));
}

FIXTURE_TEARDOWN(offcpu_sample)
{
	finish(&self->second);
	finish(&self->first);
	perf_sysctls_restore(&self->sysctls);
}

/* Returns whether it is open and its ring mapped */
static bool begin(struct sampler *sampler)
{
	sampler->fd = perf_open_self(&sampler->attr);
	return sampler->fd >= 0 && !perf_ring_open(&sampler->ring, sampler->fd, 16, RW);
}

static void sleep_often(void)
{
	int i;

	for (i = 0; i < NAPS; i++)
		sleep_for_sure(MS);
}

/* Open, sleep and look; returns 0 or the number of the step that failed */
static int sample_naps(struct sampler *sampler, struct seen *seen, __u64 *count)
{
	if (!begin(sampler))
		return 1;
	if (perf_ioctl(sampler->fd, PERF_EVENT_IOC_ENABLE, 0))
		return 2;
	sleep_often();
	if (perf_ioctl(sampler->fd, PERF_EVENT_IOC_DISABLE, 0))
		return 3;
	*count = perf_count(sampler->fd);
	return see_all(&sampler->ring, &sampler->attr, seen) ? 0 : 4;
}

/* Is each period at least this, and what is left of the count less? */
static bool periods_hold(const struct seen *seen, __u64 period, __u64 count)
{
	__u64 left = count - seen->periods;

	if (left < period && (!seen->samples || seen->least >= period))
		return true;
	printf("# %u samples, the least period %llu of %llu, %llu of %llu are left\n",
	       seen->samples, seen->least, period, left, count);
	return false;
}

/* A period of 1 ns: a sample each time the task comes back, and the periods are the count. */
TEST_F(offcpu_sample, each)
{
	struct seen seen;
	long switches;
	__u64 count;

	self->first.attr.exclude_kernel = 1;
	switches = perf_switches();
	ASSERT_EQ(0, sample_naps(&self->first, &seen, &count));
	switches = perf_switches() - switches;
	EXPECT_LE(NAPS, seen.samples);
	EXPECT_GE(switches, seen.samples);
	EXPECT_EQ(count, seen.periods);
	EXPECT_LE(NAPS, seen.placed);
	EXPECT_EQ(0, seen.kernel);
}

TEST_F(offcpu_sample, kernel)
{
	struct seen seen;
	__u64 count;

	ASSERT_EQ(0, sample_naps(&self->first, &seen, &count));
	EXPECT_LE(NAPS, seen.samples);
	EXPECT_EQ(count, seen.periods);
	EXPECT_LE(NAPS, seen.placed);
	EXPECT_EQ(seen.samples, seen.kernel);
}

/* A sample is due once the time since the last one reaches the period; none of it is lost. */
TEST_F(offcpu_sample, period)
{
	const __u64 period = 3 * MS;
	struct seen seen;
	long switches;
	__u64 count;

	self->first.attr.sample_period = period;
	switches = perf_switches();
	ASSERT_EQ(0, sample_naps(&self->first, &seen, &count));
	switches = perf_switches() - switches;
	EXPECT_GE(switches, seen.samples);
	EXPECT_TRUE(periods_hold(&seen, period, count));
}

/* The kernel looks at an event when the period of one may have ended: each has its own. */
TEST_F(offcpu_sample, two_periods)
{
	const __u64 periods[] = { 2 * MS, 3 * MS };
	struct seen seen;
	__u64 count;

	self->first.attr.sample_period = periods[0];
	self->second.attr.sample_period = periods[1];
	self->second.attr.disabled = 0;
	ASSERT_TRUE(begin(&self->second));
	ASSERT_EQ(0, sample_naps(&self->first, &seen, &count));
	EXPECT_TRUE(periods_hold(&seen, periods[0], count));
	/* The other one alone */
	sleep_often();
	ASSERT_EQ(0, perf_ioctl(self->second.fd, PERF_EVENT_IOC_DISABLE, 0));
	ASSERT_TRUE(see_all(&self->second.ring, &self->second.attr, &seen));
	EXPECT_TRUE(periods_hold(&seen, periods[1], perf_count(self->second.fd)));
}

/* Samples come at the frequency of the time that is counted: the period is its inverse. */
TEST_F(offcpu_sample, frequency)
{
	struct seen seen;
	__u64 count;

	self->first.attr.freq = 1;
	self->first.attr.sample_freq = 500;
	ASSERT_EQ(0, sample_naps(&self->first, &seen, &count));
	EXPECT_TRUE(periods_hold(&seen, 2 * MS, count));
}

/* REFRESH allows one sample, which stops the event. A new period applies to what was counted. */
TEST_F(offcpu_sample, control)
{
	__u64 period = 1;
	struct seen seen;

	self->first.attr.sample_period = MS * 1000000;
	ASSERT_TRUE(begin(&self->first));
	ASSERT_EQ(0, perf_ioctl(self->first.fd, PERF_EVENT_IOC_REFRESH, 1));
	sleep_for_sure(MS);
	ASSERT_EQ(0, ioctl(self->first.fd, PERF_EVENT_IOC_PERIOD, &period));
	sleep_for_sure(MS);
	sleep_for_sure(MS);
	ASSERT_TRUE(see_all(&self->first.ring, &self->first.attr, &seen));
	EXPECT_EQ(1, seen.samples);
	EXPECT_EQ(perf_count(self->first.fd), seen.periods);
}

/* As a user: 0 if everything is as at kernel.perf_event_paranoid @argument */
static int as_user(void *argument)
{
	long level = *(long *)argument;
	struct sampler sampler;
	struct seen seen;
	__u64 count;
	int step;

	prepare(&sampler, 1);
	/* The kernel's part of the chain is shown at levels up to 1. */
	if (perf_try_self(&sampler.attr) != (level > 1 ? EACCES : 0))
		return 1;
	/* Process 1 is root's. */
	sampler.attr.exclude_kernel = 1;
	sampler.attr.exclude_callchain_kernel = 1;
	if (perf_try(&sampler.attr, 1, -1, -1, 0) != EACCES)
		return 2;
	step = sample_naps(&sampler, &seen, &count);
	if (step)
		return 10 + step;
	if (seen.samples < NAPS || seen.placed < NAPS || seen.periods != count)
		return 3;
	return seen.kernel ? 4 : 0;
}

TEST_F(offcpu_sample, unprivileged)
{
	long level;

	for (level = 2; level >= -1; level--) {
		ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", level));
		EXPECT_EQ(0, perf_call_as_user(as_user, &level))
			TH_LOG("kernel.perf_event_paranoid %ld", level);
	}
	/* No one counts without CAP_SYS_ADMIN. */
	ASSERT_EQ(0, perf_sysctl_set("perf_event_paranoid", 4));
	EXPECT_NE(0, perf_call_as_user(as_user, &level));
}

TEST_HARNESS_MAIN
