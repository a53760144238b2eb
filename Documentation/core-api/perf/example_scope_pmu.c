// SPDX-License-Identifier: GPL-2.0
/*
 * A driver of counters that all CPUs of a package share: of a memory controller, say. They
 * count for all tasks and cannot interrupt.
 *
 *	perf stat -a -e example_scope/requests/,example_scope/traffic/ -- sleep 1
 *
 * The driver sets pmu::scope. The core makes the file cpumask, moves an event that is opened on
 * any CPU of the package to the first one that is online, moves it on when that CPU goes
 * offline, and calls pmu::read on any CPU of the package.
 *
 * The hardware is one number in memory, the same for all packages:
 *
 *	echo 1000 >/sys/module/example_scope_pmu/parameters/requests
 *
 * is 1000 requests of 64 bytes.
 */
#include <linux/module.h>
#include <linux/perf_event.h>

#define EXAMPLE_REQUESTS	0x01
#define EXAMPLE_LINES		0x02	/* lines of 64 bytes: one with each request */

static atomic64_t example_hardware;

/* The number of requests as PERF_PMU_TXN_READ found it; -1 outside of such a transaction. */
static DEFINE_PER_CPU(s64, example_latch) = -1;

PMU_FORMAT_ATTR(event, "config:0-7");

static struct attribute *example_format_attrs[] = {
	&format_attr_event.attr,
	NULL
};

static const struct attribute_group example_format_group = {
	.name	= "format",
	.attrs	= example_format_attrs,
};

/* perf multiplies the count by "scale" and prints "unit" behind it: 64 / 2^20 MiB a line. */
PMU_EVENT_ATTR_STRING(requests, example_attr_requests, "event=0x01");
PMU_EVENT_ATTR_STRING(traffic, example_attr_traffic, "event=0x02");
PMU_EVENT_ATTR_STRING(traffic.scale, example_attr_traffic_scale, "6.103515625e-5");
PMU_EVENT_ATTR_STRING(traffic.unit, example_attr_traffic_unit, "MiB");

static struct attribute *example_event_attrs[] = {
	&example_attr_requests.attr.attr,
	&example_attr_traffic.attr.attr,
	&example_attr_traffic_scale.attr.attr,
	&example_attr_traffic_unit.attr.attr,
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

/* Called on any CPU of the package, which need not be event->oncpu. */
static void example_read(struct perf_event *event)
{
	s64 now = this_cpu_read(example_latch);

	if (event->hw.state & PERF_HES_STOPPED)
		return;
	if (now < 0)
		now = atomic64_read(&example_hardware);
	local64_add(now - local64_xchg(&event->hw.prev_count, now), &event->count);
}

static void example_start(struct perf_event *event, int flags)
{
	local64_set(&event->hw.prev_count, atomic64_read(&example_hardware));
	event->hw.state = 0;
}

static void example_stop(struct perf_event *event, int flags)
{
	example_read(event);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
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

/* The members of a group are read at one moment, so that requests and lines go together. */
static void example_start_txn(struct pmu *pmu, unsigned int flags)
{
	if (flags == PERF_PMU_TXN_READ)
		this_cpu_write(example_latch, atomic64_read(&example_hardware));
}

static void example_cancel_txn(struct pmu *pmu)
{
	this_cpu_write(example_latch, -1);
}

static int example_commit_txn(struct pmu *pmu)
{
	example_cancel_txn(pmu);
	return 0;
}

static int example_event_init(struct perf_event *event)
{
	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	/* The core refuses tasks (perf_invalid_context) and sampling (NO_INTERRUPT). */
	return event->attr.config == EXAMPLE_REQUESTS ||
	       event->attr.config == EXAMPLE_LINES ? 0 : -EINVAL;
}

static struct pmu example_pmu = {
	.module		= THIS_MODULE,
	.scope		= PERF_PMU_SCOPE_PKG,
	.task_ctx_nr	= perf_invalid_context,
	.capabilities	= PERF_PMU_CAP_NO_INTERRUPT | PERF_PMU_CAP_NO_EXCLUDE,
	.attr_groups	= example_attr_groups,
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

static int example_requests_set(const char *text, const struct kernel_param *param)
{
	u32 requests;
	int err;

	err = kstrtou32(text, 0, &requests);
	if (!err)
		atomic64_add(requests, &example_hardware);
	return err;
}

static const struct kernel_param_ops example_requests_ops = { .set = example_requests_set };
module_param_cb(requests, &example_requests_ops, NULL, 0200);
MODULE_PARM_DESC(requests, "requests that happen now");

static int __init example_init(void)
{
	return perf_pmu_register(&example_pmu, "example_scope", -1);
}
module_init(example_init);

static void __exit example_exit(void)
{
	perf_pmu_unregister(&example_pmu);
}
module_exit(example_exit);

MODULE_DESCRIPTION("Example of a performance monitoring unit that CPUs share");
MODULE_LICENSE("GPL");
