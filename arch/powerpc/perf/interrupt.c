// SPDX-License-Identifier: GPL-2.0
/*
 * Counters that have overflowed: whose they were, and where the program was.
 *
 * The first overflow freezes all counters (MMCR0[FCECE]), so nothing new comes while it
 * is dealt with; whoever overflowed has the highest bit of its counter set. The
 * interrupt is an ordinary one that the kernel cannot be kept from taking, but that it
 * may put off while it has interrupts off in hardware; the sampling registers tell
 * where it was when the counter overflowed.
 *
 * Owns nothing of its own. No locks. Context: the interrupt, which is like an NMI if it
 * came while interrupts were off.
 *
 * Hardware facts: Power ISA 3.1 book III, chapter "Performance Monitor Facility",
 * sections on MMCR0, SIAR, SDAR and SIER.
 */
#include <linux/perf_event.h>

#include <asm/hw_irq.h>
#include <asm/interrupt.h>
#include <asm/reg.h>

#include "count.h"
#include "hw.h"
#include "interrupt.h"
#include "program.h"
#include "sampled.h"

/**
 * power_pmu_wants_prompt_pmi() - is somebody counting?
 *
 * Return: true if interrupt handlers shall let the counters' interrupt in early, so
 * that they are sampled too.
 *
 * Context: interrupt, IRQs off.
 */
bool power_pmu_wants_prompt_pmi(void)
{
	return this_cpu_read(perf_power_cpu.running);
}

static unsigned long perf_sier_misc(u64 sier)
{
	if (sier & SIER_SIPR)
		return PERF_RECORD_MISC_USER;
	if ((sier & SIER_SIHV) && !(mfmsr() & MSR_HV))
		return PERF_RECORD_MISC_HYPERVISOR;
	return PERF_RECORD_MISC_KERNEL;
}

/*
 * SIAR is better than the interrupted address where the interrupt may come late: in the
 * kernel; and where an instruction was picked for sampling, wherever it was. For such an
 * instruction SIER says whether SIAR is valid; if not, there is no address to tell.
 */
static void perf_read_sampled(const struct perf_power_cpu *cpu, const struct pt_regs *regs,
			      struct perf_sampled *sampled)
{
	u64 sier = mfspr(SPRN_SIER);
	unsigned long siar = mfspr(SPRN_SIAR);
	bool marked = cpu->regs.mmcra & MMCRA_SAMPLE_ENABLE;

	*sampled = (struct perf_sampled) {
		.regs	= regs,
		.data	= sier & SIER_SDAR_VALID ? mfspr(SPRN_SDAR) : 0,
		.sier	= { sier },
		.mmcra	= mfspr(SPRN_MMCRA),
	};
	if (cpu->model->has_31) {
		sampled->sier[1] = mfspr(SPRN_SIER2);
		sampled->sier[2] = mfspr(SPRN_SIER3);
	}

	if (marked) {
		sampled->use_siar = true;
		sampled->address = sier & SIER_SIAR_VALID ? siar : 0;
		sampled->misc = perf_sier_misc(sier);
	} else if (!user_mode(regs) && siar && TRAP(regs) == INTERRUPT_PERFMON) {
		sampled->use_siar = true;
		sampled->address = siar;
		sampled->misc = perf_sier_misc(sier);
	}
}

/* Nobody who may not see the kernel shall be told an address in it. */
static bool perf_may_tell(const struct perf_event *event, const struct perf_sampled *sampled)
{
	return !event->attr.exclude_kernel || !sampled->use_siar ||
	       !is_kernel_addr(sampled->address);
}

static unsigned long perf_data_address(const struct perf_event *event,
				       const struct perf_sampled *sampled)
{
	if (!(event->attr.sample_type & PERF_SAMPLE_ADDR))
		return 0;
	if (event->attr.exclude_kernel && is_kernel_addr(sampled->data))
		return 0;
	return sampled->data;
}

/* The counter of an event has overflowed. */
static void perf_power_overflow(struct perf_power_cpu *cpu, struct perf_event *event,
				const struct perf_sampled *sampled, struct pt_regs *regs)
{
	struct perf_sample_data data;
	int stop;

	if (!perf_power_begin_period(event))
		return; /* only a piece of a long one, or of no end */

	if (perf_may_tell(event, sampled)) {
		perf_sample_data_init(&data, perf_data_address(event, sampled),
				      event->hw.last_period);
		stop = perf_event_overflow(event, &data, regs);
	} else {
		stop = perf_event_account_interrupt(event);
	}
	if (!stop)
		return;
	perf_power_halt(cpu, event);
}

/**
 * perf_power_interrupt() - handle the counters' interrupt
 * @regs: what was interrupted
 *
 * An interrupt that finds no counter past its end is not an error: the kernel may have
 * put it off, and stopped the counter meanwhile. A disabled PMU stays frozen.
 */
void perf_power_interrupt(struct pt_regs *regs)
{
	struct perf_power_cpu *cpu = this_cpu_ptr(&perf_power_cpu);
	struct perf_sampled sampled;
	unsigned int counter;

	perf_power_freeze_all();
	if (!cpu->enabled)
		return;
	cpu->enabled = false;

	perf_read_sampled(cpu, regs, &sampled);
	perf_sampled_set(&sampled);
	for_each_set_bit(counter, &cpu->running, PERF_POWER_COUNTERS) {
		if (perf_power_update(cpu->owner[counter]) & PERF_PMC_OVERFLOWED)
			perf_power_overflow(cpu, cpu->owner[counter], &sampled, regs);
	}
	perf_sampled_clear();

	cpu->enabled = true;
	perf_power_resume(cpu);
}
