// SPDX-License-Identifier: GPL-2.0
/*
 * perf_x86_handle_overflows(): the NMI handler for counters that have overflowed.
 *
 * With a global status register, its bits are the counters that have overflowed.
 * perf_x86_handle_by_status() stops counting meanwhile, so no new overflow can come between
 * the acknowledgment and unmasking the local APIC's entry. Without such a register,
 * perf_x86_handle_by_reading() reads all running counters while counting goes on, and a later
 * overflow brings the next NMI. Then one NMI may find two overflows, or
 * perf_x86_stop_counter() may find one, and an NMI already on its way finds none.
 * perf_x86_expect_spurious() records that such an NMI may come: the handler claims it, once,
 * and only for PERF_X86_SPURIOUS_JIFFIES, so as not to claim NMIs from other sources.
 *
 * AMD's local APIC does not mask the entry: each overflow has its own NMI, and they may be
 * late. After an overflow the handler claims all NMIs of PERF_X86_LATE_JIFFIES, since the
 * number of those on their way is not known.
 *
 * Owns: spurious and spurious_until of struct perf_x86_cpu. Locks: none.
 * Context: NMI, but perf_x86_stop_counter(): on the CPU, IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, "Performance Monitoring" (global status and its
 * acknowledgment), "Local Vector Table" (the counters' entry is masked by delivery);
 * AMD APM volume 2, "Performance Monitoring Counters", "Detecting Overflow".
 */
#include <linux/jiffies.h>

#include "access.h"
#include "count.h"
#include "feature.h"
#include "hw.h"
#include "nmi.h"
#include "p4.h"

/* After so many rounds with new status bits, perf_x86_give_up() treats the hardware as broken. */
#define PERF_X86_MOST_ROUNDS	64

/* An NMI arrives within microseconds; a hypervisor may delay it. */
#define PERF_X86_SPURIOUS_JIFFIES	max(HZ / 50, 1)

/* Late NMIs of AMD's processors come within 100 ms. */
#define PERF_X86_LATE_JIFFIES		max(HZ / 10, 1)

/* "Condition changed": a flag of the register, not of a counter. */
#define PERF_X86_STATUS_CHANGED	BIT_ULL(63)

/* Expect an NMI whose overflow perf_x86_overflows() has already handled. */
static void perf_x86_expect_spurious(struct perf_x86_cpu *cpu)
{
	const bool late = cpu->pmu->regs.late_nmis;

	cpu->spurious_until = jiffies + (late ? PERF_X86_LATE_JIFFIES : PERF_X86_SPURIOUS_JIFFIES);
	cpu->spurious = true;
}

/**
 * perf_x86_stop_counter - stop an event's counter, which may have overflowed meanwhile
 * @cpu:   this CPU
 * @event: its counter runs
 *
 * Without a global status, the NMI of such an overflow may arrive as soon as @cpu->running
 * lacks the counter. So @cpu->stopping is set before the counter is stopped; an NMI that the
 * handler claims for it resets it.
 */
void perf_x86_stop_counter(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	const bool outer = cpu->stopping; /* in an NMI */
	bool overflowed;

	cpu->stopping = !perf_x86_has_global(cpu->pmu);
	barrier(); /* an NMI may come as soon as cpu->running changes */
	perf_x86_hw_stop(cpu, event->hw.idx);
	if (unlikely(perf_x86_has_features(event)))
		perf_x86_features_stop(cpu, event);
	event->hw.state |= PERF_HES_STOPPED;
	overflowed = perf_x86_has_overflowed(perf_x86_update_stopped(event));
	if (cpu->stopping && overflowed)
		perf_x86_expect_spurious(cpu);
	barrier(); /* between the two the handler would find neither */
	cpu->stopping = outer;
}

/**
 * perf_x86_rearm - go on with a period whose overflow may have lost its interrupt
 * @cpu:   this CPU; counting is disabled, or the counter is about to be handled again
 * @event: its counter runs
 *
 * A counter past its overflow would not interrupt before it has counted all its range. It is set
 * to the rest of the period, at least one occurrence. The interrupt may be late instead of lost,
 * and finds nothing then.
 */
void perf_x86_rearm(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	if (likely(!perf_x86_has_overflowed(perf_x86_update(event))))
		return;
	perf_x86_expect_spurious(cpu);
	if (local64_read(&event->hw.period_left) <= 0)
		local64_set(&event->hw.period_left, 1);
	perf_x86_begin_period(event);
	perf_event_update_userpage(event);
}

static bool perf_x86_spurious_expected(struct perf_x86_cpu *cpu)
{
	bool expected = cpu->spurious && time_before_eq(jiffies, cpu->spurious_until);

	if (cpu->stopping) {
		cpu->stopping = false;
		return true;
	}
	if (!expected || !cpu->pmu->regs.late_nmis)
		cpu->spurious = false;
	return expected;
}

/* Begin @event's next period, sample, and stop the counter if the core says so. */
static void perf_x86_overflow(struct perf_x86_cpu *cpu, struct perf_event *event,
			      struct pt_regs *regs)
{
	struct perf_sample_data data;
	bool ended;

	perf_sample_data_init(&data, 0, event->hw.last_period);
	ended = perf_x86_begin_period(event);
	perf_event_update_userpage(event);
	if (!ended)
		return; /* only a part of a long period */
	if (unlikely(perf_x86_has_features(event)))
		perf_x86_features_sample(cpu, event, &data, regs);
	if (!perf_event_overflow(event, &data, regs))
		return;
	perf_x86_stop_counter(cpu, event);
	event->hw.state |= PERF_HES_UPTODATE;
	perf_event_update_userpage(event);
}

