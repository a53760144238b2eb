// SPDX-License-Identifier: GPL-2.0
/*
 * KUnit tests of overflows: throttling and the tick that ends it, frequency mode, overflow
 * limits; of the calls that change an event's period or count; and of the governor that lowers
 * the sampling rate.
 */
#include <linux/jiffies.h>
#include <linux/sysctl.h>

#include "base/limits.h"
#include "base/period.h"
#include "event/control.h"
#include "fake_pmu.h"
#include "overflow/throttle.h"

static void count_sample(struct perf_event *event, struct perf_sample_data *data,
			 struct pt_regs *regs)
{
	int *samples = event->overflow_handler_context;

	++*samples;
}

static struct perf_event *open_sampling(struct kunit *test, int *samples, bool disabled)
{
	*samples = 0;
	return perf_fake_open(test, .cpu = here(), .period = 1000, .disabled = disabled,
			      .handler = count_sample, .context = samples);
}

/*
 * Overflow @event until it is stopped, at most @most times, without a tick in between. Returns
 * the number of overflows.
 */
static int overflow_until_stopped(struct perf_event *event, int most)
{
	int i;

	guard(irqsave)();
	for (i = 0; i < most; i++) {
		if (perf_fake_overflow(event))
			return i + 1;
	}
	return i;
}

/* A tick, then overflow_until_stopped() without a further tick in between. */
static int tick_and_overflow(struct perf_event *event, int most)
{
	guard(irqsave)();
	perf_fake_tick();
	return overflow_until_stopped(event, most);
}

static bool is_stopped(const struct perf_event *event)
{
	return event->hw.state & PERF_HES_STOPPED;
}

static u64 local_value(struct kunit *test, struct perf_event *event)
{
	u64 value;

	KUNIT_EXPECT_EQ(test, 0, perf_event_read_local(event, &value, NULL, NULL));
	return value;
}

static void every_overflow_is_a_sample(struct kunit *test)
{
	struct perf_event *event;
	int samples;

	event = open_sampling(test, &samples, false);
	KUNIT_EXPECT_EQ(test, 5, tick_and_overflow(event, 5));
	KUNIT_EXPECT_EQ(test, 5, samples);
	KUNIT_EXPECT_FALSE(test, is_stopped(event));
}

static void counting_event_has_no_samples(struct kunit *test)
{
	struct perf_event *event;
	int samples = 0;

	event = perf_fake_open(test, .cpu = here(), .handler = count_sample, .context = &samples);
	KUNIT_EXPECT_EQ(test, 5, tick_and_overflow(event, 5));
	KUNIT_EXPECT_EQ(test, 0, samples);
}

/* The first overflow above perf_limits_max_per_tick() throttles the event, none earlier. */
static void too_many_overflows_throttle(struct kunit *test)
{
	int limit = perf_limits_max_per_tick();
	bool throttled, stopped;
	struct perf_event *event;
	int overflows, samples;

	event = open_sampling(test, &samples, false);
	scoped_guard(irqsave) {
		overflows = tick_and_overflow(event, limit + 10);
		throttled = perf_event_is_throttled(event);
		stopped = is_stopped(event);
		perf_fake_work(1000);
		perf_fake_log_clear();
		perf_fake_tick();
	}
	KUNIT_EXPECT_EQ(test, limit + 1, overflows);
	KUNIT_EXPECT_EQ(test, limit + 1, samples);
	KUNIT_EXPECT_TRUE(test, throttled);
	KUNIT_EXPECT_TRUE(test, stopped);

	/* perf_fake_tick() has released the event: it counts on, without PERF_EF_RELOAD. */
	EXPECT_STATE(test, event, ACTIVE);
	KUNIT_EXPECT_FALSE(test, perf_event_is_throttled(event));
	KUNIT_EXPECT_FALSE(test, is_stopped(event));
	KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_START]);
	KUNIT_EXPECT_EQ(test, 0U, perf_fake.log[0].flags & PERF_EF_RELOAD);
	KUNIT_EXPECT_EQ(test, 0ULL, local_value(test, event));
	perf_fake_work(7);
	KUNIT_EXPECT_EQ(test, 7ULL, local_value(test, event));
}

