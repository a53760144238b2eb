// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of hardware breakpoints: the accounting of debug registers against plain counting,
 * and breakpoints of CPUs and tasks in the machine's own registers.
 *
 * Some architectures refuse a task's breakpoint on a kernel address. Some stop before the access,
 * repeatedly, unless the handler is the default one, for which they step over the access. So
 * breakpoints that only test accounting lie at NOWHERE, an address the kernel never accesses; the
 * default handler counts hits; and end_at_hit() disables the breakpoint.
 */
#include <kunit/test.h>
#include <linux/cpumask.h>
#include <linux/hw_breakpoint.h>
#include <linux/kthread.h>
#include <linux/perf_event.h>
#include <linux/sched/task.h>

#include "pmus/bp_slots.h"

/*
 * Accounting: perf_bp_slots_reserve() must return what counting all reservations gives.
 */
#define MODEL_CPUS	4
#define MODEL_TASKS	4
#define MODEL_STEPS	20000

struct bp_model {
	unsigned int	nr_slots;
	unsigned int	pinned[MODEL_CPUS];
	unsigned int	any[MODEL_TASKS];
	unsigned int	bound[MODEL_TASKS][MODEL_CPUS];
	unsigned int	total;
	u32		random;
};

/* The generator of Numerical Recipes: the same sequence in each run. */
static unsigned int model_random(struct bp_model *model, unsigned int below)
{
	model->random = model->random * 1664525 + 1013904223;
	return (model->random >> 16) % below;
}

static bool model_holds(const struct bp_model *model)
{
	unsigned int cpu, task, need;

	for (cpu = 0; cpu < MODEL_CPUS; cpu++) {
		need = 0;
		for (task = 0; task < MODEL_TASKS; task++)
			need = max(need, model->any[task] + model->bound[task][cpu]);
		if (model->pinned[cpu] + need > model->nr_slots)
			return false;
	}
	return true;
}

/* The counter for breakpoints of @task (-1: none) and @cpu (-1: any). */
static unsigned int *model_counter(struct bp_model *model, int task, int cpu)
{
	if (task < 0)
		return &model->pinned[cpu];
	return cpu < 0 ? &model->any[task] : &model->bound[task][cpu];
}

static void model_step(struct kunit *test, struct bp_model *model, struct perf_bp_slots *slots)
{
	int task = (int)model_random(model, MODEL_TASKS + 1) - 1;
	int cpu = task < 0 ? (int)model_random(model, MODEL_CPUS) :
			     (int)model_random(model, MODEL_CPUS + 1) - 1;
	unsigned int *counter = model_counter(model, task, cpu);
	const void *key = task < 0 ? NULL : &model->any[task];
	int expect = 0;

	if (*counter && model_random(model, 2)) {
		perf_bp_slots_release(slots, key, cpu);
		--*counter;
		model->total--;
	} else {
		++*counter;
		if (!model_holds(model)) {
			--*counter;
			expect = -ENOSPC;
		} else {
			model->total++;
		}
		KUNIT_ASSERT_EQ_MSG(test, perf_bp_slots_reserve(slots, key, cpu), expect,
				    "task %d, CPU %d", task, cpu);
	}
	KUNIT_ASSERT_EQ(test, slots->nr_used, (unsigned long)model->total);
}

static void slots_answer_as_counting_does(struct kunit *test)
{
	unsigned int nr_slots, step;

	for (nr_slots = 1; nr_slots <= 6; nr_slots++) {
		struct bp_model model = { .nr_slots = nr_slots, .random = nr_slots };
		struct perf_bp_slots slots;

		KUNIT_ASSERT_EQ(test, perf_bp_slots_init(&slots, nr_slots, MODEL_CPUS), 0);
		for (step = 0; step < MODEL_STEPS; step++)
			model_step(test, &model, &slots);
		perf_bp_slots_destroy(&slots);
	}
}

static void slots_of_no_register(struct kunit *test)
{
	struct perf_bp_slots slots;

	KUNIT_ASSERT_EQ(test, perf_bp_slots_init(&slots, 0, 1), 0);
	KUNIT_EXPECT_EQ(test, perf_bp_slots_reserve(&slots, NULL, 0), -ENOSPC);
	KUNIT_EXPECT_EQ(test, perf_bp_slots_reserve(&slots, test, 0), -ENOSPC);
	KUNIT_EXPECT_EQ(test, perf_bp_slots_reserve(&slots, test, -1), -ENOSPC);
	KUNIT_EXPECT_EQ(test, slots.nr_used, 0UL);
	perf_bp_slots_destroy(&slots);

	KUNIT_EXPECT_EQ(test, perf_bp_slots_init(&slots, PERF_BP_SLOTS_MAX + 1, 1), -EINVAL);
}

