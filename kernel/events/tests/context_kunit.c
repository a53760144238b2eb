// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of context.c and its users: slots, functions run on the CPU of a context,
 * reading, inheritance, CPUs and tasks that come and go, failed openings.
 */
#include <linux/cpu.h>
#include <linux/kthread.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/smp.h>

#include "base/count.h"
#include "event/read.h"
#include "fake_pmu.h"
#include "sched/context.h"
#include "sched/slot.h"

static void do_work(void *amount)
{
	perf_fake_work((unsigned long)amount);
}

static void work_on(int cpu, unsigned long amount)
{
	smp_call_function_single(cpu, do_work, (void *)amount, 1);
}

static u64 value_of(struct perf_event *event)
{
	u64 enabled, running;

	return perf_event_read_value(event, &enabled, &running);
}

/*
 * A failed opening must leave no event (perf_fake.nr_events) and no reference on the PMU
 * (pmu.refcount).
 */
static int open_error(const struct perf_fake_open *open)
{
	struct perf_event_attr attr;
	struct perf_event *event;

	perf_fake_attr(open, &attr);
	event = perf_event_create_kernel_counter(&attr, open->cpu, open->task, NULL, NULL);
	if (IS_ERR(event))
		return PTR_ERR(event);
	perf_event_release_kernel(event);
	return 0;
}

static void expect_open(struct kunit *test, int error, const struct perf_fake_open *open)
{
	unsigned int refs = refcount_read(&perf_fake.pmu.refcount);

	KUNIT_EXPECT_EQ_MSG(test, error, open_error(open), "CPU %d, %s task", open->cpu,
			    open->task ? "a" : "no");
	KUNIT_EXPECT_EQ(test, refs, refcount_read(&perf_fake.pmu.refcount));
	KUNIT_EXPECT_EQ(test, 0, perf_fake.nr_events);
}

#define EXPECT_OPEN(_test, _error, ...)	\
	expect_open(_test, _error, &(const struct perf_fake_open){ __VA_ARGS__ })

static void pmu_may_refuse(struct kunit *test)
{
	static const int errors[] = { -EINVAL, -EOPNOTSUPP, -ENOENT, -ENOSPC, -EBUSY };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(errors); i++) {
		perf_fake.init_error = errors[i];
		EXPECT_OPEN(test, errors[i], .cpu = here());
		EXPECT_OPEN(test, errors[i], .cpu = -1, .task = current);
	}
	perf_fake.init_error = 0;
	EXPECT_OPEN(test, 0, .cpu = here());
	EXPECT_OPEN(test, 0, .cpu = -1, .task = current);
}

static void cpu_must_exist(struct kunit *test)
{
	EXPECT_OPEN(test, -EINVAL, .cpu = -1);
	EXPECT_OPEN(test, -EINVAL, .cpu = -2);
	EXPECT_OPEN(test, -EINVAL, .cpu = nr_cpu_ids);
	EXPECT_OPEN(test, -EINVAL, .cpu = INT_MAX);
	EXPECT_OPEN(test, -EINVAL, .cpu = INT_MIN);
	EXPECT_OPEN(test, -EINVAL, .cpu = -2, .task = current);
	EXPECT_OPEN(test, -EINVAL, .cpu = nr_cpu_ids, .task = current);
}

static void aux_is_for_files(struct kunit *test)
{
	const struct perf_fake_open open = { .cpu = here() };
	struct perf_event_attr attr;
	struct perf_event *event;

	perf_fake_attr(&open, &attr);
	attr.aux_output = 1;
	event = perf_event_create_kernel_counter(&attr, here(), NULL, NULL, NULL);
	KUNIT_EXPECT_EQ(test, -EINVAL, PTR_ERR_OR_ZERO(event));
	perf_fake_attr(&open, &attr);
	attr.aux_pause = 1;
	event = perf_event_create_kernel_counter(&attr, here(), NULL, NULL, NULL);
	KUNIT_EXPECT_EQ(test, -EINVAL, PTR_ERR_OR_ZERO(event));
	KUNIT_EXPECT_EQ(test, 0, perf_fake.calls[PERF_FAKE_INIT]);
}