/* Throttling any member stops the group; perf_fake_tick() releases all members. */
static void group_is_throttled_together(struct kunit *test)
{
	int limit = perf_limits_max_per_tick();
	struct perf_event *leader, *sibling, *counting;
	bool throttled[3], stopped[3];
	struct perf_event *members[3];
	int samples, others, i;

	perf_fake.nr_counters = 3;
	leader = open_sampling(test, &samples, false);
	sibling = perf_fake_open(test, .cpu = here(), .leader = leader, .period = 1000,
				 .handler = count_sample, .context = &others);
	counting = perf_fake_open(test, .cpu = here(), .leader = leader);
	members[0] = leader;
	members[1] = sibling;
	members[2] = counting;
	others = 0;

	scoped_guard(irqsave) {
		KUNIT_EXPECT_EQ(test, limit + 1, tick_and_overflow(sibling, limit + 10));
		perf_fake_work(1000);
		for (i = 0; i < 3; i++) {
			throttled[i] = perf_event_is_throttled(members[i]);
			stopped[i] = is_stopped(members[i]);
		}
		perf_fake_tick();
	}
	KUNIT_EXPECT_EQ(test, 0, samples);
	KUNIT_EXPECT_EQ(test, limit + 1, others);
	for (i = 0; i < 3; i++) {
		KUNIT_EXPECT_TRUE(test, throttled[i]);
		KUNIT_EXPECT_TRUE(test, stopped[i]);
		KUNIT_EXPECT_FALSE(test, perf_event_is_throttled(members[i]));
		KUNIT_EXPECT_FALSE(test, is_stopped(members[i]));
		KUNIT_EXPECT_EQ(test, 0ULL, local_value(test, members[i]));
	}
	perf_fake_work(7);
	KUNIT_EXPECT_EQ(test, 7ULL, local_value(test, counting));
}

/* perf_throttle_release_others() releases the rest of the group, and does so once. */
static void group_goes_on_together(struct kunit *test)
{
	int limit = perf_limits_max_per_tick();
	struct perf_event *leader, *sibling;
	bool throttled, stopped;
	int samples, others;

	perf_fake.nr_counters = 2;
	leader = open_sampling(test, &samples, false);
	sibling = perf_fake_open(test, .cpu = here(), .leader = leader, .period = 1000,
				 .handler = count_sample, .context = &others);
	scoped_guard(irqsave) {
		tick_and_overflow(sibling, limit + 10);
		perf_throttle_release(sibling);
		perf_fake_log_clear();
		perf_throttle_release_others(sibling);
		throttled = perf_event_is_throttled(leader);
		stopped = is_stopped(leader);
		perf_throttle_release_others(sibling);
	}
	KUNIT_EXPECT_FALSE(test, throttled);
	KUNIT_EXPECT_FALSE(test, stopped);
	KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_START]);
	KUNIT_EXPECT_FALSE(test, perf_event_is_throttled(sibling));
}

static void each_tick_is_a_window(struct kunit *test)
{
	int limit = perf_limits_max_per_tick();
	struct perf_event *event;
	int samples, i;

	event = open_sampling(test, &samples, false);
	for (i = 0; i < 5; i++)
		KUNIT_EXPECT_EQ(test, limit, tick_and_overflow(event, limit));
	KUNIT_EXPECT_EQ(test, 5 * limit, samples);
	KUNIT_EXPECT_FALSE(test, perf_event_is_throttled(event));
}

