/* SPDX-License-Identifier: GPL-2.0 */
/*
 * An event without a counter, and its ring: tests of rings, mappings and AUX areas write with it.
 *
 * Records are PERF_RECORD_SAMPLE with a sequence number and words computed from the number: a
 * reader checks that each record is whole and at its position.
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
 * @event:  the event: of no CPU, local_clock(), the initial pid namespace
 * @opened: its file side
 * @ctx:    its context, of a task that has exited
 * @rb:     its ring
 * @woken:  number of runs of wakeup_work
 * @seq:    sequence number of the next record
 */
struct ring_fixture {
	struct perf_event	event;
	struct perf_event_file	opened;
	struct perf_context ctx;
	struct perf_buffer	*rb;
	atomic_t		woken;
	local64_t		seq;
};

/**
 * struct ring_record - beginning of all test records
 * @header: type PERF_RECORD_SAMPLE
 * @seq:    sequence number
 */
struct ring_record {
	struct perf_event_header	header;
	u64				seq;
};

/**
 * struct ring_count - result of reading a ring
 * @records: number of test records
 * @lost:    sum of the counts in PERF_RECORD_LOST
 * @first:   lowest sequence number
 * @last:    sequence number of the record read last
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
	/* As if on ctx->raised already, so that no overflow work of the event is queued. */
	fix->event.raised = 1;
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

/* Attach a new ring to an event. */
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

/* Begin a record with @words words after its sequence number and write all of it. */
static inline int ring_open(struct ring_fixture *fix, struct perf_output_handle *handle,
			    unsigned int words)
{
	struct ring_record record = {
		.header.type = PERF_RECORD_SAMPLE,
		.header.size = sizeof(record) + words * sizeof(u64),
		.seq = local64_inc_return(&fix->seq) - 1,
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

/* Copy @len bytes at position @pos of the ring's data. */
static inline void ring_peek(const struct perf_buffer *rb, u64 pos, void *to, unsigned int len)
{
	unsigned int i;

	for (i = 0; i < len; i++)
		((u8 *)to)[i] = ((u8 *)rb->data)[(pos + i) & rb->mask];
}

/* Check and count the record at @pos. Returns its size, 0 if it is damaged. */
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

/* Read all records forward and move data_tail. Returns false if a record is damaged. */
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
	smp_mb(); /* records are read before data_tail frees their bytes */
	WRITE_ONCE(rb->user_page->data_tail, tail);
	return true;
}

#endif /* _KERNEL_EVENTS_TESTS_RING_FIXTURE_H */
