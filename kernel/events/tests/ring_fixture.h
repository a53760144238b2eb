/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event that nothing counts for, and a ring for it: what the tests of rings,
 * mappings and AUX areas write with.
 *
 * Records are PERF_RECORD_SAMPLE with a sequence number and words made from it: a reader
 * checks that each is whole and in its place.
 */
#ifndef _KERNEL_EVENTS_TESTS_RING_FIXTURE_H
#define _KERNEL_EVENTS_TESTS_RING_FIXTURE_H

#include <kunit/test.h>
#include <linux/perf_event.h>
#include <linux/pid_namespace.h>

#include "ring/output.h"
#include "ring/ring.h"
#include "sched/context.h"

/**
 * struct ring_fixture - an event with a ring
 * @event:  the event: any task's, perf clock, this pid namespace
 * @opened: its file side
 * @ctx:    its context, of a task that has exited
 * @rb:     its ring
 * @woken:  times its wake-up work ran
 * @seq:    sequence number of the next record
 */
struct ring_fixture {
	struct perf_event	event;
	struct perf_opened	opened;
	struct perf_context ctx;
	struct perf_buffer	*rb;
	atomic_t		woken;
	u64			seq;
};

/**
 * struct ring_record - what all test records begin with
 * @header: type PERF_RECORD_SAMPLE
 * @seq:    sequence number
 */
struct ring_record {
	struct perf_event_header	header;
	u64				seq;
};

/**
 * struct ring_count - what a reader has found
 * @records: test records
 * @lost:    sum of what LOST records told
 * @first:   lowest sequence number
 * @last:    sequence number read last
 */
struct ring_count {
	u64	records;
	u64	lost;
	u64	first;
	u64	last;
};

static inline void ring_fixture_woken(struct irq_work *work)
{
	struct ring_fixture *fix = container_of(work, struct ring_fixture, opened.wakeup_work);

	atomic_inc(&fix->woken);
}

static inline void ring_fixture_init_event(struct ring_fixture *fix)
{
	fix->event.opened = &fix->opened;
	perf_context_init(&fix->ctx, -1, TASK_TOMBSTONE);
	fix->event.ctx = &fix->ctx;
	/* As if it were on the list: the irq_work that disables events finds none. */
	fix->event.raised = true;
	fix->event.cpu = -1;
	fix->event.clock = local_clock;
	fix->event.ns = &init_pid_ns;
	fix->event.id = 42;
	fix->opened.event = &fix->event;
	mutex_init(&fix->opened.mmap_mutex);
	init_waitqueue_head(&fix->opened.waitq);
	INIT_LIST_HEAD(&fix->opened.rb_entry);
	init_irq_work(&fix->opened.wakeup_work, ring_fixture_woken);
}

static inline void ring_fixture_release(void *data)
{
	struct ring_fixture *fix = data;

	perf_ring_detach(&fix->opened);
	irq_work_sync(&fix->opened.wakeup_work);
	if (fix->rb)
		perf_ring_put(fix->rb);
}

/* An event without a ring. */
static inline struct ring_fixture *ring_fixture_event(struct kunit *test)
{
	struct ring_fixture *fix = kunit_kzalloc(test, sizeof(*fix), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, fix);
	ring_fixture_init_event(fix);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, ring_fixture_release, fix));
	return fix;
}

/* Give an event a ring of its own. */
static inline void ring_fixture_add_ring(struct kunit *test, struct ring_fixture *fix,
					 int nr_pages, unsigned long watermark,
					 unsigned int flags)
{
	fix->event.attr.write_backward = !!(flags & PERF_RING_BACKWARD);
	fix->rb = perf_ring_alloc(nr_pages, watermark, -1, flags);
	KUNIT_ASSERT_NOT_NULL(test, fix->rb);
	fix->rb->user_opened = &fix->opened;
	mutex_lock(&fix->opened.mmap_mutex);
	KUNIT_ASSERT_EQ(test, 0, perf_ring_attach(fix->rb, &fix->opened));
	mutex_unlock(&fix->opened.mmap_mutex);
}

