// SPDX-License-Identifier: GPL-2.0
/*
 * The user page: where a program reads its counter without a system call.
 *
 * What the page says about a counter is only right for the event that made the
 * ring; events redirected into it leave the page alone.
 *
 * The reader retries while the page's lock word is odd or has changed. Updates run
 * on the event's CPU, or with its context's lock held while it counts nowhere, so
 * one can only meet another by interrupting it (an NMI reprograms the counter). The
 * one that is interrupted then starts over, so that the reader never sees a mixture
 * and the lock word is even afterwards.
 */
#include <linux/perf_event.h>

#include "base/clock.h"
#include "base/count.h"
#include "base/times.h"
#include "ring/userpage.h"

/**
 * arch_perf_update_userpage - what an architecture adds to the user page
 * @event: the event; if it is counting, on this CPU
 * @userpg: the page, its lock word odd
 * @now:    perf_clock() at the time of the update
 *
 * An architecture whose user space can read counters or the clock overrides it and
 * sets pmc_width, capabilities and the time fields.
 *
 * Context: preemption off, NMI included.
 */
void __weak arch_perf_update_userpage(struct perf_event *event,
				      struct perf_event_mmap_page *userpg, u64 now)
{
}

/* Number of the counter for user space, 0 if it cannot be read there now. */
static u32 perf_userpage_index(struct perf_event *event)
{
	if (event->state != PERF_EVENT_STATE_ACTIVE || event->hw.state & PERF_HES_STOPPED)
		return 0;
	return event->pmu->event_idx(event);
}

static void perf_userpage_store_times(struct perf_event *event,
				      struct perf_event_mmap_page *userpg)
{
	u64 now = perf_clock(), enabled, running;

	perf_event_times(event, now, &enabled, &running);
	userpg->time_enabled = enabled + atomic64_read(&event->opened->child_time_enabled);
	userpg->time_running = running + atomic64_read(&event->opened->child_time_running);
	arch_perf_update_userpage(event, userpg, now);
}

/*
 * If the page tells of the same counter already, the event has gone on since, and a
 * reader who has the clock goes on from the times that are there. So it is at an overflow.
 * Who writes into the page spoils what it says of time, and deceives nobody but its readers.
 */
static bool perf_userpage_goes_on(const struct perf_event_mmap_page *userpg, u32 index)
{
	return index && userpg->index == index && userpg->cap_user_time;
}

static void perf_userpage_store(struct perf_event *event, struct perf_event_mmap_page *userpg)
{
	u64 offset = perf_event_count(event);
	u32 index = perf_userpage_index(event);
	bool goes_on = perf_userpage_goes_on(userpg, index);

	if (index)
		offset -= local64_read(&event->hw.prev_count);

	WRITE_ONCE(userpg->lock, userpg->lock + 1);
	barrier(); /* odd before anything changes */
	userpg->index = index;
	userpg->offset = offset;
	if (!goes_on)
		perf_userpage_store_times(event, userpg);
	barrier(); /* all is stored before the lock word says so */
	WRITE_ONCE(userpg->lock, userpg->lock + 1);
}

/* Apart, so that an event without a ring costs two comparisons. */
static noinline void perf_userpage_update(struct perf_event *event)
{
	struct perf_buffer *rb;

	guard(preempt_notrace)();
	rb = rcu_dereference_sched(event->opened->rb);
	if (!rb || READ_ONCE(rb->user_opened) != event->opened)
		return;

	if (rb->user_nest) {
		WRITE_ONCE(rb->user_again, true);
		return;
	}
	do {
		WRITE_ONCE(rb->user_nest, 1);
		WRITE_ONCE(rb->user_again, false);
		barrier(); /* from here on an interrupt asks us to start over */
		perf_userpage_store(event, rb->user_page);
		barrier(); /* and from here on it does it itself */
		WRITE_ONCE(rb->user_nest, 0);
		barrier(); /* but it may have asked before */
	} while (unlikely(READ_ONCE(rb->user_again)));
}

/**
 * perf_event_update_userpage - tell user space how to read an event now
 * @event: the event; nothing happens unless it has made a ring
 *
 * A driver calls it when a counter is started, stopped or given a new start value.
 *
 * Context: any, NMI included, on the event's CPU or with its context's lock held.
 */
void perf_event_update_userpage(struct perf_event *event)
{
	/* The page is the opened event's; a child's counter is no concern of it. */
	if (!event->parent && rcu_access_pointer(event->opened->rb))
		perf_userpage_update(event);
}
EXPORT_SYMBOL_GPL(perf_event_update_userpage);

/**
 * perf_userpage_init - what the page of a new ring says from the start
 * @rb: a ring that nobody but the caller knows
 *
 * Context: task.
 */
void perf_userpage_init(struct perf_buffer *rb)
{
	struct perf_event_mmap_page *userpg = rb->user_page;

	/* bit 0 of the capabilities once had two meanings: it stays off for good */
	userpg->cap_bit0_is_deprecated = 1;
	userpg->size = offsetof(struct perf_event_mmap_page, __reserved);
	userpg->data_offset = PAGE_SIZE;
	userpg->data_size = perf_ring_size(rb);
}
