// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of a ring's life: mapping sizes and charges, events that attach and detach,
 * SET_OUTPUT, and the last unmapping.
 */
#include "event/mmap.h"
#include "event/redirect.h"
#include "ring/wakeup.h"
#include "ring_fixture.h"

static void mmap_size_test(struct kunit *test)
{
	static const struct {
		unsigned long	pages;
		int		ret;
	} rows[] = {
		{ 0, -EINVAL }, { 1, 0 }, { 2, 0 }, { 3, 0 }, { 4, -EINVAL }, { 5, 0 },
		{ 6, -EINVAL }, { 8, -EINVAL }, { 9, 0 }, { 128, -EINVAL }, { 129, 0 },
		{ 130, -EINVAL }, { (1UL << 20) + 1, 0 }, { ULONG_MAX, -EINVAL },
		{ BIT(31), -EINVAL }, { BIT(31) + 1, 0 },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		KUNIT_EXPECT_EQ_MSG(test, perf_mmap_check_data(rows[i].pages), rows[i].ret,
				    "%lu pages", rows[i].pages);
}

static void mmap_user_share_test(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, perf_mmap_user_share(10, 0, 100), 10);
	KUNIT_EXPECT_EQ(test, perf_mmap_user_share(10, 90, 100), 10);
	KUNIT_EXPECT_EQ(test, perf_mmap_user_share(10, 91, 100), 9);
	KUNIT_EXPECT_EQ(test, perf_mmap_user_share(10, 100, 100), 0);
	/* @limit was lowered below the pages already charged. */
	KUNIT_EXPECT_EQ(test, perf_mmap_user_share(10, 200, 100), 0);
	KUNIT_EXPECT_EQ(test, perf_mmap_user_share(ULONG_MAX, 1, 100), 99);
}

static void mmap_watermark_test(struct kunit *test)
{
	struct perf_event_attr attr = { .wakeup_watermark = 100 };

	/* Without attr.watermark the union holds wakeup_events, a number of events. */
	KUNIT_EXPECT_EQ(test, perf_ring_watermark(&attr, 8192), 4096);
	attr.watermark = 1;
	KUNIT_EXPECT_EQ(test, perf_ring_watermark(&attr, 8192), 100);
	attr.wakeup_watermark = 8192;
	KUNIT_EXPECT_EQ(test, perf_ring_watermark(&attr, 8192), 8192);
	attr.wakeup_watermark = U32_MAX;
	KUNIT_EXPECT_EQ(test, perf_ring_watermark(&attr, 8192), 8192);
	attr.wakeup_watermark = 0;
	KUNIT_EXPECT_EQ(test, perf_ring_watermark(&attr, 8192), 4096);
}

static struct perf_buffer *mmap_ring_of(struct ring_fixture *fix)
{
	return rcu_access_pointer(fix->opened.rb);
}

static void *mmap_setup_aux(struct perf_event *event, void **pages, int nr_pages, bool overwrite)
{
	return NULL;
}

static u64 mmap_other_clock(void)
{
	return 0;
}

