// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of the ring: reserving, nesting, publishing, losing, waking, and the
 * functions that write records.
 */
#include <linux/hrtimer.h>
#include <linux/poll.h>
#include <linux/prandom.h>
#include <linux/smp.h>

#include "ring/userpage.h"
#include "ring/wakeup.h"
#include "ring_fixture.h"

#define SEED	0x7065726621ULL

/* perf_ring_has_room() in a ring of 4096 bytes: one byte stays free. */
static void ring_room_test(struct kunit *test)
{
	static const struct {
		unsigned long	head;
		u64		tail;
		unsigned long	room;
	} rows[] = {
		{ 0,		0,		4095 },
		{ 8,		0,		4087 },
		{ 4088,		0,		7 },
		{ 4096,		8,		7 },
		{ 4096,		4096,		4095 },
		{ 1UL << 20,	(1UL << 20) - 8, 4087 },
		/* A program may store a tail beyond head: it counts modulo the ring's size. */
		{ 0,		8,		7 },
		{ 0,		~0ULL,		4094 },
		{ 4096,		0,		4095 },
		/* head has wrapped around */
		{ 8,		-8ULL,		4079 },
	};
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct perf_buffer *rb = fix->rb;
	unsigned int i;

	if (PAGE_SIZE != 4096)
		rb->mask = 4095;
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		rb->user_page->data_tail = rows[i].tail;
		KUNIT_EXPECT_TRUE_MSG(test, perf_ring_has_room(rb, rows[i].head, rows[i].room,
							       false), "row %u", i);
		KUNIT_EXPECT_FALSE_MSG(test, perf_ring_has_room(rb, rows[i].head,
								rows[i].room + 1, false),
				       "row %u", i);
		/* data_tail of a backward ring counts down */
		rb->user_page->data_tail = -rows[i].tail;
		KUNIT_EXPECT_TRUE_MSG(test, perf_ring_has_room(rb, rows[i].head, rows[i].room,
							       true), "row %u", i);
		KUNIT_EXPECT_FALSE_MSG(test, perf_ring_has_room(rb, rows[i].head,
								rows[i].room + 1, true),
				       "row %u", i);
	}
	rb->overwrite = true;
	rb->user_page->data_tail = 0;
	KUNIT_EXPECT_TRUE(test, perf_ring_has_room(rb, 4088, 4088, false));
	KUNIT_EXPECT_FALSE(test, perf_ring_has_room(rb, 0, 4096, false));
	rb->mask = perf_ring_size(rb) - 1;
}

/* Every page of rings of every size is mapped by perf_ring_page() and zeroed. */
static void ring_pages_test(struct kunit *test)
{
	int nr_pages, i;

	for (nr_pages = 1; nr_pages <= 256; nr_pages *= 2) {
		struct perf_buffer *rb = perf_ring_alloc(nr_pages, PAGE_SIZE, 0, 0);

		KUNIT_ASSERT_NOT_NULL(test, rb);
		KUNIT_EXPECT_EQ(test, perf_ring_size(rb), nr_pages * PAGE_SIZE);
		KUNIT_EXPECT_NULL(test, memchr_inv(rb->data, 0, perf_ring_size(rb)));
		KUNIT_EXPECT_NULL(test, memchr_inv(rb->user_page, 0, PAGE_SIZE));
		KUNIT_EXPECT_NULL(test, perf_ring_page(rb, nr_pages + 1));
		for (i = 0; i <= nr_pages; i++) {
			struct page *page = perf_ring_page(rb, i);
			void *addr = i ? rb->data + (i - 1) * PAGE_SIZE : rb->user_page;

			KUNIT_ASSERT_NOT_NULL(test, page);
			KUNIT_EXPECT_EQ(test, page_count(page), 1);
			memset(addr, i + 1, 1);
			KUNIT_EXPECT_EQ(test, *(u8 *)page_address(page), (u8)(i + 1));
		}
		perf_ring_put(rb);
	}
}