static void task_that_is_gone(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());

	EXPECT_OPEN(test, 0, .cpu = -1, .task = subject->task);
	perf_subject_end(subject);
	EXPECT_OPEN(test, -ESRCH, .cpu = -1, .task = subject->task);
	EXPECT_OPEN(test, -ESRCH, .cpu = here(), .task = subject->task);
}

/*
 * Slots.
 */
static bool slot_is_empty(const struct perf_event_slot *slot)
{
	struct perf_event_pmu_context *pmu_ctx;

	list_for_each_entry(pmu_ctx, &slot->pmu_ctxs, entry) {
		if (pmu_ctx->nr_events || pmu_ctx != &slot->software)
			return false;
	}
	return !slot->nr_events && !slot->nr_sched && !slot->nr_sched_in;
}

static void places_come_and_go(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event *any[2], *bound[2];
	struct perf_context *ctx;
	unsigned int refs;
	int i;

	any[0] = perf_fake_open(test, .cpu = -1, .task = subject->task);
	ctx = any[0]->ctx;
	refs = refcount_read(&ctx->refcount);
	KUNIT_EXPECT_PTR_EQ(test, perf_task_context(subject->task), ctx);
	KUNIT_EXPECT_TRUE(test, perf_context_is_task(ctx));
	KUNIT_EXPECT_TRUE(test, xa_empty(&ctx->slots));

	any[1] = perf_fake_open(test, .cpu = -1, .task = subject->task, .software = true);
	for (i = 0; i < 2; i++)
		bound[i] = perf_fake_open(test, .cpu = here(), .task = subject->task);
	KUNIT_EXPECT_PTR_EQ(test, &ctx->any, perf_event_slot(any[1]));
	KUNIT_EXPECT_PTR_NE(test, any[0]->pmu_ctx, any[1]->pmu_ctx);
	KUNIT_EXPECT_PTR_EQ(test, bound[0]->pmu_ctx, bound[1]->pmu_ctx);
	KUNIT_EXPECT_EQ(test, here(), perf_event_slot(bound[0])->cpu);
	KUNIT_EXPECT_PTR_EQ(test, (struct perf_event_slot *)xa_load(&ctx->slots, here()),
			    perf_event_slot(bound[0]));
	KUNIT_EXPECT_EQ(test, 4, ctx->nr_events);
	KUNIT_EXPECT_EQ(test, 3, ctx->nr_switched);
	KUNIT_EXPECT_EQ(test, refs + 3, refcount_read(&ctx->refcount));

	for (i = 0; i < 2; i++)
		perf_fake_close(test, bound[i]);
	KUNIT_EXPECT_TRUE(test, xa_empty(&ctx->slots));
	for (i = 0; i < 2; i++)
		perf_fake_close(test, any[i]);
	KUNIT_EXPECT_TRUE(test, slot_is_empty(&ctx->any));
	KUNIT_EXPECT_TRUE(test, list_empty(&ctx->event_list));
	KUNIT_EXPECT_EQ(test, 0, ctx->nr_events);
	KUNIT_EXPECT_EQ(test, 0, ctx->nr_switched);
	KUNIT_EXPECT_EQ(test, refs - 1, refcount_read(&ctx->refcount));
}

static void slot_is_given_back(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_context *ctx;
	struct perf_event *event;
	struct perf_event other;

	event = perf_fake_open(test, .cpu = -1, .task = subject->task, .software = true);
	ctx = event->ctx;
	other = (struct perf_event){ .cpu = here(), .pmu = &perf_fake.pmu,
				      .opened = event->opened };
	other.group_leader = &other;
	scoped_guard(mutex, &ctx->mutex) {
		KUNIT_EXPECT_EQ(test, 0, perf_context_reserve(ctx, &other));
		KUNIT_EXPECT_FALSE(test, xa_empty(&ctx->slots));
		perf_context_unreserve(&other);
	}
	KUNIT_EXPECT_TRUE(test, xa_empty(&ctx->slots));
	KUNIT_EXPECT_PTR_EQ(test, NULL, other.ctx);
}

/*
 * A software event in a group with a counter is listed in the counter's PMU context. It must
 * return to its own PMU context when the last counter of the group closes.
 */