static void real_tick_releases(struct kunit *test)
{
	int limit = perf_limits_max_per_tick();
	unsigned long end = jiffies + 10 * HZ;
	struct perf_event *event;
	int samples;

	event = open_sampling(test, &samples, false);
	KUNIT_EXPECT_EQ(test, limit + 1, tick_and_overflow(event, limit + 10));
	while (perf_event_is_throttled(event) && time_before(jiffies, end))
		schedule_timeout_uninterruptible(1);
	KUNIT_EXPECT_FALSE(test, perf_event_is_throttled(event));
	KUNIT_EXPECT_FALSE(test, is_stopped(event));
}

/* Scheduled out and in again before the tick: the event is started once, not twice. */
static void throttled_event_is_switched(struct kunit *test)
{
	int limit = perf_limits_max_per_tick();
	struct perf_event *event, *other;
	bool stopped;
	int samples;

	event = open_sampling(test, &samples, false);
	other = perf_fake_open(test, .cpu = here());
	scoped_guard(irqsave) {
		tick_and_overflow(event, limit + 10);
		perf_fake_rotate();
		perf_fake_rotate();
		perf_fake_tick();
		stopped = is_stopped(event);
	}
	EXPECT_STATE(test, event, ACTIVE);
	EXPECT_STATE(test, other, INACTIVE);
	KUNIT_EXPECT_FALSE(test, stopped);
	KUNIT_EXPECT_FALSE(test, perf_event_is_throttled(event));
}

static void throttled_event_waits_off_its_pmu(struct kunit *test)
{
	int limit = perf_limits_max_per_tick();
	struct perf_event *event, *other;
	int samples, overflows;

	event = open_sampling(test, &samples, false);
	other = perf_fake_open(test, .cpu = here());
	scoped_guard(irqsave) {
		tick_and_overflow(event, limit + 10);
		perf_fake_rotate();
		perf_fake_tick();
		perf_fake_rotate();
		/* The next window began with the previous perf_fake_tick(). */
		perf_fake_tick();
		overflows = overflow_until_stopped(event, limit);
	}
	EXPECT_STATE(test, other, INACTIVE);
	KUNIT_EXPECT_EQ(test, limit, overflows);
	KUNIT_EXPECT_FALSE(test, is_stopped(event));
}

/*
 * Frequency mode. The tick treats the count since the previous tick as that of TICK_NSEC.
 */
static void frequency_is_approached(struct kunit *test)
{
	const u64 freq = 100, per_tick = 12345;
	u64 target = perf_period_from_rate(per_tick, TICK_NSEC, freq);
	struct perf_event *event;
	u64 period = 1;
	int samples = 0, i;

	event = perf_fake_open(test, .cpu = here(), .period = freq, .freq = true,
			       .handler = count_sample, .context = &samples);
	KUNIT_EXPECT_EQ(test, period, event->hw.sample_period);
	for (i = 0; i < 200; i++) {
		scoped_guard(irqsave) {
			perf_fake_work(per_tick);
			perf_fake_tick();
		}
		period = perf_period_approach(period, target);
		KUNIT_EXPECT_EQ(test, period, event->hw.sample_period);
	}
	KUNIT_EXPECT_EQ(test, target, period);
	KUNIT_EXPECT_EQ(test, 200 * per_tick, local_value(test, event));
	KUNIT_EXPECT_EQ(test, 0, samples);

	/* Without work perf_fake_tick() does not change hw.sample_period. */
	perf_fake_tick();
	perf_fake_tick();
	KUNIT_EXPECT_EQ(test, target, event->hw.sample_period);
}

/* When the new period is shorter than period_left, the overflow is moved nearer. */
static void frequency_brings_the_overflow_near(struct kunit *test)
{
	struct perf_event *event;
	s64 left;

	event = perf_fake_open(test, .cpu = here(), .period = 1000, .freq = true);
	scoped_guard(irqsave) {
		event->hw.sample_period = 64;
		local64_set(&event->hw.period_left, 1 << 30);
		perf_fake_work(1);
		perf_fake_tick();
		left = local64_read(&event->hw.period_left);
	}
	KUNIT_EXPECT_LE(test, left, 64LL);
}