/*
 * The machine's registers.
 */
#define MAX_BPS		64

struct bp_fixture {
	struct perf_event	*bps[MAX_BPS];
	unsigned int		nr;
	struct task_struct	*other;
};

/* A user address, for breakpoints that are never hit. */
#define NOWHERE		0x1000UL

/* The watched variables, aligned for the longest access. */
static u64 watched[2];
static unsigned int nr_hits;

/* Where the CPU stops before the access, one access may call end_at_hit() several times. */
static void end_at_hit(struct perf_event *bp, struct perf_sample_data *data, struct pt_regs *regs)
{
	WRITE_ONCE(nr_hits, READ_ONCE(nr_hits) + 1);
	perf_event_disable_inatomic(bp);
}

static void write_watched(int index)
{
	WRITE_ONCE(watched[index], watched[index] + 1);
}

/* Write to watched[index]. Return: the number of calls of end_at_hit(). */
static unsigned int calls_of_write(int index)
{
	WRITE_ONCE(nr_hits, 0);
	write_watched(index);
	return READ_ONCE(nr_hits);
}

/* Write to watched[index]. Return: the number of hits that @bp counted. */
static u64 hits_of_write(struct perf_event *bp, int index)
{
	u64 enabled, running;
	u64 before = perf_event_read_value(bp, &enabled, &running);

	write_watched(index);
	return perf_event_read_value(bp, &enabled, &running) - before;
}

static int idle_thread(void *unused)
{
	return 0;
}

static unsigned int nr_registers(void)
{
	return hw_breakpoint_slots(TYPE_DATA);
}

static void attr_at(struct perf_event_attr *attr, unsigned long addr)
{
	hw_breakpoint_init(attr);
	attr->bp_addr = addr;
	attr->bp_len = HW_BREAKPOINT_LEN_4;
	attr->bp_type = HW_BREAKPOINT_W;
}

static void write_attr(struct perf_event_attr *attr, int index)
{
	attr_at(attr, (unsigned long)&watched[index]);
}

/* Open a breakpoint with the default handler; bp_test_exit() closes it. */
static int try_attr(struct kunit *test, struct perf_event_attr *attr, int cpu,
		    struct task_struct *task)
{
	struct bp_fixture *fixture = test->priv;
	struct perf_event *bp;

	bp = perf_event_create_kernel_counter(attr, cpu, task, NULL, NULL);
	if (IS_ERR(bp))
		return PTR_ERR(bp);
	KUNIT_ASSERT_LT(test, fixture->nr, (unsigned int)MAX_BPS);
	fixture->bps[fixture->nr++] = bp;
	return 0;
}

/* Open a breakpoint that only occupies a register. */
static int try_bp(struct kunit *test, int cpu, struct task_struct *task)
{
	struct perf_event_attr attr;

	attr_at(&attr, NOWHERE);
	return try_attr(test, &attr, cpu, task);
}

static void drop_bp(struct kunit *test)
{
	struct bp_fixture *fixture = test->priv;

	unregister_hw_breakpoint(fixture->bps[--fixture->nr]);
}

static void fill_registers(struct kunit *test, int cpu, struct task_struct *task)
{
	unsigned int i;

	for (i = 0; i < nr_registers(); i++)
		KUNIT_ASSERT_EQ_MSG(test, try_bp(test, cpu, task), 0, "register %u", i);
}

static void cpu_full(struct kunit *test)
{
	struct bp_fixture *fixture = test->priv;
	int cpu = cpumask_first(cpu_online_mask);
	int other = cpumask_next(cpu, cpu_online_mask);

	fill_registers(test, cpu, NULL);
	KUNIT_EXPECT_EQ(test, try_bp(test, cpu, NULL), -ENOSPC);
	KUNIT_EXPECT_EQ(test, try_bp(test, -1, current), -ENOSPC);
	KUNIT_EXPECT_EQ(test, try_bp(test, cpu, fixture->other), -ENOSPC);
	if (other < nr_cpu_ids) {
		KUNIT_EXPECT_EQ(test, try_bp(test, other, current), 0);
		drop_bp(test);
	}
	drop_bp(test);
	KUNIT_EXPECT_EQ(test, try_bp(test, -1, current), 0);
	KUNIT_EXPECT_EQ(test, try_bp(test, cpu, NULL), -ENOSPC);
}

