// SPDX-License-Identifier: GPL-2.0
/*
 * Taking the events from a PMU that goes.
 *
 * A device that is unplugged, or unbound from its driver, takes its PMU along while
 * there are files of its events. Each event leaves its context and loses its children,
 * the PMU's destroy() is called for it, and from then on it belongs to a PMU that does
 * nothing. Its file reads end-of-file and polls an error; its mappings stay.
 *
 * An event that is just being opened is either attached before its opener learns that
 * the PMU goes, and then is found here, or not at all: both are decided under the
 * context's mutex.
 *
 * Locks: context mutex; mmap_mutex, under which mappings call the PMU.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/wait.h>

#include "base/locks.h"
#include "base/pmu.h"
#include "event/event.h"
#include "event/inherit.h"
#include "event/revoke.h"
#include "ring/aux.h"
#include "sched/attach.h"
#include "sched/context.h"

/* The event's context, referenced; NULL: it has none yet. */
static struct perf_context *perf_revoke_get_context(struct perf_event *event)
{
	struct perf_context *ctx;

	guard(rcu)();
	do {
		ctx = READ_ONCE(event->ctx);
		/* Its opener may have failed and given it up. */
	} while (ctx && !refcount_inc_not_zero(&ctx->refcount));
	return ctx;
}

/* The event's context, referenced and its mutex held; NULL: it has none yet. */
static struct perf_context *perf_revoke_lock_context(struct perf_event *event)
{
	struct perf_context *ctx;

	while ((ctx = perf_revoke_get_context(event))) {
		mutex_lock(&ctx->mutex);
		if (ctx == event->ctx)
			return ctx;
		mutex_unlock(&ctx->mutex);
		perf_context_put(ctx);
	}
	return NULL;
}

/* Out of its context, the event is reached by mappings alone, which are kept out. */
static void perf_revoke_destroy(struct perf_event *event)
{
	guard(mutex)(&event->opened->mmap_mutex);
	if (event->destroy)
		event->destroy(event);
	event->destroy = NULL;
	if (event->attach_state & PERF_ATTACH_EXCLUSIVE) {
		perf_pmu_exclusive_put(event->pmu, event->attach_state & PERF_ATTACH_TASK);
		event->attach_state &= ~PERF_ATTACH_EXCLUSIVE;
	}
}

/* Both mutexes keep an event with its PMU; destroying it may not be done under the first. */
static void perf_revoke_from_pmu(struct perf_event *event)
{
	perf_revoke_destroy(event);
	guard(perf_event_ctx)(event);
	guard(mutex)(&event->opened->mmap_mutex);
	perf_pmu_disown_event(event);
}

/* True if the event was taken from its PMU. */
static bool perf_revoke_event(struct perf_event *event)
{
	struct perf_context *ctx = perf_revoke_lock_context(event);
	bool ours;

	if (!ctx)
		return false;
	/* It may have been closed meanwhile: then it goes all by itself. */
	ours = event->state > PERF_EVENT_STATE_DEAD;
	if (ours)
		perf_context_detach(event, PERF_EVENT_STATE_EXIT, true);
	mutex_unlock(&ctx->mutex);
	perf_context_put(ctx);
	if (!ours)
		return false;

	perf_children_remove(event);
	perf_revoke_from_pmu(event);
	wake_up_all(&event->opened->waitq);
	return true;
}

/**
 * perf_revoke_pmu - end all events of a PMU
 * @pmu: a PMU of which no event can be opened any more
 *
 * Context: task, may sleep.
 */
void perf_revoke_pmu(struct pmu *pmu)
{
	struct perf_event *event;
	unsigned int nr = 0;

	while ((event = perf_pmu_next_event(pmu))) {
		if (perf_revoke_event(event))
			nr++;
		else
			schedule_timeout_uninterruptible(1);
		perf_event_put(event);
	}
	perf_aux_revoke(pmu);
	if (!nr)
		return;

	/* Who has read event->pmu before it was changed may be using it still. */
	synchronize_rcu();
	while (nr--)
		perf_pmu_drop(pmu);
}
