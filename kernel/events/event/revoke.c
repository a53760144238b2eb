// SPDX-License-Identifier: GPL-2.0
/*
 * Revoking the events of a PMU that is unregistered.
 *
 * A device that is unplugged, or unbound from its driver, unregisters its PMU while files
 * of its events are still open. perf_revoke_pmu() detaches each event from its context,
 * removes its children, calls perf_event::destroy and moves the event to perf_pmu_gone,
 * which does nothing. read() of its file then returns 0 and poll() EPOLLERR; its mappings
 * stay.
 *
 * An event that is being opened is either attached before its opener sees pmu->revoked,
 * and perf_revoke_pmu() detaches it, or it is never attached: both are decided under the
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
#include "event/children.h"
#include "event/event.h"
#include "event/revoke.h"
#include "ring/aux.h"
#include "sched/context.h"
#include "sched/install.h"

/* Return: the event's context with a reference; NULL if @event has none yet. */
static struct perf_context *perf_revoke_get_context(struct perf_event *event)
{
	struct perf_context *ctx;

	guard(rcu)();
	do {
		ctx = READ_ONCE(event->ctx);
		/* A failed opener may have dropped the last reference on ctx. */
	} while (ctx && !refcount_inc_not_zero(&ctx->refcount));
	return ctx;
}

/* Return: the event's context with a reference and its mutex held; NULL for none yet. */
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

/* Only mappings can still reach a detached event; mmap_mutex excludes them. */
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

/* Both mutexes protect event->pmu; perf_event::destroy must not run under the context's. */
static void perf_revoke_from_pmu(struct perf_event *event)
{
	perf_revoke_destroy(event);
	guard(perf_event_ctx)(event);
	guard(mutex)(&event->opened->mmap_mutex);
	perf_pmu_disown_event(event);
}

/* Return: true if this call detached @event from its PMU. */
static bool perf_revoke_event(struct perf_event *event)
{
	struct perf_context *ctx = perf_revoke_lock_context(event);
	bool ours;

	if (!ctx)
		return false;
	/* A closed event (PERF_EVENT_STATE_DEAD) leaves its PMU when it is freed. */
	ours = event->state > PERF_EVENT_STATE_DEAD;
	if (ours)
		perf_context_remove(event, PERF_EVENT_STATE_EXIT, true);
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
 * perf_revoke_pmu - detach all events of a PMU from it
 * @pmu: a PMU with pmu->revoked set: no event of it can be attached any more
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

	/* RCU readers that loaded event->pmu before the change may still use @pmu. */
	synchronize_rcu();
	while (nr--)
		perf_pmu_drop(pmu);
}
