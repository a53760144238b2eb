// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of the events that count a trace event.
 *
 * A hit of a trace event reads one list, trace_event_call::perf_events of the current CPU,
 * and builds a record only if the list is not empty. So this list must hold exactly the
 * events of the slots that are active on the CPU.
 *
 * The events of a slot that count the same trace event form a *chain*: their hlist_entry
 * nodes, in a row. While the slot is active its chains are sections of the CPU's lists; while
 * the slot is inactive each chain is a list of its own, with hw.tp_head of its first event as
 * head. The slot moves each chain as a whole, so a context switch costs one step for each
 * trace event that the slot counts, however many events count it.
 *
 * Invariants: the first event of a chain is on perf_event_slot::chains, and its tp_last is
 * the last event; tp_first of the last event is the first event. All other tp_first and
 * tp_last of a chain are NULL, so adding and removing an event takes a constant number of
 * steps. Nodes of a chain are neighbours. A slot may have several chains of one trace event.
 *
 * Owns: the memory of the lists, perf_event::hlist_entry of events on trace events, the tp_*
 * fields of hw_perf_event, perf_event_slot::chains.
 * Locks: the context's lock; event_mutex, held by the callers of perf_tracelist_alloc() and
 * perf_tracelist_free(), protects perf_tracelists_taken. A CPU's list is read on that CPU with
 * IRQs off, or in an NMI, and changes only on that CPU with IRQs off. So only an NMI can read
 * a list in the middle of a change: after each store below the list leads to all events that
 * stay.
 */
#include <linux/bitmap.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>
#include <linux/perf/tracing.h>
#include <linux/trace_events.h>

#include "base/tracelist.h"

/*
 * Static lists, so that the first PERF_TRACELISTS_KEPT trace events in use allocate none; and
 * the bitmap of those in use.
 */
#define PERF_TRACELISTS_KEPT	16

static DEFINE_PER_CPU(struct hlist_head[PERF_TRACELISTS_KEPT], perf_tracelists_kept);
static DECLARE_BITMAP(perf_tracelists_taken, PERF_TRACELISTS_KEPT);

/**
 * perf_tracelist_alloc - allocate the lists of a trace event, one for each CPU
 *
 * Context: task, may sleep; the caller serialises this and perf_tracelist_free().
 * Return: the empty lists; NULL: out of memory.
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
 * @lists: empty lists without readers left, or NULL
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

/* Make the chain a list of its own. The caller has set next of the last node to NULL. */
static void perf_chain_return(struct perf_event *first)
{
	first->hw.tp_head.first = &first->hlist_entry;
	first->hlist_entry.pprev = &first->hw.tp_head.first;
}

/* Link a chain that is a list of its own in front of this CPU's list. */
static void perf_chain_link(struct perf_event *first)
{
	struct hlist_head *head = this_cpu_ptr(first->tp_event->perf_events);
	struct hlist_node *last = &first->hw.tp_last->hlist_entry;
	struct hlist_node *others = head->first;

	WRITE_ONCE(last->next, others);
	if (others)
		WRITE_ONCE(others->pprev, &last->next);
	first->hlist_entry.pprev = &head->first;
	barrier(); /* an NMI that sees the chain must see the others behind it */
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
	perf_chain_return(first);
}

/*
 * The slot's chain of a trace event, or NULL. A perf_refcount of 1 is the caller's own, so no
 * chain exists; this saves the search where many different trace events are opened. Events
 * raise perf_refcount before they get here, so the later of two events searches.
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
	perf_chain_return(event);
	hlist_add_head(&event->hw.tp_chain, &slot->chains);
	slot->nr_sched++;
	if (perf_tracelist_is_active(slot)) {
		perf_chain_link(event);
		slot->nr_sched_in++;
	}
}

/**
 * perf_tracelist_add - add an event to the lists of its trace event
 * @event: event with a slot in a context; tp_event is set
 *
 * Context: IRQs off, the context's lock held; if the event's slot is active, on the CPU of
 * the slot.
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

/* Make the second event of a chain the first, and return it. */
static struct perf_event *perf_chain_promote_next(struct perf_event *first)
{
	struct perf_event *next = hlist_entry(first->hlist_entry.next, struct perf_event,
					      hlist_entry);

	perf_chain_set_ends(next, first->hw.tp_last);
	hlist_add_behind(&next->hw.tp_chain, &first->hw.tp_chain);
	hlist_del(&first->hw.tp_chain);
	return next;
}

/* Make the last but one event of a chain the last. */
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
			slot->nr_sched_in--;
		slot->nr_sched--;
		hlist_del(&event->hw.tp_chain);
	} else if (first) {
		next = perf_chain_promote_next(event);
	} else if (last) {
		perf_chain_drop_last(event);
	}
	hlist_del_rcu(&event->hlist_entry);
	if (next && !active)
		perf_chain_return(next);
}

/**
 * perf_tracelist_slot_in - link the chains of a slot that becomes active on this CPU
 * @slot: the slot; none of its chains is linked
 *
 * Context: IRQs off, the context's lock held.
 */
void perf_tracelist_slot_in(struct perf_event_slot *slot)
{
	struct perf_event *first;

	hlist_for_each_entry(first, &slot->chains, hw.tp_chain) {
		perf_chain_link(first);
		slot->nr_sched_in++;
	}
}

/**
 * perf_tracelist_slot_out - unlink the chains of a slot that becomes inactive
 * @slot: slot that is active on this CPU
 *
 * Context: IRQs off, the context's lock held.
 */
void perf_tracelist_slot_out(struct perf_event_slot *slot)
{
	struct perf_event *first;

	hlist_for_each_entry(first, &slot->chains, hw.tp_chain) {
		perf_chain_unlink(first);
		slot->nr_sched_in--;
	}
}
