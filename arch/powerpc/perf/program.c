// SPDX-License-Identifier: GPL-2.0
/*
 * Programming the hardware to count the events of a CPU.
 *
 * perf_power_compute_regs() derives the control registers from the running events when that set
 * changes. perf_power_resume() writes them when they have changed, and also when no counter ran
 * since, because the hypervisor need not preserve them then. perf_power_regs_idle() freezes a
 * counter without a running event in all modes, or at least selects no event for it, and
 * perf_power_counter_stop() clears it: a counter past its end would interrupt forever.
 *
 * Owns: running, kept, computed, regs and loaded of struct perf_power_cpu, state of events.
 * No locks.
 * Context: on the CPU, IRQs off, or its interrupt.
 */
#include <linux/perf_event.h>

#include <asm/pmc.h>
#include <asm/reg.h>

#include "count.h"
#include "ebb.h"
#include "hw.h"
#include "pmc.h"
#include "poll.h"
#include "program.h"

static void perf_power_compute_regs(struct perf_power_cpu *cpu)
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

/* perf_power_freeze() dropped an interrupt that was due; its counter still holds the overflow. */
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

/*
 * Once per CPU: ppc_enable_pmcs() requests counters, and their preservation, from the hypervisor.
 */
static void perf_power_prepare(struct perf_power_cpu *cpu)
{
	if (!cpu->prepared)
		ppc_enable_pmcs();
	cpu->prepared = true;
}

/**
 * perf_power_freeze() - stop counting
 * @cpu: this CPU, with a running counter
 */
void perf_power_freeze(struct perf_power_cpu *cpu)
{
	cpu->kept = cpu->running;
	perf_power_freeze_all();
	if (unlikely(cpu->ebb))
		perf_power_ebb_save(cpu);
}

/**
 * perf_power_pause() - stop counting, to change the events
 * @cpu: this CPU
 *
 * With @cpu->enabled clear, the counters are stopped already.
 */
void perf_power_pause(struct perf_power_cpu *cpu)
{
	if (cpu->enabled)
		perf_power_freeze(cpu);
}

/**
 * perf_power_resume() - count the events of @cpu->running
 * @cpu: this CPU
 *
 * With @cpu->enabled clear, the counters stay stopped.
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
		perf_power_compute_regs(cpu);
	if (unlikely(perf_power_regs_have_ebb(&cpu->regs))) {
		perf_power_ebb_load(cpu);
		return;
	}
	if (!cpu->loaded) {
		perf_power_load_regs(cpu->model, &cpu->regs);
		cpu->loaded = true;
	}
	perf_power_unfreeze(cpu->regs.mmcr0, perf_power_overflow_pending(cpu));
}

/**
 * perf_power_counter_start() - start an event on its counter
 * @cpu:   this CPU, paused
 * @event: has a counter
 */
void perf_power_counter_start(struct perf_power_cpu *cpu, struct perf_event *event)
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
 * perf_power_counter_stop() - stop an event on its counter
 * @cpu:   this CPU, paused
 * @event: counts
 */
void perf_power_counter_stop(struct perf_power_cpu *cpu, struct perf_event *event)
{
	cpu->running &= ~BIT(event->hw.idx);
	perf_power_update(event);
	perf_power_write_pmc(event->hw.idx, 0);
	event->hw.state |= PERF_HES_STOPPED | PERF_HES_UPTODATE;
}