static void task_full(struct kunit *test)
{
	struct bp_fixture *fixture = test->priv;
	int cpu = cpumask_first(cpu_online_mask);

	fill_registers(test, -1, current);
	KUNIT_EXPECT_EQ(test, try_bp(test, -1, current), -ENOSPC);
	KUNIT_EXPECT_EQ(test, try_bp(test, cpu, current), -ENOSPC);
	KUNIT_EXPECT_EQ(test, try_bp(test, cpu, NULL), -ENOSPC);
	/* A CPU runs one task at a time, so fixture->other may use all registers too. */
	fill_registers(test, -1, fixture->other);
	KUNIT_EXPECT_EQ(test, try_bp(test, -1, fixture->other), -ENOSPC);
}

static void bound_full(struct kunit *test)
{
	int cpu = cpumask_first(cpu_online_mask);
	int other = cpumask_next(cpu, cpu_online_mask);

	fill_registers(test, cpu, current);
	KUNIT_EXPECT_EQ(test, try_bp(test, cpu, current), -ENOSPC);
	KUNIT_EXPECT_EQ(test, try_bp(test, -1, current), -ENOSPC);
	if (other < nr_cpu_ids)
		fill_registers(test, other, current);
}

static void bad_attributes(struct kunit *test)
{
	struct perf_event_attr attr;
	struct perf_event *bp;

	attr_at(&attr, NOWHERE);
	attr.bp_type = HW_BREAKPOINT_EMPTY;
	bp = register_user_hw_breakpoint(&attr, end_at_hit, NULL, current);
	KUNIT_EXPECT_EQ(test, PTR_ERR(bp), (long)-EINVAL);
	attr.bp_type = HW_BREAKPOINT_INVALID;
	bp = register_user_hw_breakpoint(&attr, end_at_hit, NULL, current);
	KUNIT_EXPECT_EQ(test, PTR_ERR(bp), (long)-EINVAL);

	/* exclude_kernel with a kernel address is refused. */
	write_attr(&attr, 0);
	attr.exclude_kernel = 1;
	KUNIT_EXPECT_EQ(test, try_attr(test, &attr, cpumask_first(cpu_online_mask), NULL), -EINVAL);
	KUNIT_EXPECT_FALSE(test, hw_breakpoint_is_used());
}

static void debugger_slots(struct kunit *test)
{
	struct bp_fixture *fixture = test->priv;
	int cpu = cpumask_first(cpu_online_mask);
	unsigned int i;

	KUNIT_ASSERT_EQ(test, try_bp(test, cpu, NULL), 0);
	for (i = 1; i < nr_registers(); i++)
		KUNIT_ASSERT_EQ(test, dbg_reserve_bp_slot(fixture->bps[0]), 0);
	KUNIT_EXPECT_EQ(test, dbg_reserve_bp_slot(fixture->bps[0]), -ENOSPC);
	KUNIT_EXPECT_EQ(test, try_bp(test, cpu, NULL), -ENOSPC);
	for (i = 1; i < nr_registers(); i++)
		KUNIT_EXPECT_EQ(test, dbg_release_bp_slot(fixture->bps[0]), 0);
	KUNIT_EXPECT_EQ(test, try_bp(test, cpu, current), nr_registers() > 1 ? 0 : -ENOSPC);
}

/* Move, disable and enable the breakpoint opened last, and try a change that is refused. */
static void hit_and_modify(struct kunit *test)
{
	struct bp_fixture *fixture = test->priv;
	struct perf_event *bp = fixture->bps[fixture->nr - 1];
	struct perf_event_attr attr;

	KUNIT_EXPECT_EQ(test, hits_of_write(bp, 0), 1ULL);
	KUNIT_EXPECT_EQ(test, hits_of_write(bp, 1), 0ULL);

	write_attr(&attr, 1);
	KUNIT_EXPECT_EQ(test, modify_user_hw_breakpoint(bp, &attr), 0);
	KUNIT_EXPECT_EQ(test, hits_of_write(bp, 0), 0ULL);
	KUNIT_EXPECT_EQ(test, hits_of_write(bp, 1), 1ULL);

	attr.disabled = 1;
	KUNIT_EXPECT_EQ(test, modify_user_hw_breakpoint(bp, &attr), 0);
	KUNIT_EXPECT_EQ(test, hits_of_write(bp, 1), 0ULL);

	attr.disabled = 0;
	KUNIT_EXPECT_EQ(test, modify_user_hw_breakpoint(bp, &attr), 0);
	KUNIT_EXPECT_EQ(test, hits_of_write(bp, 1), 1ULL);

	/* modify_user_hw_breakpoint() ignores the other fields. */
	attr.sample_period = 7;
	KUNIT_EXPECT_EQ(test, modify_user_hw_breakpoint(bp, &attr), 0);
	KUNIT_EXPECT_NE(test, bp->attr.sample_period, 7ULL);
	KUNIT_EXPECT_EQ(test, hits_of_write(bp, 1), 1ULL);

	/* modify_user_hw_breakpoint() leaves @bp unchanged when it refuses a change. */
	attr.exclude_kernel = 1;
	KUNIT_EXPECT_EQ(test, modify_user_hw_breakpoint(bp, &attr), -EINVAL);
	KUNIT_EXPECT_EQ(test, hits_of_write(bp, 1), 1ULL);
}