static void period_mode_is_not_adjusted(struct kunit *test)
{
	struct perf_event *event;
	int samples;

	event = open_sampling(test, &samples, false);
	perf_fake_log_clear();
	scoped_guard(irqsave) {
		perf_fake_work(1 << 20);
		perf_fake_tick();
	}
	KUNIT_EXPECT_EQ(test, 0, perf_fake.nr_log);
	KUNIT_EXPECT_EQ(test, 1000ULL, event->hw.sample_period);
}

/*
 * Limits.
 */
static bool becomes_off(struct perf_event *event)
{
	unsigned long end = jiffies + 10 * HZ;

	while (READ_ONCE(event->state) != PERF_EVENT_STATE_OFF && time_before(jiffies, end))
		schedule_timeout_uninterruptible(1);
	return READ_ONCE(event->state) == PERF_EVENT_STATE_OFF;
}

static void refresh_limits_overflows(struct kunit *test)
{
	struct perf_event *event;
	int samples;

	event = open_sampling(test, &samples, true);
	KUNIT_EXPECT_EQ(test, 0, perf_event_refresh(event, 3));
	EXPECT_STATE(test, event, ACTIVE);
	KUNIT_EXPECT_EQ(test, 2, tick_and_overflow(event, 2));
	EXPECT_STATE(test, event, ACTIVE);

	/* When event_limit reaches 0 the event stops at once; a later overflow makes no sample. */
	scoped_guard(irqsave) {
		perf_fake_overflow(event);
		perf_fake_overflow(event);
	}
	KUNIT_EXPECT_TRUE(test, becomes_off(event));
	KUNIT_EXPECT_EQ(test, 3, samples);
	KUNIT_EXPECT_EQ(test, 0, atomic_read(&event->opened->event_limit));

	KUNIT_EXPECT_EQ(test, 0, perf_event_refresh(event, 1));
	EXPECT_STATE(test, event, ACTIVE);
	KUNIT_EXPECT_EQ(test, 1, tick_and_overflow(event, 5));
	KUNIT_EXPECT_TRUE(test, becomes_off(event));
	KUNIT_EXPECT_EQ(test, 4, samples);
}

static void refreshes_add_up(struct kunit *test)
{
	struct perf_event *event;
	int samples;

	event = open_sampling(test, &samples, true);
	KUNIT_EXPECT_EQ(test, 0, perf_event_refresh(event, 2));
	KUNIT_EXPECT_EQ(test, 0, perf_event_refresh(event, 3));
	KUNIT_EXPECT_EQ(test, 5, tick_and_overflow(event, 20));
	KUNIT_EXPECT_TRUE(test, becomes_off(event));
	KUNIT_EXPECT_EQ(test, 5, samples);
}

/* attr.exclude_kernel drops a late interrupt's sample: a kernel thread has no user mode. */
static void overflow_without_a_sample(struct kunit *test)
{
	struct perf_event *event;
	int samples;

	event = open_sampling(test, &samples, true);
	event->attr.exclude_kernel = 1;
	KUNIT_EXPECT_EQ(test, 0, perf_event_refresh(event, 2));
	KUNIT_EXPECT_EQ(test, 1, tick_and_overflow(event, 1));
	EXPECT_STATE(test, event, ACTIVE);
	KUNIT_EXPECT_EQ(test, 1, tick_and_overflow(event, 5));
	KUNIT_EXPECT_TRUE(test, becomes_off(event));
	KUNIT_EXPECT_EQ(test, 0, samples);
	KUNIT_EXPECT_EQ(test, 2ULL, (u64)atomic64_read(&event->opened->lost_samples));
}

static void refresh_is_for_sampling_alone(struct kunit *test)
{
	struct perf_event *event;

	event = perf_fake_open(test, .cpu = here(), .disabled = true);
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_refresh(event, 1));
	EXPECT_STATE(test, event, OFF);
	event = perf_fake_open(test, .cpu = -1, .task = current, .disabled = true,
			       .period = 1000, .inherit = true);
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_refresh(event, 1));
	EXPECT_STATE(test, event, OFF);
}

