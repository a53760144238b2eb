// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of sched.c and rotate.c: which groups are scheduled in, and when.
 */
#include <linux/jiffies.h>

#include "fake_pmu.h"
#include "sched/context.h"
#include "sched/sched.h"

static int fake_used(void)
{
	return READ_ONCE(perf_fake.cpu[here()].used);
}

/* A flexible or pinned group of @nr events on this CPU, leader first. */
static void open_group(struct kunit *test, struct perf_event **group, int nr, bool pinned)
{
	int i;

	group[0] = perf_fake_open(test, .cpu = here(), .pinned = pinned, .disabled = true);
	for (i = 1; i < nr; i++)
		group[i] = perf_fake_open(test, .cpu = here(), .leader = group[0]);
	perf_event_enable(group[0]);
}

static int nr_active(struct perf_event **events, int nr)
{
	int i, active = 0;

	for (i = 0; i < nr; i++)
		active += perf_fake_is_active(events[i]);
	return active;
}

static void single_event(struct kunit *test)
{
	struct perf_event *event = perf_fake_open(test, .cpu = here());
	static const enum perf_fake_op ops[] = {
		PERF_FAKE_INIT, PERF_FAKE_TXN_START, PERF_FAKE_ADD, PERF_FAKE_START,
		PERF_FAKE_TXN_COMMIT, PERF_FAKE_STOP, PERF_FAKE_DEL, PERF_FAKE_DESTROY,
	};
	unsigned int i;

	EXPECT_STATE(test, event, ACTIVE);
	KUNIT_EXPECT_EQ(test, here(), event->oncpu);
	KUNIT_EXPECT_EQ(test, 1, fake_used());
	perf_fake_close(test, event);
	KUNIT_EXPECT_EQ(test, 0, fake_used());

	KUNIT_ASSERT_EQ(test, (int)ARRAY_SIZE(ops), perf_fake.nr_log);
	for (i = 0; i < ARRAY_SIZE(ops); i++)
		KUNIT_EXPECT_EQ(test, (int)ops[i], (int)perf_fake.log[i].op);
}

static void group_fits_as_a_whole_or_not(struct kunit *test)
{
	struct perf_event *large[3], *small[2];

	perf_fake.nr_counters = 2;
	open_group(test, large, 3, false);
	KUNIT_EXPECT_EQ(test, 0, nr_active(large, 3));
	EXPECT_STATE(test, large[0], INACTIVE);
	KUNIT_EXPECT_EQ(test, 0, fake_used());
	KUNIT_EXPECT_EQ(test, -1, large[0]->oncpu);
	KUNIT_EXPECT_GT(test, perf_fake.calls[PERF_FAKE_TXN_CANCEL], 0);

	perf_fake_close(test, large[0]);
	perf_fake_close(test, large[1]);
	perf_fake_close(test, large[2]);
	open_group(test, small, 2, false);
	KUNIT_EXPECT_EQ(test, 2, nr_active(small, 2));
	KUNIT_EXPECT_EQ(test, 2, fake_used());
}

static void group_fails_at_any_member(struct kunit *test)
{
	struct perf_event *group[4];
	int i;

	perf_fake.nr_counters = 4;
	open_group(test, group, 4, false);
	for (i = 0; i < 4; i++) {
		perf_event_disable(group[0]);
		perf_fake_log_clear();
		perf_fake.refuse_id = group[i]->id;
		perf_event_enable(group[0]);
		KUNIT_EXPECT_EQ(test, 0, nr_active(group, 4));
		KUNIT_EXPECT_EQ(test, 0, fake_used());
		KUNIT_EXPECT_EQ(test, i + 1, perf_fake.calls[PERF_FAKE_ADD]);
		KUNIT_EXPECT_EQ(test, i, perf_fake.calls[PERF_FAKE_DEL]);
		KUNIT_EXPECT_EQ(test, 0, perf_fake.calls[PERF_FAKE_TXN_COMMIT]);
		KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_TXN_CANCEL]);
	}
	perf_fake.refuse_id = 0;
	perf_event_disable(group[0]);
	perf_event_enable(group[0]);
	KUNIT_EXPECT_EQ(test, 4, nr_active(group, 4));
}

