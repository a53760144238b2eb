// SPDX-License-Identifier: GPL-2.0
/*
 * Counts and times of an instance, an event or a group.
 *
 * The value of an event is the count of the opened instance, plus perf_event_file::child_count
 * folded from children that are gone, plus the count of each live child.
 * perf_read_group_fn() reads all members of a group instance in one call, on the CPU where
 * the instance is active, so their counts are consistent.
 *
 * Locks: the context's mutex keeps groups unchanged, perf_event_file::child_mutex the list of
 * children; perf_context_run() takes the context's lock.
 * Context: task, unless stated otherwise.
 */
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "base/attr.h"
#include "base/count.h"
#include "base/instance.h"
#include "base/locks.h"
#include "base/pmu.h"
#include "base/pmu_scope.h"
#include "base/times.h"
#include "event/event.h"
#include "event/read.h"
#include "event/run.h"
#include "overflow/overflow.h"
#include "sched/context.h"
#include "sched/round.h"
#include "sched/sched.h"

#define PERF_FORMAT_TIMES	(PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* Count and times of one instance, or their sum over instances. */
struct perf_reading {
	u64	count;
	u64	enabled;
	u64	running;
};

/* Sums of instances that are read on several CPUs at once. */
struct perf_read_sum {
	atomic64_t	count;
	atomic64_t	enabled;
	atomic64_t	running;
};

struct perf_read_one {
	struct perf_event_run	run;
	struct perf_reading	reading;
};

static inline void perf_event_update_count(struct perf_event *event)
{
	if (event->state == PERF_EVENT_STATE_ACTIVE && !perf_event_keeps_count(event))
		event->pmu->read(event);
}

/*
 * Is @event active on its PMU on this CPU? Then only this CPU deletes @event, with IRQs off,
 * and updates its clocks: reading needs no lock. PERF_EV_CAP_RESIDENT instances are excluded:
 * their state does not depend on the CPU where the task runs.
 */
static __always_inline bool perf_event_counts_here(const struct perf_event *event)
{
	lockdep_assert_irqs_disabled();
	return !(event->event_caps & PERF_EV_CAP_RESIDENT) &&
	       READ_ONCE(event->state) == PERF_EVENT_STATE_ACTIVE &&
	       READ_ONCE(event->oncpu) == smp_processor_id();
}

static __always_inline bool perf_read_here(struct perf_event *event, bool times,
					   struct perf_reading *reading)
{
	guard(irqsave)();
	if (!perf_event_counts_here(event))
		return false;
	perf_ctx_now_invalidate(this_cpu_ptr(&perf_cpu_context));
	event->pmu->read(event);
	reading->count = local64_read(&event->count);
	if (times)
		perf_event_times(event, perf_ctx_now(), &reading->enabled, &reading->running);
	return true;
}

static void perf_read_one_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			     void *data)
{
	struct perf_read_one *one = container_of(data, struct perf_read_one, run);

	if (!perf_event_run_arrived(&one->run, ctx))
		return;
	perf_event_update_count(one->run.event);
	one->reading.count = local64_read(&one->run.event->count);
	perf_event_times(one->run.event, perf_ctx_now(), &one->reading.enabled,
			 &one->reading.running);
}

/* Read one instance; a detached instance keeps its last values. @times: read times as well. */
static __always_inline struct perf_reading perf_read_instance(struct perf_event *event,
							      bool times)
{
	struct perf_read_one one = { .run.event = event };

	if (!times && perf_event_keeps_count(event)) {
		one.reading.count = local64_read(&event->count);
		return one.reading;
	}
	if (perf_read_here(event, times, &one.reading))
		return one.reading;
	perf_event_run(&one.run, perf_read_one_fn);
	return one.reading;
}

static void perf_reading_add(struct perf_reading *sum, const struct perf_reading *more)
{
	sum->count += more->count;
	sum->enabled += more->enabled;
	sum->running += more->running;
}

/* Add the count and times that perf_child_delist() folded from children that are gone. */
static void perf_reading_add_folded(struct perf_reading *sum, const struct perf_event_file *opened)
{
	sum->count += atomic64_read(&opened->child_count);
	sum->enabled += atomic64_read(&opened->child_time_enabled);
	sum->running += atomic64_read(&opened->child_time_running);
}

