// SPDX-License-Identifier: GPL-2.0
/*
 * A driver of counters with an overflow interrupt, which events share: four counters on each
 * CPU, of 16 bits, and not each counter can count each event. example_device.h is the hardware.
 *
 *	perf stat -e example_irq/units/ -- true
 *	perf record -e example_irq/bytes,min=100,period=10000/ -- true
 *
 * A counter counts up and interrupts when it wraps around, so the driver loads it with the
 * negative number of events that are left of the period.
 */
#include <linux/module.h>
#include <linux/perf_event.h>
#include <asm/irq_regs.h>
#include "example_device.h"

#define EXAMPLE_MASK	GENMASK(EXAMPLE_WIDTH - 1, 0)
/* Half of the range: the other half is for what is counted until the interrupt is served. */
#define EXAMPLE_MOST	BIT(EXAMPLE_WIDTH - 1)

/* hw_perf_event::state: commit_txn shall not start the event. */
#define EXAMPLE_NO_START	PERF_HES_ARCH

/* The counters that can count each event. */
static const unsigned long example_counters[] = {
	[EXAMPLE_UNITS]	= BIT(0) | BIT(1) | BIT(2) | BIT(3),
	[EXAMPLE_BYTES]	= BIT(0) | BIT(1),
	[EXAMPLE_ODD]	= BIT(1) | BIT(2),
};

/**
 * struct example_cpu - what a CPU counts
 * @event:      event of each counter, NULL for a free one
 * @waiting:    events that have no counter yet
 * @nr_waiting: number of @waiting
 * @in_txn:     a transaction of PERF_PMU_TXN_ADD is open
 */
struct example_cpu {
	struct perf_event	*event[EXAMPLE_COUNTERS];
	struct perf_event	*waiting[EXAMPLE_COUNTERS];
	int			nr_waiting;
	bool			in_txn;
};

static DEFINE_PER_CPU(struct example_cpu, example_cpu);

/*
 * Files in sysfs.
 */
PMU_FORMAT_ATTR(event, "config:0-7");
PMU_FORMAT_ATTR(min, "config:8-23");

static struct attribute *example_format_attrs[] = {
	&format_attr_event.attr,
	&format_attr_min.attr,
	NULL
};

static const struct attribute_group example_format_group = {
	.name	= "format",
	.attrs	= example_format_attrs,
};

PMU_EVENT_ATTR_STRING(units, example_attr_units, "event=0x01");
PMU_EVENT_ATTR_STRING(bytes, example_attr_bytes, "event=0x02");
PMU_EVENT_ATTR_STRING(odd, example_attr_odd, "event=0x03");

static struct attribute *example_event_attrs[] = {
	&example_attr_units.attr.attr,
	&example_attr_bytes.attr.attr,
	&example_attr_odd.attr.attr,
	NULL
};

static const struct attribute_group example_events_group = {
	.name	= "events",
	.attrs	= example_event_attrs,
};

static ssize_t counters_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%d\n", EXAMPLE_COUNTERS);
}
static DEVICE_ATTR_RO(counters);

static struct attribute *example_caps_attrs[] = {
	&dev_attr_counters.attr,
	NULL
};

static const struct attribute_group example_caps_group = {
	.name	= "caps",
	.attrs	= example_caps_attrs,
};

static const struct attribute_group *example_attr_groups[] = {
	&example_format_group,
	&example_events_group,
	&example_caps_group,
	NULL
};

/*
 * Counting.
 */

/* Add to the count, and take off the period, the events since the last update. */
static void example_update(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	u64 now = example_hw_read(hw->idx);
	u64 delta = (now - local64_xchg(&hw->prev_count, now)) & EXAMPLE_MASK;

	local64_add(delta, &event->count);
	local64_sub(delta, &hw->period_left);
}

/* True if a period has ended: then the next one has begun, and last_period is set. */
static bool example_begin_period(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	s64 left = local64_read(&hw->period_left);

	if (!is_sampling_event(event) || left > 0)
		return false;
	/* Events beyond the end are of the next period, unless that has ended as well. */
	hw->last_period = hw->sample_period - left;
	left += hw->sample_period;
	local64_set(&hw->period_left, left > 0 ? left : hw->sample_period);
	return true;
}

