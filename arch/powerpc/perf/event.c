// SPDX-License-Identifier: GPL-2.0
/*
 * Event attributes to requests for counters (struct perf_power_request).
 *
 * Owns: struct perf_power_request, constant once the event is open. No locks but the
 * context mutex of a group's leader, which the core holds.
 * Context: task.
 */
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "branch.h"
#include "ebb.h"
#include "event.h"
#include "pmc.h"

static int perf_power_attr_code(const struct perf_power_model *model,
				const struct perf_event *event, u64 *code)
{
	const struct perf_event_attr *attr = &event->attr;

	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		return perf_power_generic_code(model, attr->config, code);
	case PERF_TYPE_HW_CACHE:
		return perf_power_cache_code(model, attr->config, code);
	default:
		if (attr->type != PERF_TYPE_RAW && attr->type != event->pmu->type)
			return -ENOENT;
		return perf_power_raw_code(model, attr->config, attr->config1, code);
	}
}

/**
 * perf_power_event_setup() - translate an event's attributes for this processor
 * @model: processor
 * @event: @event->attr is set
 *
 * Return: 0; -ENOENT: the type is another PMU's; -EINVAL: invalid attributes or code; -EOPNOTSUPP:
 * @model does not count a generic or cache event, or exclude_idle if @model->counts_idle, or
 * precise_ip, branch records or event-based branches that @model does not have are requested;
 * -ENOMEM.
 */
int perf_power_event_setup(const struct perf_power_model *model, struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;
	struct hw_perf_event *hw = &event->hw;
	u64 config1, code;
	int err;

	err = perf_power_ebb_check(model, event) ?: perf_power_attr_code(model, event, &code);
	if (err)
		return err;
	if (attr->precise_ip || (model->counts_idle && attr->exclude_idle) ||
	    (has_branch_stack(event) && perf_power_branch_check(model, event)))
		return -EOPNOTSUPP;
	config1 = attr->type == PERF_TYPE_HARDWARE || attr->type == PERF_TYPE_HW_CACHE ?
		  0 : attr->config1;

	struct perf_power_request *request __free(kfree) = kzalloc(sizeof(*request), GFP_KERNEL);
	if (!request)
		return -ENOMEM;
	request->attrs = (struct perf_power_attrs) {
		.code		= code,
		.config1	= config1,
		.exclude_user	= attr->exclude_user,
		.exclude_kernel	= attr->exclude_kernel,
		.exclude_hv	= attr->exclude_hv,
		.exclude_idle	= attr->exclude_idle,
		.in_task	= event->hw.target,
		.samples	= is_sampling_event(event),
		.ebb		= perf_power_ebb_wanted(attr),
		.branches	= has_branch_stack(event),
	};
	if (request->attrs.branches)
		request->attrs.branch_filter = perf_power_branch_filter(attr->branch_sample_type);
	err = perf_power_demand_init(model, &request->attrs, &request->demand);
	if (err)
		return err;
	perf_power_demand_add_modes(model, &request->attrs, &request->demand);
	if (model->has_ebb)
		perf_power_ebb_demand(&request->attrs, &request->demand);
	perf_power_branch_demand(&request->attrs, &request->demand);

	hw->config = code;
	if (request->attrs.ebb)
		hw->config |= BIT_ULL(PERF_EVENT_CONFIG_EBB_SHIFT);
	hw->idx = -1;
	hw->last_cpu = -1;
	/* An event that only counts has PERF_PMC_OVERFLOWED, the longest period of a counter. */
	if (!is_sampling_event(event)) {
		hw->sample_period = PERF_PMC_OVERFLOWED;
		hw->last_period = hw->sample_period;
		local64_set(&hw->period_left, hw->sample_period);
	}
	event->pmu_private = no_free_ptr(request);
	return 0;
}

/**
 * perf_power_event_free() - undo perf_power_event_setup()
 * @event: not inherited
 */
void perf_power_event_free(struct perf_event *event)
{
	kfree(event->pmu_private);
	event->pmu_private = NULL;
}

/*
 * Collect into @demands the requests of @event and of its group's events on the same PMU.
 * Returns their number, or a number above PERF_POWER_COUNTERS if @demands is too small.
 */
static unsigned int perf_power_collect_group(const struct perf_event *event,
					     const struct perf_power_demand **demands)
{
	const struct perf_event *leader = event->group_leader;
	struct perf_event *sibling;
	unsigned int number = 0;

	demands[number++] = &perf_power_request(event)->demand;
	if (leader == event)
		return number;
	if (leader->pmu == event->pmu)
		demands[number++] = &perf_power_request(leader)->demand;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (sibling == event || sibling->pmu != event->pmu ||
		    sibling->state <= PERF_EVENT_STATE_OFF)
			continue;
		if (number == PERF_POWER_COUNTERS)
			return number + 1;
		demands[number++] = &perf_power_request(sibling)->demand;
	}
	return number;
}

/**
 * perf_power_event_fits() - test if an event can count together with its group
 * @event: set up; its leader's context mutex is held unless it leads itself
 *
 * perf_power_collect_group() leaves out disabled siblings.
 *
 * Return: 0; -EINVAL: perf_power_assign() has no assignment for all of them at a time.
 */
int perf_power_event_fits(const struct perf_event *event)
{
	const struct perf_power_demand *demands[PERF_POWER_COUNTERS];
	struct perf_power_assignment assigned[PERF_POWER_COUNTERS];
	unsigned int number = perf_power_collect_group(event, demands);

	return perf_power_assign(demands, number, assigned) ? 0 : -EINVAL;
}