static void disabled_from_its_overflow(struct kunit *test)
{
	struct perf_event *event;
	int samples;

	event = open_sampling(test, &samples, false);
	scoped_guard(irqsave)
		perf_event_disable_inatomic(event);
	KUNIT_EXPECT_TRUE(test, becomes_off(event));
	KUNIT_EXPECT_EQ(test, 0U, event->pending_disable);
	perf_event_enable(event);
	EXPECT_STATE(test, event, ACTIVE);
}

/* A sleeping task's resident event: other tasks may cause its overflow, on any CPU. */
static void disabled_from_another_task(struct kunit *test)
{
	struct perf_subject *subject = perf_subject_start(test, here());
	struct perf_event *event;

	event = perf_fake_open(test, .task = subject->task, .cpu = -1,
			       .config = PERF_FAKE_RESIDENT, .period = 1000);
	EXPECT_STATE(test, event, ACTIVE);
	scoped_guard(irqsave)
		perf_event_disable_inatomic(event);
	KUNIT_EXPECT_TRUE(test, becomes_off(event));
	KUNIT_EXPECT_EQ(test, 0U, event->pending_disable);
}

static void wait_until_told(void *arg)
{
	while (!READ_ONCE(*(bool *)arg))
		cpu_relax();
}

/* A task runs on @other: the event must be disabled on that CPU. */
static void disabled_from_another_cpu(struct kunit *test)
{
	int other = cpumask_next(here(), cpu_online_mask);
	struct perf_subject *subject;
	struct perf_event *event;
	bool told = false;

	if (other >= nr_cpu_ids)
		kunit_skip(test, "there is one CPU");
	subject = perf_subject_start(test, other);
	event = perf_fake_open(test, .task = subject->task, .cpu = -1,
			       .config = PERF_FAKE_RESIDENT, .period = 1000);
	perf_subject_begin(subject, wait_until_told, &told);
	while (!READ_ONCE(event->ctx->active))
		cpu_relax();
	scoped_guard(irqsave)
		perf_event_disable_inatomic(event);
	KUNIT_EXPECT_TRUE(test, becomes_off(event));
	WRITE_ONCE(told, true);
	perf_subject_finish(subject);
}

/* The event is scheduled out before the irq_work that would disable it. */
static void disabled_on_its_way_out(struct kunit *test)
{
	struct perf_event *event, *other;
	enum perf_event_state state;
	int samples;

	event = open_sampling(test, &samples, false);
	other = perf_fake_open(test, .cpu = here());
	scoped_guard(irqsave) {
		perf_event_disable_inatomic(event);
		perf_fake_rotate();
		state = event->state;
	}
	KUNIT_EXPECT_EQ(test, (int)PERF_EVENT_STATE_OFF, (int)state);
	EXPECT_STATE(test, other, ACTIVE);
	perf_event_enable(event);
	KUNIT_EXPECT_TRUE(test, perf_fake_rotate());
	EXPECT_STATE(test, event, ACTIVE);
}

/*
 * Period and count.
 */
static void period_is_changed(struct kunit *test)
{
	struct perf_event *event;
	int samples;

	event = open_sampling(test, &samples, false);
	perf_fake_work(400);
	perf_fake_log_clear();
	KUNIT_EXPECT_EQ(test, 0, perf_event_period(event, 77));
	KUNIT_EXPECT_EQ(test, 77ULL, event->attr.sample_period);
	KUNIT_EXPECT_EQ(test, 77ULL, event->hw.sample_period);
	KUNIT_EXPECT_EQ(test, 77LL, (s64)local64_read(&event->hw.period_left));
	KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_STOP]);
	KUNIT_EXPECT_EQ(test, 1, perf_fake.calls[PERF_FAKE_START]);
	KUNIT_EXPECT_EQ(test, 400ULL, local_value(test, event));

	/* While the event is OFF, perf_event_period() only stores the new period. */
	perf_event_disable(event);
	perf_fake_log_clear();
	KUNIT_EXPECT_EQ(test, 0, perf_event_period(event, 88));
	KUNIT_EXPECT_EQ(test, 0, perf_fake.nr_log);
	perf_event_enable(event);
	KUNIT_EXPECT_EQ(test, 88LL, (s64)local64_read(&event->hw.period_left));
}