static void hit_on_a_cpu(struct kunit *test)
{
	struct perf_event_attr attr;

	write_attr(&attr, 0);
	migrate_disable();
	KUNIT_EXPECT_EQ(test, try_attr(test, &attr, smp_processor_id(), NULL), 0);
	if (((struct bp_fixture *)test->priv)->nr)
		hit_and_modify(test);
	migrate_enable();
}

static void hit_in_a_task(struct kunit *test)
{
	struct perf_event_attr attr;
	int err;

	write_attr(&attr, 0);
	err = try_attr(test, &attr, -1, current);
	if (err == -EINVAL && !IS_ENABLED(CONFIG_X86) && !IS_ENABLED(CONFIG_PPC))
		kunit_skip(test, "no task's breakpoint may be on an address of the kernel's here");
	KUNIT_ASSERT_EQ(test, err, 0);
	hit_and_modify(test);
}

static void hit_on_each_cpu(struct kunit *test)
{
	struct perf_event * __percpu *bps;
	struct perf_event_attr attr;

	write_attr(&attr, 0);
	migrate_disable();
	bps = register_wide_hw_breakpoint(&attr, end_at_hit, NULL);
	KUNIT_EXPECT_FALSE(test, IS_ERR_PCPU(bps));
	if (!IS_ERR_PCPU(bps)) {
		unsigned int calls = calls_of_write(0);

		KUNIT_EXPECT_TRUE(test, hw_breakpoint_is_used());
		KUNIT_EXPECT_GE(test, calls, 1U);
		if (IS_ENABLED(CONFIG_X86))
			KUNIT_EXPECT_EQ(test, calls, 1U);
		/* end_at_hit() has disabled the breakpoint. */
		KUNIT_EXPECT_EQ(test, calls_of_write(0), 0U);
		perf_event_enable(*this_cpu_ptr(bps));
		KUNIT_EXPECT_GE(test, calls_of_write(0), 1U);
		perf_event_enable(*this_cpu_ptr(bps));
		unregister_wide_hw_breakpoint(bps);
	}
	KUNIT_EXPECT_EQ(test, calls_of_write(0), 0U);
	migrate_enable();
}

static int bp_test_init(struct kunit *test)
{
	struct bp_fixture *fixture;

	if (!nr_registers())
		kunit_skip(test, "the CPU has no debug registers");
	if (hw_breakpoint_is_used())
		kunit_skip(test, "somebody has breakpoints");

	fixture = kunit_kzalloc(test, sizeof(*fixture), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, fixture);
	fixture->other = kthread_create(idle_thread, NULL, "hw_breakpoint_test");
	KUNIT_ASSERT_FALSE(test, IS_ERR(fixture->other));
	get_task_struct(fixture->other);
	test->priv = fixture;
	return 0;
}

static void bp_test_exit(struct kunit *test)
{
	struct bp_fixture *fixture = test->priv;

	if (!fixture)
		return;
	while (fixture->nr)
		drop_bp(test);
	kthread_stop(fixture->other);
	put_task_struct(fixture->other);
	/* No test may leave a slot reserved. */
	KUNIT_EXPECT_FALSE(test, hw_breakpoint_is_used());
}

static struct kunit_case bp_slots_cases[] = {
	KUNIT_CASE_SLOW(slots_answer_as_counting_does),
	KUNIT_CASE(slots_of_no_register),
	{}
};

static struct kunit_suite bp_slots_suite = {
	.name		= "hw_breakpoint_slots",
	.test_cases	= bp_slots_cases,
};

static struct kunit_case bp_cases[] = {
	KUNIT_CASE(cpu_full),
	KUNIT_CASE(task_full),
	KUNIT_CASE(bound_full),
	KUNIT_CASE(bad_attributes),
	KUNIT_CASE(debugger_slots),
	KUNIT_CASE(hit_on_a_cpu),
	KUNIT_CASE(hit_in_a_task),
	KUNIT_CASE(hit_on_each_cpu),
	{}
};

static struct kunit_suite bp_suite = {
	.name		= "hw_breakpoint",
	.init		= bp_test_init,
	.exit		= bp_test_exit,
	.test_cases	= bp_cases,
};

kunit_test_suites(&bp_slots_suite, &bp_suite);

MODULE_DESCRIPTION("KUnit tests of hardware breakpoints");
MODULE_LICENSE("GPL");