/* Each rule of PERF_EVENT_IOC_SET_OUTPUT is broken alone; then the valid call. */
static void mmap_redirect_rules_test(struct kunit *test)
{
	struct ring_fixture *target = ring_fixture(test, 1, 0);
	struct ring_fixture *fix = ring_fixture_event(test);
	struct perf_event *event = &fix->event, *output = &target->event;
	struct pmu aux[2] = {
		{ .setup_aux = mmap_setup_aux }, { .setup_aux = mmap_setup_aux },
	};
	struct pmu plain = {};

	event->pmu = &plain;
	output->pmu = &plain;
	KUNIT_EXPECT_EQ(test, perf_event_set_output(output, output), -EINVAL);

	event->cpu = 0;
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), -EINVAL);
	event->cpu = -1;

	event->hw.target = current;
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), -EINVAL);
	event->hw.target = NULL;

	event->attach_state |= PERF_ATTACH_SEVERAL;
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), -EINVAL);
	event->attach_state &= ~PERF_ATTACH_SEVERAL;

	event->clock = mmap_other_clock;
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), -EINVAL);
	event->clock = output->clock;

	event->attr.write_backward = 1;
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), -EINVAL);
	event->attr.write_backward = 0;

	event->pmu = &aux[0];
	output->pmu = &aux[1];
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), -EINVAL);
	output->pmu = &aux[0];

	atomic_set(&fix->opened.mmap_count, 1);
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), -EINVAL);
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, NULL), -EINVAL);
	atomic_set(&fix->opened.mmap_count, 0);
	KUNIT_EXPECT_NULL(test, mmap_ring_of(fix));

	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), 0);
	KUNIT_EXPECT_PTR_EQ(test, mmap_ring_of(fix), target->rb);
	/* The same target again changes nothing. */
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), 0);
	KUNIT_EXPECT_EQ(test, refcount_read(&target->rb->refcount), 3);
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, NULL), 0);
	KUNIT_EXPECT_NULL(test, mmap_ring_of(fix));
	KUNIT_EXPECT_EQ(test, refcount_read(&target->rb->refcount), 2);

	perf_ring_detach(&target->opened);
	KUNIT_EXPECT_EQ(test, perf_event_set_output(event, output), -EINVAL);
}

/* After perf_event_set_output() records go to the new ring, whenever that changes. */
static void mmap_redirect_test(struct kunit *test)
{
	struct ring_fixture *a = ring_fixture(test, 1, 0);
	struct ring_fixture *b = ring_fixture(test, 1, 0);
	struct ring_fixture *fix = ring_fixture_event(test);
	struct ring_count in_a = {}, in_b = {};
	struct perf_output_handle open;
	struct pmu plain = {};

	a->event.pmu = &plain;
	b->event.pmu = &plain;
	fix->event.pmu = &plain;

	KUNIT_EXPECT_EQ(test, ring_write(fix, 0), -ENOSPC);
	KUNIT_ASSERT_EQ(test, perf_event_set_output(&fix->event, &a->event), 0);
	KUNIT_EXPECT_EQ(test, ring_write(fix, 1), 0);
	KUNIT_ASSERT_EQ(test, perf_event_set_output(&fix->event, &b->event), 0);
	KUNIT_EXPECT_EQ(test, ring_write(fix, 2), 0);
	KUNIT_EXPECT_EQ(test, refcount_read(&a->rb->refcount), 2);
	KUNIT_EXPECT_EQ(test, refcount_read(&b->rb->refcount), 3);

	/* An open record stays in the ring it was begun in. */
	KUNIT_ASSERT_EQ(test, ring_open(fix, &open, 3), 0);
	KUNIT_EXPECT_PTR_EQ(test, open.rb, b->rb);
	perf_output_end(&open);

	KUNIT_ASSERT_TRUE(test, ring_read(test, a->rb, &in_a));
	KUNIT_ASSERT_TRUE(test, ring_read(test, b->rb, &in_b));
	KUNIT_EXPECT_EQ(test, in_a.records, 1);
	KUNIT_EXPECT_EQ(test, in_b.records, 2);
}