static void period_must_be_one(struct kunit *test)
{
	struct perf_event *event;
	int samples;

	event = open_sampling(test, &samples, false);
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_period(event, 0));
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_period(event, 1ULL << 63));
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_period(event, U64_MAX));
	KUNIT_EXPECT_EQ(test, 1000ULL, event->hw.sample_period);
	KUNIT_EXPECT_EQ(test, 0, perf_event_period(event, S64_MAX));

	event = perf_fake_open(test, .cpu = here());
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_period(event, 1000));
}

static void frequency_is_changed(struct kunit *test)
{
	u64 most = READ_ONCE(sysctl_perf_event_sample_rate);
	struct perf_event *event;

	event = perf_fake_open(test, .cpu = here(), .period = 100, .freq = true);
	KUNIT_EXPECT_EQ(test, -EINVAL, perf_event_period(event, most + 1));
	KUNIT_EXPECT_EQ(test, 100ULL, event->attr.sample_freq);
	KUNIT_EXPECT_EQ(test, 0, perf_event_period(event, most));
	KUNIT_EXPECT_EQ(test, most, event->attr.sample_freq);
}

static void new_period_ends_throttling(struct kunit *test)
{
	int limit = perf_limits_max_per_tick();
	bool throttled, stopped;
	struct perf_event *event;
	int samples;

	/* A tick may release the event before perf_event_period(); then the test checks nothing. */
	event = open_sampling(test, &samples, false);
	tick_and_overflow(event, limit + 10);
	KUNIT_EXPECT_EQ(test, 0, perf_event_period(event, 2000));
	scoped_guard(irqsave) {
		throttled = perf_event_is_throttled(event);
		stopped = is_stopped(event);
		perf_fake_tick();
	}
	KUNIT_EXPECT_FALSE(test, throttled);
	KUNIT_EXPECT_FALSE(test, stopped);
}

static void pause_reads_and_resets(struct kunit *test)
{
	struct perf_event *event = perf_fake_open(test, .cpu = here());

	perf_fake_work(10);
	KUNIT_EXPECT_EQ(test, 10ULL, perf_event_pause(event, false));
	EXPECT_STATE(test, event, OFF);
	perf_fake_work(10);
	KUNIT_EXPECT_EQ(test, 10ULL, perf_event_pause(event, true));
	KUNIT_EXPECT_EQ(test, 0ULL, perf_event_pause(event, true));
	perf_event_enable(event);
	EXPECT_STATE(test, event, ACTIVE);
	perf_fake_work(3);
	KUNIT_EXPECT_EQ(test, 3ULL, perf_event_pause(event, true));
}

static void reset_counts_from_zero(struct kunit *test)
{
	struct perf_event *group[2];
	int i;

	perf_fake.nr_counters = 2;
	group[0] = perf_fake_open(test, .cpu = here());
	group[1] = perf_fake_open(test, .cpu = here(), .leader = group[0]);
	perf_fake_work(10);
	perf_event_act(group[1], PERF_ACTION_RESET);
	KUNIT_EXPECT_EQ(test, 10ULL, local_value(test, group[0]));
	KUNIT_EXPECT_EQ(test, 0ULL, local_value(test, group[1]));
	perf_fake_work(5);
	KUNIT_EXPECT_EQ(test, 5ULL, local_value(test, group[1]));

	perf_event_act_group(group[1], PERF_ACTION_RESET);
	perf_fake_work(2);
	for (i = 0; i < 2; i++)
		KUNIT_EXPECT_EQ(test, 2ULL, local_value(test, group[i]));
}