static void software_event_returns(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event *soft, *hard;
	struct pmu *home;

	soft = perf_fake_open(test, .cpu = -1, .task = subject->task, .software = true);
	home = soft->pmu_ctx->pmu;
	KUNIT_EXPECT_PTR_NE(test, &perf_fake.pmu, home);
	hard = perf_fake_open(test, .cpu = -1, .task = subject->task, .leader = soft);
	KUNIT_EXPECT_PTR_EQ(test, &perf_fake.pmu, soft->pmu_ctx->pmu);
	perf_fake_close(test, hard);
	KUNIT_EXPECT_PTR_EQ(test, home, soft->pmu_ctx->pmu);

	hard = perf_fake_open(test, .cpu = -1, .task = subject->task);
	soft = perf_fake_open(test, .cpu = -1, .task = subject->task, .software = true,
			      .leader = hard);
	KUNIT_EXPECT_PTR_EQ(test, &perf_fake.pmu, soft->pmu_ctx->pmu);
	perf_fake_close(test, hard);
	KUNIT_EXPECT_PTR_EQ(test, home, soft->pmu_ctx->pmu);
}

/*
 * perf_context_run().
 */
struct visit {
	int	times;
	int	cpu;
	bool	active;
	bool	in_order;
};

static void visit_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx, void *data)
{
	struct visit *visit = data;

	visit->times++;
	visit->cpu = smp_processor_id();
	visit->active = cpuctx;
	/* On UP kernels raw_spin_is_locked() is always false. */
	visit->in_order = irqs_disabled() &&
			  (!IS_ENABLED(CONFIG_SMP) || raw_spin_is_locked(&ctx->lock)) &&
			  (!cpuctx || cpuctx == this_cpu_ptr(&perf_cpu_context));
}

static struct visit visit_context(struct kunit *test, struct perf_context *ctx)
{
	struct visit visit = {};

	perf_context_run(ctx, visit_fn, &visit);
	KUNIT_EXPECT_EQ(test, 1, visit.times);
	KUNIT_EXPECT_TRUE(test, visit.in_order);
	return visit;
}

static void spin_until(void *flag)
{
	while (!READ_ONCE(*(bool *)flag))
		cond_resched();
}

static void runs_where_the_context_is(struct kunit *test)
{
	struct perf_event *event = perf_fake_open(test, .cpu = here());
	struct perf_event *own = perf_fake_open(test, .cpu = -1, .task = current);
	struct visit visit;

	visit = visit_context(test, event->ctx);
	KUNIT_EXPECT_TRUE(test, visit.active);
	KUNIT_EXPECT_EQ(test, here(), visit.cpu);
	visit = visit_context(test, own->ctx);
	KUNIT_EXPECT_TRUE(test, visit.active);
	KUNIT_EXPECT_EQ(test, here(), visit.cpu);
}

static void runs_on_another_cpu(struct kunit *test)
{
	int other = elsewhere(test);
	struct perf_event *event = perf_fake_open(test, .cpu = other);
	struct visit visit = visit_context(test, event->ctx);

	KUNIT_EXPECT_TRUE(test, visit.active);
	KUNIT_EXPECT_EQ(test, other, visit.cpu);
}

static void runs_for_a_task_that_sleeps(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event *event = perf_fake_open(test, .cpu = -1, .task = subject->task);
	struct visit visit = visit_context(test, event->ctx);

	KUNIT_EXPECT_FALSE(test, visit.active);
	KUNIT_EXPECT_EQ(test, here(), visit.cpu);
	perf_subject_end(subject);
	visit = visit_context(test, event->ctx);
	KUNIT_EXPECT_FALSE(test, visit.active);
}

static void runs_for_a_task_that_runs(struct kunit *test)
{
	int other = elsewhere(test);
	struct perf_subject *subject = perf_subject_start(test, other);
	struct perf_event *event;
	struct visit visit;
	bool stop = false;

	perf_subject_begin(subject, spin_until, &stop);
	while (!task_curr(subject->task))
		cond_resched();
	/* The task is running when perf_fake_open() installs its context. */
	event = perf_fake_open(test, .cpu = -1, .task = subject->task);
	visit = visit_context(test, event->ctx);
	WRITE_ONCE(stop, true);
	perf_subject_finish(subject);
	/* If the task was preempted just then, visit_fn() runs here, with @ctx inactive. */
	KUNIT_EXPECT_TRUE(test, visit.active ? visit.cpu == other : visit.cpu == here());
	KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_INIT]);
	KUNIT_EXPECT_GE(test, perf_fake.calls[PERF_FAKE_ADD], 1);
	EXPECT_STATE(test, event, INACTIVE);
}