static void group_fails_at_the_end(struct kunit *test)
{
	struct perf_event *group[3];

	perf_fake.late_check = true;
	perf_fake.nr_counters = 2;
	open_group(test, group, 3, false);
	KUNIT_EXPECT_EQ(test, 0, nr_active(group, 3));
	KUNIT_EXPECT_EQ(test, 0, fake_used());
	KUNIT_EXPECT_EQ(test, perf_fake.calls[PERF_FAKE_ADD], perf_fake.calls[PERF_FAKE_DEL]);
	KUNIT_EXPECT_EQ(test, perf_fake.calls[PERF_FAKE_TXN_START],
			perf_fake.calls[PERF_FAKE_TXN_CANCEL]);

	perf_fake.nr_counters = 3;
	KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	KUNIT_EXPECT_EQ(test, 3, nr_active(group, 3));
}

static void pinned_comes_first(struct kunit *test)
{
	struct perf_event *flexible = perf_fake_open(test, .cpu = here());
	struct perf_event *pinned;

	EXPECT_STATE(test, flexible, ACTIVE);
	KUNIT_EXPECT_FALSE(test, flexible->pmu_ctx->starved);
	pinned = perf_fake_open(test, .cpu = here(), .pinned = true);
	EXPECT_STATE(test, pinned, ACTIVE);
	EXPECT_STATE(test, flexible, INACTIVE);
	KUNIT_EXPECT_TRUE(test, flexible->pmu_ctx->starved);

	/* perf_sched_rotate() rotates flexible groups only. */
	KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	EXPECT_STATE(test, pinned, ACTIVE);
	EXPECT_STATE(test, flexible, INACTIVE);

	perf_event_disable(pinned);
	KUNIT_EXPECT_TRUE(test, perf_fake_is_active(flexible) || perf_fake_rotate());
	EXPECT_STATE(test, flexible, ACTIVE);
	perf_event_enable(pinned);
	EXPECT_STATE(test, pinned, ACTIVE);
	EXPECT_STATE(test, flexible, INACTIVE);
}

static void pinned_is_in_error_without_room(struct kunit *test)
{
	struct perf_event *first = perf_fake_open(test, .cpu = here(), .pinned = true);
	struct perf_event *second = perf_fake_open(test, .cpu = here(), .pinned = true);
	u64 value;

	EXPECT_STATE(test, first, ACTIVE);
	EXPECT_STATE(test, second, ERROR);
	KUNIT_EXPECT_EQ(test, 0, perf_event_read_local(first, &value, NULL, NULL));
	KUNIT_EXPECT_EQ(test, -EBUSY, perf_event_read_local(second, &value, NULL, NULL));

	perf_event_enable(second);
	EXPECT_STATE(test, second, ERROR);
	EXPECT_STATE(test, first, ACTIVE);

	/* A pinned event leaves ERROR by perf_event_enable(), not when counters become free. */
	perf_fake_close(test, first);
	KUNIT_EXPECT_FALSE(test, perf_fake_rotate());
	EXPECT_STATE(test, second, ERROR);
	perf_event_enable(second);
	EXPECT_STATE(test, second, ACTIVE);
	KUNIT_EXPECT_EQ(test, 0, perf_event_read_local(second, &value, NULL, NULL));
}

static void enable_fn(struct perf_cpu_context *cpuctx, struct perf_context *ctx, void *data)
{
	perf_sched_enable(cpuctx, data);
}

/*
 * An instance may find no counter while the last overflow of another, or its own, is still to be
 * reported. SIGIO must then report the last overflow: a listener waits for no other signal.
 */
static void pinned_error_keeps_poll_hup(struct kunit *test)
{
	struct perf_event *first = perf_fake_open(test, .cpu = here(), .pinned = true);
	struct perf_event *second = perf_fake_open(test, .cpu = here(), .pinned = true);
	int hup, err;

	EXPECT_STATE(test, first, ACTIVE);
	EXPECT_STATE(test, second, ERROR);
	/* With IRQs off, perf_event_wakeup_work() does not take the band meanwhile. */
	scoped_guard(irqsave) {
		second->opened->poll_band = 0;
		perf_context_run(second->ctx, enable_fn, second);
		err = second->opened->poll_band;
		second->opened->poll_band = POLL_HUP;
		perf_context_run(second->ctx, enable_fn, second);
		hup = second->opened->poll_band;
	}
	EXPECT_STATE(test, second, ERROR);
	KUNIT_EXPECT_EQ(test, POLL_ERR, err);
	KUNIT_EXPECT_EQ(test, POLL_HUP, hup);
}

