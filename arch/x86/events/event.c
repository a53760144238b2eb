// SPDX-License-Identifier: GPL-2.0
/*
 * Translating perf_event::attr to hw.config and the counters that perf_x86_allowed() returns.
 *
 * Owns: hw.config and the allowed counters of events (constant once open). Locks: none but
 * the context mutex of a group's leader, which the core holds.
 * Context: task.
 */
#include <linux/cleanup.h>
#include <linux/nospec.h>
#include <linux/perf/cache_config.h>
#include <linux/perf_event.h>
#include <linux/slab.h>

#include "event.h"
#include "feature.h"
#include "model.h"
#include "p4.h"
#include "threads.h"

/*
 * KVM counts a guest's checkpointed events with the period that is left in the guest's counter.
 * Such a period is longer than any transaction.
 */
#define LEAST_CHECKPOINTED	0x7fffffffULL

/* A table has PERF_X86_NONSENSE for a combination without a meaning, 0 for a missing event. */
static int perf_x86_code_check(u64 code)
{
	if (code == PERF_X86_NONSENSE)
		return -EINVAL;
	return code ? 0 : -ENOENT;
}

static int perf_x86_generic_code(const struct perf_x86_pmu *pmu, u64 config, u64 *code)
{
	if (config >= PERF_COUNT_HW_MAX)
		return -EINVAL;
	/* array_index_nospec() needs an index no wider than a long. */
	*code = pmu->generic[array_index_nospec((unsigned long)config, PERF_COUNT_HW_MAX)];
	return perf_x86_code_check(*code);
}

/* Without the registers of off-core responses, the table of codes may have a substitute. */
static int perf_x86_cache_code(const struct perf_x86_pmu *pmu, u64 config, u64 *code, u64 *extra)
{
	if (perf_x86_has_extra_kind(pmu, PERF_X86_OFFCORE) &&
	    !perf_cache_config_code(pmu->offcore, config, extra) && *extra) {
		*code = pmu->extras->code;
		return 0;
	}
	return perf_cache_config_code(pmu->cache, config, code) ?: perf_x86_code_check(*code);
}

/*
 * ARCH_PERFMON_EVENTSEL_ANY counts both threads of a core, which reveals other tasks' activity.
 * So it needs perf_allow_cpu(). Not every pmu->raw_mask has the bit.
 */
static int perf_x86_check_any_thread(const struct perf_event_attr *attr)
{
	return attr->config & ARCH_PERFMON_EVENTSEL_ANY ? perf_allow_cpu() : 0;
}

/*
 * Codes copied from a manual may have bits that perf_x86_translate() sets itself, so
 * perf_x86_raw_code() ignores them: the modes come from other fields of @attr.
 */
static u64 perf_x86_own_bits(const struct perf_x86_pmu *pmu)
{
	if (perf_x86_is_p4(pmu) || (pmu->raw_mask & X86_RAW_EVENT_MASK) != X86_RAW_EVENT_MASK)
		return 0;
	return ARCH_PERFMON_EVENTSEL_USR | ARCH_PERFMON_EVENTSEL_OS |
	       ARCH_PERFMON_EVENTSEL_PIN_CONTROL | ARCH_PERFMON_EVENTSEL_INT |
	       ARCH_PERFMON_EVENTSEL_ENABLE;
}

/* A transaction is one thread's: Haswell's HSW_IN_TX bits and ANY exclude one another. */
static bool perf_x86_any_in_transaction(const struct perf_x86_pmu *pmu, u64 code)
{
	return (code & (HSW_IN_TX | HSW_IN_TX_CHECKPOINTED)) &&
	       (code & ARCH_PERFMON_EVENTSEL_ANY) && !(pmu->raw_mask & PERF_X86_WIDE_EVENT);
}

static int perf_x86_raw_code(const struct perf_x86_pmu *pmu, struct perf_event_attr *attr,
			     u64 *code)
{
	*code = attr->config & ~perf_x86_own_bits(pmu);
	if (*code & ~pmu->raw_mask || perf_x86_any_in_transaction(pmu, *code))
		return -EINVAL;
	return perf_x86_is_p4(pmu) ? 0 : perf_x86_check_any_thread(attr);
}

/* Set @code and, for an event with one more register, @extra. */
static int perf_x86_code(const struct perf_x86_pmu *pmu, struct perf_event_attr *attr, u64 *code,
			 u64 *extra)
{
	*extra = 0;
	switch (attr->type) {
	case PERF_TYPE_HARDWARE:
		return perf_x86_generic_code(pmu, attr->config, code);
	case PERF_TYPE_HW_CACHE:
		return perf_x86_cache_code(pmu, attr->config, code, extra);
	default:
		/* PERF_TYPE_RAW is the type of one PMU: on hybrid processors, the big CPUs'. */
		if (attr->type != pmu->pmu.type)
			return -ENOENT;
		*extra = attr->config1;
		return perf_x86_raw_code(pmu, attr, code);
	}
}