/* A period that is longer than the counter is wide takes several overflows. */
static void example_load(struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;
	u64 left = EXAMPLE_MOST;

	if (is_sampling_event(event))
		left = min_t(u64, local64_read(&hw->period_left), left);
	local64_set(&hw->prev_count, -left & EXAMPLE_MASK);
	example_hw_write(hw->idx, -left);
}

static void example_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		example_update(event);
}

static void example_start(struct perf_event *event, int flags)
{
	struct hw_perf_event *hw = &event->hw;

	/* The core may have ended the period by setting period_left to 0. */
	example_begin_period(event);
	example_load(event);
	hw->state = 0;
	example_hw_select(hw->idx, event->attr.config);
	perf_event_update_userpage(event);
}

static void example_stop(struct perf_event *event, int flags)
{
	struct hw_perf_event *hw = &event->hw;

	if (hw->state & PERF_HES_STOPPED)
		return;
	example_hw_select(hw->idx, 0);
	example_update(event);
	/* example_interrupt() would find no event that counts. */
	example_hw_acknowledge(hw->idx);
	hw->state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	perf_event_update_userpage(event);
}

static void example_overflow(struct perf_event *event, struct pt_regs *regs)
{
	struct perf_sample_data data;

	perf_sample_data_init(&data, 0, event->hw.last_period);
	if (perf_event_overflow(event, &data, regs))
		example_stop(event, 0);
}

static void example_interrupt(void)
{
	struct example_cpu *cpu = this_cpu_ptr(&example_cpu);
	unsigned long overflows = example_hw_overflows();
	struct pt_regs *regs = get_irq_regs();
	struct perf_event *event;
	bool ended;
	int i;

	for_each_set_bit(i, &overflows, EXAMPLE_COUNTERS) {
		event = cpu->event[i];
		example_hw_acknowledge(i);
		/* An overflow before this one may have stopped the event: a group is throttled. */
		if (!event || event->hw.state & PERF_HES_STOPPED)
			continue;
		example_update(event);
		ended = example_begin_period(event);
		example_load(event);
		perf_event_update_userpage(event);
		if (ended && regs)
			example_overflow(event, regs);
	}
}

/* The core calls these around all changes of what the PMU counts. */
static void example_pmu_disable(struct pmu *pmu)
{
	example_hw_switch(false);
}

static void example_pmu_enable(struct pmu *pmu)
{
	example_hw_switch(true);
}

/*
 * Counters for events.
 */
static unsigned long example_event_counters(const struct perf_event *event)
{
	return example_counters[FIELD_GET(EXAMPLE_EVENT, event->attr.config)];
}

/* Find a counter for each of the events, none of them in @used; their numbers go to @idx. */
static bool example_assign(struct perf_event **events, int nr, unsigned long used, int *idx)
{
	unsigned long possible;
	int i;

	if (!nr)
		return true;
	possible = example_event_counters(*events) & ~used;
	for_each_set_bit(i, &possible, EXAMPLE_COUNTERS) {
		*idx = i;
		if (example_assign(events + 1, nr - 1, used | BIT(i), idx + 1))
			return true;
	}
	return false;
}

/* Give counters to all waiting events, or to none. Those that have one keep it. */
static int example_place(struct example_cpu *cpu)
{
	int idx[EXAMPLE_COUNTERS], nr = cpu->nr_waiting, i;
	unsigned long used = 0;

	for (i = 0; i < EXAMPLE_COUNTERS; i++)
		used |= cpu->event[i] ? BIT(i) : 0;
	cpu->nr_waiting = 0;
	if (!example_assign(cpu->waiting, nr, used, idx))
		return -EAGAIN;
	for (i = 0; i < nr; i++) {
		struct perf_event *event = cpu->waiting[i];

		event->hw.idx = idx[i];
		cpu->event[idx[i]] = event;
		if (!(event->hw.state & EXAMPLE_NO_START))
			example_start(event, PERF_EF_RELOAD);
	}
	return 0;
}

