// SPDX-License-Identifier: GPL-2.0
/*
 * From the attributes of an event to what the hardware shall count, and where it can.
 *
 * Owns: config and the counters allowed of events (constant once open). No locks but
 * the context mutex of a group's leader, which the core holds.
 * Context: task.
 */
#include <linux/cleanup.h>
#include <linux/nospec.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "event.h"
#include "model.h"
#include "p4.h"

/* A table says -1 where a combination has no meaning at all. */
static int perf_x86_code_check(u64 code)
{
	if (code == PERF_X86_NONSENSE)
		return -EINVAL;
	return code ? 0 : -ENOENT;
}

static int perf_x86_generic_code(const struct perf_x86_unit *unit, u64 config, u64 *code)
{
	if (config >= PERF_COUNT_HW_MAX)
		return -EINVAL;
	/* An index of more bits than a long could not be clamped. */
	*code = unit->generic[array_index_nospec((unsigned long)config, PERF_COUNT_HW_MAX)];
	return perf_x86_code_check(*code);
}

static int perf_x86_cache_code(const struct perf_x86_unit *unit, u64 config, u64 *code)
{
	unsigned long cache = config & 0xff, op = (config >> 8) & 0xff, result = config >> 16;

	if (config >> 32 || cache >= PERF_COUNT_HW_CACHE_MAX || op >= PERF_COUNT_HW_CACHE_OP_MAX ||
	    result >= PERF_COUNT_HW_CACHE_RESULT_MAX)
		return -EINVAL;
	cache = array_index_nospec(cache, PERF_COUNT_HW_CACHE_MAX);
	op = array_index_nospec(op, PERF_COUNT_HW_CACHE_OP_MAX);
	result = array_index_nospec(result, PERF_COUNT_HW_CACHE_RESULT_MAX);
	*code = unit->cache[cache][op][result];
	return perf_x86_code_check(*code);
}

/*
 * Counting both threads of a core tells about other tasks, so it takes what counting a
 * whole CPU takes. Not every PMU has it.
 */
static int perf_x86_check_any_thread(const struct perf_event_attr *attr)
{
	return attr->config & ARCH_PERFMON_EVENTSEL_ANY ? perf_allow_cpu() : 0;
}

/*
 * Codes that are copied from a manual come with bits that are not theirs to set: the modes
 * are told by other fields of the attr, and the rest is up to us.
 */
static u64 perf_x86_own_bits(const struct perf_x86_unit *unit)
{
	if (perf_x86_is_p4(unit) || (unit->raw_mask & X86_RAW_EVENT_MASK) != X86_RAW_EVENT_MASK)
		return 0;
	return ARCH_PERFMON_EVENTSEL_USR | ARCH_PERFMON_EVENTSEL_OS |
	       ARCH_PERFMON_EVENTSEL_PIN_CONTROL | ARCH_PERFMON_EVENTSEL_INT |
	       ARCH_PERFMON_EVENTSEL_ENABLE;
}

static int perf_x86_raw_code(const struct perf_x86_unit *unit, struct perf_event_attr *attr,
			     u64 *code)
{
	*code = attr->config & ~perf_x86_own_bits(unit);
	if (*code & ~unit->raw_mask)
		return -EINVAL;
	return perf_x86_is_p4(unit) ? 0 : perf_x86_check_any_thread(attr);
}

static int perf_x86_code(const struct perf_x86_unit *unit, struct perf_event_attr *attr, u64 *code)
{
	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		return perf_x86_generic_code(unit, attr->config, code);
	case PERF_TYPE_HW_CACHE:
		return perf_x86_cache_code(unit, attr->config, code);
	default:
		/* "Raw" is the type of one PMU, on a hybrid processor that of the big CPUs. */
		if (attr->type != unit->pmu.type)
			return -ENOENT;
		return perf_x86_raw_code(unit, attr, code);
	}
}

/* Modes to count in. */
static u64 perf_x86_modes(const struct perf_x86_unit *unit, const struct perf_event_attr *attr)
{
	u64 bits = 0;

	/* AMD's bits for the two together would mean everywhere again: so no mode. */
	if (attr->exclude_host && attr->exclude_guest && unit->virt_bits)
		return 0;
	if (!attr->exclude_user)
		bits |= ARCH_PERFMON_EVENTSEL_USR;
	if (!attr->exclude_kernel)
		bits |= ARCH_PERFMON_EVENTSEL_OS;
	if (attr->exclude_host)
		bits |= AMD64_EVENTSEL_GUESTONLY & unit->virt_bits;
	if (attr->exclude_guest)
		bits |= AMD64_EVENTSEL_HOSTONLY & unit->virt_bits;
	return bits;
}