/* perf_ring_kill(), at the last unmapping, detaches all events; none can attach afterwards. */
static void mmap_kill_test(struct kunit *test)
{
	struct ring_fixture *target = ring_fixture(test, 1, 0);
	struct ring_fixture *other = ring_fixture(test, 1, 0);
	struct ring_fixture *fix[3];
	struct pmu plain = {};
	unsigned int i;

	target->event.pmu = &plain;
	other->event.pmu = &plain;
	for (i = 0; i < ARRAY_SIZE(fix); i++) {
		fix[i] = ring_fixture_event(test);
		fix[i]->event.pmu = &plain;
		KUNIT_ASSERT_EQ(test, perf_event_set_output(&fix[i]->event, &target->event), 0);
	}
	KUNIT_EXPECT_EQ(test, refcount_read(&target->rb->refcount), 2 + ARRAY_SIZE(fix));

	perf_ring_kill(target->rb);
	KUNIT_EXPECT_TRUE(test, list_empty(&target->rb->events));
	KUNIT_EXPECT_EQ(test, refcount_read(&target->rb->refcount), 1);
	KUNIT_EXPECT_NULL(test, mmap_ring_of(target));
	for (i = 0; i < ARRAY_SIZE(fix); i++) {
		KUNIT_EXPECT_NULL(test, mmap_ring_of(fix[i]));
		KUNIT_EXPECT_EQ(test, ring_write(fix[i], 0), -ENOSPC);
	}

	/* perf_ring_attach() refuses a killed ring, as first ring or as replacement. */
	mutex_lock(&fix[0]->opened.mmap_mutex);
	KUNIT_EXPECT_EQ(test, perf_ring_attach(target->rb, &fix[0]->opened), -EINVAL);
	KUNIT_EXPECT_EQ(test, perf_ring_attach(other->rb, &fix[0]->opened), 0);
	KUNIT_EXPECT_EQ(test, perf_ring_attach(target->rb, &fix[0]->opened), -EINVAL);
	mutex_unlock(&fix[0]->opened.mmap_mutex);
	KUNIT_EXPECT_PTR_EQ(test, mmap_ring_of(fix[0]), other->rb);
}

/* When user_opened detaches, the user page must stop describing a counter: it would go stale. */
static void mmap_user_page_owner_test(struct kunit *test)
{
	struct ring_fixture *target = ring_fixture(test, 1, 0);
	struct ring_fixture *fix = ring_fixture_event(test);
	struct perf_event_mmap_page *userpg = target->rb->user_page;
	struct pmu plain = {};

	target->event.pmu = &plain;
	fix->event.pmu = &plain;
	KUNIT_ASSERT_EQ(test, perf_event_set_output(&fix->event, &target->event), 0);
	userpg->index = 5;
	perf_ring_detach(&fix->opened);
	KUNIT_EXPECT_EQ(test, userpg->index, 5);
	KUNIT_EXPECT_PTR_EQ(test, target->rb->user_opened,
			    (const struct perf_event_file *)&target->opened);

	perf_event_update_userpage(&fix->event);
	KUNIT_EXPECT_EQ(test, userpg->lock, 0);

	perf_ring_detach(&target->opened);
	KUNIT_EXPECT_EQ(test, userpg->index, 0);
	KUNIT_EXPECT_NULL(test, target->rb->user_opened);
	perf_event_update_userpage(&target->event);
	KUNIT_EXPECT_EQ(test, userpg->lock, 0);
}

static int mmap_third_counter(struct perf_event *event)
{
	return 3;
}

/* A driver's event_idx during which the event leaves its ring, as if on another CPU. */
static int mmap_leaving_counter(struct perf_event *event)
{
	perf_ring_detach(event->opened);
	return 3;
}

/* An update that is under way while user_opened detaches leaves no counter in the page. */
static void mmap_user_page_late_update_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct ring_fixture *leader = ring_fixture_event(test);
	struct perf_event_mmap_page *userpg = fix->rb->user_page;
	struct pmu plain = { .event_idx = mmap_leaving_counter };

	leader->event.state = PERF_EVENT_STATE_OFF;
	fix->event.group_leader = &leader->event;
	fix->event.pmu = &plain;
	fix->event.state = PERF_EVENT_STATE_ACTIVE;
	perf_event_update_userpage(&fix->event);
	KUNIT_EXPECT_NULL(test, fix->rb->user_opened);
	rcu_barrier();
	KUNIT_EXPECT_EQ(test, userpg->index, 0);
	KUNIT_EXPECT_EQ(test, userpg->lock & 1, 0);
}