static void pinned_group_takes_its_siblings_along(struct kunit *test)
{
	struct perf_event *group[2];

	open_group(test, group, 2, true);
	EXPECT_STATE(test, group[0], ERROR);
	EXPECT_STATE(test, group[1], INACTIVE);
	KUNIT_EXPECT_EQ(test, 0, fake_used());

	perf_fake.nr_counters = 2;
	perf_event_enable(group[0]);
	KUNIT_EXPECT_EQ(test, 2, nr_active(group, 2));
}

static void exclusive_is_alone(struct kunit *test)
{
	struct perf_event *other, *alone, *soft;

	perf_fake.nr_counters = 4;
	other = perf_fake_open(test, .cpu = here());
	alone = perf_fake_open(test, .cpu = here(), .exclusive = true);
	soft = perf_fake_open(test, .cpu = here(), .software = true);
	EXPECT_STATE(test, other, ACTIVE);
	EXPECT_STATE(test, alone, INACTIVE);
	EXPECT_STATE(test, soft, ACTIVE);

	KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	EXPECT_STATE(test, other, INACTIVE);
	EXPECT_STATE(test, alone, ACTIVE);
	EXPECT_STATE(test, soft, ACTIVE);
	KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	EXPECT_STATE(test, other, ACTIVE);
	EXPECT_STATE(test, alone, INACTIVE);

	perf_fake_close(test, other);
	KUNIT_EXPECT_TRUE(test, perf_fake_is_active(alone) || perf_fake_rotate());
	EXPECT_STATE(test, alone, ACTIVE);
	KUNIT_EXPECT_FALSE(test, perf_fake_rotate());
}

static void exclusive_group_is_one(struct kunit *test)
{
	struct perf_event *leader, *sibling, *other;

	perf_fake.nr_counters = 4;
	leader = perf_fake_open(test, .cpu = here(), .pinned = true, .exclusive = true);
	sibling = perf_fake_open(test, .cpu = here(), .leader = leader);
	other = perf_fake_open(test, .cpu = here());
	EXPECT_STATE(test, leader, ACTIVE);
	EXPECT_STATE(test, sibling, ACTIVE);
	EXPECT_STATE(test, other, INACTIVE);
}

/*
 * Four events of all priorities, opened in each order, with each number of counters: the
 * nr_counters events of highest priority must be ACTIVE.
 */
static void check_priorities(struct kunit *test, const int *order, int nr_counters)
{
	struct perf_event *events[4];
	int i;

	perf_fake.nr_counters = nr_counters;
	for (i = 0; i < 4; i++) {
		bool task = order[i] & 1, pinned = order[i] < 2;

		events[order[i]] = perf_fake_open(test, .cpu = task ? -1 : here(),
						  .task = task ? current : NULL,
						  .pinned = pinned);
	}
	for (i = 0; i < 4; i++)
		KUNIT_EXPECT_EQ_MSG(test, i < nr_counters, perf_fake_is_active(events[i]),
				    "priority %d on %d counters, order %d%d%d%d", i, nr_counters,
				    order[0], order[1], order[2], order[3]);
	for (i = 0; i < 4; i++)
		perf_fake_close(test, events[i]);
}

static void priorities(struct kunit *test)
{
	static const int orders[][4] = {
		{ 0, 1, 2, 3 }, { 0, 2, 1, 3 }, { 1, 0, 3, 2 }, { 1, 3, 0, 2 },
		{ 2, 0, 3, 1 }, { 2, 3, 0, 1 }, { 3, 1, 2, 0 }, { 3, 2, 1, 0 },
	};
	unsigned int i;
	int nr_counters;

	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		for (nr_counters = 0; nr_counters <= 4; nr_counters++)
			check_priorities(test, orders[i], nr_counters);
	}
}

static void turns_are_in_order(struct kunit *test)
{
	struct perf_event *events[3];
	int i, turn;

	for (i = 0; i < 3; i++)
		events[i] = perf_fake_open(test, .cpu = here());
	for (turn = 0; turn < 7; turn++) {
		for (i = 0; i < 3; i++)
			KUNIT_EXPECT_EQ_MSG(test, i == turn % 3, perf_fake_is_active(events[i]),
					    "event %d at turn %d", i, turn);
		KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	}
}