/* Random records through a ring in full mode: PERF_RECORD_LOST counts every refused record. */
static void ring_stream(struct kunit *test, unsigned int flags)
{
	struct ring_fixture *fix = ring_fixture(test, 2, flags);
	/* The reader is so slow that the ring is full now and then. */
	const unsigned int seldom = 16 * PAGE_SIZE / SZ_4K;
	struct ring_count count = {};
	u64 written = 0, refused = 0;
	struct rnd_state rnd;
	unsigned int i;

	prandom_seed_state(&rnd, SEED);
	for (i = 0; i < 1250 * seldom; i++) {
		if (ring_write(fix, prandom_u32_state(&rnd) % 60))
			refused++;
		else
			written++;
		if (prandom_u32_state(&rnd) % seldom == 0)
			KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
	}
	KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
	/* The next record is preceded by the PERF_RECORD_LOST of the last losses. */
	KUNIT_ASSERT_EQ(test, ring_write(fix, 0), 0);
	KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));

	KUNIT_EXPECT_GT(test, refused, 0);
	KUNIT_EXPECT_EQ(test, count.records, written + 1);
	KUNIT_EXPECT_EQ(test, count.lost, refused);
	KUNIT_EXPECT_EQ(test, count.last, local64_read(&fix->seq) - 1);
	KUNIT_EXPECT_EQ(test, (u64)atomic64_read(&fix->event.lost_samples), refused);
	KUNIT_EXPECT_EQ(test, (u64)atomic64_read(&fix->opened.lost_samples), refused);
}

static void ring_forward_test(struct kunit *test)
{
	ring_stream(test, 0);
}

/* PERF_RING_OVERWRITE: no record is refused, and the newest records are whole. */
static void ring_overwrite_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, PERF_RING_OVERWRITE);
	struct ring_count count = {};
	const u64 size = sizeof(struct ring_record) + 6 * sizeof(u64);
	u64 head, fits = PAGE_SIZE / size, written = 15 * fits + 40, i;

	for (i = 0; i < written; i++)
		KUNIT_ASSERT_EQ(test, ring_write(fix, 6), 0);
	head = fix->rb->user_page->data_head;
	KUNIT_EXPECT_EQ(test, head, written * size);

	/* The newest @fits records are intact. */
	for (i = fits; i; i--)
		KUNIT_ASSERT_EQ(test, ring_check(test, fix->rb, head - i * size, &count), size);
	KUNIT_EXPECT_EQ(test, count.first, written - fits);
	KUNIT_EXPECT_EQ(test, count.last, written - 1);
	KUNIT_EXPECT_EQ(test, atomic64_read(&fix->event.lost_samples), 0);
}

/*
 * Backward: records lie from data_head on, newest first, until the ring wraps. data_head has the
 * width of a long: 32 bits on 32-bit kernels.
 */
static void ring_backward_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, PERF_RING_OVERWRITE | PERF_RING_BACKWARD);
	/* records for several rounds through the ring, whatever PAGE_SIZE is */
	const u64 written = PAGE_SIZE / 8;
	struct ring_count count = {};
	struct rnd_state rnd;
	u64 head, pos, read;

	prandom_seed_state(&rnd, SEED);
	while (local64_read(&fix->seq) < written)
		KUNIT_ASSERT_EQ(test, ring_write(fix, prandom_u32_state(&rnd) % 30), 0);

	head = fix->rb->user_page->data_head;
	KUNIT_EXPECT_LT(test, (long)head, 0);
	for (pos = head, read = 0;; read++) {
		struct ring_record record;

		ring_peek(fix->rb, pos, &record, sizeof(record));
		if (pos + record.header.size - head > PAGE_SIZE)
			break;
		KUNIT_ASSERT_EQ(test, ring_check(test, fix->rb, pos, &count), record.header.size);
		KUNIT_ASSERT_EQ(test, count.last, written - 1 - read);
		pos += record.header.size;
	}
	KUNIT_EXPECT_GE(test, read, PAGE_SIZE / (32 * sizeof(u64)) - 1);
}

