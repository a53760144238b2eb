// SPDX-License-Identifier: GPL-2.0
/*
 * The lists by which trace events find the events that count them.
 *
 * A trace event that is hit looks at one list, that of the CPU it is hit on
 * (trace_event_call::perf_events), and builds a record only if there is something
 * on it. So this list has to hold exactly the events of the slots that are active
 * on the CPU.
 *
 * The events of a slot that listen to the same trace event form a *chain*: their
 * hlist_entry nodes, in a row. While the slot is active its chains are sections of
 * the CPU's lists; while it is not, each stands by itself, behind the tp_home of its
 * first event. Becoming active or inactive moves a chain as a whole, so a context
 * switch costs what the slot has of distinct trace events, however many events
 * count them.
 *
 * Invariants: the first event of a chain is on the slot's list of chains, and its tp_last
 * is the last one; tp_first of the last one is the first. All other events of a chain
 * have NULL there, so that an event comes and goes in a number of steps that does not
 * depend on the chain's length. Nodes of a chain are neighbours. More than one chain for
 * a trace event does no harm.
 *
 * Owns: the memory of the lists, perf_event::hlist_entry of events on trace events,
 * the part of hw_perf_event that is theirs, perf_event_slot::chains.
 * Locks: the context's; for which lists are taken, event_mutex of who gets and puts
 * them. Readers of a CPU's list are on that CPU with IRQs off, or in
 * an NMI there; lists of a CPU change only on it, with IRQs off. So a reader is an
 * NMI that came in the middle of a change, or it sees none: each store below leaves
 * a list that leads to all events that stay.
 */
#include <linux/bitmap.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/perf/tracing.h>
#include <linux/trace_events.h>

#include "base/tracelist.h"

/*
 * Lists that are there from the start, so that the first few trace events with
 * listeners need no memory for theirs; and which of them are taken.
 */
#define PERF_TRACELISTS_KEPT	16

static DEFINE_PER_CPU(struct hlist_head[PERF_TRACELISTS_KEPT], perf_tracelists_kept);
static DECLARE_BITMAP(perf_tracelists_taken, PERF_TRACELISTS_KEPT);

/**
 * perf_tracelist_alloc - get a trace event its lists, one for each CPU
 *
 * Context: task, may sleep; one caller of this and perf_tracelist_free() at a time.
 * Return: the lists, empty; NULL: no memory.
 */
struct hlist_head __percpu *perf_tracelist_alloc(void)
{
	const unsigned int i = find_first_zero_bit(perf_tracelists_taken, PERF_TRACELISTS_KEPT);

	if (i == PERF_TRACELISTS_KEPT)
		return alloc_percpu(struct hlist_head);
	__set_bit(i, perf_tracelists_taken);
	return &perf_tracelists_kept[i];
}

/**
 * perf_tracelist_free - undo perf_tracelist_alloc()
 * @lists: lists that are empty and that nobody reads any more, or NULL
 *
 * Context: as perf_tracelist_alloc().
 */
void perf_tracelist_free(struct hlist_head __percpu *lists)
{
	unsigned int i;

	for_each_set_bit(i, perf_tracelists_taken, PERF_TRACELISTS_KEPT) {
		if (lists == &perf_tracelists_kept[i]) {
			__clear_bit(i, perf_tracelists_taken);
			return;
		}
	}
	free_percpu(lists);
}

static bool perf_tracelist_is_active(const struct perf_event_slot *slot)
{
	return slot->clock.running;
}

/* Let the chain stand by itself. Its last node has no next one. */
static void perf_chain_go_home(struct perf_event *first)
{
	first->hw.tp_home.first = &first->hlist_entry;
	first->hlist_entry.pprev = &first->hw.tp_home.first;
}

/* Put a chain that stands by itself in front of this CPU's list. */
static void perf_chain_link(struct perf_event *first)
{
	struct hlist_head *head = this_cpu_ptr(first->tp_event->perf_events);
	struct hlist_node *last = &first->hw.tp_last->hlist_entry;
	struct hlist_node *others = head->first;

	WRITE_ONCE(last->next, others);
	if (others)
		WRITE_ONCE(others->pprev, &last->next);
	first->hlist_entry.pprev = &head->first;
	barrier(); /* an NMI must find the others behind the chain */
	WRITE_ONCE(head->first, &first->hlist_entry);
}

static void perf_chain_unlink(struct perf_event *first)
{
	struct hlist_node *last = &first->hw.tp_last->hlist_entry;
	struct hlist_node *others = last->next;

	WRITE_ONCE(*first->hlist_entry.pprev, others);
	if (others)
		WRITE_ONCE(others->pprev, first->hlist_entry.pprev);
	WRITE_ONCE(last->next, NULL);
	perf_chain_go_home(first);
}