static void turns_are_fair(struct kunit *test)
{
	int nr_counters, nr_events, turn, i;

	for (nr_counters = 1; nr_counters <= 4; nr_counters++) {
		for (nr_events = nr_counters + 1; nr_events <= 7; nr_events++) {
			struct perf_event *events[7];
			int turns[7] = {};

			perf_fake.nr_counters = nr_counters;
			for (i = 0; i < nr_events; i++)
				events[i] = perf_fake_open(test, .cpu = here());
			for (turn = 0; turn < nr_events; turn++) {
				for (i = 0; i < nr_events; i++)
					turns[i] += perf_fake_is_active(events[i]);
				perf_fake_rotate();
			}
			for (i = 0; i < nr_events; i++) {
				KUNIT_EXPECT_EQ(test, nr_counters, turns[i]);
				perf_fake_close(test, events[i]);
			}
		}
	}
}

static void large_groups_get_their_turn(struct kunit *test)
{
	struct perf_event *large[3], *small[4];
	int turns[5] = {};
	int i, turn;

	perf_fake.nr_counters = 3;
	for (i = 0; i < 4; i++)
		small[i] = perf_fake_open(test, .cpu = here());
	open_group(test, large, 3, false);
	for (turn = 0; turn < 5; turn++) {
		KUNIT_EXPECT_LE(test, fake_used(), 3);
		KUNIT_EXPECT_EQ(test, 0, nr_active(large, 3) % 3);
		for (i = 0; i < 4; i++)
			turns[i] += perf_fake_is_active(small[i]);
		turns[4] += perf_fake_is_active(large[0]);
		KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	}
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_GE_MSG(test, turns[i], 1, "group %d", i);
}

static void nobody_waits_no_turns(struct kunit *test)
{
	perf_fake.nr_counters = 2;
	perf_fake_open(test, .cpu = here());
	perf_fake_open(test, .cpu = here());
	perf_fake_open(test, .cpu = here(), .disabled = true);
	perf_fake_log_clear();
	KUNIT_EXPECT_FALSE(test, perf_fake_rotate());
	KUNIT_EXPECT_EQ(test, 0, perf_fake.nr_log);
}

static void task_and_cpu_turn_apart(struct kunit *test)
{
	struct perf_event *cpu[2], *task[2];
	int i, turn;

	perf_fake.nr_counters = 3;
	for (i = 0; i < 2; i++) {
		cpu[i] = perf_fake_open(test, .cpu = here());
		task[i] = perf_fake_open(test, .cpu = -1, .task = current);
	}
	for (turn = 0; turn < 4; turn++) {
		KUNIT_EXPECT_EQ(test, 2, nr_active(cpu, 2));
		KUNIT_EXPECT_EQ(test, 1, nr_active(task, 2));
		KUNIT_EXPECT_TRUE(test, perf_fake_is_active(task[turn % 2]));
		KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	}
}

/* A task's events in @any and in the slot of this CPU share the counters. */
static void slots_of_a_task_share(struct kunit *test)
{
	struct perf_event *any, *bound;
	int turns[2] = {};
	int turn;

	any = perf_fake_open(test, .cpu = -1, .task = current);
	bound = perf_fake_open(test, .cpu = here(), .task = current);
	for (turn = 0; turn < 4; turn++) {
		KUNIT_EXPECT_EQ(test, 1, fake_used());
		turns[0] += perf_fake_is_active(any);
		turns[1] += perf_fake_is_active(bound);
		KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	}
	KUNIT_EXPECT_EQ(test, 2, turns[0]);
	KUNIT_EXPECT_EQ(test, 2, turns[1]);
}

/*
 * Slots that share a counter, one with two events, one with one: every event must get turns,
 * also if the task is switched out and in between two turns.
 */