/* A perf_round_fn: add one instance to the sums. */
static void perf_read_add(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			  struct perf_round_call *call, void *data)
{
	struct perf_read_sum *sum = data;
	u64 enabled, running;

	perf_event_update_count(call->event);
	perf_event_times(call->event, perf_ctx_now(), &enabled, &running);
	atomic64_add(local64_read(&call->event->count), &sum->count);
	atomic64_add(enabled, &sum->enabled);
	atomic64_add(running, &sum->running);
	call->left = 0;
}

/* @opened->child_mutex is held and there are children. */
static noinline struct perf_reading perf_read_children(struct perf_event_file *opened, bool times)
{
	struct perf_read_sum sum = { };
	struct perf_round round;
	struct perf_event *child;

	perf_round_init(&round, perf_read_add, &sum);
	list_for_each_entry(child, &opened->child_list, child_entry) {
		if (!times && perf_event_keeps_count(child))
			atomic64_add(local64_read(&child->count), &sum.count);
		else
			perf_round_add(&round, child, 1);
	}
	perf_round_end(&round);
	return (struct perf_reading) {
		.count		= atomic64_read(&sum.count),
		.enabled	= atomic64_read(&sum.enabled),
		.running	= atomic64_read(&sum.running),
	};
}

static noinline struct perf_reading perf_read_event(struct perf_event *event, bool times)
{
	struct perf_event_file *opened = event->opened;
	struct perf_reading sum, part;

	if (!perf_event_may_have_children(event))
		return perf_read_instance(event, times);

	guard(mutex)(&opened->child_mutex);
	sum = perf_read_instance(event, times);
	perf_reading_add_folded(&sum, opened);
	if (!list_empty(&opened->child_list)) {
		part = perf_read_children(opened, times);
		perf_reading_add(&sum, &part);
	}
	return sum;
}

/**
 * perf_event_read_value - read an event from kernel code
 * @event:   opened event (not a child)
 * @enabled: set to the nanoseconds enabled
 * @running: set to the nanoseconds counting
 *
 * Return: the value of @event, including its children.
 * Context: task.
 */
u64 perf_event_read_value(struct perf_event *event, u64 *enabled, u64 *running)
{
	struct perf_reading sum = perf_read_event(event, true);

	*enabled = sum.enabled;
	*running = sum.running;
	return sum.count;
}
EXPORT_SYMBOL_GPL(perf_event_read_value);

/* Can this CPU read the counter of CPU event @event? CPUs of one scope or package share it. */
static bool perf_event_is_readable_here(const struct perf_event *event)
{
	int cpu = smp_processor_id();

	if (event->cpu == cpu)
		return true;
	if (event->event_caps & PERF_EV_CAP_READ_SCOPE)
		return cpumask_test_cpu(cpu, perf_pmu_scope_cpus(event->pmu, event->cpu));
	return (event->event_caps & PERF_EV_CAP_READ_ACTIVE_PKG) &&
	       topology_physical_package_id(event->cpu) == topology_physical_package_id(cpu);
}

/**
 * perf_event_read_local - read an instance that counts on this CPU, from any context
 * @event:   instance without children
 * @value:   set to the count
 * @enabled: set to the nanoseconds enabled, may be NULL
 * @running: set to the nanoseconds counting, may be NULL
 *
 * Any CPU that shares the counter can read it. @enabled and @running may miss a concurrent
 * change on @event->cpu.
 *
 * Return: 0; -EOPNOTSUPP if @event may have children (they cannot be summed here); -EINVAL for an
 * event of another task or CPU; -EBUSY if @event is pinned but not counting.
 * Context: any, including NMI.
 */
