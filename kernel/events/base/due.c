// SPDX-License-Identifier: GPL-2.0
/*
 * Instances of a context with actions pending after an overflow (enum perf_due).
 *
 * An overflow, which may be an NMI, pushes its instance onto perf_context::raised. Under the
 * context's lock perf_due_take() sorts the raised instances into perf_context::due by pending
 * action and returns them one at a time. So an interrupt or a tick spends time only on
 * instances with pending actions and can stop after any of them.
 *
 * A list is a hint: its instance may have been disabled, released or switched out since.
 * The caller of perf_due_take() tests the instance's own flags.
 *
 * Owns: perf_event::raised, raised_entry and due_entry, perf_context::raised and due.
 * Locks: perf_context::lock is held, except in perf_due_raise().
 * Context: IRQs off, or NMI for perf_due_raise().
 */
#include <linux/llist.h>
#include <linux/perf_event.h>

#include "base/due.h"

/**
 * perf_due_init - initialise the lists of a context
 * @ctx: new context
 */
void perf_due_init(struct perf_context *ctx)
{
	int kind;

	init_llist_head(&ctx->raised);
	for (kind = 0; kind < PERF_DUE_NR; kind++)
		INIT_LIST_HEAD(&ctx->due[kind]);
}

/**
 * perf_due_raise - mark an instance as having a pending action
 * @event: installed; the caller has set pending_disable, hw.throttle_due or hw.throttled
 *
 * Context: IRQs off on the event's CPU, or NMI; or the context's lock held.
 */
void perf_due_raise(struct perf_event *event)
{
	/* Pairs with perf_due_sort(), which sees the caller's flag, or @event is pushed again. */
	if (!xchg(&event->raised, 1))
		llist_add(&event->raised_entry, &event->ctx->raised);
}

static enum perf_due perf_due_kind(const struct perf_event *event)
{
	if (READ_ONCE(event->pending_disable))
		return PERF_DUE_DISABLE;
	if (READ_ONCE(event->hw.throttle_due))
		return PERF_DUE_THROTTLE;
	return PERF_DUE_RELEASE;
}

/* Runs one step for each instance raised since the last call. */
static void perf_due_sort(struct perf_context *ctx)
{
	struct llist_node *raised;
	struct perf_event *event, *next;

	lockdep_assert_held(&ctx->lock);
	if (likely(llist_empty(&ctx->raised)))
		return;
	raised = llist_reverse_order(llist_del_all(&ctx->raised));
	llist_for_each_entry_safe(event, next, raised, raised_entry) {
		xchg(&event->raised, 0);
		list_move_tail(&event->due_entry, &ctx->due[perf_due_kind(event)]);
	}
}

/**
 * perf_due_drop - take an instance that leaves its context off the lists
 * @event: no longer ACTIVE
 */
void perf_due_drop(struct perf_event *event)
{
	if (unlikely(READ_ONCE(event->raised)))
		perf_due_sort(event->ctx);
	list_del_init(&event->due_entry);
}

/**
 * perf_due_take - remove the instance that has waited longest from a list
 * @ctx:  the context
 * @kind: the list
 *
 * Return: the instance; NULL if the list is empty.
 */
struct perf_event *perf_due_take(struct perf_context *ctx, enum perf_due kind)
{
	struct perf_event *event;

	perf_due_sort(ctx);
	event = list_first_entry_or_null(&ctx->due[kind], struct perf_event, due_entry);
	if (event)
		list_del_init(&event->due_entry);
	return event;
}

/**
 * perf_due_end_window - move the instances throttled so far to PERF_DUE_RELEASING
 * @ctx: the context, in the tick
 */
void perf_due_end_window(struct perf_context *ctx)
{
	perf_due_sort(ctx);
	list_splice_tail_init(&ctx->due[PERF_DUE_RELEASE], &ctx->due[PERF_DUE_RELEASING]);
}