/* A backward ring in full mode: the reader moves data_tail down. */
static void ring_backward_full_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, PERF_RING_BACKWARD);
	u64 tail = fix->rb->user_page->data_head, head;
	unsigned int n = 0;

	while (!ring_write(fix, 6))
		n++;
	KUNIT_EXPECT_EQ(test, n, (PAGE_SIZE - 1) / 64);
	head = fix->rb->user_page->data_head;
	KUNIT_EXPECT_EQ(test, (unsigned long)(tail - head), n * 64UL);

	fix->rb->user_page->data_tail = head;
	/* A PERF_RECORD_LOST of 24 bytes precedes the first record. */
	KUNIT_EXPECT_EQ(test, ring_write(fix, 6), 0);
	KUNIT_EXPECT_EQ(test, (unsigned long)(head - fix->rb->user_page->data_head), 64UL + 24);
}

/* Nested writers finish first; only the outermost publishes data_head, for all records. */
static void ring_nest_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 4, 0);
	struct perf_output_handle handle[4];
	struct ring_count count = {};
	unsigned int i;

	KUNIT_ASSERT_EQ(test, ring_write(fix, 1), 0);
	KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
	KUNIT_EXPECT_EQ(test, count.records, 1);

	for (i = 0; i < ARRAY_SIZE(handle); i++) {
		KUNIT_EXPECT_EQ(test, fix->rb->nest, i);
		KUNIT_ASSERT_EQ(test, ring_open(fix, &handle[i], i), 0);
	}
	while (i--) {
		KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
		KUNIT_EXPECT_EQ(test, count.records, 1);
		/* a complete nested record inside an open one */
		if (i)
			KUNIT_EXPECT_EQ(test, ring_write(fix, 2), 0);
		perf_output_end(&handle[i]);
	}
	KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
	KUNIT_EXPECT_EQ(test, count.records, 1 + 4 + 3);
	KUNIT_EXPECT_EQ(test, fix->rb->nest, 0);
}

/* A nested writer without room must leave rb->nest and the open record intact. */
static void ring_nest_full_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct perf_output_handle outer;
	struct ring_count count = {};
	unsigned int words = (PAGE_SIZE - 64) / sizeof(u64);

	KUNIT_ASSERT_EQ(test, ring_open(fix, &outer, words), 0);
	KUNIT_EXPECT_EQ(test, ring_write(fix, 20), -ENOSPC);
	KUNIT_EXPECT_EQ(test, fix->rb->nest, 1);
	KUNIT_EXPECT_EQ(test, fix->rb->user_page->data_head, 0);
	perf_output_end(&outer);
	KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), 0);
	KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
	KUNIT_EXPECT_EQ(test, count.records, 2);
	KUNIT_EXPECT_EQ(test, count.lost, 1);
}

struct ring_interrupt {
	struct hrtimer		timer;
	struct ring_fixture	*fix;
	u64			tried;
	u64			refused;
	bool			stop;
};

static enum hrtimer_restart ring_interrupt(struct hrtimer *timer)
{
	struct ring_interrupt *irq = container_of(timer, struct ring_interrupt, timer);

	irq->tried++;
	if (ring_write(irq->fix, irq->tried % 8))
		irq->refused++;
	hrtimer_forward_now(timer, ns_to_ktime(20 * NSEC_PER_USEC));
	return READ_ONCE(irq->stop) ? HRTIMER_NORESTART : HRTIMER_RESTART;
}

/*
 * Timer interrupts that write while a task's record is open. A record of an interrupt may take its
 * number after the task's and stand before it, so only whole records and their number are checked.
 */
