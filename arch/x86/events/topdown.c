// SPDX-License-Identifier: GPL-2.0
/*
 * Top-down metrics: the shares of issue slots that were retired, wasted by speculation, or lost by
 * the front end or the back end, and four parts of these on later processors.
 *
 * Fixed counter 3 counts slots, event 0400H. MSR_PERF_METRICS has a byte for each metric, its
 * share of the slots since both registers were cleared, in units of 1/255. The events of the
 * metrics are 8000H, 8100H and so on: perf_x86_topdown_count() adds slots * share / 255 to each.
 * That is right only for the same interval of both registers. So a metric counts in a group that
 * an event of the slots leads, which does not sample; that event's counter starts from 0; and
 * perf_x86_topdown_clear() clears both registers after each reading.
 *
 * An event of a metric has no counter, so perf_x86_start() starts none. PERF_X86_METRIC and the
 * numbers after it stand for the metrics in perf_assignment::used and perf_x86_cpu::owner, which
 * say what to update. They are never in perf_x86_cpu::running.
 *
 * perf_x86_topdown_count() disables the PMU, unless an NMI's handler or the core has. A late NMI
 * may still come in between, whose handler reads the events of a group: PERF_HES_UPTODATE in the
 * state of the slots' event makes it use the last count.
 *
 * Owns: extra_enable of struct perf_x86_cpu on PMUs with the feature. Locks: none.
 * Context: that of the operations of struct perf_x86_feature.
 *
 * Hardware facts: Intel SDM volume 3, "Performance Metrics" and "Fixed-function Performance
 * Counters"; volume 4, IA32_PERF_CAPABILITIES (bit 15), IA32_PERF_GLOBAL_CTRL and _STATUS (bit 48).
 */
#include <linux/math64.h>
#include <linux/perf_event.h>

#include <asm/cpufeature.h>
#include <asm/msr.h>
#include <asm/processor.h>

#include "count.h"
#include "hw.h"
#include "hybrid.h"
#include "topdown.h"

#define PERF_X86_SLOTS		(INTEL_PMC_IDX_FIXED + 3)
#define PERF_X86_SLOTS_CODE	0x0400
#define PERF_X86_METRIC_UMASK	0x80
#define PERF_X86_METRICS_MAX	8
#define PERF_X86_METRICS	(GENMASK_ULL(PERF_X86_METRICS_MAX - 1, 0) << PERF_X86_METRIC)

/* In the global control register: MSR_PERF_METRICS counts; in the status: it has overflowed. */
#define PERF_X86_METRICS_ON	BIT_ULL(48)

/* A share of all slots. */
#define PERF_X86_WHOLE		255

/* An event's code, with all bits that make another event of it. */
static u64 perf_x86_topdown_code(const struct perf_event *event)
{
	return event->hw.config & ~(ARCH_PERFMON_EVENTSEL_USR | ARCH_PERFMON_EVENTSEL_OS |
				    ARCH_PERFMON_EVENTSEL_INT);
}

static bool perf_x86_is_metric(u64 code)
{
	const u64 umask = (code & ARCH_PERFMON_EVENTSEL_UMASK) >> 8;

	return !(code & ARCH_PERFMON_EVENTSEL_EVENT) && umask >= PERF_X86_METRIC_UMASK &&
	       umask < PERF_X86_METRIC_UMASK + PERF_X86_METRICS_MAX;
}

/* Slots that sample are an event like any other, which leads no metrics. */
static bool perf_x86_topdown_asks(struct perf_event *event)
{
	u64 code = perf_x86_topdown_code(event);

	return perf_x86_is_metric(code) ||
	       (code == PERF_X86_SLOTS_CODE && !is_sampling_event(event));
}

static bool perf_x86_leads_metrics(const struct perf_event *leader, const struct perf_event *event)
{
	return leader != event && leader->pmu == event->pmu &&
	       (leader->hw.flags & PERF_X86_EVENT_TOPDOWN) &&
	       !(leader->hw.flags & PERF_X86_EVENT_METRIC);
}

