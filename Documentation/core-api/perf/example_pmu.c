// SPDX-License-Identifier: GPL-2.0
/*
 * A complete PMU driver, as small as possible: it counts the ticks of the CPU's
 * cycle counter, which runs all the time and cannot be stopped, reset or filtered,
 * and which has no overflow interrupt.
 *
 *	perf stat -e example/ticks/ -- true
 *
 * Because any number of events can look at such a counter at once, an event is
 * never refused on a CPU and the PMU may have a software context.
 */
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/timex.h>

#define EXAMPLE_EVENT_TICKS	0x01

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

/* Is the event this PMU's, and can it be counted? The core checks pmu::capabilities. */
static int example_event_init(struct perf_event *event)
{
	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	return event->attr.config == EXAMPLE_EVENT_TICKS ? 0 : -EINVAL;
}

/* Ticks since the last update go to the count. */
static void example_read(struct perf_event *event)
{
	u64 now, before;

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	now = get_cycles();
	before = local64_xchg(&event->hw.prev_count, now);
	local64_add(now - before, &event->count);
}

static void example_start(struct perf_event *event, int flags)
{
	local64_set(&event->hw.prev_count, get_cycles());
	event->hw.state = 0;
	perf_event_update_userpage(event);
}

static void example_stop(struct perf_event *event, int flags)
{
	example_read(event);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	perf_event_update_userpage(event);
}

static int example_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		example_start(event, 0);
	return 0;
}

static void example_del(struct perf_event *event, int flags)
{
	example_stop(event, PERF_EF_UPDATE);
}

static struct pmu example_pmu = {
	.module		= THIS_MODULE,
	.task_ctx_nr	= perf_sw_context,
	.capabilities	= PERF_PMU_CAP_NO_INTERRUPT | PERF_PMU_CAP_NO_EXCLUDE,
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
	return perf_pmu_register(&example_pmu, "example", -1);
}
module_init(example_init);

static void __exit example_exit(void)
{
	perf_pmu_unregister(&example_pmu);
}
module_exit(example_exit);

MODULE_DESCRIPTION("Example of a performance monitoring unit");
MODULE_LICENSE("GPL");
