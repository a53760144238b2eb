// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of round.c: each call is made once, where its context is active, whatever their
 * number.
 */
#include <linux/smp.h>

#include "fake_pmu.h"
#include "sched/context.h"
#include "sched/round.h"
#include "sched/sched.h"

/* More calls than a round collects, on one CPU alone. */
#define CALLS	(2 * PERF_ROUND_CALLS + 5)

/**
 * struct round_log - what a round's function has seen
 * @event:  the instances, in the order of perf_round_add()
 * @visits: calls for each
 * @wrong:  calls for an instance whose context is elsewhere
 * @most:   greatest number of instances in one call
 */
struct round_log {
	struct perf_event	*event[CALLS];
	atomic_t		visits[CALLS];
	atomic_t		wrong;
	unsigned int		most;
};

static bool round_is_here(const struct perf_cpu_context *cpuctx, const struct perf_context *ctx)
{
	if (!cpuctx)
		return !ctx->active;
	return cpuctx == this_cpu_ptr(&perf_cpu_context) &&
	       (ctx == &cpuctx->ctx || ctx == cpuctx->task_ctx);
}

/* A perf_round_fn: one instance. */
static void round_visit(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			struct perf_round_call *call, void *data)
{
	struct round_log *log = data;
	unsigned int i;

	if (call->event->ctx != ctx || !round_is_here(cpuctx, ctx))
		atomic_inc(&log->wrong);
	for (i = 0; i < CALLS; i++) {
		if (log->event[i] == call->event)
			atomic_inc(&log->visits[i]);
	}
	call->left--;
}

static void run_round(struct kunit *test, struct round_log *log, unsigned int nr)
{
	struct perf_round round;
	unsigned int i;

	perf_round_init(&round, round_visit, log);
	for (i = 0; i < nr; i++)
		perf_round_add(&round, log->event[i], 1);
	perf_round_end(&round);
	KUNIT_EXPECT_EQ(test, 0, round.nr);
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&log->wrong));
	for (i = 0; i < nr; i++)
		KUNIT_EXPECT_EQ_MSG(test, 1, atomic_read(&log->visits[i]), "call %u", i);
}

static struct round_log *new_log(struct kunit *test)
{
	struct round_log *log = kunit_kzalloc(test, sizeof(*log), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, log);
	return log;
}

static void nothing_to_do(struct kunit *test)
{
	run_round(test, new_log(test), 0);
}

/* Contexts of all CPUs in turn: those of other CPUs wait, and the array fills up. */
static void every_cpu(struct kunit *test)
{
	struct round_log *log = new_log(test);
	unsigned int i;
	int cpu = -1;

	for (i = 0; i < CALLS; i++) {
		cpu = cpumask_next(cpu, cpu_online_mask);
		if (cpu >= nr_cpu_ids)
			cpu = cpumask_first(cpu_online_mask);
		log->event[i] = perf_fake_open(test, .cpu = cpu, .disabled = true);
	}
	run_round(test, log, CALLS);
}

static void another_cpu(struct kunit *test)
{
	struct round_log *log = new_log(test);
	int cpu = elsewhere(test);
	unsigned int i;

	for (i = 0; i < CALLS; i++)
		log->event[i] = perf_fake_open(test, .cpu = cpu, .disabled = true);
	run_round(test, log, CALLS);
}

static void spin_until(void *flag)
{
	while (!READ_ONCE(*(bool *)flag))
		cpu_relax();
}

/* A task that sleeps, one that runs elsewhere, and current. */
static void tasks(struct kunit *test)
{
	struct perf_subject *asleep = perf_subject_start(test, here()), *runs;
	struct round_log *log = new_log(test);
	bool stop = false;

	runs = perf_subject_start(test, elsewhere(test));
	log->event[0] = perf_fake_open(test, .cpu = -1, .task = asleep->task);
	log->event[1] = perf_fake_open(test, .cpu = -1, .task = runs->task);
	log->event[2] = perf_fake_open(test, .cpu = -1, .task = current);
	perf_subject_begin(runs, spin_until, &stop);
	run_round(test, log, 3);
	WRITE_ONCE(stop, true);
	perf_subject_finish(runs);
}

/* A perf_round_fn: as many instances as one call may be about. */
static void round_visit_many(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			     struct perf_round_call *call, void *data)
{
	unsigned int nr = min_t(unsigned int, call->left, PERF_SECTION_STEPS);
	struct round_log *log = data;

	log->most = max(log->most, nr);
	atomic_inc(&log->visits[0]);
	atomic_add(nr, &log->visits[1]);
	call->left -= nr;
}

/* The rest of a call is another call, here and elsewhere. */
static void check_long_call(struct kunit *test, int cpu)
{
	struct round_log *log = new_log(test);
	struct perf_round round;

	perf_round_init(&round, round_visit_many, log);
	perf_round_add(&round, perf_fake_open(test, .cpu = cpu, .disabled = true),
		       3 * PERF_SECTION_STEPS + 1);
	perf_round_end(&round);
	KUNIT_EXPECT_EQ(test, PERF_SECTION_STEPS, log->most);
	KUNIT_EXPECT_EQ(test, 4, atomic_read(&log->visits[0]));
	KUNIT_EXPECT_EQ(test, 3 * PERF_SECTION_STEPS + 1, atomic_read(&log->visits[1]));
}

static void long_call(struct kunit *test)
{
	check_long_call(test, here());
}

static void long_call_elsewhere(struct kunit *test)
{
	check_long_call(test, elsewhere(test));
}

static struct kunit_case round_cases[] = {
	KUNIT_CASE(nothing_to_do),
	KUNIT_CASE(every_cpu),
	KUNIT_CASE(another_cpu),
	KUNIT_CASE(tasks),
	KUNIT_CASE(long_call),
	KUNIT_CASE(long_call_elsewhere),
	{}
};

static struct kunit_suite round_suite = {
	.name = "perf-round",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = round_cases,
};

kunit_test_suite(round_suite);
