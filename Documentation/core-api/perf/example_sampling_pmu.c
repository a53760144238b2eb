// SPDX-License-Identifier: GPL-2.0
/*
 * A PMU driver that samples: example_pmu.c's counter, with periods. The counter has no
 * overflow interrupt, so a timer of the event reads it now and then; a period that ends
 * in between has its sample at the next reading.
 *
 *	perf record -e example_sampling/ticks,period=10000000/ -- make
 *
 * The timer is hw.hrtimer. It shares its memory with hw.config, hw.idx and the other
 * members for hardware counters, which this driver therefore does not use.
 */
#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/timex.h>
#include <asm/irq_regs.h>

#define EXAMPLE_EVENT_TICKS	0x01
#define EXAMPLE_INTERVAL	(100 * NSEC_PER_USEC)

PMU_FORMAT_ATTR(event, "config:0-7");

static struct attribute *example_format_attrs[] = {
	&format_attr_event.attr,
	NULL
};

static const struct attribute_group example_format_group = {
	.name	= "format",
	.attrs	= example_format_attrs,
};

PMU_EVENT_ATTR_STRING(ticks, example_attr_ticks, "event=0x01");

static struct attribute *example_event_attrs[] = {
	&example_attr_ticks.attr.attr,
	NULL
};

static const struct attribute_group example_events_group = {
	.name	= "events",
	.attrs	= example_event_attrs,
};

static const struct attribute_group *example_attr_groups[] = {
	&example_format_group,
	&example_events_group,
	NULL
};

/* Ticks since the last update go to the count, and off what is left of the period. */
static void example_update(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	u64 now = get_cycles();
	u64 delta = now - local64_xchg(&hw->prev_count, now);

	local64_add(delta, &event->count);
	local64_sub(delta, &hw->period_left);
}

/* True if a period has ended: then the next one has begun, and last_period is set. */
static bool example_begin_period(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 left = local64_read(&hw->period_left);

	if (left > 0)
		return false;
	/* Ticks beyond the end are of the period that has ended. */
	hw->last_period = hw->sample_period - left;
	local64_set(&hw->period_left, hw->sample_period);
	return true;
}

static void example_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		example_update(event);
}

static void example_start(struct perf_event *event, int flags)
{
	struct hw_perf_event *hw = &event->hw;

	local64_set(&hw->prev_count, get_cycles());
	hw->state = 0;
	if (is_sampling_event(event)) {
		/* The core may have ended the period by setting period_left to 0. */
		example_begin_period(event);
		hrtimer_start(&hw->hrtimer, ns_to_ktime(EXAMPLE_INTERVAL),
			      HRTIMER_MODE_REL_PINNED_HARD);
	}
	perf_event_update_userpage(event);
}

static void example_stop(struct perf_event *event, int flags)
{
	struct hw_perf_event *hw = &event->hw;

	if (hw->state & PERF_HES_STOPPED)
		return;
	example_update(event);
	hw->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	/* An NMI must not touch timers: example_tick() sees the state, and ends. */
	if (is_sampling_event(event) && !in_nmi())
		hrtimer_try_to_cancel(&hw->hrtimer);
	perf_event_update_userpage(event);
}

static int example_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		example_start(event, PERF_EF_RELOAD);
	return 0;
}

/* The event may be freed afterwards. The timer is this CPU's, and IRQs are off. */
static void example_del(struct perf_event *event, int flags)
{
	example_stop(event, PERF_EF_UPDATE);
	if (is_sampling_event(event))
		hrtimer_try_to_cancel(&event->hw.hrtimer);
}

static void example_overflow(struct perf_event *event)
{
	struct pt_regs *regs = get_irq_regs();
	struct perf_sample_data data;

	/* The timer may have run outside of an interrupt: there is nothing to sample. */
	if (!regs)
		return;
	perf_sample_data_init(&data, 0, event->hw.last_period);
	if (perf_event_overflow(event, &data, regs))
		example_stop(event, 0);
}

static enum hrtimer_restart example_tick(struct hrtimer *timer)
{
	struct perf_event *event = container_of(timer, struct perf_event, hw.hrtimer);

	if (event->hw.state & PERF_HES_STOPPED)
		return HRTIMER_NORESTART;
	/* First of all: in frequency mode the overflow may stop and start the event. */
	hrtimer_forward_now(timer, ns_to_ktime(EXAMPLE_INTERVAL));
	example_update(event);
	if (example_begin_period(event))
		example_overflow(event);
	return event->hw.state & PERF_HES_STOPPED ? HRTIMER_NORESTART : HRTIMER_RESTART;
}

static int example_event_init(struct perf_event *event)
{
	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	if (event->attr.config != EXAMPLE_EVENT_TICKS)
		return -EINVAL;
	if (has_branch_stack(event))
		return -EOPNOTSUPP;
	hrtimer_init(&event->hw.hrtimer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	event->hw.hrtimer.function = example_tick;
	return 0;
}

static struct pmu example_pmu = {
	.module		= THIS_MODULE,
	.task_ctx_nr	= perf_sw_context,
	.capabilities	= PERF_PMU_CAP_NO_NMI | PERF_PMU_CAP_NO_EXCLUDE,
	.attr_groups	= example_attr_groups,
	.event_init	= example_event_init,
	.add		= example_add,
	.del		= example_del,
	.start		= example_start,
	.stop		= example_stop,
	.read		= example_read,
};

static int __init example_init(void)
{
	return perf_pmu_register(&example_pmu, "example_sampling", -1);
}
module_init(example_init);

static void __exit example_exit(void)
{
	perf_pmu_unregister(&example_pmu);
}
module_exit(example_exit);

MODULE_DESCRIPTION("Example of a performance monitoring unit that samples");
MODULE_LICENSE("GPL");