static void ring_interrupt_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 4, 0);
	struct ring_interrupt irq = { .fix = fix };
	u64 tried = 0, refused = 0;
	struct ring_count count = {};
	bool whole = true;

	hrtimer_init_on_stack(&irq.timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	irq.timer.function = ring_interrupt;
	/* perf_output_begin() may write to a ring on one CPU only */
	migrate_disable();
	hrtimer_start(&irq.timer, ns_to_ktime(0), HRTIMER_MODE_REL_PINNED_HARD);
	while (tried < 10000 && whole) {
		tried++;
		if (ring_write(fix, tried % 50))
			refused++;
		if (tried % 32 == 0)
			whole = ring_read(test, fix->rb, &count);
	}
	WRITE_ONCE(irq.stop, true);
	hrtimer_cancel(&irq.timer);
	whole = whole && ring_read(test, fix->rb, &count) && !ring_write(fix, 0) &&
		ring_read(test, fix->rb, &count);
	migrate_enable();
	destroy_hrtimer_on_stack(&irq.timer);

	KUNIT_EXPECT_TRUE(test, whole);
	KUNIT_EXPECT_EQ(test, count.records + count.lost, tried + irq.tried + 1);
	KUNIT_EXPECT_EQ(test, count.lost, refused + irq.refused);
	KUNIT_EXPECT_EQ(test, fix->rb->nest, 0);
	kunit_info(test, "%llu interrupts", irq.tried);
}

static void ring_pause_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct ring_count count = {};
	struct perf_output_handle open;

	KUNIT_ASSERT_EQ(test, ring_open(fix, &open, 3), 0);
	KUNIT_EXPECT_EQ(test, perf_event_pause_output(&fix->event, true), 0);
	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), -ENOSPC);
	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), -ENOSPC);
	perf_output_end(&open);
	KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
	KUNIT_EXPECT_EQ(test, count.records, 1);

	KUNIT_EXPECT_EQ(test, perf_event_pause_output(&fix->event, false), 0);
	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), 0);
	KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
	KUNIT_EXPECT_EQ(test, count.lost, 2);
	KUNIT_EXPECT_EQ(test, atomic64_read(&fix->opened.lost_samples), 2);
}

/* A ring of the user page only: no record is written or counted in @lost_samples. */
static void ring_no_data_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture_event(test);

	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), -ENOSPC);
	KUNIT_EXPECT_EQ(test, perf_event_pause_output(&fix->event, true), -EINVAL);

	ring_fixture_add_ring(test, fix, 0, 0, 0);
	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), -ENOSPC);
	KUNIT_EXPECT_EQ(test, perf_event_pause_output(&fix->event, true), -EINVAL);
	KUNIT_EXPECT_EQ(test, atomic64_read(&fix->event.lost_samples), 0);
	KUNIT_EXPECT_EQ(test, fix->rb->user_page->data_head, 0);
}

/* perf_output_begin() fails for a record larger than the ring, in every mode. */
static void ring_too_large_test(struct kunit *test)
{
	static const unsigned int modes[] = {
		0, PERF_RING_OVERWRITE, PERF_RING_BACKWARD,
		PERF_RING_OVERWRITE | PERF_RING_BACKWARD,
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(modes); i++) {
		struct ring_fixture *fix = ring_fixture(test, 1, modes[i]);
		struct perf_output_handle handle;
		struct perf_sample_data data;

		KUNIT_EXPECT_EQ(test, -ENOSPC,
				perf_output_begin(&handle, &data, &fix->event, PAGE_SIZE));
		KUNIT_EXPECT_EQ(test, atomic64_read(&fix->event.lost_samples), 1);
		KUNIT_EXPECT_EQ(test, fix->rb->user_page->data_head, 0);
	}
}

/* A write to a ring of another CPU, or to one in PERF_RING_MOVING, is lost. */
static void ring_wrong_cpu_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);

	migrate_disable();
	fix->rb->cpu = smp_processor_id();
	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), 0);
	fix->rb->cpu++;
	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), -ENOSPC);
	fix->rb->cpu = PERF_RING_MOVING;
	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), -ENOSPC);
	migrate_enable();
	KUNIT_EXPECT_EQ(test, atomic64_read(&fix->event.lost_samples), 2);
}