/* The mode bits of hw.config. */
static u64 perf_x86_modes(const struct perf_x86_pmu *pmu, const struct perf_event_attr *attr)
{
	u64 bits = 0;

	/* HOSTONLY and GUESTONLY together mean "everywhere", so count in no mode. */
	if (attr->exclude_host && attr->exclude_guest && pmu->virt_bits)
		return 0;
	if (!attr->exclude_user)
		bits |= ARCH_PERFMON_EVENTSEL_USR;
	if (!attr->exclude_kernel)
		bits |= ARCH_PERFMON_EVENTSEL_OS;
	if (attr->exclude_host)
		bits |= AMD64_EVENTSEL_GUESTONLY & pmu->virt_bits;
	if (attr->exclude_guest)
		bits |= AMD64_EVENTSEL_HOSTONLY & pmu->virt_bits;
	return bits;
}

/* Set the register values and the allowed counters of @event. */
static int perf_x86_translate(const struct perf_x86_pmu *pmu, struct perf_event *event, u64 code,
			      u64 extra)
{
	u64 counters;

	if (perf_x86_is_p4(pmu))
		return perf_x86_p4_translate(pmu, event, code);
	counters = perf_x86_model_counters(pmu, code);
	if (perf_x86_takes_extra(pmu, code, extra)) {
		counters = perf_x86_extra_allowed(pmu, code, extra);
		if (!counters)
			return -EINVAL;
		event->hw.extra_reg.config = extra;
		event->hw.extra_reg.alloc = true;
	}
	event->hw.config = code | perf_x86_modes(pmu, &event->attr) | ARCH_PERFMON_EVENTSEL_INT;
	if (perf_x86_is_shared(pmu, code))
		event->hw.flags |= PERF_X86_EVENT_SHARED;
	if (perf_x86_core_is_exclusive(pmu, code)) {
		event->hw.flags |= PERF_X86_FLAG_EXCLUSIVE;
		counters &= pmu->exclusive;
	}
	perf_x86_set_allowed(event, counters);
	return 0;
}

/**
 * perf_x86_event_setup - translate an event's attributes for this PMU
 * @event: its attributes are known
 *
 * Return: 0 with hw.config and the allowed counters set; -ENOENT if this PMU does not count
 * the event; -EINVAL if no PMU could; -EOPNOTSUPP for a feature that the processor lacks,
 * sampling on counters without an interrupt, or checkpointed with a short period; -EACCES
 * without the permission.
 */
int perf_x86_event_setup(struct perf_event *event)
{
	const struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	struct perf_event_attr *attr = &event->attr;
	struct hw_perf_event *hw = &event->hw;
	u64 code, extra;
	int err;

	err = perf_x86_code(pmu, attr, &code, &extra);
	if (err)
		return err;
	/* Only records of precise events have vector registers, if any. */
	if (((attr->sample_regs_intr | attr->sample_regs_user) & PERF_REG_EXTENDED_MASK) &&
	    (!attr->precise_ip || !(pmu->pmu.capabilities & PERF_PMU_CAP_EXTENDED_REGS)))
		return -EINVAL;
	/* The core checks user events only; the lockup detector's would wait for ever. */
	if (is_sampling_event(event) && (pmu->pmu.capabilities & PERF_PMU_CAP_NO_INTERRUPT))
		return -EOPNOTSUPP;
	/* An interrupt aborts the transaction, which undoes the overflow, again and again. */
	if (perf_x86_is_checkpointed(pmu, code) && is_sampling_event(event) &&
	    (attr->freq || attr->sample_period < LEAST_CHECKPOINTED))
		return -EOPNOTSUPP;

	hw->idx = -1;
	hw->last_cpu = -1;
	hw->flags = READ_ONCE(pmu->rdpmc) ? PERF_EVENT_FLAG_USER_READ_CNT : 0;
	err = perf_x86_translate(pmu, event, code, extra) ?: perf_x86_features_setup(event);
	if (err)
		return err;

	/* A counting event gets max_period, so that it interrupts as rarely as possible. */
	if (!is_sampling_event(event)) {
		hw->sample_period = pmu->max_period;
		hw->last_period = hw->sample_period;
		local64_set(&hw->period_left, hw->sample_period);
	}
	return 0;
}

/*
 * Collect the allowed counters of @event and of the events of this PMU in its group. Return:
 * their number, @most + 1 if there are too many.
 */
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
 * perf_x86_event_fits - can an event ever count together with the group it joins?
 * @event: set up; its leader's context mutex is held unless it leads itself
 *
 * Disabled siblings are ignored.
 *
 * Return: 0; -EINVAL if the counters do not suffice.
 */
int perf_x86_event_fits(const struct perf_event *event)
{
	const struct perf_x86_pmu *pmu = perf_x86_pmu(event);
	u64 allowed[PERF_ASSIGN_COUNTERS];
	unsigned int number = perf_x86_collect(event, allowed, PERF_ASSIGN_COUNTERS), i;

	if (number > PERF_ASSIGN_COUNTERS)
		return -EINVAL;
	for (i = 0; i < number; i++)
		allowed[i] &= ~READ_ONCE(pmu->blocked);
	if (!perf_assign_fits(pmu->banks, allowed, number))
		return -EINVAL;
	return 0;
}