int perf_event_read_local(struct perf_event *event, u64 *value, u64 *enabled, u64 *running)
{
	u64 times[2];

	guard(irqsave)();
	CLASS(perf_fresh_now, now)();
	if (perf_event_may_have_children(event))
		return -EOPNOTSUPP;
	if (event->attach_state & PERF_ATTACH_TASK) {
		if (event->hw.target != current)
			return -EINVAL;
		if (event->cpu >= 0 && event->cpu != smp_processor_id())
			return -EINVAL;
	} else if (!perf_event_is_readable_here(event)) {
		return -EINVAL;
	}
	if (event->attr.pinned && event->state != PERF_EVENT_STATE_ACTIVE)
		return -EBUSY;

	perf_event_update_count(event);
	*value = local64_read(&event->count);
	perf_event_times(event, perf_ctx_now(), &times[0], &times[1]);
	if (enabled)
		*enabled = times[0];
	if (running)
		*running = times[1];
	return 0;
}

/* Return the value of @event without times, children included. */
static __always_inline u64 perf_read_count(struct perf_event *event)
{
	if (!perf_event_may_have_children(event) && perf_event_keeps_count(event))
		return local64_read(&event->count);
	return perf_read_event(event, false).count;
}

/*
 * read(2).
 */
static int perf_read_single(struct perf_event *event, u64 *words)
{
	u64 format = event->attr.read_format;
	struct perf_reading sum = perf_read_event(event, format & PERF_FORMAT_TIMES);
	int n = 0;

	words[n++] = sum.count;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		words[n++] = sum.enabled;
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		words[n++] = sum.running;
	if (format & PERF_FORMAT_ID)
		words[n++] = event->id;
	if (format & PERF_FORMAT_LOST)
		words[n++] = atomic64_read(&event->opened->lost_samples);
	return n;
}

/**
 * struct perf_read_group - a group read in progress
 * @lock:     of @times, @values and @err while children are read, on several CPUs at once
 * @origin:   leader of the opened group
 * @times:    sums of the leaders' times; its count is unused
 * @values:   sums of the members' counts, leader first
 * @head:     words before @values
 * @stride:   words from one count in @values to the next
 * @members:  number of counts that @values holds
 * @timed:    read the times as well
 * @err:      0, or the errno of a failed read
 */
struct perf_read_group {
	raw_spinlock_t		lock;
	struct perf_event	*origin;
	struct perf_reading	times;
	u64			*values;
	unsigned int		head;
	unsigned int		stride;
	unsigned int		members;
	bool			timed;
	int			err;
};

/* In a PERF_PMU_TXN_READ transaction, the counts are valid after pmu::commit_txn. */
static int perf_group_update_counts(struct perf_event *leader)
{
	struct pmu *pmu = leader->pmu;
	struct perf_event *sibling;
	bool txn;

	/* Members of a resident group are read one by one. */
	txn = leader->state == PERF_EVENT_STATE_ACTIVE && !perf_group_is_resident(leader);
	if (txn)
		pmu->start_txn(pmu, PERF_PMU_TXN_READ);
	perf_event_update_count(leader);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list)
		perf_event_update_count(sibling);
	return txn ? pmu->commit_txn(pmu) : 0;
}

/* Does a child's group still have the same members, in the same order, as @origin's? */
static bool perf_groups_match(const struct perf_event *leader, const struct perf_event *origin)
{
	const struct perf_event *ours, *theirs;

	if (leader == origin)
		return true;
	if (leader->nr_siblings != origin->nr_siblings)
		return false;
	theirs = list_first_entry(&origin->sibling_list, struct perf_event, sibling_list);
	list_for_each_entry(ours, &leader->sibling_list, sibling_list) {
		if (ours->parent != theirs)
			return false;
		theirs = list_next_entry(theirs, sibling_list);
	}
	return true;
}

/* The opened group is read @first and initializes group->values; children add to them. */
static __always_inline void perf_read_counts(const struct perf_read_group *group,
					     struct perf_event *leader, bool first)
{
	const unsigned int stride = group->stride;
	struct perf_event *sibling;
	u64 *value = group->values;

	*value = (first ? 0 : *value) + local64_read(&leader->count);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		value += stride;
		*value = (first ? 0 : *value) + local64_read(&sibling->count);
	}
}

/* @leader is group->origin or a child of it. IRQs off, on the CPU that counts. */
static __always_inline int perf_read_group_update(const struct perf_read_group *group,
						  struct perf_event *leader)
{
	if (leader->nr_siblings >= group->members || !perf_groups_match(leader, group->origin))
		return -ECHILD;
	return perf_group_update_counts(leader);
}