/* What the hardware is told, and which counters can be told it. */
static int perf_x86_translate(const struct perf_x86_unit *unit, struct perf_event *event, u64 code)
{
	if (perf_x86_is_p4(unit))
		return perf_x86_p4_translate(unit, event, code);
	if (perf_x86_has_extra(unit, code)) {
		if (event->attr.config1 & ~unit->extra_bits)
			return -EINVAL;
		event->hw.extra_reg.config = event->attr.config1;
		event->hw.extra_reg.alloc = true;
	}
	event->hw.config = code | perf_x86_modes(unit, &event->attr) | ARCH_PERFMON_EVENTSEL_INT;
	perf_x86_set_allowed(event, perf_x86_model_counters(unit, code));
	return 0;
}

/**
 * perf_x86_event_setup - find out what an event means to this PMU
 * @event: its attributes are known
 *
 * Return: 0 with hw.config and the counters allowed set; -ENOENT: this PMU does not
 * count that; -EINVAL: nor would any; -EOPNOTSUPP: exact addresses and branch records
 * are not to be had, nor overflows of counters that do not interrupt; -EACCES: not for
 * this user.
 */
int perf_x86_event_setup(struct perf_event *event)
{
	const struct perf_x86_unit *unit = perf_x86_unit(event);
	struct perf_event_attr *attr = &event->attr;
	struct hw_perf_event *hw = &event->hw;
	u64 code;
	int err;

	err = perf_x86_code(unit, attr, &code);
	if (err)
		return err;
	if (attr->precise_ip || has_branch_stack(event))
		return -EOPNOTSUPP;
	/* The core asks this of programs; the lockup detector would wait for ever. */
	if (is_sampling_event(event) && (unit->pmu.capabilities & PERF_PMU_CAP_NO_INTERRUPT))
		return -EOPNOTSUPP;
	/* An interrupt aborts the transaction, which takes the overflow back: for ever. */
	if (perf_x86_is_checkpointed(unit, code) && is_sampling_event(event))
		return -EOPNOTSUPP;

	hw->idx = -1;
	hw->last_cpu = -1;
	hw->flags = READ_ONCE(unit->rdpmc) ? PERF_EVENT_FLAG_USER_READ_CNT : 0;
	err = perf_x86_translate(unit, event, code);
	if (err)
		return err;

	/* One that only counts has the longest period there is. */
	if (!is_sampling_event(event)) {
		hw->sample_period = unit->max_period;
		hw->last_period = hw->sample_period;
		local64_set(&hw->period_left, hw->sample_period);
	}
	return 0;
}

/* Events of this PMU in a group that want a counter. */
static unsigned int perf_x86_collect(const struct perf_event *event, u64 *allowed,
				     unsigned int most)
{
	const struct perf_event *leader = event->group_leader;
	struct perf_event *sibling;
	unsigned int number = 0;

	allowed[number++] = perf_x86_allowed(event);
	if (leader == event)
		return number;
	if (leader->pmu == event->pmu)
		allowed[number++] = perf_x86_allowed(leader);
	list_for_each_entry(sibling, &leader->sibling_list, sibling_list) {
		if (sibling == event || sibling->pmu != event->pmu ||
		    sibling->state <= PERF_EVENT_STATE_OFF)
			continue;
		if (number == most)
			return most + 1;
		allowed[number++] = perf_x86_allowed(sibling);
	}
	return number;
}

/**
 * perf_x86_event_fits - could an event, with the group it is to join, ever count?
 * @event: set up; its leader's context mutex is held unless it leads itself
 *
 * Siblings that are disabled do not stand in its way.
 *
 * Return: 0; -EINVAL: there are not as many counters as it would take.
 */
int perf_x86_event_fits(const struct perf_event *event)
{
	const struct perf_x86_unit *unit = perf_x86_unit(event);
	u64 allowed[PERF_PLACES];
	unsigned int number = perf_x86_collect(event, allowed, PERF_PLACES);

	if (number > PERF_PLACES || !perf_place_fits(unit->banks, allowed, number))
		return -EINVAL;
	return 0;
}