/*
 * Reading.
 */
static void read_on_another_cpu(struct kunit *test)
{
	int other = elsewhere(test);
	struct perf_event *event = perf_fake_open(test, .cpu = other);

	EXPECT_STATE(test, event, ACTIVE);
	perf_fake_work(1000);
	work_on(other, 5);
	KUNIT_EXPECT_EQ(test, 5ULL, value_of(event));
	work_on(other, 6);
	KUNIT_EXPECT_EQ(test, 11ULL, value_of(event));
	perf_event_disable(event);
	work_on(other, 7);
	KUNIT_EXPECT_EQ(test, 11ULL, value_of(event));
}

static void read_local_where_it_counts(struct kunit *test)
{
	int other = elsewhere(test);
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event *event;
	u64 value;

	perf_fake.nr_counters = 4;
	event = perf_fake_open(test, .cpu = other);
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_read_local(event, &value, NULL, NULL));
	event = perf_fake_open(test, .cpu = -1, .task = subject->task);
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_read_local(event, &value, NULL, NULL));
	event = perf_fake_open(test, .cpu = other, .task = current);
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_read_local(event, &value, NULL, NULL));
	event = perf_fake_open(test, .cpu = -1, .task = current, .inherit = true);
	KUNIT_EXPECT_EQ(test, -EOPNOTSUPP, perf_event_read_local(event, &value, NULL, NULL));

	event = perf_fake_open(test, .cpu = -1, .task = current);
	perf_fake_work(42);
	KUNIT_EXPECT_EQ(test, 0, perf_event_read_local(event, &value, NULL, NULL));
	KUNIT_EXPECT_EQ(test, 42ULL, value);
}

/* With PERF_EV_CAP_READ_SCOPE any CPU of the PMU's scope reads the counter. */
static void read_local_in_its_scope(struct kunit *test)
{
	struct perf_event_pmu_context *pmu_ctx;
	int other = elsewhere(test);
	u64 value = 1, enabled, running;
	struct perf_event *event;

	event = perf_fake_open(test, .cpu = other);
	perf_fake.pmu.scope = PERF_PMU_SCOPE_SYS_WIDE;
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_read_local(event, &value, NULL, NULL));
	event->event_caps |= PERF_EV_CAP_READ_SCOPE;
	KUNIT_EXPECT_EQ(test, 0, perf_event_read_local(event, &value, NULL, NULL));
	KUNIT_EXPECT_EQ(test, 0ULL, value);

	/* As if the event left its context on its CPU during perf_event_read_local(). */
	pmu_ctx = event->pmu_ctx;
	WRITE_ONCE(event->pmu_ctx, NULL);
	KUNIT_EXPECT_EQ(test, 0, perf_event_read_local(event, &value, &enabled, &running));
	KUNIT_EXPECT_EQ(test, enabled, event->total_time_enabled);
	WRITE_ONCE(event->pmu_ctx, pmu_ctx);

	perf_fake.pmu.scope = PERF_PMU_SCOPE_NONE;
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_read_local(event, &value, NULL, NULL));
	event->event_caps ^= PERF_EV_CAP_READ_SCOPE | PERF_EV_CAP_READ_ACTIVE_PKG;
	KUNIT_EXPECT_EQ(test, topology_physical_package_id(other) ==
			      topology_physical_package_id(here()) ? 0 : -EINVAL,
			perf_event_read_local(event, &value, NULL, NULL));
}