/* In a transaction events only wait: example_commit_txn() chooses the counters of all. */
static int example_add(struct perf_event *event, int flags)
{
	struct example_cpu *cpu = this_cpu_ptr(&example_cpu);

	if (cpu->nr_waiting == EXAMPLE_COUNTERS)
		return -EAGAIN;
	event->hw.idx = -1;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (!(flags & PERF_EF_START))
		event->hw.state |= EXAMPLE_NO_START;
	cpu->waiting[cpu->nr_waiting++] = event;
	return cpu->in_txn ? 0 : example_place(cpu);
}

static void example_del(struct perf_event *event, int flags)
{
	/* Its transaction has failed: example_cancel_txn() comes next. */
	if (event->hw.idx < 0)
		return;
	example_stop(event, PERF_EF_UPDATE);
	this_cpu_write(example_cpu.event[event->hw.idx], NULL);
}

static void example_start_txn(struct pmu *pmu, unsigned int flags)
{
	this_cpu_write(example_cpu.in_txn, flags == PERF_PMU_TXN_ADD);
}

static int example_commit_txn(struct pmu *pmu)
{
	struct example_cpu *cpu = this_cpu_ptr(&example_cpu);

	if (!cpu->in_txn)
		return 0;
	cpu->in_txn = false;
	return example_place(cpu);
}

static void example_cancel_txn(struct pmu *pmu)
{
	struct example_cpu *cpu = this_cpu_ptr(&example_cpu);

	cpu->in_txn = false;
	cpu->nr_waiting = 0;
}

/*
 * Opening.
 */

/* Can the group with @event count on an empty PMU? Members of other PMUs do not matter. */
static bool example_group_fits(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;
	struct perf_event *events[EXAMPLE_COUNTERS];
	int idx[EXAMPLE_COUNTERS], nr = 0;

	events[nr++] = event;
	if (leader == event)
		return true;
	if (leader->pmu == event->pmu)
		events[nr++] = leader;
	for_each_sibling_event(sibling, leader) {
		if (sibling->pmu != event->pmu)
			continue;
		if (nr == EXAMPLE_COUNTERS)
			return false;
		events[nr++] = sibling;
	}
	return example_assign(events, nr, 0, idx);
}

static int example_event_init(struct perf_event *event)
{
	u64 config = event->attr.config;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	if (config & ~(u64)(EXAMPLE_EVENT | EXAMPLE_MIN))
		return -EINVAL;
	if ((config & EXAMPLE_EVENT) >= ARRAY_SIZE(example_counters) ||
	    !example_event_counters(event))
		return -EINVAL;
	if (has_branch_stack(event))
		return -EOPNOTSUPP;
	return example_group_fits(event) ? 0 : -EINVAL;
}

static struct pmu example_pmu = {
	.module		= THIS_MODULE,
	.task_ctx_nr	= perf_hw_context,
	.capabilities	= PERF_PMU_CAP_NO_NMI | PERF_PMU_CAP_NO_EXCLUDE,
	.attr_groups	= example_attr_groups,
	.pmu_enable	= example_pmu_enable,
	.pmu_disable	= example_pmu_disable,
	.event_init	= example_event_init,
	.add		= example_add,
	.del		= example_del,
	.start		= example_start,
	.stop		= example_stop,
	.read		= example_read,
	.start_txn	= example_start_txn,
	.commit_txn	= example_commit_txn,
	.cancel_txn	= example_cancel_txn,
};

static int __init example_init(void)
{
	example_hw_init(example_interrupt);
	/* From here on events may be opened. */
	return perf_pmu_register(&example_pmu, "example_irq", -1);
}
module_init(example_init);

static void __exit example_exit(void)
{
	perf_pmu_unregister(&example_pmu);
	example_hw_exit();
}
module_exit(example_exit);

MODULE_DESCRIPTION("Example of a performance monitoring unit with an interrupt");
MODULE_LICENSE("GPL");
