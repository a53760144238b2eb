// SPDX-License-Identifier: GPL-2.0
/*
 * perf_power_interrupt(): find the counters that overflowed, and write samples.
 *
 * MMCR0_FCECE freezes all counters at the first overflow, so no new one comes while it is
 * handled. PERF_PMC_OVERFLOWED is set in a counter that has overflowed. The interrupt is an
 * ordinary one: masking interrupts in software does not delay it, but having them off in
 * hardware does; the sampling registers hold the address at the overflow.
 *
 * Owns nothing of its own. No locks. Context: the interrupt, which is like an NMI if it
 * came while interrupts were off.
 *
 * Hardware facts: Power ISA 3.1 book III, chapter "Performance Monitor Facility",
 * section on MMCR0.
 */
#include <linux/perf_event.h>

#include <asm/page.h>

#include "branch.h"
#include "count.h"
#include "hw.h"
#include "interrupt.h"
#include "pmc.h"
#include "program.h"
#include "sampled.h"

/* A sample needs an address, and with exclude_kernel none of the kernel. */
static bool perf_power_has_sample(const struct perf_event *event,
				  const struct perf_power_sampled *sampled)
{
	if (sampled->invalid)
		return false;
	return !event->attr.exclude_kernel || !sampled->use_siar ||
	       !is_kernel_addr(sampled->address);
}

static unsigned long perf_power_data_address(const struct perf_event *event,
					     const struct perf_power_sampled *sampled)
{
	if (!(event->attr.sample_type & PERF_SAMPLE_ADDR))
		return 0;
	if (event->attr.exclude_kernel && is_kernel_addr(sampled->data))
		return 0;
	return sampled->data;
}

static void perf_power_overflow_one(struct perf_power_cpu *cpu, struct perf_event *event,
				    const struct perf_power_sampled *sampled, struct pt_regs *regs)
{
	u64 period = event->hw.last_period; /* perf_power_begin_period() sets the next one */
	struct perf_sample_data data;
	int stop;

	if (!perf_power_begin_period(event))
		return; /* a piece of a longer period, or a @free_running counter */

	if (perf_power_has_sample(event, sampled)) {
		perf_sample_data_init(&data, perf_power_data_address(event, sampled), period);
		if (has_branch_stack(event))
			perf_power_branch_sample(event, &data);
		stop = perf_event_overflow(event, &data, regs);
	} else {
		stop = perf_event_account_interrupt(event);
	}
	if (!stop)
		return;
	perf_power_counter_stop(cpu, event);
}

/* Handle each running counter at or past @end. Returns true if there was one. */
static bool perf_power_overflow_all(struct perf_power_cpu *cpu, u32 end,
				    const struct perf_power_sampled *sampled, struct pt_regs *regs)
{
	unsigned int counter;
	bool found = false;

	for_each_set_bit(counter, &cpu->running, PERF_POWER_COUNTERS) {
		if (perf_power_update(cpu->owner[counter]) < end)
			continue;
		perf_power_overflow_one(cpu, cpu->owner[counter], sampled, regs);
		found = true;
	}
	return found;
}

/*
 * An idle counter that could not be frozen has gone on counting. At PERF_PMC_OVERFLOWED the
 * counter would interrupt forever.
 */
static void perf_power_clear_idle(const struct perf_power_cpu *cpu)
{
	unsigned long idle = ~cpu->running & GENMASK(cpu->model->counters - 1, 0);
	unsigned int counter;

	for_each_set_bit(counter, &idle, PERF_POWER_COUNTERS) {
		if (perf_power_read_pmc(counter) & PERF_PMC_OVERFLOWED)
			perf_power_write_pmc(counter, 0);
	}
}

/**
 * perf_power_interrupt() - handle the counters' interrupt
 * @regs: registers at the interrupt
 *
 * An interrupt without a counter past its end is no error: the kernel may have delayed the
 * interrupt and stopped the counter meanwhile; or, with @rolls_back, the processor has taken
 * back a speculative count. In the second case perf_power_begin_period() must write the counter,
 * or it would not interrupt again. With @cpu->enabled clear, the counters stay frozen.
 */
void perf_power_interrupt(struct pt_regs *regs)
{
	struct perf_power_cpu *cpu = this_cpu_ptr(&perf_power_cpu);
	const struct perf_power_model *model = cpu->model;
	struct perf_power_sampled sampled;

	if (!cpu->enabled) {
		perf_power_freeze_all();
		return;
	}
	perf_power_freeze(cpu);
	cpu->enabled = false;

	perf_power_read_sampled(cpu, regs, &sampled);
	perf_power_sampled_set(&sampled);
	if (!perf_power_overflow_all(cpu, PERF_PMC_OVERFLOWED, &sampled, regs) && model->rolls_back)
		perf_power_overflow_all(cpu, PERF_PMC_OVERFLOWED - PERF_PMC_ROLL_BACK, &sampled,
					regs);
	perf_power_sampled_clear();
	if (!model->has_207)
		perf_power_clear_idle(cpu);

	cpu->enabled = true;
	perf_power_resume(cpu);
}