/* Handle each of @counters that has overflowed. Return: how many have. */
static int perf_x86_overflows(struct perf_x86_cpu *cpu, u64 counters, struct pt_regs *regs)
{
	const bool hold = unlikely(perf_x86_is_p4(cpu->pmu));
	struct perf_event *event;
	unsigned int counter;
	int found = 0;

	perf_x86_for_each_counter(counter, counters & cpu->running) {
		event = cpu->owner[counter];
		if (!perf_x86_has_overflowed(perf_x86_update(event)))
			continue;
		found++;
		if (hold) {
			perf_x86_p4_hold(cpu, counter);
			perf_x86_update(event);
		}
		perf_x86_overflow(cpu, event, regs);
		if (hold)
			perf_x86_p4_resume(cpu, counter);
	}
	return found;
}

/*
 * The status does not clear: update event->count of all events, then start all counters at
 * -max_period, rather than loop for ever.
 */
static void perf_x86_give_up(struct perf_x86_cpu *cpu)
{
	const s64 start = -cpu->pmu->max_period;
	unsigned int counter;

	pr_warn_once("perf: counter overflows that cannot be acknowledged: %s\n",
		     cpu->pmu->name);
	perf_x86_for_each_counter(counter, cpu->running) {
		struct perf_event *event = cpu->owner[counter];

		perf_x86_update(event);
		local64_set(&event->hw.prev_count, start);
		perf_x86_hw_set_event(cpu->pmu, event, start);
		perf_event_update_userpage(event);
	}
}

static void perf_x86_acknowledge(const struct perf_x86_cpu *cpu, u64 status)
{
	const struct perf_x86_pmu *pmu = cpu->pmu;

	if (unlikely(pmu->regs.ack_running))
		perf_x86_wrmsr(pmu, pmu->regs.global_ctrl, cpu->running);
	perf_x86_wrmsr(pmu, pmu->regs.global_ack, status);
	if (unlikely(pmu->regs.ack_running))
		perf_x86_wrmsr(pmu, pmu->regs.global_ctrl, 0);
}

static int perf_x86_handle_by_status(struct perf_x86_cpu *cpu, struct pt_regs *regs)
{
	const struct perf_x86_pmu *pmu = cpu->pmu;
	const bool enabled = cpu->enabled;
	int rounds = 0, found = 0;
	u64 status;

	perf_x86_hw_disable_all(cpu);
	cpu->enabled = false;
	while ((status = perf_x86_hw_status(pmu))) {
		perf_x86_acknowledge(cpu, status);
		status &= ~PERF_X86_STATUS_CHANGED;
		found += hweight64(status);
		if (unlikely(cpu->features))
			status = perf_x86_features_overflow(cpu, status, regs);
		perf_x86_overflows(cpu, status, regs);
		if (++rounds == PERF_X86_MOST_ROUNDS) {
			perf_x86_give_up(cpu);
			break;
		}
	}
	/* Also if another source's NMI came first, and the counters' NMI will find nothing. */
	perf_x86_unmask_nmi(pmu);
	cpu->enabled = enabled;
	if (enabled)
		perf_x86_hw_enable_all(cpu);
	if (!found)
		return perf_x86_spurious_expected(cpu);
	if (pmu->regs.late_nmis)
		perf_x86_expect_spurious(cpu);
	return found;
}

static int perf_x86_handle_by_reading(struct perf_x86_cpu *cpu, struct pt_regs *regs)
{
	u64 counters = cpu->running;
	int found;

	perf_x86_unmask_nmi(cpu->pmu);
	if (unlikely(cpu->features))
		counters = perf_x86_features_overflow(cpu, counters, regs);
	found = perf_x86_overflows(cpu, counters, regs);
	if (unlikely(cpu->features) && cpu->enabled)
		perf_x86_features_enable_all(cpu);
	if (!found)
		return perf_x86_spurious_expected(cpu);
	if (found > 1 || cpu->pmu->regs.late_nmis)
		perf_x86_expect_spurious(cpu);
	return found;
}

/*
 * Pentium 4: an overflow that is not acknowledged interrupts again as soon as APIC_LVTPC is
 * unmasked, and an interrupt before that is lost. So perf_x86_unmask_nmi() follows the first
 * check of all counters. An overflow found by the second check has an NMI on its way.
 */
static int perf_x86_handle_by_flag(struct perf_x86_cpu *cpu, struct pt_regs *regs)
{
	int found = perf_x86_overflows(cpu, cpu->running, regs), late;

	perf_x86_unmask_nmi(cpu->pmu);
	late = perf_x86_overflows(cpu, cpu->running, regs);
	if (late)
		perf_x86_expect_spurious(cpu);
	if (!found && !late)
		return perf_x86_spurious_expected(cpu);
	return found + late;
}

/**
 * perf_x86_handle_overflows - handle the counters that have overflowed
 * @pmu:  the PMU of this CPU
 * @regs: registers of the interrupted code
 *
 * Context: NMI.
 * Return: number of overflows, or 1 for an expected spurious NMI; 0 for another source's NMI.
 */
int perf_x86_handle_overflows(struct perf_x86_pmu *pmu, struct pt_regs *regs)
{
	struct perf_x86_cpu *cpu = this_cpu_ptr(pmu->cpu);

	if (likely(perf_x86_has_global(pmu)))
		return perf_x86_handle_by_status(cpu, regs);
	if (unlikely(perf_x86_is_p4(pmu)))
		return perf_x86_handle_by_flag(cpu, regs);
	return perf_x86_handle_by_reading(cpu, regs);
}
