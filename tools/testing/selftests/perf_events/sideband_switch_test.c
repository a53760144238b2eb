// SPDX-License-Identifier: GPL-2.0
/*
 * Side-band records about context switches, of a task and of a CPU. Each record is checked to the
 * byte, with the trailer of sample_id_all.
 */
#include <sched.h>
#include <sys/resource.h>

#include "sideband_fixture.h"

struct switch_record {
	struct perf_event_header header;
	uint32_t pid, tid;
};

TEST_F(sideband, switches_of_a_task)
{
	const struct perf_event_header *record;
	unsigned int out = 0, in = 0;
	uint64_t time = 0;
	int cpu;

	/* Pinned to one CPU, perf_ping_pong() must switch for each answer */
	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	self->attr.context_switch = 1;
	ASSERT_EQ(0, open_on(self, 0, -1));
	ASSERT_EQ(0, perf_ping_pong(20));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	while ((record = next_of(self, PERF_RECORD_SWITCH))) {
		ASSERT_EQ(sizeof(*record) + self->trailer.size, record->size);
		EXPECT_TRAILER(getpid(), getpid());
		EXPECT_GE(self->trailer.time, time);
		time = self->trailer.time;
		if (record->misc & PERF_RECORD_MISC_SWITCH_OUT)
			out++;
		else
			in++;
		/* PERF_RECORD_MISC_SWITCH_OUT comes first, and alternates with its absence */
		ASSERT_LE(in, out);
		ASSERT_LE(out, in + 1);
	}
	EXPECT_GE(out, 20);
	EXPECT_EQ(in, out);
}

/**
 * struct switches - switches of a task away from its CPU
 * @forced: involuntary, the task could have run on
 * @own:    voluntary, the task had to wait
 */
struct switches {
	long forced;
	long own;
};

/* Return this thread's switches as getrusage() reports them */
static struct switches scheduler_count(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return (struct switches) { usage.ru_nivcsw, usage.ru_nvcsw };
}

static int spin_for_ever(void *unused __attribute__((unused)))
{
	for (;;)
		perf_spin(1000000);
	return 0;
}

/* PERF_RECORD_MISC_SWITCH_OUT_PREEMPT marks the switches that ru_nivcsw counts */
TEST_F(sideband, switches_that_are_forced)
{
	const struct timespec nap = { .tv_nsec = 1000000 };
	struct switches before, first, last, after, seen = {};
	const struct perf_event_header *record;
	struct perf_child rival;
	int cpu, i;

	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	ASSERT_EQ(0, perf_child_start(&rival, spin_for_ever, NULL));
	self->attr.context_switch = 1;
	ASSERT_EQ(0, open_off(self, 0, -1));
	before = scheduler_count();
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_ENABLE, 0));
	first = scheduler_count();
	perf_child_go(&rival);
	for (i = 0; i < 500 && scheduler_count().forced < first.forced + 5; i++)
		perf_burn_cpu(10000000);
	perf_child_kill(&rival);
	/* On a slow machine nanosleep() may return without a switch */
	for (i = 0; i < 500 && scheduler_count().own < first.own + 5; i++)
		nanosleep(&nap, NULL);
	last = scheduler_count();
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	after = scheduler_count();

	while ((record = next_of(self, PERF_RECORD_SWITCH))) {
		bool forced = record->misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT;

		if (record->misc & PERF_RECORD_MISC_SWITCH_OUT) {
			seen.forced += forced;
			seen.own += !forced;
		} else {
			EXPECT_FALSE(forced);
		}
	}
	EXPECT_GE(seen.forced, 5);
	EXPECT_GE(seen.own, 5);
	/* The task may also switch in an ioctl(), so both bounds are used */
	EXPECT_GE(seen.forced, last.forced - first.forced);
	EXPECT_LE(seen.forced, after.forced - before.forced);
	EXPECT_GE(seen.own, last.own - first.own);
	EXPECT_LE(seen.own, after.own - before.own);
}

TEST_F(sideband, switches_of_a_cpu)
{
	const struct switch_record *record;
	unsigned int out = 0, in = 0;
	int cpu;

	ASSERT_LT(0, perf_cpu_count(&cpu, 1));
	ASSERT_EQ(0, perf_pin_cpu(cpu));
	/* Longer than the PERF_DEFERRED_KEY_DELAY of the static key that earlier tests enabled */
	sleep(3);
	self->attr.context_switch = 1;
	ASSERT_EQ(0, open_on(self, -1, cpu));
	ASSERT_EQ(0, perf_ping_pong(20));
	ASSERT_EQ(0, perf_ioctl(self->fd, PERF_EVENT_IOC_DISABLE, 0));
	while ((record = next_of(self, PERF_RECORD_SWITCH_CPU_WIDE))) {
		ASSERT_EQ(sizeof(*record) + self->trailer.size, record->header.size);
		EXPECT_EQ((uint32_t)cpu, self->trailer.cpu);
		/* The trailer holds the task switched, record->pid the task before or after it */
		if (self->trailer.pid != (uint32_t)getpid())
			continue;
		EXPECT_NE((uint32_t)getpid(), record->pid);
		if (record->header.misc & PERF_RECORD_MISC_SWITCH_OUT)
			out++;
		else
			in++;
	}
	EXPECT_GE(out, 20);
	EXPECT_GE(in, 20);
}

TEST_HARNESS_MAIN