/* While the counter runs on and cap_user_time is set, the update keeps the times in the page. */
static void mmap_user_page_goes_on_test(struct kunit *test)
{
	struct ring_fixture *fix = ring_fixture(test, 1, 0);
	struct ring_fixture *leader = ring_fixture_event(test);
	struct perf_event_mmap_page *userpg = fix->rb->user_page;
	struct pmu plain = { .event_idx = mmap_third_counter };

	/* The leader is PERF_EVENT_STATE_OFF, so no time is added. */
	leader->event.state = PERF_EVENT_STATE_OFF;
	fix->event.group_leader = &leader->event;
	fix->event.pmu = &plain;
	fix->event.state = PERF_EVENT_STATE_ACTIVE;
	local64_set(&fix->event.count, 11);
	userpg->time_enabled = 7;
	perf_event_update_userpage(&fix->event);
	KUNIT_EXPECT_EQ(test, userpg->index, 3);
	KUNIT_EXPECT_EQ(test, userpg->offset, 11);
	KUNIT_EXPECT_EQ(test, userpg->time_enabled, 0);

	local64_set(&fix->event.hw.prev_count, 2);
	userpg->cap_user_time = 1;
	userpg->time_enabled = 7;
	perf_event_update_userpage(&fix->event);
	KUNIT_EXPECT_EQ(test, userpg->offset, 9);
	KUNIT_EXPECT_EQ(test, userpg->time_enabled, 7);

	/* Without cap_user_time, or with the counter stopped, the times are written. */
	userpg->cap_user_time = 0;
	perf_event_update_userpage(&fix->event);
	KUNIT_EXPECT_EQ(test, userpg->time_enabled, 0);
	userpg->cap_user_time = 1;
	userpg->time_enabled = 7;
	fix->event.hw.state = PERF_HES_STOPPED;
	perf_event_update_userpage(&fix->event);
	KUNIT_EXPECT_EQ(test, userpg->index, 0);
	KUNIT_EXPECT_EQ(test, userpg->offset, 11);
	KUNIT_EXPECT_EQ(test, userpg->time_enabled, 0);
	KUNIT_EXPECT_EQ(test, userpg->lock, 8);
	fix->event.state = PERF_EVENT_STATE_OFF;
}

/* perf_ring_wakeup() wakes the waiters of every event that writes to the ring. */
static void mmap_wakeup_all_test(struct kunit *test)
{
	struct ring_fixture *target = ring_fixture(test, 1, 0);
	struct ring_fixture *fix = ring_fixture_event(test);
	struct pmu plain = {};
	DEFINE_WAIT(first);
	DEFINE_WAIT(second);

	target->event.pmu = &plain;
	fix->event.pmu = &plain;
	KUNIT_ASSERT_EQ(test, perf_event_set_output(&fix->event, &target->event), 0);
	prepare_to_wait(&target->opened.waitq, &first, TASK_INTERRUPTIBLE);
	prepare_to_wait(&fix->opened.waitq, &second, TASK_INTERRUPTIBLE);
	perf_ring_wakeup(target->rb);
	__set_current_state(TASK_RUNNING);

	/* DEFINE_WAIT() entries leave the queue when their waiter is woken. */
	KUNIT_EXPECT_TRUE(test, list_empty(&first.entry));
	finish_wait(&target->opened.waitq, &first);
	finish_wait(&fix->opened.waitq, &second);
}

static struct kunit_case mmap_cases[] = {
	KUNIT_CASE(mmap_size_test),
	KUNIT_CASE(mmap_user_share_test),
	KUNIT_CASE(mmap_watermark_test),
	KUNIT_CASE(mmap_redirect_rules_test),
	KUNIT_CASE(mmap_redirect_test),
	KUNIT_CASE(mmap_kill_test),
	KUNIT_CASE(mmap_user_page_owner_test),
	KUNIT_CASE(mmap_user_page_late_update_test),
	KUNIT_CASE(mmap_user_page_goes_on_test),
	KUNIT_CASE(mmap_wakeup_all_test),
	{ }
};

static struct kunit_suite mmap_suite = {
	.name		= "perf_mmap",
	.test_cases	= mmap_cases,
};

kunit_test_suite(mmap_suite);
