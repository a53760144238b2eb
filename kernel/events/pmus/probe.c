// SPDX-License-Identifier: GPL-2.0
/*
 * The PMUs "kprobe" and "uprobe": a probe that exists for one event.
 *
 * kernel/trace/trace_event_perf.c inserts the probes; their hits arrive in perf_tp_event(),
 * like those of any trace event. This file has the attributes, which are the same for both
 * PMUs, and the permission checks.
 */
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <linux/perf/tracing.h>
#include <linux/trace_events.h>

#include "base/why.h"
#include "pmus/probe.h"
#include "pmus/tracepoint.h"

/*
 * attr.config, as described by the "format" files in sysfs: bit 0 selects the return of
 * the function; for uprobes the upper half is the file offset of a semaphore.
 */
#define PERF_PROBE_RETPROBE		BIT_ULL(0)
#define PERF_PROBE_REF_CTR_SHIFT	32

PMU_FORMAT_ATTR(retprobe, "config:0");

#ifdef CONFIG_KPROBE_EVENTS

static struct attribute *perf_kprobe_format[] = {
	&format_attr_retprobe.attr,
	NULL,
};

static const struct attribute_group perf_kprobe_format_group = {
	.name	= "format",
	.attrs	= perf_kprobe_format,
};

static const struct attribute_group *perf_kprobe_groups[] = {
	&perf_kprobe_format_group,
	NULL,
};

static int perf_kprobe_event_init(struct perf_event *event)
{
	int err;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	if (!perfmon_capable())
		return perf_refuse_at(-EACCES, PERF_WHY_PROBE, PERF_WHERE_FIELD(type));
	if (has_branch_stack(event))
		return perf_refuse_at(-EOPNOTSUPP, PERF_WHY_PMU_NO_BRANCHES,
				      PERF_WHERE_FIELD(branch_sample_type));

	err = perf_kprobe_init(event, event->attr.config & PERF_PROBE_RETPROBE);
	if (err)
		return perf_refuse_at(err, PERF_WHY_PMU_EVENT, PERF_WHERE_FIELD(kprobe_func));
	event->destroy = perf_kprobe_destroy;
	return 0;
}

static struct pmu perf_kprobe = {
	PERF_TRACE_PMU_OPS,
	.attr_groups	= perf_kprobe_groups,
	.event_init	= perf_kprobe_event_init,
};

static int __init perf_kprobe_register(void)
{
	return perf_pmu_register(&perf_kprobe, "kprobe", -1);
}

#else

static int __init perf_kprobe_register(void)
{
	return 0;
}

#endif /* CONFIG_KPROBE_EVENTS */

#ifdef CONFIG_UPROBE_EVENTS

PMU_FORMAT_ATTR(ref_ctr_offset, "config:32-63");

static struct attribute *perf_uprobe_format[] = {
	&format_attr_retprobe.attr,
	&format_attr_ref_ctr_offset.attr,
	NULL,
};

static const struct attribute_group perf_uprobe_format_group = {
	.name	= "format",
	.attrs	= perf_uprobe_format,
};

static const struct attribute_group *perf_uprobe_groups[] = {
	&perf_uprobe_format_group,
	NULL,
};

static int perf_uprobe_event_init(struct perf_event *event)
{
	u64 config = event->attr.config;
	int err;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	/* A uprobe also hits in other processes that map the page. */
	if (!capable(CAP_SYS_ADMIN))
		return perf_refuse_at(-EACCES, PERF_WHY_PROBE, PERF_WHERE_FIELD(type));
	if (has_branch_stack(event))
		return perf_refuse_at(-EOPNOTSUPP, PERF_WHY_PMU_NO_BRANCHES,
				      PERF_WHERE_FIELD(branch_sample_type));

	err = perf_uprobe_init(event, config >> PERF_PROBE_REF_CTR_SHIFT,
			       config & PERF_PROBE_RETPROBE);
	if (err)
		return perf_refuse_at(err, PERF_WHY_PMU_EVENT, PERF_WHERE_FIELD(uprobe_path));
	event->destroy = perf_uprobe_destroy;
	return 0;
}

static struct pmu perf_uprobe = {
	PERF_TRACE_PMU_OPS,
	.attr_groups	= perf_uprobe_groups,
	.event_init	= perf_uprobe_event_init,
};

static int __init perf_uprobe_register(void)
{
	return perf_pmu_register(&perf_uprobe, "uprobe", -1);
}

#else

static int __init perf_uprobe_register(void)
{
	return 0;
}

#endif /* CONFIG_UPROBE_EVENTS */

/**
 * perf_probe_register - register the PMUs "kprobe" and "uprobe"
 *
 * Context: boot, once.
 * Return: 0 or an errno.
 */
int __init perf_probe_register(void)
{
	int err;

	err = perf_kprobe_register();
	return err ?: perf_uprobe_register();
}
