// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the lifetime of an event's memory.
 */
#include <linux/irq_work.h>
#include <linux/rcupdate.h>

#include "fake_pmu.h"

/**
 * struct reader - a task in an RCU read section
 * @reads: set by the task at the beginning of the section
 * @ends:  set by the test: the task leaves the section
 */
struct reader {
	bool	reads;
	bool	ends;
};

static void read_under_rcu(void *data)
{
	struct reader *reader = data;

	rcu_read_lock();
	WRITE_ONCE(reader->reads, true);
	while (!READ_ONCE(reader->ends))
		cpu_relax();
	rcu_read_unlock();
}

/*
 * A writer of side-band records that found the event under RCU may queue wakeup_work after the
 * event was closed. On a CPU that cannot raise an interrupt for it, the work stays queued until
 * the next tick, and the event's memory must stay as long.
 */
static void wakeup_after_the_end(struct kunit *test)
{
	const struct perf_fake_open open = { .cpu = here() };
	struct perf_event_attr attr;
	struct perf_subject *subject;
	struct reader reader = {};
	struct perf_event *event;
	struct irq_work *work;
	int other = elsewhere(test);

	perf_fake_attr(&open, &attr);
	event = perf_event_create_kernel_counter(&attr, open.cpu, NULL, NULL, NULL);
	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, event);
	work = &event->opened->wakeup_work;

	subject = perf_subject_start(test, other);
	perf_subject_begin(subject, read_under_rcu, &reader);
	while (!READ_ONCE(reader.reads))
		cpu_relax();
	perf_event_release_kernel(event);
	/* As if the reader had queued wakeup_work and no CPU ran it. */
	atomic_or(IRQ_WORK_CLAIMED, &work->node.a_flags);
	WRITE_ONCE(reader.ends, true);
	perf_subject_finish(subject);

	rcu_barrier();
	KUNIT_EXPECT_TRUE(test, irq_work_is_busy(work));
	/* As if wakeup_work had run. */
	atomic_andnot(IRQ_WORK_CLAIMED, &work->node.a_flags);
	rcu_barrier();
}

static struct kunit_case free_cases[] = {
	KUNIT_CASE(wakeup_after_the_end),
	{}
};

static struct kunit_suite free_suite = {
	.name = "perf-free",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = free_cases,
};

kunit_test_suite(free_suite);