static inline struct ring_fixture *ring_fixture(struct kunit *test, int nr_pages,
						unsigned int flags)
{
	struct ring_fixture *fix = ring_fixture_event(test);

	ring_fixture_add_ring(test, fix, nr_pages, nr_pages * PAGE_SIZE, flags);
	return fix;
}

static inline u64 ring_word(u64 seq, unsigned int i)
{
	return seq * 0x9e3779b97f4a7c15ULL + i;
}

/* Begin a record of @words words behind its sequence number and store all of it. */
static inline int ring_open(struct ring_fixture *fix, struct perf_output_handle *handle,
			    unsigned int words)
{
	struct ring_record record = {
		.header.type = PERF_RECORD_SAMPLE,
		.header.size = sizeof(record) + words * sizeof(u64),
		.seq = fix->seq++,
	};
	struct perf_sample_data data;
	unsigned int i;
	u64 word;
	int ret;

	ret = perf_output_begin(handle, &data, &fix->event, record.header.size);
	if (ret)
		return ret;
	perf_output_put(handle, record);
	for (i = 0; i < words; i++) {
		word = ring_word(record.seq, i);
		if (i & 1)
			perf_output_word(handle, word);
		else
			perf_output_put(handle, word);
	}
	return 0;
}

static inline int ring_write(struct ring_fixture *fix, unsigned int words)
{
	struct perf_output_handle handle;
	int ret = ring_open(fix, &handle, words);

	if (!ret)
		perf_output_end(&handle);
	return ret;
}

/* Read @len bytes at position @pos of the ring's data. */
static inline void ring_peek(const struct perf_buffer *rb, u64 pos, void *to, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		((u8 *)to)[i] = ((u8 *)rb->data)[(pos + i) & rb->mask];
}

/* Check the record at @pos and count it. Returns its size, 0 if it is none. */
static inline unsigned int ring_check(struct kunit *test, const struct perf_buffer *rb, u64 pos,
				      struct ring_count *count)
{
	struct ring_record record;
	unsigned int i, words;
	u64 word;

	ring_peek(rb, pos, &record, sizeof(record));
	if (record.header.type == PERF_RECORD_LOST) {
		ring_peek(rb, pos + sizeof(record), &word, sizeof(word));
		count->lost += word;
		return record.header.size;
	}
	KUNIT_EXPECT_EQ(test, record.header.type, PERF_RECORD_SAMPLE);
	if (record.header.type != PERF_RECORD_SAMPLE || record.header.size < sizeof(record))
		return 0;

	words = (record.header.size - sizeof(record)) / sizeof(u64);
	for (i = 0; i < words; i++) {
		ring_peek(rb, pos + sizeof(record) + i * sizeof(u64), &word, sizeof(word));
		if (word != ring_word(record.seq, i)) {
			KUNIT_FAIL(test, "record %llu: word %u is wrong", record.seq, i);
			return 0;
		}
	}
	count->records++;
	count->first = count->records == 1 ? record.seq : min(count->first, record.seq);
	count->last = record.seq;
	return record.header.size;
}

/* Read all there is, forward, and move the tail. False when something is wrong. */
static inline bool ring_read(struct kunit *test, struct perf_buffer *rb, struct ring_count *count)
{
	u64 head = READ_ONCE(rb->user_page->data_head);
	u64 tail = rb->user_page->data_tail;

	smp_rmb(); /* pairs with perf_ring_leave() */
	while (tail != head) {
		unsigned int size = ring_check(test, rb, tail, count);

		if (!size || size > head - tail)
			return false;
		tail += size;
	}
	smp_mb(); /* all is read before a writer may use the place */
	WRITE_ONCE(rb->user_page->data_tail, tail);
	return true;
}

#endif /* _KERNEL_EVENTS_TESTS_RING_FIXTURE_H */