static void check_slots(struct kunit *test, bool switched)
{
	struct perf_event *events[3];
	int turns[3] = {};
	int i, turn;

	for (i = 0; i < 3; i++)
		events[i] = perf_fake_open(test, .cpu = i < 2 ? -1 : here(), .task = current);
	for (turn = 0; turn < 24; turn++) {
		KUNIT_EXPECT_EQ(test, 1, nr_active(events, 3));
		for (i = 0; i < 3; i++)
			turns[i] += perf_fake_is_active(events[i]);
		perf_fake_rotate();
		if (switched)
			schedule_timeout_uninterruptible(1);
	}
	for (i = 0; i < 3; i++)
		KUNIT_EXPECT_GE_MSG(test, turns[i], 4, "event %d", i);
}

static void slots_leave_nobody_out(struct kunit *test)
{
	check_slots(test, false);
}

static void switches_leave_nobody_out(struct kunit *test)
{
	check_slots(test, true);
}

static bool wait_until(bool (*reached)(void *arg), void *arg)
{
	unsigned long end = jiffies + 10 * HZ;

	while (time_before(jiffies, end)) {
		if (reached(arg))
			return true;
		schedule_timeout_uninterruptible(1);
	}
	return reached(arg);
}

/* At least ten adds, and both events have a nonzero running time. */
static bool both_have_run(void *arg)
{
	struct perf_event **events = arg;
	u64 enabled, running[2];
	int i;

	for (i = 0; i < 2; i++)
		perf_event_read_value(events[i], &enabled, &running[i]);
	return running[0] && running[1] && READ_ONCE(perf_fake.calls[PERF_FAKE_ADD]) >= 10;
}

static bool timer_is_off(void *arg)
{
	struct perf_cpu_pmu_context *cpc = arg;

	return !READ_ONCE(cpc->mux_armed);
}

static void timer_gives_turns(struct kunit *test)
{
	struct perf_cpu_pmu_context *cpc;
	struct perf_event *events[2];
	ktime_t interval;

	cpc = per_cpu_ptr(perf_fake.pmu.cpu_pmu_context, here());
	/* An earlier test may have armed mux_timer, for PERF_FAKE_MUX_MS, an hour. */
	if (cpc->mux_ready)
		hrtimer_cancel(&cpc->mux_timer);
	cpc->mux_armed = false;
	interval = cpc->mux_interval;
	WRITE_ONCE(cpc->mux_interval, ms_to_ktime(1));

	events[0] = perf_fake_open(test, .cpu = here());
	KUNIT_EXPECT_FALSE(test, READ_ONCE(cpc->mux_armed));
	events[1] = perf_fake_open(test, .cpu = here());
	KUNIT_EXPECT_TRUE(test, READ_ONCE(cpc->mux_armed));
	perf_fake_log_clear();
	KUNIT_EXPECT_TRUE(test, wait_until(both_have_run, events));

	perf_fake_close(test, events[1]);
	KUNIT_EXPECT_TRUE(test, wait_until(timer_is_off, cpc));
	EXPECT_STATE(test, events[0], ACTIVE);
	WRITE_ONCE(cpc->mux_interval, interval);
}

static void software_leader(struct kunit *test)
{
	struct perf_event *soft, *hard;

	perf_fake.nr_counters = 0;
	soft = perf_fake_open(test, .cpu = here(), .software = true);
	EXPECT_STATE(test, soft, ACTIVE);
	KUNIT_EXPECT_TRUE(test, perf_group_is_resident(soft));

	/* With a counter in the group all members wait for the counter. */
	hard = perf_fake_open(test, .cpu = here(), .leader = soft);
	KUNIT_EXPECT_FALSE(test, perf_group_is_resident(soft));
	KUNIT_EXPECT_PTR_EQ(test, &perf_fake.pmu, soft->pmu_ctx->pmu);
	EXPECT_STATE(test, soft, INACTIVE);
	EXPECT_STATE(test, hard, INACTIVE);

	perf_fake.nr_counters = 1;
	KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	EXPECT_STATE(test, soft, ACTIVE);
	EXPECT_STATE(test, hard, ACTIVE);

	perf_fake_close(test, hard);
	KUNIT_EXPECT_TRUE(test, perf_group_is_resident(soft));
	EXPECT_STATE(test, soft, ACTIVE);
}

static void software_leader_goes(struct kunit *test)
{
	struct perf_event *soft, *hard;
	u64 value;

	soft = perf_fake_open(test, .cpu = here(), .software = true);
	hard = perf_fake_open(test, .cpu = here(), .leader = soft);
	EXPECT_STATE(test, hard, ACTIVE);
	perf_fake_work(5);
	perf_fake_close(test, soft);
	EXPECT_STATE(test, hard, ACTIVE);
	perf_fake_work(6);
	KUNIT_EXPECT_EQ(test, 0, perf_event_read_local(hard, &value, NULL, NULL));
	KUNIT_EXPECT_EQ(test, 11ULL, value);
}