#define RING_LOSE_MANY	20000

/**
 * struct ring_loser - a CPU that loses records of another CPU's ring
 * @fix:     event and ring
 * @started: the first record is about to be lost
 * @done:    all are lost
 */
struct ring_loser {
	struct ring_fixture	*fix;
	bool			started;
	bool			done;
};

static void ring_lose_many(void *data)
{
	struct ring_loser *loser = data;
	unsigned int i;

	WRITE_ONCE(loser->started, true);
	for (i = 0; i < RING_LOSE_MANY; i++)
		ring_write(loser->fix, 0);
	smp_store_release(&loser->done, true); /* after the last use of @loser->fix */
}

/*
 * The ring's CPU, without room, and another CPU lose records at a time: each is counted. A count
 * that is not atomic fails here only on CPUs that run at a time, not where QEMU runs all of them
 * in one thread (thread=single in vm).
 */
static void ring_lost_elsewhere_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct ring_loser other = { .fix = fix };
	struct ring_count count = {};
	unsigned int i, cpu, refused = 1;

	migrate_disable();
	cpu = cpumask_any_but(cpu_online_mask, smp_processor_id());
	if (cpu >= nr_cpu_ids) {
		migrate_enable();
		kunit_skip(test, "needs two CPUs");
	}
	fix->rb->cpu = smp_processor_id();
	while (!ring_write(fix, 0))
		;
	smp_call_function_single(cpu, ring_lose_many, &other, false);
	while (!READ_ONCE(other.started))
		cpu_relax();
	for (i = 0; i < RING_LOSE_MANY; i++)
		refused += ring_write(fix, 0) == -ENOSPC;
	/* Pairs with the release in ring_lose_many(). */
	while (!smp_load_acquire(&other.done))
		cpu_relax();
	KUNIT_EXPECT_TRUE(test, ring_read(test, fix->rb, &count));
	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), 0);
	KUNIT_EXPECT_TRUE(test, ring_read(test, fix->rb, &count));
	migrate_enable();

	KUNIT_EXPECT_EQ(test, refused, 1 + RING_LOSE_MANY);
	KUNIT_EXPECT_EQ(test, count.lost, refused + RING_LOSE_MANY);
}

static unsigned int ring_woken(struct ring_fixture *fix)
{
	irq_work_sync(&fix->opened.wakeup_work);
	return atomic_xchg(&fix->woken, 0);
}

static void ring_watermark_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture_event(test);
	struct ring_count count = {};
	unsigned int i, wakeups = 0;

	ring_fixture_add_ring(test, fix, 1, 1024, 0);
	for (i = 0; i < 160; i++) {
		KUNIT_ASSERT_EQ(test, ring_write(fix, 6), 0);
		if (ring_woken(fix)) {
			wakeups++;
			/* data_head has just passed @wakeups watermarks. */
			KUNIT_EXPECT_EQ(test, (i + 1) * 64 / 1024, wakeups);
			KUNIT_EXPECT_EQ(test, i * 64 % 1024, 0);
			KUNIT_EXPECT_TRUE(test, perf_event_ring_poll(&fix->event) ==
					  (EPOLLIN | EPOLLRDNORM));
		}
		KUNIT_EXPECT_TRUE(test, !perf_event_ring_poll(&fix->event));
		KUNIT_ASSERT_TRUE(test, ring_read(test, fix->rb, &count));
	}
	KUNIT_EXPECT_EQ(test, wakeups, (160 - 1) * 64 / 1024);
}

