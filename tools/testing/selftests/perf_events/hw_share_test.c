// SPDX-License-Identifier: GPL-2.0
/*
 * More hardware events than counters: flexible events are multiplexed, pinned ones are not.
 */
#include <sys/prctl.h>
#include <unistd.h>

#include "hw_fixture.h"
#include "kselftest_harness.h"

#define TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define BURN_NS	50000000ULL
#define PATIENCE	400

/* Was the event running for some, but not all, of the time it was enabled? */
static bool took_turns(int fd)
{
	struct perf_read_values values;

	return !perf_values_read(fd, TIMES, &values) && values.entry[0].value &&
	       values.running && values.running < values.enabled;
}

/*
 * Run until all of these events were multiplexed: soon, but an emulator that is short of
 * time may get few timer interrupts.
 */
static bool all_take_turns(const int *fd, int number)
{
	int i, patience;

	for (patience = 0; patience < PATIENCE; patience++) {
		perf_burn_cpu(BURN_NS);
		for (i = 0; i < number && took_turns(fd[i]); i++)
			;
		if (i == number)
			return true;
	}
	return false;
}

FIXTURE(hw_share)
{
	struct perf_event_attr attr;
	int fd[2 * HW_MOST_COUNTERS];
	int counters;
	int number;
};

FIXTURE_SETUP(hw_share)
{
	const char *why = hw_missing();
	int cpu;

	if (why)
		SKIP(return, "%s", why);
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr = hw_attr(PERF_COUNT_HW_INSTRUCTIONS);
	self->attr.read_format = TIMES;
	self->counters = hw_open_full_group(self->attr, self->fd);
	hw_close_all(self->fd, self->counters);
	ASSERT_GT(self->counters, 0);
	ASSERT_LT(self->counters, HW_MOST_COUNTERS);
}

FIXTURE_TEARDOWN(hw_share)
{
	hw_close_all(self->fd, self->number);
}

TEST_F(hw_share, those_that_do_not_fit_take_turns)
{
	struct perf_read_values values;
	__u64 running = 0, enabled = 0;
	int i;

	for (i = 0; i < 2 * self->counters; i++) {
		self->fd[i] = perf_open_self(&self->attr);
		ASSERT_GE(self->fd[i], 0);
		self->number++;
	}
	EXPECT_TRUE(all_take_turns(self->fd, self->number));
	/* prctl() disables all at once: the longest time enabled covers all times running. */
	EXPECT_EQ(0, prctl(PR_TASK_PERF_EVENTS_DISABLE));
	for (i = 0; i < self->number; i++) {
		ASSERT_EQ(0, perf_values_read(self->fd[i], TIMES, &values));
		running += values.running;
		enabled = values.enabled > enabled ? values.enabled : enabled;
	}
	/* No more than @self->counters events ran at a time. */
	EXPECT_LE(running, enabled * self->counters);
}

/* Two groups that do not fit together: all members of one run, or none. */
TEST_F(hw_share, groups_take_turns_as_a_whole)
{
	struct perf_read_values first[HW_MOST_COUNTERS], values;
	int size = self->counters / 2 + 1, group, i;
	__u64 running = 0;

	for (group = 0; group < 2; group++) {
		for (i = 0; i < size; i++) {
			int leader = i ? self->fd[group * size] : -1;

			self->attr.disabled = !i;
			self->fd[self->number] = perf_open(&self->attr, 0, -1, leader, 0);
			ASSERT_GE(self->fd[self->number], 0);
			self->number++;
		}
	}
	ASSERT_EQ(0, prctl(PR_TASK_PERF_EVENTS_ENABLE));
	EXPECT_TRUE(all_take_turns(self->fd, self->number));
	ASSERT_EQ(0, prctl(PR_TASK_PERF_EVENTS_DISABLE));
	for (i = 0; i < self->number; i++) {
		ASSERT_EQ(0, perf_values_read(self->fd[i], TIMES, &values));
		if (i % size == 0) {
			first[i / size] = values;
			running += values.running;
		}
		EXPECT_EQ(first[i / size].enabled, values.enabled);
		EXPECT_EQ(first[i / size].running, values.running);
		EXPECT_GE(first[i / size].entry[0].value + 1000, values.entry[0].value);
		EXPECT_LE(first[i / size].entry[0].value, values.entry[0].value + 1000);
	}
	/* The groups never ran at the same time. */
	EXPECT_LE(running, first[0].enabled > first[1].enabled ? first[0].enabled :
								 first[1].enabled);
}

TEST_F(hw_share, those_that_fit_run_all_the_time)
{
	struct perf_read_values before[HW_MOST_COUNTERS], values;
	int i;

	for (i = 0; i < self->counters; i++) {
		self->fd[i] = perf_open_self(&self->attr);
		ASSERT_GE(self->fd[i], 0);
		self->number++;
	}
	for (i = 0; i < self->number; i++)
		ASSERT_EQ(0, perf_values_read(self->fd[i], TIMES, &before[i]));
	perf_burn_cpu(BURN_NS);
	for (i = 0; i < self->number; i++) {
		ASSERT_EQ(0, perf_values_read(self->fd[i], TIMES, &values));
		EXPECT_EQ(values.enabled - before[i].enabled, values.running - before[i].running);
	}
}

TEST_F(hw_share, a_pinned_one_that_does_not_fit_is_in_error)
{
	struct perf_read_values values;
	int i, last;

	self->attr.pinned = 1;
	for (i = 0; i <= self->counters; i++) {
		self->fd[i] = perf_open_self(&self->attr);
		ASSERT_GE(self->fd[i], 0);
		self->number++;
	}
	hw_loop(1000);
	last = self->fd[self->counters];
	EXPECT_EQ(0, read(last, &values, sizeof(values)));
	for (i = 0; i < self->counters; i++)
		EXPECT_EQ(0, perf_values_read(self->fd[i], TIMES, &values));

	/* Once a counter is free, PERF_EVENT_IOC_ENABLE takes the event out of ERROR. */
	close(self->fd[0]);
	self->fd[0] = last;
	self->number--;
	EXPECT_EQ(0, perf_ioctl(last, PERF_EVENT_IOC_ENABLE, 0));
	EXPECT_EQ(0, perf_values_read(last, TIMES, &values));
}

TEST_F(hw_share, pinned_ones_do_not_give_way)
{
	struct perf_read_values values;
	int i;

	for (i = 0; i < self->counters + 1; i++) {
		self->attr.pinned = i == 0;
		self->fd[i] = perf_open_self(&self->attr);
		ASSERT_GE(self->fd[i], 0);
		self->number++;
	}
	EXPECT_TRUE(self->counters == 1 || all_take_turns(self->fd + 1, self->number - 1));
	ASSERT_EQ(0, perf_values_read(self->fd[0], TIMES, &values));
	EXPECT_EQ(values.enabled, values.running);
}

TEST_HARNESS_MAIN