/*
 * The governor of the sampling rate.
 */

/* Write the sysctl @limit as the administrator would. */
static int write_limit(proc_handler *handler, int *limit, int value)
{
	const struct ctl_table row = {
		.data	= limit,
		.maxlen	= sizeof(*limit),
		.mode	= 0644,
	};
	char text[16];
	size_t length = scnprintf(text, sizeof(text), "%d", value);
	loff_t pos = 0;

	return handler(&row, 1, text, &length, &pos);
}

static int write_percent(int percent)
{
	return write_limit(perf_cpu_time_max_percent_handler, &sysctl_perf_cpu_time_max_percent,
			   percent);
}

static int write_rate(int rate)
{
	return write_limit(perf_event_max_sample_rate_handler, &sysctl_perf_event_sample_rate,
			   rate);
}

/* Overflows of @ns each. The governor's mean needs many of them to move. */
static void overflows_took(int nr, u64 ns)
{
	guard(irqsave)();
	while (nr--)
		perf_sample_event_took(ns);
}

#define OVERFLOWS_THAT_MATTER	2000

/* Bring the mean near zero, with limits so wide that the governor does not act. */
static void forget_overflows(void)
{
	write_percent(99);
	write_rate(1);
	overflows_took(OVERFLOWS_THAT_MATTER * 2, 0);
}

static void restore_limits(void *data)
{
	const int *saved = data;

	forget_overflows();
	/* write_rate() fails while the governor is off, so the rate is restored first. */
	write_rate(saved[0]);
	write_percent(saved[1]);
}

/* Set the limits until the end of the test, and forget earlier overflows. */
static void set_limits(struct kunit *test, int rate, int percent)
{
	int *saved = kunit_kcalloc(test, 2, sizeof(*saved), GFP_KERNEL);

	if (!IS_ENABLED(CONFIG_PROC_SYSCTL))
		kunit_skip(test, "limits cannot be written");
	KUNIT_ASSERT_NOT_NULL(test, saved);
	saved[0] = sysctl_perf_event_sample_rate;
	saved[1] = sysctl_perf_cpu_time_max_percent;
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, restore_limits, saved));
	forget_overflows();
	KUNIT_ASSERT_EQ(test, 0, write_rate(rate));
	KUNIT_ASSERT_EQ(test, 0, write_percent(percent));
}

/* A multiple of HZ, so that no rounding occurs; and a quarter of the time between two overflows. */
#define TEST_RATE	(40 * HZ)
#define TEST_ALLOWED_NS	(NSEC_PER_SEC / 4 / TEST_RATE)

static void short_overflows_leave_the_rate(struct kunit *test)
{
	set_limits(test, TEST_RATE, 25);
	overflows_took(OVERFLOWS_THAT_MATTER, TEST_ALLOWED_NS / 16 * 15);
	KUNIT_EXPECT_EQ(test, TEST_RATE, sysctl_perf_event_sample_rate);
	KUNIT_EXPECT_EQ(test, 40ULL, perf_limits_max_per_tick());

	/* A single perf_sample_event_took() does not move the mean far enough. */
	overflows_took(1, 4 * TEST_ALLOWED_NS);
	KUNIT_EXPECT_EQ(test, TEST_RATE, sysctl_perf_event_sample_rate);
}

static void long_overflows_lower_the_rate(struct kunit *test)
{
	const u64 each = TEST_ALLOWED_NS * 12 / 5, share = NSEC_PER_SEC / 4;
	int i, before, rate = TEST_RATE;

	set_limits(test, rate, 25);
	for (i = 0; i < OVERFLOWS_THAT_MATTER / 10; i++) {
		before = rate;
		overflows_took(10, each);
		rate = sysctl_perf_event_sample_rate;
		KUNIT_EXPECT_LE(test, rate, before);
		KUNIT_EXPECT_EQ(test, (u64)rate, perf_limits_max_per_tick() * HZ);
	}
	/* The overflows of a second need half to all of their share of the CPU. */
	KUNIT_EXPECT_LE(test, rate * each, share);
	KUNIT_EXPECT_GE(test, rate * each, share / 2);

	/* sysctl_perf_event_sample_rate rises only when it is written. */
	overflows_took(OVERFLOWS_THAT_MATTER, 10);
	KUNIT_EXPECT_EQ(test, rate, sysctl_perf_event_sample_rate);
	KUNIT_EXPECT_EQ(test, 0, write_rate(TEST_RATE));
	KUNIT_EXPECT_EQ(test, TEST_RATE, sysctl_perf_event_sample_rate);
}

