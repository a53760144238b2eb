// SPDX-License-Identifier: GPL-2.0
/*
 * Redirecting the output of an event that may be counting.
 *
 * A record goes to the ring that the event has when it is written. But an event that
 * fills an AUX area has a transaction open in the old ring's; it has to end that one,
 * and to begin the next one in the new area, which its driver does when it is stopped
 * and started.
 *
 * Locks: perf_opened::child_mutex for the instances, perf_context_run() for each.
 * Context: task.
 */
#include <linux/perf_event.h>

#include "event/mmap.h"
#include "event/redirect.h"
#include "overflow/throttle.h"
#include "sched/context.h"

/* One that moves to another CPU, or is switched, is stopped and started anyway. */
static bool perf_redirect_concerns(struct perf_cpu_context *cpuctx,
				   const struct perf_context *ctx,
				   const struct perf_event *event)
{
	return cpuctx && READ_ONCE(event->ctx) == ctx && event->state == PERF_EVENT_STATE_ACTIVE;
}

static void perf_redirect_stop(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
			       void *data)
{
	struct perf_event *event = data;

	if (perf_redirect_concerns(cpuctx, ctx, event) && !(event->hw.state & PERF_HES_STOPPED))
		event->pmu->stop(event, PERF_EF_UPDATE);
}

/* Switched out and in since it was stopped, it may have begun with the ring it had then. */
static void perf_redirect_restart(struct perf_cpu_context *cpuctx, struct perf_context *ctx,
				  void *data)
{
	struct perf_event *event = data;

	if (!perf_redirect_concerns(cpuctx, ctx, event) || perf_event_is_throttled(event))
		return;
	perf_redirect_stop(cpuctx, ctx, data);
	perf_throttle_start(event, 0);
}

static void perf_redirect_instances(struct perf_event *event, perf_context_fn fn)
{
	struct perf_opened *opened = event->opened;
	struct perf_event *child;

	guard(mutex)(&opened->child_mutex);
	perf_context_run(READ_ONCE(event->ctx), fn, event);
	list_for_each_entry(child, &opened->child_list, child_entry)
		perf_context_run(READ_ONCE(child->ctx), fn, child);
}

/**
 * perf_event_redirect - perf_event_set_output() for an event that may be counting
 * @event:  the event
 * @output: whose ring it shall write to, NULL: none
 *
 * Context: task, with references on both.
 * Return: as perf_event_set_output().
 */
int perf_event_redirect(struct perf_event *event, struct perf_event *output)
{
	int err;

	if (!has_aux(event))
		return perf_event_set_output(event, output);

	perf_redirect_instances(event, perf_redirect_stop);
	err = perf_event_set_output(event, output);
	perf_redirect_instances(event, perf_redirect_restart);
	return err;
}