/* PERF_FORMAT_GROUP reads all counters in one transaction; the NULL buffer then gives -EFAULT. */
static void group_is_read_at_one_go(struct kunit *test)
{
	static const enum perf_fake_op ops[] = {
		PERF_FAKE_TXN_START, PERF_FAKE_READ, PERF_FAKE_READ, PERF_FAKE_READ,
		PERF_FAKE_TXN_COMMIT,
	};
	struct perf_event *group[3];
	unsigned int i;
	ssize_t ret;

	perf_fake.nr_counters = 3;
	group[0] = perf_fake_open(test, .cpu = here(), .read_format = PERF_FORMAT_GROUP);
	for (i = 1; i < 3; i++)
		group[i] = perf_fake_open(test, .cpu = here(), .leader = group[0],
					  .read_format = PERF_FORMAT_GROUP);
	perf_fake_log_clear();
	ret = perf_event_read_user(group[0], NULL, 3 * sizeof(u64));
	KUNIT_EXPECT_EQ(test, (ssize_t)-ENOSPC, ret);
	KUNIT_EXPECT_EQ(test, 0, perf_fake.nr_log);
	ret = perf_event_read_user(group[0], NULL, 4 * sizeof(u64));
	KUNIT_EXPECT_EQ(test, (ssize_t)-EFAULT, ret);
	KUNIT_ASSERT_EQ(test, (int)ARRAY_SIZE(ops), perf_fake.nr_log);
	for (i = 0; i < ARRAY_SIZE(ops); i++)
		KUNIT_EXPECT_EQ(test, (int)ops[i], (int)perf_fake.log[i].op);
	KUNIT_EXPECT_EQ(test, (unsigned int)PERF_PMU_TXN_READ, perf_fake.log[0].flags);
}

static void error_reads_as_end_of_file(struct kunit *test)
{
	struct perf_event *event;

	perf_fake.nr_counters = 0;
	event = perf_fake_open(test, .cpu = here(), .pinned = true);
	EXPECT_STATE(test, event, ERROR);
	KUNIT_EXPECT_EQ(test, (ssize_t)0, perf_event_read_user(event, NULL, sizeof(u64)));
}

/*
 * CPUs.
 */
static void offline_cpu(struct kunit *test)
{
	int other = elsewhere(test);
	struct perf_event *event = perf_fake_open(test, .cpu = other);
	struct perf_event *pinned = perf_fake_open(test, .cpu = other, .pinned = true,
						   .disabled = true);
	u64 enabled[2], running[2];

	work_on(other, 5);
	if (remove_cpu(other))
		kunit_skip(test, "CPU %d cannot be taken down", other);
	EXPECT_STATE(test, event, INACTIVE);
	KUNIT_EXPECT_EQ(test, 0, perf_fake.cpu[other].used);
	KUNIT_EXPECT_EQ(test, 5ULL, perf_event_read_value(event, &enabled[0], &running[0]));
	KUNIT_EXPECT_EQ(test, 5ULL, perf_event_read_value(event, &enabled[1], &running[1]));
	KUNIT_EXPECT_EQ(test, enabled[0], enabled[1]);
	KUNIT_EXPECT_EQ(test, running[0], running[1]);
	KUNIT_EXPECT_EQ(test, -ENODEV, open_error(&(const struct perf_fake_open){ .cpu = other }));

	perf_event_enable(pinned);
	EXPECT_STATE(test, pinned, INACTIVE);

	KUNIT_ASSERT_EQ(test, 0, add_cpu(other));
	EXPECT_STATE(test, pinned, ACTIVE);
	EXPECT_STATE(test, event, INACTIVE);
	perf_fake_close(test, pinned);
	perf_event_disable(event);
	perf_event_enable(event);
	EXPECT_STATE(test, event, ACTIVE);
	work_on(other, 6);
	KUNIT_EXPECT_EQ(test, 11ULL, perf_event_read_value(event, &enabled[1], &running[1]));
	KUNIT_EXPECT_GT(test, enabled[1], enabled[0]);
}

static void closed_while_its_cpu_is_down(struct kunit *test)
{
	int other = elsewhere(test);
	struct perf_event *event = perf_fake_open(test, .cpu = other);

	if (remove_cpu(other))
		kunit_skip(test, "CPU %d cannot be taken down", other);
	perf_fake_close(test, event);
	KUNIT_EXPECT_EQ(test, 0, perf_fake.nr_events);
	KUNIT_ASSERT_EQ(test, 0, add_cpu(other));
	KUNIT_EXPECT_EQ(test, 0, perf_fake.cpu[other].used);
}