/* @err: of perf_read_group_update(). Of children, under group->lock. */
static __always_inline void perf_read_group_sum(struct perf_read_group *group,
						struct perf_event *leader, int err)
{
	u64 enabled, running;

	if (err) {
		group->err = err;
		return;
	}
	perf_read_counts(group, leader, leader == group->origin);
	if (!group->timed)
		return;
	perf_event_times(leader, perf_ctx_now(), &enabled, &running);
	group->times.enabled += enabled;
	group->times.running += running;
}

static void perf_read_group_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			       void *data)
{
	struct perf_read_group *group = data;

	perf_read_group_sum(group, group->origin, perf_read_group_update(group, group->origin));
}

/* A perf_round_fn: the group of a child. */
static void perf_read_group_add(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
				struct perf_round_call *call, void *data)
{
	struct perf_read_group *group = data;
	int err = perf_read_group_update(group, call->event);

	guard(raw_spinlock)(&group->lock);
	perf_read_group_sum(group, call->event, err);
	call->left = 0;
}

static bool perf_read_group_here(struct perf_read_group *group)
{
	guard(irqsave)();
	if (!perf_event_counts_here(group->origin))
		return false;
	perf_ctx_now_invalidate(this_cpu_ptr(&perf_cpu_context));
	perf_read_group_fn(NULL, NULL, group);
	return true;
}

static void perf_read_group_origin(struct perf_read_group *group)
{
	if (!perf_read_group_here(group))
		perf_context_run(group->origin->ctx, perf_read_group_fn, group);
}

static noinline int perf_read_group_children(struct perf_read_group *group)
{
	struct perf_event_file *opened = group->origin->opened;
	struct perf_round round;
	struct perf_event *child;

	guard(mutex)(&opened->child_mutex);
	perf_reading_add_folded(&group->times, opened);
	/* First: it initialises group->values. */
	perf_read_group_origin(group);
	if (group->err || list_empty(&opened->child_list))
		return group->err;
	raw_spin_lock_init(&group->lock);
	perf_round_init(&round, perf_read_group_add, group);
	list_for_each_entry(child, &opened->child_list, child_entry)
		perf_round_add(&round, child, 1);
	perf_round_end(&round);
	return group->err;
}

/*
 * Read counts that only the current task adds to: with IRQs off they are consistent, and neither
 * pmu::read() nor perf_context_run() is needed. The group must not have children, which may swap
 * contexts with it. Return: true if read.
 */
static bool perf_read_group_own(const struct perf_read_group *group)
{
	struct perf_event *leader = group->origin;

	if (group->timed || !perf_group_keeps_counts(leader) || leader->hw.target != current)
		return false;
	guard(irqsave)();
	perf_read_counts(group, leader, true);
	return true;
}

/* All members of a group may have children, or none, so testing the leader suffices. */
static int perf_read_group_collect(struct perf_read_group *group)
{
	if (perf_event_may_have_children(group->origin))
		return perf_read_group_children(group);
	if (!perf_read_group_own(group))
		perf_read_group_origin(group);
	return group->err;
}

/* Add a member's folded child_count, and store its ID and LOST words. */
static void perf_complete_member(u64 *words, u64 format, struct perf_event *event)
{
	*words++ += atomic64_read(&event->opened->child_count);
	if (format & PERF_FORMAT_ID)
		*words++ = event->id;
	if (format & PERF_FORMAT_LOST)
		*words = atomic64_read(&event->opened->lost_samples);
}

static void perf_complete_members(const struct perf_read_group *group, u64 format)
{
	struct perf_event *leader = group->origin, *sibling;
	u64 *words = group->values;

	perf_complete_member(words, format, leader);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		words += group->stride;
		perf_complete_member(words, format, sibling);
	}
}

