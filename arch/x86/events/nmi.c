// SPDX-License-Identifier: GPL-2.0
/*
 * Counters that have overflowed: whose they were, and what is done about it.
 *
 * With a global status register the hardware says which. Counting is stopped meanwhile,
 * so nothing new can come between acknowledging and letting the local APIC deliver
 * again; but AMD's does not wait for that. Without one, whoever counts past its end is
 * found by looking; counting goes on, and what overflows meanwhile brings the next NMI.
 * Then it can be that two overflows are found in one NMI, or one by stopping the counter,
 * be it in the NMI, and that an NMI which was on its way finds none. Such an NMI is *owed*:
 * it is taken as ours, once, and only for a short time, since an NMI of somebody else must
 * not be taken for it.
 *
 * Owns: owed and owed_until of struct perf_x86_cpu. No locks.
 * Context: NMI, but perf_x86_stop_counter(): on the CPU, IRQs off, or NMI.
 *
 * Hardware facts: Intel SDM volume 3, "Performance Monitoring" (global status and its
 * acknowledgment), "Local Vector Table" (the counters' entry is masked by delivery);
 * AMD APM volume 2, "Performance Monitoring Counters", "Detecting Overflow".
 */
#include <linux/jiffies.h>

#include <asm/apic.h>
#include <asm/hardirq.h>

#include "access.h"
#include "count.h"
#include "hw.h"
#include "nmi.h"

/* How often the status may come back before something is wrong with it. */
#define PERF_X86_MOST_ROUNDS	64

/* An NMI arrives in microseconds; this is for a hypervisor that takes its time. */
#define PERF_X86_OWED_JIFFIES	max(HZ / 50, 1)

/* "Condition changed": a flag of the register, not of a counter. */
#define PERF_X86_STATUS_CHANGED	BIT_ULL(63)

#ifdef CONFIG_X86_LOCAL_APIC
/**
 * perf_x86_lapic_accept - let the counters' interrupt in, as an NMI
 *
 * Context: any with IRQs off.
 */
void perf_x86_lapic_accept(void)
{
	apic_write(APIC_LVTPC, APIC_DM_NMI);
}

/**
 * perf_x86_lapic_count - count an interrupt of the counters, for /proc/interrupts
 *
 * Context: NMI.
 */
void perf_x86_lapic_count(void)
{
	inc_irq_stat(apic_perf_irqs);
}
#endif

/* An NMI may be on its way whose reason is gone by then. */
static void perf_x86_owe_nmi(struct perf_x86_cpu *cpu)
{
	cpu->owed_until = jiffies + PERF_X86_OWED_JIFFIES;
	cpu->owed = true;
}

/**
 * perf_x86_stop_counter - an event's counter stops; it may do so having overflowed again
 * @cpu:   this CPU
 * @event: its counter runs
 *
 * Where no status keeps it, the overflow's NMI is on its way, and may come as soon as the
 * counter is no longer one that runs: so that it is owed is said before.
 */
void perf_x86_stop_counter(struct perf_x86_cpu *cpu, struct perf_event *event)
{
	const bool latched = cpu->unit->regs.gate != PERF_X86_GATE_GLOBAL, owed = cpu->owed;

	if (latched)
		perf_x86_owe_nmi(cpu);
	barrier(); /* an NMI from here on may find that it does not run */
	perf_x86_hw_stop(cpu, event->hw.idx);
	event->hw.state |= PERF_HES_STOPPED;
	if (!perf_x86_has_overflowed(perf_x86_update(event)) && latched && !owed)
		cpu->owed = false;
}

static bool perf_x86_nmi_was_owed(struct perf_x86_cpu *cpu)
{
	bool owed = cpu->owed && time_before_eq(jiffies, cpu->owed_until);

	cpu->owed = false;
	return owed;
}

/* The counter of an event has overflowed: return to counting or not. */
static void perf_x86_overflow(struct perf_x86_cpu *cpu, struct perf_event *event,
			      struct pt_regs *regs)
{
	struct perf_sample_data data;
	bool ended;

	perf_sample_data_init(&data, 0, event->hw.last_period);
	ended = perf_x86_begin_period(event);
	perf_event_update_userpage(event);
	if (!ended)
		return; /* only a piece of a long one */
	if (!perf_event_overflow(event, &data, regs))
		return;
	perf_x86_stop_counter(cpu, event);
	event->hw.state |= PERF_HES_UPTODATE;
	perf_event_update_userpage(event);
}

/* How many of some counters have overflowed; each of them is dealt with. */
static int perf_x86_overflows(struct perf_x86_cpu *cpu, u64 counters, struct pt_regs *regs)
{
	const bool hold = perf_x86_must_hold(cpu->unit);
	struct perf_event *event;
	unsigned int counter;
	int found = 0;

	perf_x86_for_each_counter(counter, counters & cpu->running) {
		event = cpu->owner[counter];
		if (!perf_x86_has_overflowed(perf_x86_update(event)))
			continue;
		found++;
		if (hold) {
			perf_x86_hw_hold(cpu, counter);
			perf_x86_update(event);
		}
		perf_x86_overflow(cpu, event, regs);
		if (hold)
			perf_x86_hw_release(cpu, counter);
	}
	return found;
}

