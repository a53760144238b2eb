// SPDX-License-Identifier: GPL-2.0
/*
 * The struct pmu operations of a unit, which has room for one event on each CPU.
 *
 * No event can exclude the kernel, so each opener may see its addresses, physical ones included.
 *
 * Owns: event of struct perf_ibs_cpu; config and the first period of events. Locks: none.
 * Context: that of the struct pmu operations.
 */
#include <linux/perf_event.h>

#include "ibs/access.h"
#include "ibs/attr.h"
#include "ibs/pmu.h"
#include "ibs/sysfs.h"
#include "ibs/unit.h"

static void perf_ibs_read(struct perf_event *event)
{
	/* The count of a unit that runs is read at its next sample or stop. */
}

static int perf_ibs_add(struct perf_event *event, int flags)
{
	struct perf_ibs_cpu *cpu = this_cpu_ptr(perf_ibs_of(event)->cpu);

	if (cpu->event)
		return -EAGAIN;
	cpu->event = event;
	event->hw.idx = 0;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (flags & PERF_EF_START)
		perf_ibs_start(event, PERF_EF_RELOAD);
	return 0;
}

static void perf_ibs_del(struct perf_event *event, int flags)
{
	struct perf_ibs_cpu *cpu = this_cpu_ptr(perf_ibs_of(event)->cpu);

	perf_ibs_stop(event, PERF_EF_UPDATE);
	cpu->event = NULL;
	event->hw.idx = -1;
	perf_event_update_userpage(event);
}

static int perf_ibs_event_init(struct perf_event *event)
{
	struct perf_ibs *ibs = perf_ibs_of(event);
	struct hw_perf_event *hw = &event->hw;
	u64 period;
	int err;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	err = perf_ibs_check(ibs, &event->attr, &hw->config, &period) ?:
	      perf_ibs_check_group(event);
	if (err)
		return err;
	/* A period in attr.config is one in attr.sample_period from here on. */
	if (!event->attr.freq)
		event->attr.sample_period = period;
	hw->sample_period = period;
	hw->last_period = period;
	local64_set(&hw->period_left, period);
	hw->idx = -1;
	hw->flags = 0;
	return 0;
}

/* @child needs no checks: @parent has passed them. */
static int perf_ibs_event_clone(struct perf_event *child, const struct perf_event *parent)
{
	child->hw.config = parent->hw.config;
	child->hw.flags = 0;
	child->hw.idx = -1;
	return 0;
}

/**
 * perf_ibs_pmu_init - prepare a unit's PMU for perf_pmu_register()
 * @ibs: described
 *
 * Return: 0; -ENOMEM.
 */
int perf_ibs_pmu_init(struct perf_ibs *ibs)
{
	ibs->cpu = alloc_percpu(struct perf_ibs_cpu);
	if (!ibs->cpu)
		return -ENOMEM;
	ibs->pmu.task_ctx_nr = perf_hw_context;
	ibs->pmu.capabilities = PERF_PMU_CAP_NO_EXCLUDE | PERF_PMU_CAP_STOP_IN_NMI;
	ibs->pmu.attr_groups = perf_ibs_sysfs_groups;
	ibs->pmu.event_init = perf_ibs_event_init;
	ibs->pmu.event_clone = perf_ibs_event_clone;
	ibs->pmu.add = perf_ibs_add;
	ibs->pmu.del = perf_ibs_del;
	ibs->pmu.start = perf_ibs_start;
	ibs->pmu.stop = perf_ibs_stop;
	ibs->pmu.read = perf_ibs_read;
	return 0;
}

/**
 * perf_ibs_pmu_free - undo perf_ibs_pmu_init()
 * @ibs: its PMU is not registered
 */
void perf_ibs_pmu_free(struct perf_ibs *ibs)
{
	free_percpu(ibs->cpu);
	ibs->cpu = NULL;
}
