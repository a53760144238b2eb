// SPDX-License-Identifier: GPL-2.0
/*
 * Giving and collecting the reasons of refusals.
 *
 * A function that refuses a call passes the errno through perf_refuse(), which returns it. A
 * system call with PERF_FLAG_EXT collects the refusals of its task between perf_why_begin() and
 * perf_why_end(), and the last one is that of the call. All other calls pay for a reason only
 * when they fail: perf_refuse() is on no path that succeeds, and functions on the way have no
 * parameter for it.
 *
 * A refusal by a descriptor that exists is kept in perf_event_file::refused.
 *
 * Owns: the table of collecting tasks.
 * Locks: perf_why_lock, innermost.
 * Context: task.
 */
#include <linux/hashtable.h>
#include <linux/list.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "base/why.h"

#define CREATE_TRACE_POINTS
#include "base/why_trace.h"

#define PERF_WHY_TASK_BITS	6

static DEFINE_HASHTABLE(perf_why_tasks, PERF_WHY_TASK_BITS);
static DEFINE_SPINLOCK(perf_why_lock);

/**
 * perf_why_begin - collect the refusals of current
 * @why: the caller's, until perf_why_end(); calls do not nest
 *
 * Context: task.
 */
void perf_why_begin(struct perf_why *why)
{
	*why = (struct perf_why) { .task = current };
	guard(spinlock)(&perf_why_lock);
	hash_add(perf_why_tasks, &why->entry, (unsigned long)current);
}

/**
 * perf_why_end - end perf_why_begin()
 * @why: holds the last refusal and the last PMU
 *
 * Context: task.
 */
void perf_why_end(struct perf_why *why)
{
	guard(spinlock)(&perf_why_lock);
	hash_del(&why->entry);
}

/**
 * perf_why_of_current - find the collector of the refusals of current
 *
 * Only current adds its collector, so an empty list is seen without the lock.
 *
 * Context: task.
 * Return: the collector, which only current changes; NULL: there is none.
 */
struct perf_why *perf_why_of_current(void)
{
	const unsigned long key = (unsigned long)current;
	struct perf_why *why;

	if (hlist_empty(&perf_why_tasks[hash_min(key, PERF_WHY_TASK_BITS)]))
		return NULL;
	guard(spinlock)(&perf_why_lock);
	hash_for_each_possible(perf_why_tasks, why, entry, key) {
		if (why->task == current)
			return why;
	}
	return NULL;
}

/**
 * perf_why_pmu - note that a PMU has refused an event of current
 * @name: its name
 *
 * Context: task.
 */
void perf_why_pmu(const char *name)
{
	struct perf_why *why = perf_why_of_current();

	if (why)
		strscpy(why->pmu, name, sizeof(why->pmu));
}

/**
 * perf_refuse - give the reason for an errno
 * @error:   negative errno
 * @reason:  PERF_WHY_*
 * @where:   perf_refusal::where
 * @bits:    perf_refusal::bits
 * @got:     perf_refusal::got
 * @allowed: perf_refusal::allowed
 *
 * None of them may hold an address of the kernel, or what the caller may not read.
 *
 * Context: task.
 * Return: @error.
 */
int perf_refuse(int error, enum perf_event_why reason, unsigned int where, u64 bits, u64 got,
		u64 allowed)
{
	struct perf_why *why = perf_why_of_current();

	if (why) {
		why->refusal = (struct perf_refusal) {
			.error	 = -error,
			.reason	 = reason,
			.where	 = where,
			.bits	 = bits,
			.got	 = got,
			.allowed = allowed,
		};
	}
	return error;
}

/* perf_event_file::refused: error << 32 | where << 16 | reason */
static u64 perf_refused_pack(int error, unsigned int reason, unsigned int where)
{
	return (u64)-error << 32 | where << 16 | reason;
}

/**
 * perf_refuse_event - perf_refuse(), for a call on an event's descriptor
 * @event:  the event
 * @error:  negative errno
 * @reason: PERF_WHY_*
 * @where:  PERF_WHERE_ARG plus a number, or PERF_WHERE_NONE
 *
 * PERF_EVENT_IOC_WHY returns the last one. Where perf_event_open() checks the same as a call
 * on a descriptor, its collector gets the refusal.
 *
 * Context: task.
 * Return: @error.
 */
int perf_refuse_event(struct perf_event *event, int error, enum perf_event_why reason,
		      unsigned int where)
{
	const struct perf_refusal refusal = { .error = -error, .reason = reason, .where = where };

	if (perf_why_of_current())
		return perf_refuse_at(error, reason, where);
	atomic64_set(&event->opened->refused, perf_refused_pack(error, reason, where));
	trace_perf_refused(&refusal);
	return error;
}

/**
 * perf_refused_get - the last refusal by an event's descriptor
 * @event:   the event
 * @refusal: result
 */
void perf_refused_get(const struct perf_event *event, struct perf_refusal *refusal)
{
	u64 refused = atomic64_read(&event->opened->refused);

	*refusal = (struct perf_refusal) {
		.error	= refused >> 32,
		.where	= (u32)refused >> 16,
		.reason	= refused & U16_MAX,
	};
}