/*
 * The slot's chain of a trace event. Looked for only if somebody else listens to it
 * at all, which saves the search where many different ones are opened. Listeners
 * are counted before they get here: of two, the later one looks.
 */
static struct perf_event *perf_chain_find(const struct perf_event_slot *slot,
					  const struct trace_event_call *call)
{
	struct perf_event *first;

	if (READ_ONCE(call->perf_refcount) == 1)
		return NULL;
	hlist_for_each_entry(first, &slot->chains, hw.tp_chain) {
		if (first->tp_event == call)
			return first;
	}
	return NULL;
}

static void perf_chain_set_ends(struct perf_event *first, struct perf_event *last)
{
	first->hw.tp_last = last;
	last->hw.tp_first = first;
}

static void perf_chain_start(struct perf_event_slot *slot, struct perf_event *event)
{
	perf_chain_set_ends(event, event);
	event->hlist_entry.next = NULL;
	perf_chain_go_home(event);
	hlist_add_head(&event->hw.tp_chain, &slot->chains);
	slot->nr_to_place++;
	if (perf_tracelist_is_active(slot)) {
		perf_chain_link(event);
		slot->nr_placed++;
	}
}

/**
 * perf_tracelist_add - let the hits of its trace event find an event
 * @event: event that has a place in a context; tp_event set
 *
 * Context: IRQs off, the context's lock held; if the event's slot is active, on the
 * CPU where it is.
 */
void perf_tracelist_add(struct perf_event *event)
{
	struct perf_event_slot *slot = perf_event_slot(event);
	struct perf_event *first = perf_chain_find(slot, event->tp_event);
	struct perf_event *last;

	lockdep_assert_irqs_disabled();
	if (!first) {
		perf_chain_start(slot, event);
		return;
	}
	last = first->hw.tp_last;
	hlist_add_behind_rcu(&event->hlist_entry, &last->hlist_entry);
	event->hw.tp_last = NULL;
	last->hw.tp_first = NULL;
	perf_chain_set_ends(first, event);
}

/* The second event of a chain becomes the first one. Return: that. */
static struct perf_event *perf_chain_promote_next(struct perf_event *first)
{
	struct perf_event *next = hlist_entry(first->hlist_entry.next, struct perf_event,
					      hlist_entry);

	perf_chain_set_ends(next, first->hw.tp_last);
	hlist_add_behind(&next->hw.tp_chain, &first->hw.tp_chain);
	hlist_del(&first->hw.tp_chain);
	return next;
}

/* The last but one becomes the last. */
static void perf_chain_drop_last(struct perf_event *last)
{
	struct hlist_node *before = container_of(last->hlist_entry.pprev, struct hlist_node, next);

	perf_chain_set_ends(last->hw.tp_first, hlist_entry(before, struct perf_event, hlist_entry));
}

/**
 * perf_tracelist_del - undo perf_tracelist_add()
 * @event: the event
 *
 * Context: as perf_tracelist_add().
 */
void perf_tracelist_del(struct perf_event *event)
{
	struct perf_event_slot *slot = perf_event_slot(event);
	bool active = perf_tracelist_is_active(slot);
	bool first = event->hw.tp_last;
	bool last = event->hw.tp_first;
	struct perf_event *next = NULL;

	lockdep_assert_irqs_disabled();
	if (first && last) {
		if (active)
			slot->nr_placed--;
		slot->nr_to_place--;
		hlist_del(&event->hw.tp_chain);
	} else if (first) {
		next = perf_chain_promote_next(event);
	} else if (last) {
		perf_chain_drop_last(event);
	}
	hlist_del_rcu(&event->hlist_entry);
	if (next && !active)
		perf_chain_go_home(next);
}

/**
 * perf_tracelist_slot_in - a slot becomes active on this CPU
 * @slot: the slot; none of its chains is linked
 *
 * Context: IRQs off, the context's lock held.
 */
void perf_tracelist_slot_in(struct perf_event_slot *slot)
{
	struct perf_event *first;

	hlist_for_each_entry(first, &slot->chains, hw.tp_chain) {
		perf_chain_link(first);
		slot->nr_placed++;
	}
}

/**
 * perf_tracelist_slot_out - a slot is about to become inactive
 * @slot: slot that is active on this CPU
 *
 * Context: IRQs off, the context's lock held.
 */
void perf_tracelist_slot_out(struct perf_event_slot *slot)
{
	struct perf_event *first;

	hlist_for_each_entry(first, &slot->chains, hw.tp_chain) {
		perf_chain_unlink(first);
		slot->nr_placed--;
	}
}
