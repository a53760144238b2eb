/* SPDX-License-Identifier: GPL-2.0 */
/* Stubs for the base's functions that open an event, and events for them. */
#ifndef _PERF_EVENTS_BASE_EVENT_H
#define _PERF_EVENTS_BASE_EVENT_H

#include "host.h"

#include "compare.h"

#define FW_FEATURE_LPAR		0
#define firmware_has_feature(_feature)	((_feature) == 0)
#define mutex_lock(_mutex)	((void)(_mutex))
#define mutex_unlock(_mutex)	((void)(_mutex))
#define atomic_read(_p)		(*(_p))
#define atomic_inc(_p)		(++*(_p))
#define atomic_inc_not_zero(_p)	(*(_p) ? ++*(_p) : 0)
#define reserve_pmc_hardware(_handler)	((_handler)(NULL), 0)

/* Users of the counters, and what guards their number. */
static int num_events, pmc_reserve_mutex;
static void perf_event_interrupt(struct pt_regs *regs)
{
}

static void hw_perf_event_destroy(struct perf_event *event)
{
}

#define perf_pmu_disable(_pmu)	((void)(_pmu))
#define perf_pmu_enable(_pmu)	((void)(_pmu))
#define perf_event_update_userpage(_event)	((void)(_event))

static struct pmu base_pmu = { .type = PERF_TYPE_RAW, .task_ctx_nr = perf_hw_context };

static void base_attr(struct perf_event *event, const struct one_event *from, bool task)
{
	*event = (struct perf_event) {
		.attr = {
			.type		= from->type,
			.config		= from->config,
			.config1	= from->config1,
			.exclude_user	= from->exclude & 1,
			.exclude_kernel	= from->exclude >> 1 & 1,
			.exclude_hv	= from->exclude >> 2 & 1,
			.sample_period	= from->samples ? 100000 : 0,
			.sample_type	= from->branches ? PERF_SAMPLE_BRANCH_STACK : 0,
			.branch_sample_type = from->branches,
		},
		.hw.sample_period	= from->samples ? 100000 : 0,
		.pmu			= &base_pmu,
		.attach_state		= task ? PERF_ATTACH_TASK : 0,
	};
	event->sibling_list = (struct list_head){ &event->sibling_list, &event->sibling_list };
}

static void base_join(struct perf_event *leader, struct perf_event *event)
{
	struct list_head *head = &leader->sibling_list;

	event->sibling_list = (struct list_head){ head, head->prev };
	head->prev->next = &event->sibling_list;
	head->prev = &event->sibling_list;
}

#endif /* _PERF_EVENTS_BASE_EVENT_H */
