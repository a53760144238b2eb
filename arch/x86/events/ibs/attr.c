// SPDX-License-Identifier: GPL-2.0
/*
 * Attributes of IBS events: what a processor's units accept.
 *
 * Owns: nothing. Locks: none; perf_ibs_check_group() runs under the leader's context mutex.
 * Context: task.
 *
 * Hardware facts: AMD APM volume 2, "Instruction-Based Sampling"; revision guide for family
 * 10h, erratum 420 (@clear_twice); PPRs of families 16h to 18h (@restart_twice); revision guide
 * for family 19h models 00h to 0Fh, erratum 1197 (@ignore_zero).
 */
#include <linux/errno.h>
#include <linux/math.h>
#include <linux/minmax.h>

#include "ibs/attr.h"

#define AMD_EVENT_CYCLES	0x76	/* cycles not in halt */
#define AMD_EVENT_UOPS		0xc1	/* retired operations */

static void perf_ibs_describe_op(struct perf_ibs *ibs)
{
	const bool wide = ibs->caps & PERF_IBS_CAP_WIDE;

	ibs->control = MSR_AMD64_IBSOPCTL;
	ibs->registers = PERF_IBS_OP_REGS;
	ibs->enable = PERF_IBS_OP_ENABLE;
	ibs->valid = PERF_IBS_OP_VALID;
	ibs->count_mask = GENMASK_ULL(15, 0) | (wide ? PERF_IBS_OP_WIDE : 0);
	ibs->max_period = GENMASK_ULL(wide ? 26 : 19, 4);
	if (ibs->caps & PERF_IBS_CAP_OPS)
		ibs->config_mask |= PERF_IBS_OP_COUNT_OPS;
	if (ibs->caps & PERF_IBS_CAP_ZEN4)
		ibs->config_mask |= PERF_IBS_OP_L3_MISS;
}

static void perf_ibs_describe_fetch(struct perf_ibs *ibs, unsigned int family, unsigned int model)
{
	ibs->control = MSR_AMD64_IBSFETCHCTL;
	ibs->registers = PERF_IBS_FETCH_REGS;
	ibs->enable = PERF_IBS_FETCH_ENABLE;
	ibs->valid = PERF_IBS_FETCH_VALID;
	ibs->count_mask = GENMASK_ULL(15, 0);
	ibs->max_period = GENMASK_ULL(19, 4);
	ibs->config_mask = PERF_IBS_FETCH_RANDOM;
	if (ibs->caps & PERF_IBS_CAP_ZEN4)
		ibs->config_mask |= PERF_IBS_FETCH_L3_MISS;
	ibs->restart_twice = family >= 0x16 && family <= 0x18;
	ibs->ignore_zero = family == 0x19 && model < 0x10;
}

/**
 * perf_ibs_describe - fill in a unit by the processor's features
 * @ibs:    all zero, but for @fake
 * @is_op:  the op unit, or the fetch unit
 * @caps:   PERF_IBS_CAP_*
 * @family: of the processor
 * @model:  of the processor
 */
void perf_ibs_describe(struct perf_ibs *ibs, bool is_op, u32 caps, unsigned int family,
		       unsigned int model)
{
	ibs->is_op = is_op;
	ibs->caps = caps;
	ibs->clear_twice = family == 0x10;
	if (is_op)
		perf_ibs_describe_op(ibs);
	else
		perf_ibs_describe_fetch(ibs, family, model);
}

/* The period in bits @count of attr.config: a maximum without its four low bits. */
static u64 perf_ibs_config_period(u64 count)
{
	return (count & GENMASK_ULL(15, 0)) << 4 | (count & PERF_IBS_OP_WIDE);
}

/**
 * perf_ibs_check - check the attributes of an event
 * @ibs:    the unit
 * @attr:   the attributes
 * @config: set to the bits for the control register
 * @period: set to the period, in units of the hardware's count
 *
 * ABI: the low bits of attr.sample_period, which the hardware cannot count, are ignored.
 *
 * Return: 0; -EINVAL: bits that the processor lacks, no period or two; -EOPNOTSUPP: branches.
 */
int perf_ibs_check(const struct perf_ibs *ibs, const struct perf_event_attr *attr, u64 *config,
		   u64 *period)
{
	const u64 count = attr->config & ibs->count_mask;

	if (attr->sample_type & PERF_SAMPLE_BRANCH_STACK)
		return -EOPNOTSUPP;
	if (attr->config & ~(ibs->count_mask | ibs->config_mask))
		return -EINVAL;
	*config = attr->config & ibs->config_mask;
	if (attr->freq) {
		/* The core adapts the period. It throttles no event whose frequency is 0. */
		*period = PERF_IBS_STEP;
		return count || !attr->sample_freq ? -EINVAL : 0;
	}
	if (attr->sample_period) {
		*period = max(round_down(attr->sample_period, PERF_IBS_STEP), PERF_IBS_STEP);
		return count ? -EINVAL : 0;
	}
	*period = perf_ibs_config_period(count);
	return count ? 0 : -EINVAL;
}

/**
 * perf_ibs_check_group - can an event ever count together with its group?
 * @event: its pmu is set
 *
 * A CPU has one unit of each kind, so a group has room for one event of it.
 *
 * Return: 0 or -EINVAL.
 */
int perf_ibs_check_group(const struct perf_event *event)
{
	const struct perf_event *leader = event->group_leader, *sibling;

	if (leader == event)
		return 0;
	if (leader->pmu == event->pmu)
		return -EINVAL;
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (sibling != event && sibling->pmu == event->pmu)
			return -EINVAL;
	}
	return 0;
}

/**
 * perf_ibs_core_config - the op unit's config for a precise event of the CPU's counters
 * @attr:   attributes of the event
 * @config: set to the config
 *
 * The op unit counts cycles or dispatched operations, and so replaces the events of cycles and
 * of retired operations. An address is exact, which precise_ip 1 and 2 ask for; it is not that
 * of an arbitrary event without skid, as 3 requires.
 *
 * Return: 0; -EOPNOTSUPP: another precision; -ENOENT: another event.
 */
int perf_ibs_core_config(const struct perf_event_attr *attr, u64 *config)
{
	if (attr->precise_ip > 2)
		return -EOPNOTSUPP;
	*config = 0;
	if (attr->type == PERF_TYPE_HARDWARE)
		return attr->config == PERF_COUNT_HW_CPU_CYCLES ? 0 : -ENOENT;
	if (attr->type != PERF_TYPE_RAW)
		return -ENOENT;
	if (attr->config == AMD_EVENT_UOPS)
		*config = PERF_IBS_OP_COUNT_OPS;
	return attr->config == AMD_EVENT_CYCLES || attr->config == AMD_EVENT_UOPS ? 0 : -ENOENT;
}
