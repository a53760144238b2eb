// SPDX-License-Identifier: GPL-2.0
/*
 * Having the hardware count what the events of a CPU ask for.
 *
 * The registers are a function of the events that run: they are computed anew when that
 * set is another one, and written when counting goes on; also if nobody counted meanwhile,
 * for then the hypervisor need not keep them. A counter without a running event
 * is frozen in all modes, or at least has none selected, and holds zero: one past its end
 * would interrupt for ever.
 *
 * Owns: running, kept, computed, regs and loaded of struct perf_power_cpu, state of events.
 * No locks.
 * Context: on the CPU, IRQs off, or its interrupt.
 */
#include <linux/perf_event.h>

#include <asm/pmc.h>
#include <asm/reg.h>

#include "count.h"
#include "hw.h"
#include "poll.h"
#include "program.h"

static void perf_power_compute(struct perf_power_cpu *cpu)
{
	bool kernel_is_hv = mfmsr() & MSR_HV;
	unsigned int counter;

	perf_power_regs_begin(cpu->model, &cpu->regs);
	for (counter = 0; counter < cpu->model->counters; counter++) {
		if (cpu->running & BIT(counter))
			perf_power_regs_add(cpu->model, &cpu->regs, &cpu->attrs[counter], counter,
					    kernel_is_hv);
		else
			perf_power_regs_idle(cpu->model, &cpu->regs, counter, kernel_is_hv);
	}
	cpu->computed = cpu->running;
	cpu->stale = false;
	cpu->loaded = false;
}

/*
 * An interrupt that was due when the PMU was disabled has been dropped, but what it was
 * for can be seen.
 */
static bool perf_power_overflow_pending(const struct perf_power_cpu *cpu)
{
	unsigned long running = cpu->running & cpu->kept & ~cpu->model->free_running;
	unsigned int counter;

	for_each_set_bit(counter, &running, PERF_POWER_COUNTERS) {
		if (perf_power_read_pmc(counter) & PERF_PMC_OVERFLOWED)
			return true;
	}
	return false;
}

/* Once a CPU: the hypervisor has to be asked for counters, and to keep them. */
static void perf_power_prepare(struct perf_power_cpu *cpu)
{
	if (!cpu->prepared)
		ppc_enable_pmcs();
	cpu->prepared = true;
}

/**
 * perf_power_freeze() - stop counting
 * @cpu: this CPU, where some event counts
 */
void perf_power_freeze(struct perf_power_cpu *cpu)
{
	cpu->kept = cpu->running;
	perf_power_freeze_all();
}

/**
 * perf_power_pause() - stop counting, to change what is counted
 * @cpu: this CPU
 *
 * Does nothing to a PMU that is disabled, and so stopped.
 */
void perf_power_pause(struct perf_power_cpu *cpu)
{
	if (cpu->enabled)
		perf_power_freeze(cpu);
}

/**
 * perf_power_resume() - count what @cpu->running says
 * @cpu: this CPU
 *
 * Does nothing to a PMU that is disabled.
 */
void perf_power_resume(struct perf_power_cpu *cpu)
{
	if (!cpu->enabled)
		return;
	ppc_set_pmu_inuse(!!cpu->running);
	if (!cpu->running) {
		cpu->loaded = false;
		return;
	}
	perf_power_prepare(cpu);
	if (cpu->stale || cpu->computed != cpu->running)
		perf_power_compute(cpu);
	if (!cpu->loaded) {
		perf_power_load(cpu->model, &cpu->regs);
		cpu->loaded = true;
	}
	perf_power_run(cpu->regs.mmcr0, perf_power_overflow_pending(cpu));
}

/**
 * perf_power_go() - an event begins to count
 * @cpu:   this CPU, paused
 * @event: has a counter
 */
void perf_power_go(struct perf_power_cpu *cpu, struct perf_event *event)
{
	perf_power_begin_period(event);
	event->hw.state = 0;
	__set_bit(event->hw.idx, &cpu->running);
	__clear_bit(event->hw.idx, &cpu->pending);
	__clear_bit(event->hw.idx, &cpu->kept);
	if (cpu->model->free_running & BIT(event->hw.idx))
		perf_power_poll_begin();
	perf_event_update_userpage(event);
}

/**
 * perf_power_halt() - an event ceases to count
 * @cpu:   this CPU, paused
 * @event: counts
 */
void perf_power_halt(struct perf_power_cpu *cpu, struct perf_event *event)
{
	cpu->running &= ~BIT(event->hw.idx);
	perf_power_update(event);
	perf_power_write_pmc(event->hw.idx, 0);
	event->hw.state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}