/*
 * Inheritance.
 */

/**
 * struct family - a task and its child that run alternately
 * @child:   work of the child in each turn
 * @parent:  work of the parent in each turn
 * @turns:   number of turns
 * @to_child: starts the child's turn
 * @to_parent: starts the parent's turn
 * @err:     errno if the child could not be created
 */
struct family {
	unsigned long		child;
	unsigned long		parent;
	int			turns;
	struct completion	to_child;
	struct completion	to_parent;
	int			err;
};

static int family_child(void *data)
{
	struct family *family = data;
	int i;

	for (i = 0; i < family->turns; i++) {
		wait_for_completion(&family->to_child);
		perf_fake_work(family->child);
		complete(&family->to_parent);
	}
	wait_for_completion(&family->to_child);
	/* The child's last access to @family: the test's stack may be gone after it. */
	complete(&family->to_parent);
	kthread_exit(0);
}

static void family_begin(void *data)
{
	struct family *family = data;
	pid_t pid;
	int i;

	pid = kernel_thread(family_child, family, "perf_child", SIGCHLD);
	if (pid < 0) {
		family->err = pid;
		return;
	}
	for (i = 0; i < family->turns; i++) {
		perf_fake_work(family->parent);
		complete(&family->to_child);
		wait_for_completion(&family->to_parent);
	}
}

/*
 * Equal contexts may have been swapped at a context switch, so either of the two instances
 * can be the one that exits with the child.
 */
static bool instance_is_gone(struct perf_event *event)
{
	int i;

	for (i = 0; i < 10000; i++) {
		scoped_guard(mutex, &event->opened->child_mutex) {
			if (list_empty(&event->opened->child_list) ||
			    READ_ONCE(event->state) == PERF_EVENT_STATE_EXIT)
				return true;
		}
		schedule_timeout_uninterruptible(1);
	}
	return false;
}

static void check_family(struct kunit *test, bool more)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct family family = { .child = 1000, .parent = 1, .turns = 50 };
	struct perf_event *event;

	perf_fake.nr_counters = 2;
	init_completion(&family.to_child);
	init_completion(&family.to_parent);
	event = perf_fake_open(test, .cpu = -1, .task = subject->task, .inherit = true);
	/* One event is not inherited: perf_contexts_swap() never swaps contexts that differ. */
	if (more)
		perf_fake_open(test, .cpu = -1, .task = subject->task, .software = true);

	perf_subject_run(subject, family_begin, &family);
	KUNIT_ASSERT_EQ(test, 0, family.err);
	KUNIT_EXPECT_FALSE(test, list_empty(&event->opened->child_list));
	KUNIT_EXPECT_EQ(test, 50 * 1001ULL, value_of(event));
	KUNIT_EXPECT_EQ(test, 0LL, atomic64_read(&event->opened->child_count));
	if (more)
		KUNIT_EXPECT_EQ(test, 50ULL, (u64)local64_read(&event->count));

	complete(&family.to_child);
	wait_for_completion(&family.to_parent);
	KUNIT_EXPECT_TRUE(test, instance_is_gone(event));
	KUNIT_EXPECT_EQ(test, 50 * 1001ULL, value_of(event));
	if (more)
		KUNIT_EXPECT_EQ(test, 50000LL, atomic64_read(&event->opened->child_count));

	perf_subject_run(subject, do_work, (void *)7UL);
	KUNIT_EXPECT_EQ(test, 50 * 1001ULL + 7, value_of(event));
	perf_subject_end(subject);
	KUNIT_EXPECT_TRUE(test, list_empty(&event->opened->child_list));
	EXPECT_STATE(test, event, EXIT);
	KUNIT_EXPECT_EQ(test, 50 * 1001ULL + 7, value_of(event));
	KUNIT_EXPECT_EQ(test, 50 * 1001ULL + 7, perf_event_count(event));
}

static void children_count_for_their_parent(struct kunit *test)
{
	check_family(test, true);
}

static void equal_contexts_change_hands(struct kunit *test)
{
	check_family(test, false);
}

