// SPDX-License-Identifier: GPL-2.0
/*
 * Redirecting the output of an event into another event's ring.
 *
 * perf_event_set_output() suffices for an event that is not counting yet, or fills no AUX area.
 * A record goes to the ring attached to the event at the time of writing. An event that
 * fills an AUX area, however, has a transaction open in the old ring. pmu::stop ends that
 * transaction and pmu::start begins one in the new area, so perf_event_redirect() stops
 * such an event and starts it again.
 *
 * Locks: perf_event_file::mmap_mutex of the redirected event > event_lock (ring);
 * perf_event_file::child_mutex for the list of children; perf_context_run().
 * Context: task.
 */
#include <linux/perf_event.h>

#include "base/instance.h"
#include "base/why.h"
#include "event/redirect.h"
#include "overflow/throttle.h"
#include "ring/ring.h"
#include "sched/context.h"

/* The other event is group_fd of perf_event_open(), or the argument of the ioctl. */
static int __cold perf_output_refuse(struct perf_event *event, enum perf_event_why reason)
{
	return perf_refuse_event(event, -EINVAL, reason,
				 PERF_WHERE_ARG + (perf_why_of_current() ? 3 : 2));
}

/* May @event write to the ring of @output? */
static int perf_output_check_redirect(struct perf_event *event, struct perf_event *output)
{
	if (event == output)
		return perf_output_refuse(event, PERF_WHY_OUTPUT_SELF);
	/* Only one CPU at a time writes to a ring. */
	if (event->cpu != output->cpu)
		return perf_output_refuse(event, PERF_WHY_OUTPUT_TARGET);
	if (event->cpu == -1 && (event->hw.target != output->hw.target ||
				 perf_event_may_have_children(event)))
		return perf_output_refuse(event, PERF_WHY_OUTPUT_TARGET);
	/* The reader sorts by time stamps of one clock, and parses one write direction. */
	if (event->clock != output->clock || is_write_backward(event) != is_write_backward(output))
		return perf_output_refuse(event, PERF_WHY_OUTPUT_CLOCK);
	/* One driver writes the AUX area. RCU: perf_revoke_pmu() may change either event's pmu. */
	guard(rcu)();
	if (has_aux(event) && has_aux(output) && event->pmu != output->pmu)
		return perf_output_refuse(event, PERF_WHY_OUTPUT_AUX);
	return 0;
}

/* The ring's AUX area may belong to an event other than the redirect target. */
static int perf_output_check_aux(struct perf_event *event, const struct perf_buffer *rb)
{
	const struct pmu *pmu = READ_ONCE(rb->aux.pmu);

	guard(rcu)();
	if (!has_aux(event) || !pmu || pmu == event->pmu)
		return 0;
	return perf_output_refuse(event, PERF_WHY_OUTPUT_AUX);
}

/**
 * perf_event_set_output - redirect an event's output to another event's ring
 * @event:  the event
 * @output: event whose ring receives the output, NULL for none
 *
 * Context: task, with references on both events.
 *
 * Return: 0; -EINVAL if the events are incompatible, @event is mapped itself, or @output
 * has no ring that is still mapped.
 */
int perf_event_set_output(struct perf_event *event, struct perf_event *output)
{
	struct perf_event_file *opened = event->opened;
	struct perf_buffer *rb;
	int ret;

	if (output) {
		ret = perf_output_check_redirect(event, output);
		if (ret)
			return ret;
	}

	guard(mutex)(&opened->mmap_mutex);
	if (atomic_read(&opened->mmap_count))
		return perf_output_refuse(event, PERF_WHY_OUTPUT_MAPPED);
	if (!output) {
		perf_ring_detach(opened);
		return 0;
	}
	rb = perf_ring_get(output->opened);
	if (!rb)
		return perf_output_refuse(event, PERF_WHY_OUTPUT_NO_RING);
	ret = perf_output_check_aux(event, rb);
	if (!ret)
		ret = perf_ring_attach(rb, opened);
	perf_ring_put(rb);
	return ret;
}

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