/* PERF_EV_CAP_SIBLING: without its leader the event counts nothing. */
static int perf_x86_topdown_setup(struct perf_event *event)
{
	u64 code = perf_x86_topdown_code(event);
	unsigned int metric = ((code & ARCH_PERFMON_EVENTSEL_UMASK) >> 8) - PERF_X86_METRIC_UMASK;

	if (code == PERF_X86_SLOTS_CODE)
		return 0;
	if (code & ~ARCH_PERFMON_EVENTSEL_UMASK || metric >= perf_x86_pmu(event)->metrics ||
	    is_sampling_event(event) || !perf_x86_leads_metrics(event->group_leader, event))
		return -EINVAL;
	event->hw.flags |= PERF_X86_EVENT_METRIC;
	event->hw.flags &= ~PERF_EVENT_FLAG_USER_READ_CNT;
	event->event_caps |= PERF_EV_CAP_SIBLING;
	perf_x86_set_allowed(event, BIT_ULL(PERF_X86_METRIC + metric));
	return 0;
}

/* The metrics whose events have been added. */
static u64 perf_x86_topdown_metrics(const struct perf_x86_cpu *cpu)
{
	return cpu->assignment.used & PERF_X86_METRICS;
}

/* Set both registers to 0; the counter comes first. */
static void perf_x86_topdown_clear(struct perf_x86_cpu *cpu, struct perf_event *slots)
{
	perf_x86_hw_set(cpu->pmu, slots->hw.event_base, 0);
	perf_x86_wrmsr(cpu->pmu, MSR_PERF_METRICS, 0);
	local64_set(&slots->hw.prev_count, 0);
}

/*
 * Update the events of the slots and of @metrics; @carry is what the counter has wrapped by. The
 * counters are disabled.
 */
static void perf_x86_topdown_count(struct perf_x86_cpu *cpu, u64 metrics, u64 carry)
{
	struct perf_event *slots = cpu->owner[PERF_X86_SLOTS];
	const u64 mask = perf_x86_value_mask(cpu->pmu);
	unsigned int counter;
	u64 shares, before, total;

	if (slots->hw.state & PERF_HES_UPTODATE)
		return; /* an NMI during this */
	slots->hw.state |= PERF_HES_UPTODATE;
	barrier(); /* from here on perf_x86_read() leaves the counter alone */
	shares = perf_x86_rdmsr(cpu->pmu, MSR_PERF_METRICS);
	before = local64_read(&slots->hw.prev_count) & mask;
	total = perf_x86_update(slots) & mask;
	/* The counter began with 0, so it has more to count than perf_x86_update() can see. */
	if (total >= before)
		local64_add(carry, &slots->count);
	total += carry;
	perf_x86_topdown_clear(cpu, slots);
	perf_x86_for_each_counter(counter, metrics) {
		u8 share = shares >> 8 * (counter - PERF_X86_METRIC);

		local64_add(mul_u64_u32_div(total, share, PERF_X86_WHOLE),
			    &cpu->owner[counter]->count);
	}
	barrier(); /* an NMI must find the cleared registers */
	slots->hw.state &= ~PERF_HES_UPTODATE;
	perf_event_update_userpage(slots);
}

/* Do the registers count for events of this feature? */
static bool perf_x86_topdown_counts(const struct perf_x86_cpu *cpu)
{
	const struct perf_event *slots = cpu->owner[PERF_X86_SLOTS];

	return (cpu->running & BIT_ULL(PERF_X86_SLOTS)) &&
	       (slots->hw.flags & PERF_X86_EVENT_TOPDOWN);
}

static void perf_x86_topdown_update_metrics(struct perf_x86_cpu *cpu, u64 metrics)
{
	const bool enabled = cpu->enabled;

	if (!perf_x86_topdown_counts(cpu))
		return;
	if (enabled)
		perf_pmu_disable(&cpu->pmu->pmu);
	perf_x86_topdown_count(cpu, metrics, 0);
	if (enabled)
		perf_pmu_enable(&cpu->pmu->pmu);
}

static void perf_x86_topdown_update(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	u64 metrics = perf_x86_topdown_metrics(cpu);

	if (metrics)
		perf_x86_topdown_update_metrics(cpu, metrics);
}