static void software_sibling(struct kunit *test)
{
	struct perf_event *hard, *soft;

	hard = perf_fake_open(test, .cpu = here());
	soft = perf_fake_open(test, .cpu = here(), .software = true, .leader = hard);
	EXPECT_STATE(test, hard, ACTIVE);
	EXPECT_STATE(test, soft, ACTIVE);
	KUNIT_EXPECT_EQ(test, 1, fake_used());

	perf_event_disable(hard);
	EXPECT_STATE(test, soft, INACTIVE);
	perf_event_enable(hard);
	EXPECT_STATE(test, soft, ACTIVE);

	/* perf_group_is_resident() holds again once the counter has left. */
	perf_fake_close(test, hard);
	EXPECT_STATE(test, soft, ACTIVE);
	KUNIT_EXPECT_TRUE(test, perf_group_is_resident(soft));
	KUNIT_EXPECT_EQ(test, 0, fake_used());
}

static void leader_goes_first(struct kunit *test)
{
	struct perf_event *group[3];
	u64 value;
	int i;

	perf_fake.nr_counters = 3;
	open_group(test, group, 3, false);
	perf_fake_work(100);
	perf_fake_close(test, group[0]);
	perf_fake_work(10);
	for (i = 1; i < 3; i++) {
		EXPECT_STATE(test, group[i], ACTIVE);
		KUNIT_EXPECT_PTR_EQ(test, group[i], group[i]->group_leader);
		KUNIT_EXPECT_EQ(test, 0, perf_event_read_local(group[i], &value, NULL, NULL));
		KUNIT_EXPECT_EQ(test, 110ULL, value);
	}
	KUNIT_EXPECT_EQ(test, 2, fake_used());

	/* Each sibling is its own leader now: perf_event_disable() stops it alone. */
	perf_event_disable(group[1]);
	EXPECT_STATE(test, group[1], OFF);
	EXPECT_STATE(test, group[2], ACTIVE);
}

static void sibling_that_needs_its_leader(struct kunit *test)
{
	struct perf_event *leader, *plain, *bound;

	perf_fake.nr_counters = 3;
	leader = perf_fake_open(test, .cpu = here());
	plain = perf_fake_open(test, .cpu = here(), .leader = leader);
	bound = perf_fake_open(test, .cpu = here(), .leader = leader,
			       .config = PERF_FAKE_SIBLING);
	EXPECT_STATE(test, bound, ACTIVE);
	perf_fake_close(test, leader);
	EXPECT_STATE(test, plain, ACTIVE);
	EXPECT_STATE(test, bound, ERROR);
	KUNIT_EXPECT_EQ(test, 1, fake_used());
}

static void sibling_goes_first(struct kunit *test)
{
	struct perf_event *group[3];

	perf_fake.nr_counters = 3;
	open_group(test, group, 3, false);
	perf_fake_close(test, group[1]);
	KUNIT_EXPECT_EQ(test, 1, group[0]->nr_siblings);
	EXPECT_STATE(test, group[0], ACTIVE);
	EXPECT_STATE(test, group[2], ACTIVE);
	KUNIT_EXPECT_EQ(test, 2, fake_used());
}

static void leader_switches_its_group(struct kunit *test)
{
	struct perf_event *group[2];

	perf_fake.nr_counters = 2;
	open_group(test, group, 2, false);
	perf_event_disable(group[0]);
	EXPECT_STATE(test, group[0], OFF);
	EXPECT_STATE(test, group[1], INACTIVE);
	KUNIT_EXPECT_EQ(test, 0, fake_used());

	/* perf_event_enable() of the leader does not enable a sibling that is OFF. */
	perf_event_disable(group[1]);
	EXPECT_STATE(test, group[1], OFF);
	perf_event_enable(group[0]);
	EXPECT_STATE(test, group[0], ACTIVE);
	EXPECT_STATE(test, group[1], OFF);
	KUNIT_EXPECT_EQ(test, 1, fake_used());

	perf_event_enable(group[1]);
	KUNIT_EXPECT_EQ(test, 2, nr_active(group, 2));
	perf_event_disable(group[1]);
	EXPECT_STATE(test, group[0], ACTIVE);
	EXPECT_STATE(test, group[1], OFF);
	KUNIT_EXPECT_EQ(test, 1, fake_used());
}