static void ring_wakeup_events_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 8, 0);
	struct perf_output_handle handle;
	unsigned int i, woken;

	fix->event.attr.wakeup_events = 5;
	for (i = 1; i <= 50; i++) {
		KUNIT_ASSERT_EQ(test, ring_open(fix, &handle, 0), 0);
		perf_output_count_sample(handle.rb, handle.event);
		perf_output_end(&handle);
		woken = ring_woken(fix);
		KUNIT_EXPECT_EQ(test, woken, i % 5 == 0);
	}
}

/* A nested perf_output_count_sample() makes a wake-up due; the outermost writer sends it. */
static void ring_nested_wakeup_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 8, 0);
	struct perf_output_handle outer, inner;

	fix->event.attr.wakeup_events = 1;
	KUNIT_ASSERT_EQ(test, ring_open(fix, &outer, 0), 0);
	KUNIT_ASSERT_EQ(test, ring_open(fix, &inner, 0), 0);
	perf_output_count_sample(inner.rb, inner.event);
	perf_output_end(&inner);
	KUNIT_EXPECT_FALSE(test, irq_work_is_pending(&fix->opened.wakeup_work));
	KUNIT_EXPECT_EQ(test, atomic_read(&fix->rb->poll), 0);
	perf_output_end(&outer);
	KUNIT_EXPECT_EQ(test, ring_woken(fix), 1);
}

/* perf_event_ring_poll() returns EPOLLHUP for an event without a ring. */
static void ring_poll_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture_event(test);

	KUNIT_EXPECT_TRUE(test, perf_event_ring_poll(&fix->event) == EPOLLHUP);
	ring_fixture_add_ring(test, fix, 1, PAGE_SIZE, 0);
	KUNIT_EXPECT_TRUE(test, !perf_event_ring_poll(&fix->event));
}

static unsigned long ring_copy_some(void *to, const void *from, unsigned long offset,
				    unsigned long len)
{
	/* The source has 100 bytes, counted over all calls. */
	unsigned long part = offset < 100 ? min(len, 100 - offset) : 0;

	memcpy(to, from + offset, part);
	return len - part;
}

/*
 * perf_output_copy(), _zero(), _skip(), _word() and _copy_with() across the ring's end, at all
 * offsets.
 */
static void ring_wrap_test(struct kunit *test)
{
	const unsigned int len = 128;
	unsigned int before, i;
	u8 bytes[128], back[128];

	for (i = 0; i < len; i++)
		bytes[i] = i + 1;

	for (before = 8; before < len; before += 8) {
		struct ring_fixture *fix = ring_fixture(test, 1, PERF_RING_OVERWRITE);
		struct perf_output_handle handle;
		struct perf_sample_data data;
		const u64 pos = PAGE_SIZE - before;

		local_set(&fix->rb->head, pos);
		KUNIT_ASSERT_EQ(test, 0, perf_output_begin(&handle, &data, &fix->event, 4 * len));
		KUNIT_EXPECT_NULL(test, perf_output_straight(&handle, len));
		KUNIT_EXPECT_NOT_NULL(test, perf_output_straight(&handle, before));
		KUNIT_EXPECT_EQ(test, perf_output_copy(&handle, bytes, len), 0);
		perf_output_zero(&handle, len);
		KUNIT_EXPECT_EQ(test, perf_output_skip(&handle, 8), 0);
		perf_output_word(&handle, 0x1122334455667788ULL);
		KUNIT_EXPECT_EQ(test, perf_output_copy_with(&handle, ring_copy_some, bytes, len),
				len - 100);
		perf_output_end(&handle);

		ring_peek(fix->rb, pos, back, len);
		KUNIT_EXPECT_MEMEQ(test, back, bytes, len);
		ring_peek(fix->rb, pos + len, back, len);
		KUNIT_EXPECT_NULL(test, memchr_inv(back, 0, len));
		ring_peek(fix->rb, pos + 2 * len + 16, back, 100);
		KUNIT_EXPECT_MEMEQ(test, back, bytes, 100);
	}
}