static void perf_x86_let_nmi_in(const struct perf_x86_unit *unit)
{
	if (!unit->soft)
		perf_x86_lapic_accept();
}

/*
 * The hardware does not stop telling: set all of it far from its end, rather than stop the
 * machine. What they have counted is taken first.
 */
static void perf_x86_give_up(struct perf_x86_cpu *cpu)
{
	const s64 start = -cpu->unit->max_period;
	unsigned int counter;

	pr_warn_once("perf: counter overflows that cannot be acknowledged: %s\n",
		     cpu->unit->name);
	perf_x86_for_each_counter(counter, cpu->running) {
		struct perf_event *event = cpu->owner[counter];

		perf_x86_update(event);
		local64_set(&event->hw.prev_count, start);
		perf_x86_hw_write(cpu->unit, counter, start);
		perf_event_update_userpage(event);
	}
}

static void perf_x86_acknowledge(const struct perf_x86_cpu *cpu, u64 status)
{
	const struct perf_x86_unit *unit = cpu->unit;

	if (unlikely(unit->regs.ack_running))
		perf_x86_wrmsr(unit, unit->regs.global_ctrl, cpu->running);
	perf_x86_wrmsr(unit, unit->regs.global_ack, status);
	if (unlikely(unit->regs.ack_running))
		perf_x86_wrmsr(unit, unit->regs.global_ctrl, 0);
}

static int perf_x86_handle_by_status(struct perf_x86_cpu *cpu, struct pt_regs *regs)
{
	const struct perf_x86_unit *unit = cpu->unit;
	const bool enabled = cpu->enabled;
	int rounds = 0, found = 0;
	u64 status;

	perf_x86_hw_stop_all(cpu);
	cpu->enabled = false;
	while ((status = perf_x86_hw_status(unit))) {
		perf_x86_acknowledge(cpu, status);
		status &= ~PERF_X86_STATUS_CHANGED;
		found += hweight64(status);
		perf_x86_overflows(cpu, status, regs);
		if (++rounds == PERF_X86_MOST_ROUNDS) {
			perf_x86_give_up(cpu);
			break;
		}
	}
	/* Also if somebody else's NMI has led here before ours, which then finds nothing. */
	perf_x86_let_nmi_in(unit);
	cpu->enabled = enabled;
	if (enabled)
		perf_x86_hw_run_all(cpu);
	if (!found)
		return perf_x86_nmi_was_owed(cpu);
	if (found > 1 && unit->regs.late_nmis)
		perf_x86_owe_nmi(cpu);
	return found;
}

static int perf_x86_handle_by_looking(struct perf_x86_cpu *cpu, struct pt_regs *regs)
{
	int found;

	perf_x86_let_nmi_in(cpu->unit);
	found = perf_x86_overflows(cpu, cpu->running, regs);
	if (!found)
		return perf_x86_nmi_was_owed(cpu);
	if (found > 1)
		perf_x86_owe_nmi(cpu);
	return found;
}

/*
 * Pentium 4: an overflow that is not acknowledged asks again as soon as the NMI is let in, and
 * one that comes before is lost. So that is done last, and then looked once more; what is
 * found then has its NMI on the way.
 */
static int perf_x86_handle_by_flag(struct perf_x86_cpu *cpu, struct pt_regs *regs)
{
	int found = perf_x86_overflows(cpu, cpu->running, regs), late;

	perf_x86_let_nmi_in(cpu->unit);
	late = perf_x86_overflows(cpu, cpu->running, regs);
	if (late)
		perf_x86_owe_nmi(cpu);
	if (!found && !late)
		return perf_x86_nmi_was_owed(cpu);
	return found + late;
}

static int perf_x86_handle(struct perf_x86_cpu *cpu, struct pt_regs *regs)
{
	switch (cpu->unit->regs.gate) {
	case PERF_X86_GATE_GLOBAL:
		return perf_x86_handle_by_status(cpu, regs);
	case PERF_X86_GATE_ESCR:
		return perf_x86_handle_by_flag(cpu, regs);
	default:
		return perf_x86_handle_by_looking(cpu, regs);
	}
}

/**
 * perf_x86_handle_overflows - a counter may have overflowed
 * @unit: the PMU of this CPU
 * @regs: what was interrupted
 *
 * Context: NMI.
 * Return: how many have; 0 means that the NMI was somebody else's.
 */
int perf_x86_handle_overflows(struct perf_x86_unit *unit, struct pt_regs *regs)
{
	int found = perf_x86_handle(this_cpu_ptr(unit->cpu), regs);

	if (found && !unit->soft)
		perf_x86_lapic_count();
	return found;
}
