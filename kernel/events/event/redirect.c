// SPDX-License-Identifier: GPL-2.0
/*
 * Redirecting the output of an event that may be counting.
 *
 * A record goes to the ring attached to the event at the time of writing. An event that
 * fills an AUX area, however, has a transaction open in the old ring. pmu::stop ends that
 * transaction and pmu::start begins one in the new area, so perf_event_redirect() stops
 * such an event and starts it again.
 *
 * Locks: perf_event_file::child_mutex for the list of children; perf_context_run().
 * Context: task.
 */
#include <linux/perf_event.h>

#include "event/mmap.h"
#include "event/redirect.h"
#include "overflow/throttle.h"
#include "sched/context.h"

/* An event that migrates or is switched out is stopped and started anyway: skip it. */
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

/* If @event was switched out and in since the stop, it may have started on the old ring. */
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
	struct perf_event_file *opened = event->opened;
	struct perf_event *child;

	guard(mutex)(&opened->child_mutex);
	perf_context_run(READ_ONCE(event->ctx), fn, event);
	list_for_each_entry(child, &opened->child_list, child_entry)
		perf_context_run(READ_ONCE(child->ctx), fn, child);
}

/**
 * perf_event_redirect - perf_event_set_output() for an event that may be counting
 * @event:  the event
 * @output: event whose ring receives the output, NULL for none
 *
 * Context: task, with references on both events.
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