static void closed_before_its_children(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct family family = { .child = 1, .parent = 1, .turns = 3 };
	struct perf_event *event;

	init_completion(&family.to_child);
	init_completion(&family.to_parent);
	event = perf_fake_open(test, .cpu = -1, .task = subject->task, .inherit = true);
	perf_subject_run(subject, family_begin, &family);
	KUNIT_ASSERT_EQ(test, 0, family.err);
	KUNIT_EXPECT_EQ(test, 2, perf_fake.nr_events);
	perf_fake_close(test, event);
	KUNIT_EXPECT_EQ(test, 0, perf_fake.nr_events);
	complete(&family.to_child);
	wait_for_completion(&family.to_parent);
	perf_subject_end(subject);
}

/*
 * All at once.
 */
struct restless {
	struct task_struct	*task;
	int			rounds;
};

static void be_restless(void *data)
{
	const struct restless *restless = data;
	int i;

	for (i = 0; i < restless->rounds; i++) {
		perf_fake_work(1);
		schedule_timeout_uninterruptible(i % 16 ? 0 : 1);
		if (i % 8 == 0)
			set_cpus_allowed_ptr(current, cpumask_of(i % num_online_cpus()));
	}
}

static void everything_at_once(struct kunit *test)
{
	struct perf_subject *subject[2];
	struct restless restless = { .rounds = 400 };
	struct perf_event *events[8];
	u64 enabled, running;
	int i, round;

	perf_fake.nr_counters = 2;
	perf_fake.late_check = true;
	for (i = 0; i < 2; i++)
		subject[i] = perf_subject_start(test, i % num_online_cpus());
	for (i = 0; i < 8; i++)
		events[i] = perf_fake_open(test, .cpu = i < 6 ? -1 : i % num_online_cpus(),
					   .task = i < 6 ? subject[i % 2]->task : NULL,
					   .pinned = i == 4,
					   .config = i == 5 ? PERF_FAKE_RESIDENT : 0);
	for (i = 0; i < 2; i++)
		perf_subject_begin(subject[i], be_restless, &restless);

	for (round = 0; round < 300; round++) {
		struct perf_event *event = events[round % 8];

		if (round % 3)
			perf_event_disable(event);
		else
			perf_event_enable(event);
		perf_fake_rotate();
		perf_event_read_value(events[(round * 5) % 8], &enabled, &running);
		KUNIT_EXPECT_LE(test, running, enabled);
		if (round % 10 == 9) {
			i = round % 6;
			perf_fake_close(test, events[i]);
			events[i] = perf_fake_open(test, .cpu = -1, .task = subject[i % 2]->task);
		}
	}
	for (i = 0; i < 2; i++)
		perf_subject_finish(subject[i]);
	for (i = 0; i < 8; i++)
		KUNIT_EXPECT_LE(test, value_of(events[i]), 2ULL * restless.rounds);
}

static struct kunit_case context_cases[] = {
	KUNIT_CASE(pmu_may_refuse),
	KUNIT_CASE(cpu_must_exist),
	KUNIT_CASE(aux_is_for_files),
	KUNIT_CASE(task_that_is_gone),
	KUNIT_CASE(places_come_and_go),
	KUNIT_CASE(slot_is_given_back),
	KUNIT_CASE(software_event_returns),
	KUNIT_CASE(runs_where_the_context_is),
	KUNIT_CASE(runs_on_another_cpu),
	KUNIT_CASE(runs_for_a_task_that_sleeps),
	KUNIT_CASE(runs_for_a_task_that_runs),
	KUNIT_CASE(read_on_another_cpu),
	KUNIT_CASE(read_local_where_it_counts),
	KUNIT_CASE(read_local_in_its_scope),
	KUNIT_CASE(group_is_read_at_one_go),
	KUNIT_CASE(error_reads_as_end_of_file),
	KUNIT_CASE(offline_cpu),
	KUNIT_CASE(closed_while_its_cpu_is_down),
	KUNIT_CASE(children_count_for_their_parent),
	KUNIT_CASE(equal_contexts_change_hands),
	KUNIT_CASE(closed_before_its_children),
	KUNIT_CASE_SLOW(everything_at_once),
	{}
};

static struct kunit_suite context_suite = {
	.name = "perf-context",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = context_cases,
};

kunit_test_suite(context_suite);