/* perf_limits_max_per_tick() is at least 1, however long overflows take. */
static void rate_has_a_floor(struct kunit *test)
{
	set_limits(test, TEST_RATE, 25);
	overflows_took(OVERFLOWS_THAT_MATTER, NSEC_PER_SEC);
	KUNIT_EXPECT_EQ(test, HZ, sysctl_perf_event_sample_rate);
	KUNIT_EXPECT_EQ(test, 1ULL, perf_limits_max_per_tick());
}

static void governor_is_off(struct kunit *test)
{
	static const int percents[] = { 0, 100 };
	int i;

	for (i = 0; i < ARRAY_SIZE(percents); i++) {
		set_limits(test, TEST_RATE, percents[i]);
		overflows_took(OVERFLOWS_THAT_MATTER, NSEC_PER_SEC);
		KUNIT_EXPECT_EQ(test, TEST_RATE, sysctl_perf_event_sample_rate);
		KUNIT_EXPECT_EQ(test, 40ULL, perf_limits_max_per_tick());
		KUNIT_EXPECT_EQ(test, -EINVAL, write_rate(2 * TEST_RATE));
		KUNIT_EXPECT_EQ(test, TEST_RATE, sysctl_perf_event_sample_rate);
	}
}

static struct kunit_case throttle_cases[] = {
	KUNIT_CASE(every_overflow_is_a_sample),
	KUNIT_CASE(counting_event_has_no_samples),
	KUNIT_CASE(too_many_overflows_throttle),
	KUNIT_CASE(group_is_throttled_together),
	KUNIT_CASE(group_goes_on_together),
	KUNIT_CASE(each_tick_is_a_window),
	KUNIT_CASE(real_tick_releases),
	KUNIT_CASE(throttled_event_is_switched),
	KUNIT_CASE(throttled_event_waits_off_its_pmu),
	KUNIT_CASE(frequency_is_approached),
	KUNIT_CASE(frequency_brings_the_overflow_near),
	KUNIT_CASE(period_mode_is_not_adjusted),
	KUNIT_CASE(refresh_limits_overflows),
	KUNIT_CASE(refreshes_add_up),
	KUNIT_CASE(overflow_without_a_sample),
	KUNIT_CASE(refresh_is_for_sampling_alone),
	KUNIT_CASE(disabled_from_its_overflow),
	KUNIT_CASE(disabled_from_another_task),
	KUNIT_CASE(disabled_from_another_cpu),
	KUNIT_CASE(disabled_on_its_way_out),
	KUNIT_CASE(period_is_changed),
	KUNIT_CASE(period_must_be_one),
	KUNIT_CASE(frequency_is_changed),
	KUNIT_CASE(new_period_ends_throttling),
	KUNIT_CASE(pause_reads_and_resets),
	KUNIT_CASE(reset_counts_from_zero),
	KUNIT_CASE(short_overflows_leave_the_rate),
	KUNIT_CASE(long_overflows_lower_the_rate),
	KUNIT_CASE(rate_has_a_floor),
	KUNIT_CASE(governor_is_off),
	{}
};

static struct kunit_suite throttle_suite = {
	.name = "perf-throttle",
	.suite_init = perf_fake_suite_init,
	.suite_exit = perf_fake_suite_exit,
	.init = perf_fake_init,
	.test_cases = throttle_cases,
};

kunit_test_suite(throttle_suite);