/* perf_output_copy_with() across the ring's end from a source that fails after 100 bytes. */
static void ring_wrap_partial_test(struct kunit *test)
{
	u8 bytes[128], back[128];
	unsigned int before;

	memset(bytes, 0x5a, sizeof(bytes));
	for (before = 8; before <= sizeof(bytes); before += 8) {
		struct ring_fixture *fix = ring_fixture(test, 1, PERF_RING_OVERWRITE);
		struct perf_output_handle handle;
		struct perf_sample_data data;
		const u64 pos = PAGE_SIZE - before;

		local_set(&fix->rb->head, pos);
		KUNIT_ASSERT_EQ(test, 0, perf_output_begin(&handle, &data, &fix->event, 128));
		KUNIT_EXPECT_EQ(test, 28, perf_output_copy_with(&handle, ring_copy_some, bytes,
								sizeof(bytes)));
		perf_output_zero(&handle, 28);
		perf_output_end(&handle);
		ring_peek(fix->rb, pos, back, sizeof(back));
		KUNIT_EXPECT_MEMEQ(test, back, bytes, 100);
		KUNIT_EXPECT_NULL(test, memchr_inv(back + 100, 0, 28));
	}
}

/* perf_output_copy_user() copies nothing from unmapped addresses, and does not fault. */
static void ring_copy_user_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct perf_output_handle handle;
	struct perf_sample_data data;

	KUNIT_ASSERT_EQ(test, 0, perf_output_begin(&handle, &data, &fix->event, 64));
	KUNIT_EXPECT_EQ(test, 64, perf_output_copy_user(&handle, (void __user *)8, 64));
	KUNIT_EXPECT_EQ(test, 64, perf_output_copy_user(&handle, (void __user *)-128L, 64));
	perf_output_zero(&handle, 64);
	perf_output_end(&handle);
}

/* PERF_RECORD_LOST_SAMPLES: header and trailer with every subset of the sample_id fields. */
static void ring_trailer_test(struct kunit *test)
{
	static const u64 fields[] = {
		PERF_SAMPLE_TID, PERF_SAMPLE_TIME, PERF_SAMPLE_ID, PERF_SAMPLE_STREAM_ID,
		PERF_SAMPLE_CPU, PERF_SAMPLE_IDENTIFIER,
	};
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct perf_event parent = { .id = 7, .ns = &init_pid_ns };
	unsigned int mask;

	fix->event.parent = &parent;
	fix->event.attr.sample_id_all = 1;
	for (mask = 1; mask < 1 << ARRAY_SIZE(fields); mask++) {
		u64 tail = fix->rb->user_page->data_tail, before = local_clock(), words[8];
		unsigned int i, n = 0;

		fix->event.attr.sample_type = PERF_SAMPLE_IP;
		for (i = 0; i < ARRAY_SIZE(fields); i++)
			if (mask & BIT(i))
				fix->event.attr.sample_type |= fields[i];
		fix->opened.id_header_size = hweight32(mask) * sizeof(u64);
		perf_log_lost_samples(&fix->event, 99);

		KUNIT_ASSERT_EQ(test, fix->rb->user_page->data_head - tail,
				16 + fix->opened.id_header_size);
		ring_peek(fix->rb, tail, words, 16 + fix->opened.id_header_size);
		KUNIT_EXPECT_EQ(test, ((struct perf_event_header *)words)->type,
				PERF_RECORD_LOST_SAMPLES);
		KUNIT_EXPECT_EQ(test, ((struct perf_event_header *)words)->size,
				16 + fix->opened.id_header_size);
		KUNIT_EXPECT_EQ(test, words[1], 99);
		if (mask & 1) {
			u32 *tid = (u32 *)&words[2 + n++];

			KUNIT_EXPECT_EQ(test, tid[0], task_tgid_nr(current));
			KUNIT_EXPECT_EQ(test, tid[1], task_pid_nr(current));
		}
		if (mask & 2)
			KUNIT_EXPECT_GE(test, words[2 + n++], before);
		if (mask & 4)
			KUNIT_EXPECT_EQ(test, words[2 + n++], 7);
		if (mask & 8)
			KUNIT_EXPECT_EQ(test, words[2 + n++], 42);
		if (mask & 16)
			KUNIT_EXPECT_LT(test, words[2 + n++], nr_cpu_ids);
		if (mask & 32)
			KUNIT_EXPECT_EQ(test, words[2 + n++], 7);
		fix->rb->user_page->data_tail = fix->rb->user_page->data_head;
	}
}