static void sibling_may_be_too_much(struct kunit *test)
{
	struct perf_event *leader, *sibling;

	leader = perf_fake_open(test, .cpu = here());
	sibling = perf_fake_open(test, .cpu = here(), .leader = leader, .disabled = true);
	EXPECT_STATE(test, leader, ACTIVE);
	perf_event_enable(sibling);
	EXPECT_STATE(test, leader, INACTIVE);
	EXPECT_STATE(test, sibling, INACTIVE);
	KUNIT_EXPECT_EQ(test, 0, fake_used());
	perf_event_disable(sibling);
	KUNIT_EXPECT_TRUE(test, perf_fake_is_active(leader) || perf_fake_rotate());
	EXPECT_STATE(test, leader, ACTIVE);
}

static void enable_and_disable_again(struct kunit *test)
{
	struct perf_event *event = perf_fake_open(test, .cpu = here(), .disabled = true);

	EXPECT_STATE(test, event, OFF);
	perf_event_disable(event);
	EXPECT_STATE(test, event, OFF);
	perf_event_enable(event);
	EXPECT_STATE(test, event, ACTIVE);
	perf_fake_log_clear();
	perf_event_enable(event);
	EXPECT_STATE(test, event, ACTIVE);
	KUNIT_EXPECT_EQ(test, 0, perf_fake.calls[PERF_FAKE_ADD]);
}

static void filtered_cpu(struct kunit *test)
{
	struct perf_event *flexible, *pinned;

	perf_fake.nr_counters = 2;
	cpumask_set_cpu(here(), &perf_fake.refused);
	flexible = perf_fake_open(test, .cpu = -1, .task = current);
	pinned = perf_fake_open(test, .cpu = -1, .task = current, .pinned = true);
	EXPECT_STATE(test, flexible, INACTIVE);
	EXPECT_STATE(test, pinned, INACTIVE);
	KUNIT_EXPECT_EQ(test, 0, perf_fake.calls[PERF_FAKE_ADD]);
	KUNIT_EXPECT_FALSE(test, perf_fake_rotate());
}

static struct kunit_case sched_cases[] = {
	KUNIT_CASE(single_event),
	KUNIT_CASE(group_fits_as_a_whole_or_not),
	KUNIT_CASE(group_fails_at_any_member),
	KUNIT_CASE(group_fails_at_the_end),
	KUNIT_CASE(pinned_comes_first),
	KUNIT_CASE(pinned_is_in_error_without_room),
	KUNIT_CASE(pinned_error_keeps_poll_hup),
	KUNIT_CASE(pinned_group_takes_its_siblings_along),
	KUNIT_CASE(exclusive_is_alone),
	KUNIT_CASE(exclusive_group_is_one),
	KUNIT_CASE(priorities),
	KUNIT_CASE(turns_are_in_order),
	KUNIT_CASE(turns_are_fair),
	KUNIT_CASE(large_groups_get_their_turn),
	KUNIT_CASE(nobody_waits_no_turns),
	KUNIT_CASE(task_and_cpu_turn_apart),
	KUNIT_CASE(slots_of_a_task_share),
	KUNIT_CASE(slots_leave_nobody_out),
	KUNIT_CASE(switches_leave_nobody_out),
	KUNIT_CASE(timer_gives_turns),
	KUNIT_CASE(software_leader),
	KUNIT_CASE(software_leader_goes),
	KUNIT_CASE(software_sibling),
	KUNIT_CASE(leader_goes_first),
	KUNIT_CASE(sibling_that_needs_its_leader),
	KUNIT_CASE(sibling_goes_first),
	KUNIT_CASE(leader_switches_its_group),
	KUNIT_CASE(sibling_may_be_too_much),
	KUNIT_CASE(enable_and_disable_again),
	KUNIT_CASE(filtered_cpu),
	{}
};

static struct kunit_suite sched_suite = {
	.name = "perf-sched",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = sched_cases,
};

kunit_test_suite(sched_suite);
