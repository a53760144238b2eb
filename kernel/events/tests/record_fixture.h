/* SPDX-License-Identifier: GPL-2.0 */
/* An event and its ring in memory, for tests of the layout of records. */
#ifndef _KERNEL_EVENTS_TESTS_RECORD_FIXTURE_H
#define _KERNEL_EVENTS_TESTS_RECORD_FIXTURE_H

#include <kunit/test.h>
#include <linux/perf_event.h>
#include <linux/pid_namespace.h>

#include "ring/ring.h"

#define RECORD_TIME	0x1122334455667788ULL
#define RECORD_ID	0x1d1d1d1d00000001ULL

/**
 * struct record_fixture - an event that outputs to a ring of its own
 * @event:  the event: its own leader, without context or PMU
 * @opened: its file side
 * @rb:     the ring
 * @next:   position in the ring of the first byte not yet read
 */
struct record_fixture {
	struct perf_event	event;
	struct perf_event_file	opened;
	struct perf_buffer	*rb;
	u64			next;
};

static inline u64 record_clock(void)
{
	return RECORD_TIME;
}

static inline void record_no_wakeup(struct irq_work *work)
{
}

static inline void record_event_init(struct perf_event *event, struct perf_event_file *opened,
				     u64 id)
{
	event->opened = opened;
	event->group_leader = event;
	INIT_LIST_HEAD(&event->sibling_list);
	event->state = PERF_EVENT_STATE_INACTIVE;
	event->oncpu = -1;
	event->cpu = -1;
	event->clock = record_clock;
	event->ns = &init_pid_ns;
	event->id = id;
}

static inline struct record_fixture *record_fixture_make(struct kunit *test, int pages,
							 unsigned int flags)
{
	struct record_fixture *fix = kunit_kzalloc(test, sizeof(*fix), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, fix);
	init_waitqueue_head(&fix->opened.waitq);
	init_irq_work(&fix->opened.wakeup_work, record_no_wakeup);
	record_event_init(&fix->event, &fix->opened, RECORD_ID);

	fix->rb = perf_ring_alloc(pages, LONG_MAX, -1, flags);
	KUNIT_ASSERT_NOT_NULL(test, fix->rb);
	rcu_assign_pointer(fix->opened.rb, fix->rb);
	test->priv = fix;
	return fix;
}

static inline void record_fixture_exit(struct kunit *test)
{
	struct record_fixture *fix = test->priv;

	if (!fix)
		return;
	RCU_INIT_POINTER(fix->opened.rb, NULL);
	perf_ring_put(fix->rb);
	irq_work_sync(&fix->opened.wakeup_work);
}

/* Read the next @size bytes from the ring, as a reader does; they may wrap. */
static inline void record_take(struct kunit *test, void *to, size_t size)
{
	struct record_fixture *fix = test->priv;
	struct perf_event_mmap_page *page = fix->rb->user_page;
	u64 head = READ_ONCE(page->data_head);
	u8 *byte = to;
	size_t i;

	smp_rmb(); /* data_head before the records; pairs with perf_ring_leave() */
	KUNIT_ASSERT_GE(test, head, fix->next + size);
	for (i = 0; i < size; i++)
		byte[i] = ((u8 *)fix->rb->data)[(fix->next + i) & fix->rb->mask];
	fix->next += size;
	smp_mb(); /* records are read before data_tail frees their bytes */
	WRITE_ONCE(page->data_tail, fix->next);
}

/* Expect that record_take() has read all bytes up to data_head. */
static inline void record_expect_end(struct kunit *test)
{
	struct record_fixture *fix = test->priv;

	KUNIT_EXPECT_EQ(test, fix->rb->user_page->data_head, fix->next);
}

#endif /* _KERNEL_EVENTS_TESTS_RECORD_FIXTURE_H */
