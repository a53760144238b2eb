// SPDX-License-Identifier: GPL-2.0
/*
 * Accounting of debug registers.
 *
 * A breakpoint belongs to a CPU, to a task on any CPU, or to a task while it runs on one
 * CPU. An open breakpoint must get a register whenever it can be hit, so
 * perf_bp_slots_reserve() accounts for the worst case: every CPU runs the task that needs
 * most registers there. For every CPU c, with
 *
 *	pinned(c)   breakpoints of the CPU itself
 *	any(t)      breakpoints that follow task t to any CPU
 *	bound(t, c) breakpoints of task t that count on c only
 *
 * the invariant is: pinned(c) + max over t of (any(t) + bound(t, c)) <= nr_slots.
 *
 * The maximum comes from histograms of at most PERF_BP_SLOTS_MAX + 1 values:
 * perf_bp_slots::needs has any(t) of all tasks, and perf_bp_cpu::needs has
 * any(t) + bound(t, c) of the tasks with bound(t, c) != 0. perf_bp_slots::needs includes
 * those tasks too, with a value that is too low, which leaves the maximum right. So no
 * operation visits other tasks, and only a breakpoint that follows its task visits more
 * than one CPU: those where perf_bp_task::bound has an entry.
 *
 * Locks: none, the caller serialises. Context: task, may sleep.
 */
#include <linux/bug.h>
#include <linux/errno.h>
#include <linux/rhashtable.h>
#include <linux/slab.h>
#include <linux/xarray.h>

#include "pmus/bp_slots.h"

/**
 * struct perf_bp_task - breakpoints of a task
 * @task:  the task, as a key only
 * @node:  in perf_bp_slots::tasks
 * @any:   breakpoints that follow the task to any CPU
 * @bound: number of breakpoints bound to a CPU, by CPU
 */
struct perf_bp_task {
	const void		*task;
	struct rhash_head	node;
	u32			any;
	struct xarray		bound;
};

static const struct rhashtable_params perf_bp_task_params = {
	.head_offset		= offsetof(struct perf_bp_task, node),
	.key_offset		= offsetof(struct perf_bp_task, task),
	.key_len		= sizeof_field(struct perf_bp_task, task),
	.automatic_shrinking	= true,
};

static u32 perf_bp_bound(const struct perf_bp_task *task, int cpu)
{
	void *entry = xa_load((struct xarray *)&task->bound, cpu);

	return entry ? xa_to_value(entry) : 0;
}

static struct perf_bp_task *perf_bp_task_find(struct perf_bp_slots *slots, const void *task)
{
	return rhashtable_lookup_fast(&slots->tasks, &task, perf_bp_task_params);
}

static struct perf_bp_task *perf_bp_task_get(struct perf_bp_slots *slots, const void *task)
{
	struct perf_bp_task *bt;

	bt = perf_bp_task_find(slots, task);
	if (bt)
		return bt;
	bt = kzalloc(sizeof(*bt), GFP_KERNEL);
	if (!bt)
		return NULL;
	bt->task = task;
	xa_init(&bt->bound);
	if (rhashtable_insert_fast(&slots->tasks, &bt->node, perf_bp_task_params)) {
		kfree(bt);
		return NULL;
	}
	return bt;
}

/* Free @bt when its last breakpoint is gone. */
static void perf_bp_task_put(struct perf_bp_slots *slots, struct perf_bp_task *bt)
{
	if (bt->any || !xa_empty(&bt->bound))
		return;
	rhashtable_remove_fast(&slots->tasks, &bt->node, perf_bp_task_params);
	xa_destroy(&bt->bound);
	kfree(bt);
}

/* The highest value in the histogram, 0 if it is empty. */
static u32 perf_bp_highest(const struct perf_bp_histogram *histogram, unsigned int nr_slots)
{
	u32 n;

	for (n = nr_slots; n; n--) {
		if (histogram->nr[n])
			break;
	}
	return n;
}

/* nr[0] is never read, so it need not be right. */
static void perf_bp_move(struct perf_bp_histogram *histogram, u32 from, u32 to)
{
	histogram->nr[from]--;
	histogram->nr[to]++;
}

static bool perf_bp_fits_cpu(const struct perf_bp_slots *slots, int cpu)
{
	const struct perf_bp_cpu *c = &slots->cpus[cpu];
	u32 need;

	need = max(perf_bp_highest(&slots->needs, slots->nr_slots),
		   perf_bp_highest(&c->needs, slots->nr_slots));
	return c->pinned + need < slots->nr_slots;
}

static bool perf_bp_fits_bound(const struct perf_bp_slots *slots,
			       const struct perf_bp_task *bt, int cpu)
{
	return slots->cpus[cpu].pinned + bt->any + perf_bp_bound(bt, cpu) < slots->nr_slots;
}

static bool perf_bp_fits_any(const struct perf_bp_slots *slots, struct perf_bp_task *bt)
{
	unsigned long cpu;
	void *entry;

	if (perf_bp_highest(&slots->pinned, slots->nr_slots) + bt->any >= slots->nr_slots)
		return false;
	xa_for_each(&bt->bound, cpu, entry) {
		if (!perf_bp_fits_bound(slots, bt, cpu))
			return false;
	}
	return true;
}