/* The slots may count already, alone or with other metrics: the interval begins again. */
static void perf_x86_topdown_add(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	struct hw_perf_event *hw = &event->hw;

	if (!(hw->flags & PERF_X86_EVENT_METRIC))
		return;
	/* perf_x86_update() reads a counter and adds nothing. */
	hw->event_base = perf_x86_hw_counter_msr(cpu->pmu, PERF_X86_SLOTS);
	hw->event_base_rdpmc = perf_x86_hw_rdpmc_operand(PERF_X86_SLOTS);
	perf_x86_topdown_update_metrics(cpu, perf_x86_topdown_metrics(cpu) & ~BIT_ULL(hw->idx));
	cpu->extra_enable |= PERF_X86_METRICS_ON;
}

/* perf_x86_release_counter() has cleared the owner already. */
static void perf_x86_topdown_del(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	u64 bit = BIT_ULL(event->hw.idx);

	if (!(event->hw.flags & PERF_X86_EVENT_METRIC))
		return;
	cpu->dirty &= ~bit;
	cpu->owner[event->hw.idx] = event;
	perf_x86_topdown_update_metrics(cpu, perf_x86_topdown_metrics(cpu));
	cpu->owner[event->hw.idx] = NULL;
	if (perf_x86_topdown_metrics(cpu) == bit)
		cpu->extra_enable &= ~PERF_X86_METRICS_ON;
}

static void perf_x86_topdown_start(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	if (!(event->hw.flags & PERF_X86_EVENT_METRIC))
		perf_x86_topdown_clear(cpu, event);
}

static void perf_x86_topdown_stop(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	u64 metrics = perf_x86_topdown_metrics(cpu);

	if (metrics && !(event->hw.flags & PERF_X86_EVENT_METRIC))
		perf_x86_topdown_count(cpu, metrics, 0);
}

/* The slots' counter has wrapped: nothing has been read for hours. */
static u64 perf_x86_topdown_overflow(struct perf_x86_cpu *cpu, u64 status, struct pt_regs *regs)
{
	const u64 wrapped = status & BIT_ULL(PERF_X86_SLOTS);
	const u64 carry = wrapped ? perf_x86_value_mask(cpu->pmu) + 1 : 0;

	if (!perf_x86_topdown_counts(cpu))
		return status;
	if (wrapped || status & PERF_X86_METRICS_ON)
		perf_x86_topdown_count(cpu, perf_x86_topdown_metrics(cpu), carry);
	return status & ~BIT_ULL(PERF_X86_SLOTS);
}

/* Firmware may have left a value. */
static void perf_x86_topdown_reset(struct perf_x86_cpu *cpu)
{
	perf_x86_wrmsr(cpu->pmu, MSR_PERF_METRICS, 0);
}

/* Events of issue slots and of their parts; the others' fields of samples are not concerned. */
const struct perf_x86_feature perf_x86_topdown = {
	.status		= PERF_X86_METRICS_ON,
	.asks		= perf_x86_topdown_asks,
	.setup		= perf_x86_topdown_setup,
	.add		= perf_x86_topdown_add,
	.del		= perf_x86_topdown_del,
	.start		= perf_x86_topdown_start,
	.stop		= perf_x86_topdown_stop,
	.overflow	= perf_x86_topdown_overflow,
	.update		= perf_x86_topdown_update,
	.reset		= perf_x86_topdown_reset,
};

/**
 * perf_x86_topdown_probe - detect top-down metrics
 * @pmu: its model and counters are known; the row of @pmu->features is filled in
 * @cpu: the processor of this CPU
 *
 * Context: boot, or a CPU that comes up.
 */
void perf_x86_topdown_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	u64 capabilities;

	if (!pmu->metrics || !(pmu->counters & BIT_ULL(PERF_X86_SLOTS)) ||
	    !cpu_has(cpu, X86_FEATURE_PDCM) ||
	    rdmsrl_safe(MSR_IA32_PERF_CAPABILITIES, &capabilities) ||
	    !(capabilities & BIT_ULL(PERF_CAP_METRICS_IDX)))
		return;
	pmu->features[PERF_X86_TOPDOWN] = &perf_x86_topdown;
}
