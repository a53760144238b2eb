// SPDX-License-Identifier: GPL-2.0
/*
 * The PMU of the MPC8xx: cycles, instructions and misses of the two TLBs.
 *
 * Each event has a counter of its own, so any number of events count at a time. A counter is on
 * while an event of its kind is open, and counts in all modes, whatever the exclude bits. It cannot
 * interrupt, so events do not sample. A counter of 32 bits that wraps twice between two reads of an
 * event loses 2^32; the scheduler reads at each switch of a task.
 *
 * Owns: prev_count, state and idx (an enum perf_8xx_id) of events; users of struct perf_8xx_pmu.
 * Locks: perf_8xx_pmu::lock.
 * Context: operations as struct pmu documents them.
 */
#include <linux/bits.h>
#include <linux/cleanup.h>
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "mpc8xx.h"

#define PERF_8XX_MISSES(_cache)							\
	(PERF_COUNT_HW_CACHE_##_cache | PERF_COUNT_HW_CACHE_OP_READ << 8 |	\
	 PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

/**
 * struct perf_8xx_event - the event of a counter
 * @type:   attr.type
 * @config: attr.config
 */
struct perf_8xx_event {
	u32	type;
	u64	config;
};

static const struct perf_8xx_event perf_8xx_events[PERF_8XX_IDS] = {
	[PERF_8XX_CYCLES]	= { PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	[PERF_8XX_INSTRUCTIONS]	= { PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	[PERF_8XX_ITLB_MISSES]	= { PERF_TYPE_HW_CACHE, PERF_8XX_MISSES(ITLB) },
	[PERF_8XX_DTLB_MISSES]	= { PERF_TYPE_HW_CACHE, PERF_8XX_MISSES(DTLB) },
};

static struct perf_8xx_pmu *perf_8xx_of(const struct perf_event *event)
{
	return container_of(event->pmu, struct perf_8xx_pmu, pmu);
}

static const struct perf_8xx_counter *perf_8xx_counter(const struct perf_event *event)
{
	return &perf_8xx_of(event)->model->counter[event->hw.idx];
}

static void perf_8xx_update(struct perf_event *event)
{
	const struct perf_8xx_counter *counter = perf_8xx_counter(event);
	u64 before, now = counter->read();

	before = local64_xchg(&event->hw.prev_count, now);
	local64_add(((now - before) & GENMASK_ULL(counter->width - 1, 0)) * counter->unit,
		    &event->count);
}

static void perf_8xx_start(struct perf_event *event, int flags)
{
	local64_set(&event->hw.prev_count, perf_8xx_counter(event)->read());
	event->hw.state = 0;
}

static void perf_8xx_stop(struct perf_event *event, int flags)
{
	if (event->hw.state & PERF_HES_STOPPED)
		return;
	perf_8xx_update(event);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
}

static void perf_8xx_read(struct perf_event *event)
{
	if (!(event->hw.state & PERF_HES_STOPPED))
		perf_8xx_update(event);
}

static int perf_8xx_add(struct perf_event *event, int flags)
{
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		perf_8xx_start(event, flags);
	return 0;
}

static void perf_8xx_del(struct perf_event *event, int flags)
{
	perf_8xx_stop(event, PERF_EF_UPDATE);
}

/*
 * Opening and closing.
 */
static void perf_8xx_use(struct perf_event *event)
{
	const struct perf_8xx_counter *counter = perf_8xx_counter(event);
	struct perf_8xx_pmu *pmu = perf_8xx_of(event);

	guard(mutex)(&pmu->lock);
	if (!pmu->users[event->hw.idx]++ && counter->set)
		counter->set(true);
}

static void perf_8xx_unuse(struct perf_event *event)
{
	const struct perf_8xx_counter *counter = perf_8xx_counter(event);
	struct perf_8xx_pmu *pmu = perf_8xx_of(event);

	guard(mutex)(&pmu->lock);
	if (!--pmu->users[event->hw.idx] && counter->set)
		counter->set(false);
}

static int perf_8xx_find(const struct perf_event_attr *attr)
{
	unsigned int id;

	for (id = 0; id < PERF_8XX_IDS; id++) {
		if (perf_8xx_events[id].type == attr->type &&
		    perf_8xx_events[id].config == attr->config)
			return id;
	}
	return -EOPNOTSUPP;
}

static int perf_8xx_event_init(struct perf_event *event)
{
	int id;

	switch (event->attr.type) {
	case PERF_TYPE_HARDWARE:
	case PERF_TYPE_HW_CACHE:
	case PERF_TYPE_RAW:
		break;
	default:
		return -ENOENT;
	}
	if (has_branch_stack(event) || event->attr.precise_ip)
		return -EOPNOTSUPP;
	id = perf_8xx_find(&event->attr);
	if (id < 0)
		return id;
	event->hw.idx = id;
	event->destroy = perf_8xx_unuse;
	perf_8xx_use(event);
	return 0;
}

static ssize_t pmu_name_show(struct device *dev, struct device_attribute *attr, char *page)
{
	const struct pmu *pmu = dev_get_drvdata(dev);

	return sysfs_emit(page, "%s\n", container_of(pmu, struct perf_8xx_pmu, pmu)->model->name);
}

static DEVICE_ATTR_RO(pmu_name);

static struct attribute *perf_8xx_caps[] = {
	&dev_attr_pmu_name.attr,
	NULL
};

static const struct attribute_group perf_8xx_caps_group = {
	.name	= "caps",
	.attrs	= perf_8xx_caps,
};

static const struct attribute_group *perf_8xx_groups[] = {
	&perf_8xx_caps_group,
	NULL
};

/**
 * perf_8xx_pmu_init() - prepare a PMU for perf_pmu_register()
 * @pmu:   all zero
 * @model: the counters
 *
 * Context: task.
 */
void perf_8xx_pmu_init(struct perf_8xx_pmu *pmu, const struct perf_8xx_model *model)
{
	mutex_init(&pmu->lock);
	pmu->model = model;
	pmu->pmu = (struct pmu) {
		.task_ctx_nr	= perf_hw_context,
		.capabilities	= PERF_PMU_CAP_NO_INTERRUPT | PERF_PMU_CAP_NO_NMI,
		.attr_groups	= perf_8xx_groups,
		.event_init	= perf_8xx_event_init,
		.add		= perf_8xx_add,
		.del		= perf_8xx_del,
		.start		= perf_8xx_start,
		.stop		= perf_8xx_stop,
		.read		= perf_8xx_read,
	};
}