static void perf_bp_count_cpu(struct perf_bp_slots *slots, int cpu, int delta)
{
	struct perf_bp_cpu *c = &slots->cpus[cpu];

	perf_bp_move(&slots->pinned, c->pinned, c->pinned + delta);
	c->pinned += delta;
}

static void perf_bp_count_any(struct perf_bp_slots *slots, struct perf_bp_task *bt, int delta)
{
	unsigned long cpu;
	void *entry;
	u32 need;

	xa_for_each(&bt->bound, cpu, entry) {
		need = bt->any + xa_to_value(entry);
		perf_bp_move(&slots->cpus[cpu].needs, need, need + delta);
	}
	perf_bp_move(&slots->needs, bt->any, bt->any + delta);
	bt->any += delta;
}

static int perf_bp_count_bound(struct perf_bp_slots *slots, struct perf_bp_task *bt, int cpu,
			       int delta)
{
	struct perf_bp_histogram *needs = &slots->cpus[cpu].needs;
	u32 bound = perf_bp_bound(bt, cpu);
	int err = 0;

	/* xa_store() can fail only for the first breakpoint: later ones overwrite its entry. */
	if (bound + delta)
		err = xa_err(xa_store(&bt->bound, cpu, xa_mk_value(bound + delta), GFP_KERNEL));
	else
		xa_erase(&bt->bound, cpu);
	if (err)
		return err;
	if (bound)
		needs->nr[bt->any + bound]--;
	if (bound + delta)
		needs->nr[bt->any + bound + delta]++;
	return 0;
}

static int perf_bp_reserve_task(struct perf_bp_slots *slots, struct perf_bp_task *bt, int cpu)
{
	if (cpu >= 0)
		return perf_bp_fits_bound(slots, bt, cpu) ?
		       perf_bp_count_bound(slots, bt, cpu, 1) : -ENOSPC;
	if (!perf_bp_fits_any(slots, bt))
		return -ENOSPC;
	perf_bp_count_any(slots, bt, 1);
	return 0;
}

/**
 * perf_bp_slots_reserve - reserve a register
 * @slots: registers of one kind
 * @task:  task of the breakpoint, NULL for none
 * @cpu:   CPU the breakpoint is bound to; with @task also -1, for any
 *
 * Return: 0; -ENOSPC if registers could run short on some CPU; -ENOMEM; -EINVAL for a bad @cpu.
 */
int perf_bp_slots_reserve(struct perf_bp_slots *slots, const void *task, int cpu)
{
	struct perf_bp_task *bt;
	int err = 0;

	if (WARN_ON_ONCE(cpu >= (int)slots->nr_cpus || (!task && cpu < 0)))
		return -EINVAL;

	if (!task) {
		if (!perf_bp_fits_cpu(slots, cpu))
			return -ENOSPC;
		perf_bp_count_cpu(slots, cpu, 1);
	} else {
		bt = perf_bp_task_get(slots, task);
		if (!bt)
			return -ENOMEM;
		err = perf_bp_reserve_task(slots, bt, cpu);
		perf_bp_task_put(slots, bt);
	}
	if (!err)
		slots->nr_used++;
	return err;
}

/**
 * perf_bp_slots_release - release a reserved register
 * @slots: as in perf_bp_slots_reserve()
 * @task:  likewise
 * @cpu:   likewise
 */
void perf_bp_slots_release(struct perf_bp_slots *slots, const void *task, int cpu)
{
	struct perf_bp_task *bt;

	if (!task) {
		perf_bp_count_cpu(slots, cpu, -1);
	} else {
		bt = perf_bp_task_find(slots, task);
		if (WARN_ON_ONCE(!bt))
			return;
		if (cpu >= 0)
			perf_bp_count_bound(slots, bt, cpu, -1);
		else
			perf_bp_count_any(slots, bt, -1);
		perf_bp_task_put(slots, bt);
	}
	slots->nr_used--;
}

/**
 * perf_bp_slots_init - initialise the accounting, with no breakpoints
 * @slots:    registers of one kind
 * @nr_slots: registers a CPU has, at most PERF_BP_SLOTS_MAX
 * @nr_cpus:  CPUs
 *
 * Return: 0, -EINVAL if @nr_slots is too large, -ENOMEM.
 */
int perf_bp_slots_init(struct perf_bp_slots *slots, unsigned int nr_slots, unsigned int nr_cpus)
{
	int err;

	if (nr_slots > PERF_BP_SLOTS_MAX)
		return -EINVAL;
	*slots = (struct perf_bp_slots) {
		.nr_slots	= nr_slots,
		.nr_cpus	= nr_cpus,
		.cpus		= kvcalloc(nr_cpus, sizeof(*slots->cpus), GFP_KERNEL),
	};
	if (!slots->cpus)
		return -ENOMEM;
	err = rhashtable_init(&slots->tasks, &perf_bp_task_params);
	if (err)
		kvfree(slots->cpus);
	return err;
}

static void perf_bp_task_free(void *ptr, void *arg)
{
	struct perf_bp_task *bt = ptr;

	xa_destroy(&bt->bound);
	kfree(bt);
}

/**
 * perf_bp_slots_destroy - free the accounting
 * @slots: initialised by perf_bp_slots_init()
 */
void perf_bp_slots_destroy(struct perf_bp_slots *slots)
{
	rhashtable_free_and_destroy(&slots->tasks, perf_bp_task_free, NULL);
	kvfree(slots->cpus);
}