/* The words that read() of @event, a member with PERF_FORMAT_GROUP, returns. */
static __always_inline void perf_read_group_init(struct perf_read_group *group,
						 const struct perf_event *event)
{
	u64 format = event->attr.read_format;

	group->origin = event->group_leader;
	group->times = (struct perf_reading) { };
	group->head = 1 + !!(format & PERF_FORMAT_TOTAL_TIME_ENABLED) +
		      !!(format & PERF_FORMAT_TOTAL_TIME_RUNNING);
	group->stride = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);
	group->members = group->origin->nr_siblings + 1;
	group->timed = format & PERF_FORMAT_TIMES;
	group->err = 0;
}

/* Bytes, as perf_event_read_size(). */
static size_t perf_read_group_size(const struct perf_read_group *group)
{
	return (group->head + group->members * group->stride) * sizeof(u64);
}

/* @words has room for perf_read_group_size() bytes. */
static int perf_read_group(struct perf_read_group *group, u64 format, u64 *words)
{
	int err;

	group->values = words + group->head;
	err = perf_read_group_collect(group);
	if (err)
		return err;

	*words++ = group->members;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		*words++ = group->times.enabled;
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		*words++ = group->times.running;
	if (group->stride > 1 || perf_event_may_have_children(group->origin))
		perf_complete_members(group, format);
	return 0;
}

/* perf_revoke_pmu() leaves events in PERF_EVENT_STATE_EXIT, as if their task had exited. */
static bool perf_event_reads_nothing(const struct perf_event *event)
{
	enum perf_event_state state = READ_ONCE(event->state);

	if (likely(state > PERF_EVENT_STATE_ERROR))
		return false;
	return state == PERF_EVENT_STATE_ERROR ||
	       (state == PERF_EVENT_STATE_EXIT && perf_pmu_is_gone(event));
}

/* Groups of at most PERF_READ_WORDS_SMALL words are read without an allocation. */
#define PERF_READ_WORDS_SMALL	32

static ssize_t perf_read_group_user(struct perf_event *event, char __user *buf, size_t count)
{
	u64 *large __free(kfree) = NULL;
	struct perf_read_group group;
	size_t size;
	u64 *words;
	int err;
	u64 small[PERF_READ_WORDS_SMALL] __uninitialized;

	/* The context's mutex keeps the group's members, and so its read size, unchanged. */
	guard(perf_event_ctx)(event);
	if (perf_event_reads_nothing(event))
		return 0;
	perf_read_group_init(&group, event);
	size = perf_read_group_size(&group);
	if (count < size)
		return -ENOSPC;
	words = small;
	if (size > sizeof(small)) {
		large = kmalloc(size, GFP_KERNEL);
		if (!large)
			return -ENOMEM;
		words = large;
	}
	err = perf_read_group(&group, event->attr.read_format, words);
	if (err)
		return err;
	return copy_to_user(buf, words, size) ? -EFAULT : size;
}

/* Words of a single event: value, two times, id, lost. */
#define PERF_READ_WORDS_SINGLE	5

static noinline ssize_t perf_read_single_user(struct perf_event *event, char __user *buf)
{
	u64 words[PERF_READ_WORDS_SINGLE] __uninitialized;
	int n = perf_read_single(event, words);

	return copy_to_user(buf, words, n * sizeof(u64)) ? -EFAULT : n * sizeof(u64);
}

/**
 * perf_event_read_user - read(2) on an event
 * @event: opened event
 * @buf:   user buffer
 * @count: bytes in @buf
 *
 * Return: bytes read; 0 in PERF_EVENT_STATE_ERROR or after perf_revoke_pmu(); -ENOSPC if
 * @count is too small; -ECHILD if a child's group differs from its parent's; -EFAULT;
 * -ENOMEM; the errno of pmu::commit_txn.
 */
ssize_t perf_event_read_user(struct perf_event *event, char __user *buf, size_t count)
{
	if (event->attr.read_format & PERF_FORMAT_GROUP)
		return perf_read_group_user(event, buf, count);
	if (unlikely(perf_event_reads_nothing(event)))
		return 0;
	if (count < event->opened->read_size)
		return -ENOSPC;
	if (event->attr.read_format)
		return perf_read_single_user(event, buf);
	return put_user(perf_read_count(event), (u64 __user *)buf) ? -EFAULT : sizeof(u64);
}