static void ring_lost_record_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	u64 tail, words[5];

	fix->event.attr.sample_id_all = 1;
	fix->event.attr.sample_type = PERF_SAMPLE_STREAM_ID;
	fix->opened.id_header_size = 8;
	while (!ring_write(fix, 30))
		;
	ring_write(fix, 30);
	tail = fix->rb->user_page->data_head;
	fix->rb->user_page->data_tail = tail;

	KUNIT_ASSERT_EQ(test, ring_write(fix, 0), 0);
	ring_peek(fix->rb, tail, words, sizeof(words));
	KUNIT_EXPECT_EQ(test, ((struct perf_event_header *)words)->type, PERF_RECORD_LOST);
	KUNIT_EXPECT_EQ(test, ((struct perf_event_header *)words)->size, 32);
	KUNIT_EXPECT_EQ(test, words[1], 42);
	KUNIT_EXPECT_EQ(test, words[2], 2);
	KUNIT_EXPECT_EQ(test, words[3], 42);
	KUNIT_EXPECT_EQ(test, atomic_long_read(&fix->rb->lost), 0);
}

static void ring_userpage_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 4, 0);
	struct perf_event_mmap_page *userpg = fix->rb->user_page;

	perf_userpage_init(fix->rb);
	KUNIT_EXPECT_FALSE(test, userpg->cap_bit0);
	KUNIT_EXPECT_TRUE(test, userpg->cap_bit0_is_deprecated);
	KUNIT_EXPECT_EQ(test, userpg->data_offset, PAGE_SIZE);
	KUNIT_EXPECT_EQ(test, userpg->data_size, 4 * PAGE_SIZE);
	KUNIT_EXPECT_EQ(test, userpg->size, offsetof(struct perf_event_mmap_page, __reserved));
	KUNIT_EXPECT_EQ(test, userpg->lock, 0);
}

static struct kunit_case ring_cases[] = {
	KUNIT_CASE(ring_room_test),
	KUNIT_CASE(ring_pages_test),
	KUNIT_CASE(ring_forward_test),
	KUNIT_CASE(ring_overwrite_test),
	KUNIT_CASE(ring_backward_test),
	KUNIT_CASE(ring_backward_full_test),
	KUNIT_CASE(ring_nest_test),
	KUNIT_CASE(ring_nest_full_test),
	KUNIT_CASE(ring_interrupt_test),
	KUNIT_CASE(ring_pause_test),
	KUNIT_CASE(ring_no_data_test),
	KUNIT_CASE(ring_too_large_test),
	KUNIT_CASE(ring_wrong_cpu_test),
	KUNIT_CASE(ring_lost_elsewhere_test),
	KUNIT_CASE(ring_watermark_test),
	KUNIT_CASE(ring_wakeup_events_test),
	KUNIT_CASE(ring_nested_wakeup_test),
	KUNIT_CASE(ring_poll_test),
	KUNIT_CASE(ring_wrap_test),
	KUNIT_CASE(ring_wrap_partial_test),
	KUNIT_CASE(ring_copy_user_test),
	KUNIT_CASE(ring_trailer_test),
	KUNIT_CASE(ring_lost_record_test),
	KUNIT_CASE(ring_userpage_test),
	{ }
};

static struct kunit_suite ring_suite = {
	.name		= "perf_ring",
	.test_cases	= ring_cases,
};

kunit_test_suite(ring_suite);
