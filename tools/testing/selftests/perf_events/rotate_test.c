// SPDX-License-Identifier: GPL-2.0
/*
 * Software events need no counter, so multiplexing never stops them: each runs all the time it is
 * enabled, whatever its flags and the number of events.
 */
#include <time.h>
#include <unistd.h>

#include "perf_test.h"
#include "kselftest_harness.h"

#define TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define EVENTS	200
#define PAGES	50

static const uint64_t kinds[] = {
	PERF_COUNT_SW_PAGE_FAULTS, PERF_COUNT_SW_TASK_CLOCK, PERF_COUNT_SW_CPU_CLOCK,
	PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_DUMMY,
};

FIXTURE(rotate)
{
	struct perf_event_attr attr;
	struct perf_pages pages;
	int fd[EVENTS];
	int cpu;
};

FIXTURE_VARIANT(rotate)
{
	bool on_cpu;
	bool pinned;
	unsigned int group;
};

FIXTURE_VARIANT_ADD(rotate, of_a_task)
{
	.group = 1,
};

FIXTURE_VARIANT_ADD(rotate, of_a_task_in_groups)
{
	.group = 5,
};

FIXTURE_VARIANT_ADD(rotate, of_a_task_pinned)
{
	.group = 1,
	.pinned = true,
};

FIXTURE_VARIANT_ADD(rotate, of_a_cpu)
{
	.group = 1,
	.on_cpu = true,
};

FIXTURE_VARIANT_ADD(rotate, of_a_cpu_in_groups)
{
	.group = 4,
	.on_cpu = true,
};

FIXTURE_VARIANT_ADD(rotate, of_a_cpu_pinned)
{
	.group = 1,
	.on_cpu = true,
	.pinned = true,
};

FIXTURE_SETUP(rotate)
{
	unsigned int i;

	for (i = 0; i < EVENTS; i++)
		self->fd[i] = -1;
	ASSERT_LT(0, perf_cpu_count(&self->cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(self->cpu));
	self->attr = perf_attr_software(0);
	self->attr.read_format = TIMES;
	ASSERT_EQ(0, perf_prefault());
	ASSERT_EQ(0, perf_pages_map(&self->pages, PAGES));
	for (i = 0; i < EVENTS; i++) {
		unsigned int first = i - i % variant->group;

		self->attr.config = kinds[i % ARRAY_SIZE(kinds)];
		self->attr.disabled = i == first;
		self->attr.pinned = i == first && variant->pinned;
		self->fd[i] = perf_open(&self->attr, variant->on_cpu ? -1 : 0,
					variant->on_cpu ? self->cpu : -1,
					i == first ? -1 : self->fd[first], 0);
		ASSERT_GE(self->fd[i], 0);
	}
	for (i = 0; i < EVENTS; i += variant->group)
		ASSERT_EQ(0, perf_ioctl(self->fd[i], PERF_EVENT_IOC_ENABLE, 0));
}

FIXTURE_TEARDOWN(rotate)
{
	unsigned int i;

	for (i = 0; i < EVENTS; i++)
		if (self->fd[i] >= 0)
			close(self->fd[i]);
	perf_pages_unmap(&self->pages);
}

TEST_F(rotate, all_run_all_the_time)
{
	struct timespec nap = { .tv_nsec = 20000000 };
	struct perf_read_values before[EVENTS], after;
	unsigned int i;

	/* perf_open() starts the events at different times; from here on running must keep up */
	for (i = 0; i < EVENTS; i++) {
		ASSERT_EQ(0, perf_values_read(self->fd[i], TIMES, &before[i]));
		ASSERT_GT(before[i].running, 0) {
			TH_LOG("event %u, enabled for %llu ns", i,
			       (unsigned long long)before[i].enabled);
		}
		ASSERT_GE(before[i].enabled, before[i].running);
	}
	/* perf_burn_cpu() and sleep for several multiplexing intervals */
	perf_burn_cpu(20000000);
	nanosleep(&nap, NULL);
	ASSERT_EQ(0, perf_ping_pong(20));
	perf_burn_cpu(20000000);
	for (i = 0; i < EVENTS; i++) {
		ASSERT_EQ(0, perf_values_read(self->fd[i], TIMES, &after));
		ASSERT_GE(after.enabled - before[i].enabled, 10000000);
		ASSERT_EQ(after.enabled - before[i].enabled, after.running - before[i].running) {
			TH_LOG("event %u", i);
		}
	}
}

TEST_F(rotate, none_misses_an_event)
{
	uint64_t before[EVENTS], now;
	unsigned int i;

	for (i = 0; i < EVENTS; i++)
		before[i] = perf_count(self->fd[i]);
	perf_pages_touch(&self->pages, 0, PAGES);
	for (i = 0; i < EVENTS; i++) {
		now = perf_count(self->fd[i]);
		switch (kinds[i % ARRAY_SIZE(kinds)]) {
		case PERF_COUNT_SW_PAGE_FAULTS:
			EXPECT_GE(now - before[i], PAGES);
			/* Other tasks may fault on that CPU, but not in this task */
			if (!variant->on_cpu)
				EXPECT_EQ(PAGES, now - before[i]);
			break;
		case PERF_COUNT_SW_TASK_CLOCK:
		case PERF_COUNT_SW_CPU_CLOCK:
			EXPECT_GT(now, before[i]);
			break;
		case PERF_COUNT_SW_DUMMY:
			EXPECT_EQ(0, now);
			break;
		}
	}
}

TEST_HARNESS_MAIN
