// SPDX-License-Identifier: GPL-2.0
/*
 * The user page: a program reads its counter there without a system call.
 *
 * The page describes the counter of rb->user_opened, the event that made the ring;
 * events redirected into the ring do not change the page.
 *
 * The reader retries while userpg->lock is odd or has changed. An update runs on the
 * event's CPU, or with the event's context locked while the event is not counting, so
 * two updates meet only if one interrupts the other (an NMI reprograms the counter).
 * The interrupted update then starts over: the reader never sees a mixture of two, and
 * userpg->lock is even afterwards.
 */
#include <linux/perf_event.h>

#include "base/clock.h"
#include "base/count.h"
#include "base/times.h"
#include "ring/userpage.h"

/**
 * arch_perf_update_userpage - store an architecture's fields in the user page
 * @event:  the event; if it is counting, on this CPU
 * @userpg: the page, its lock word odd
 * @now:    perf_clock() at the time of the update
 *
 * An architecture whose user space can read counters or the clock overrides this
 * function and sets pmc_width, capabilities and the time fields.
 *
 * Context: preemption off, NMI included.
 */
void __weak arch_perf_update_userpage(struct perf_event *event,
				      struct perf_event_mmap_page *userpg, u64 now)
{
}

/* userpg->index of the counter, 0 if user space cannot read the counter now. */
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
 * If userpg->index is @index already, the event has been running since that update, and a
 * reader with cap_user_time extrapolates from the times stored then: they need no update.
 * This is so at an overflow. The page is writable by the mapper; a corrupted field
 * affects only the readers of the page.
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
	barrier(); /* lock is odd before a field changes */
	userpg->index = index;
	userpg->offset = offset;
	if (!goes_on)
		perf_userpage_store_times(event, userpg);
	barrier(); /* all fields are stored before lock is even */
	WRITE_ONCE(userpg->lock, userpg->lock + 1);
}

/* Out of line, so that an event without a ring costs two comparisons. */
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
		barrier(); /* from here on an interrupt sets user_again */
		perf_userpage_store(event, rb->user_page);
		barrier(); /* all is stored before user_nest is zero */
		WRITE_ONCE(rb->user_nest, 0);
		barrier(); /* interrupts update for themselves from here: check user_again */
	} while (unlikely(READ_ONCE(rb->user_again)));
}

/**
 * perf_event_update_userpage - update the user page for an event
 * @event: the event; nothing happens unless it has made a ring
 *
 * Drivers call this function when a counter is started, stopped or given a new start value.
 *
 * Context: any, NMI included, on the event's CPU or with its context's lock held.
 */
void perf_event_update_userpage(struct perf_event *event)
{
	/* The page describes the opened event's counter, not those of inherited instances. */
	if (!event->parent && rcu_access_pointer(event->opened->rb))
		perf_userpage_update(event);
}
EXPORT_SYMBOL_GPL(perf_event_update_userpage);

/**
 * perf_userpage_init - store the constant fields of a new ring's user page
 * @rb: the ring, not yet mapped or attached
 *
 * Context: task.
 */
void perf_userpage_init(struct perf_buffer *rb)
{
	struct perf_event_mmap_page *userpg = rb->user_page;

	/* bit 0 of the capabilities once had two meanings: it stays clear for good */
	userpg->cap_bit0_is_deprecated = 1;
	userpg->size = offsetof(struct perf_event_mmap_page, __reserved);
	userpg->data_offset = PAGE_SIZE;
	userpg->data_size = perf_ring_size(rb);
}
