// SPDX-License-Identifier: GPL-2.0
/*
 * Access to the registers of the performance monitor.
 *
 * Context: any, IRQs off, on the CPU whose registers are accessed.
 *
 * Hardware facts: Power ISA 3.1 book III, chapter "Performance Monitor Facility": a write to
 * MMCR0 that freezes the counters takes effect after a context synchronising instruction;
 * MMCR0[PMAO] is set by an alert, and writing it as 1 makes an alert, except on the first
 * POWER8s (CPU_FTR_PMAO_BUG). Sections on SIAR, SDAR and SIER.
 */
#include <linux/perf_event.h>

#include <asm/barrier.h>
#include <asm/cputable.h>
#include <asm/hw_irq.h>
#include <asm/interrupt.h>
#include <asm/reg.h>
#include <asm/synch.h>

#include "hw.h"
#include "pmc.h"
#include "sampled.h"

/* MMCR0 before perf_power_freeze_all() last froze the counters, for samples. */
static DEFINE_PER_CPU(u64, perf_power_mmcr0);

/**
 * perf_power_freeze_all() - stop all counters and their interrupts
 *
 * Clearing MMCR0_PMAO drops a pending alert; the counter that caused it still holds the
 * overflow.
 */
void perf_power_freeze_all(void)
{
	u64 mmcr0 = mfspr(SPRN_MMCR0);

	__this_cpu_write(perf_power_mmcr0, mmcr0);
	mtspr(SPRN_MMCR0, (mmcr0 | MMCR0_FC) & ~(MMCR0_PMXE | MMCR0_PMAO));
	mb(); /* the counters hold all counts up to here */
	isync();
}

/**
 * perf_power_load_regs() - write the control registers
 * @model: processor
 * @regs:  control registers; perf_power_unfreeze() writes MMCR0
 *
 * The counters are frozen.
 */
void perf_power_load_regs(const struct perf_power_model *model, const struct perf_power_regs *regs)
{
	mtspr(SPRN_MMCRA, regs->mmcra & ~MMCRA_SAMPLE_ENABLE);
	mtspr(SPRN_MMCR1, regs->mmcr1);
	if (model->has_207)
		mtspr(SPRN_MMCR2, regs->mmcr2);
	if (model->has_31)
		mtspr(SPRN_MMCR3, regs->mmcr3);
	/* MMCRA_SAMPLE_ENABLE must not be set before the events to sample are selected. */
	if (regs->mmcra & MMCRA_SAMPLE_ENABLE) {
		mb(); /* the selections are written */
		mtspr(SPRN_MMCRA, regs->mmcra);
	}
}

/*
 * CPU_FTR_PMAO_BUG: some POWER8 do not interrupt when MMCR0_PMAO is written. PMC6 counts cycles:
 * perf_power_provoke_alert() makes it overflow two cycles from now, which does interrupt. MMCR2
 * freezes all other counters meanwhile. Writing MMCR0_PMAO as well, afterwards, keeps the alert
 * pending.
 */
static void perf_power_provoke_alert(void)
{
	u32 cycles = perf_power_read_pmc(5);
	u64 mmcr2 = mfspr(SPRN_MMCR2);
	unsigned int tries = 1000;

	/* hard_irq_disable() delays the interrupt until PMC6 is restored. */
	hard_irq_disable();
	/* MMCR2 has nine bits a counter: set those of PMC1 to PMC5, to freeze them in each mode. */
	mtspr(SPRN_MMCR2, GENMASK_ULL(63, 63 - 9 * 5 + 1));
	perf_power_write_pmc(5, PERF_PMC_OVERFLOWED - 2);
	mb(); /* as in perf_power_unfreeze() */
	mtspr(SPRN_MMCR0, MMCR0_PMXE | MMCR0_FCECE | MMCR0_PMCjCE | MMCR0_C56RUN);
	while (!(mfspr(SPRN_MMCR0) & MMCR0_PMAO) && --tries)
		cpu_relax();
	mtspr(SPRN_MMCR0, MMCR0_FC | MMCR0_PMAO);
	isync();
	perf_power_write_pmc(5, cycles);
	mtspr(SPRN_MMCR2, mmcr2);
}

/**
 * perf_power_unfreeze() - let the counters count
 * @mmcr0:            MMCR0, not frozen
 * @overflow_pending: a counter has overflowed and its interrupt was dropped: make one
 */
void perf_power_unfreeze(u64 mmcr0, bool overflow_pending)
{
	if (overflow_pending) {
		if (cpu_has_feature(CPU_FTR_PMAO_BUG))
			perf_power_provoke_alert();
		mmcr0 |= MMCR0_PMAO;
	}
	mb(); /* counters and selections are written */
	mtspr(SPRN_MMCR0, mmcr0);
}

/* With MMCR0_FC set, return MMCR0 as it was at the alert, before the handler froze counters. */
static u64 perf_power_read_mmcr0(void)
{
	u64 mmcr0 = mfspr(SPRN_MMCR0);

	return mmcr0 & MMCR0_FC ? __this_cpu_read(perf_power_mmcr0) : mmcr0;
}

/**
 * power_pmu_wants_prompt_pmi() - test if any counter runs on this CPU
 *
 * Return: true if interrupt handlers shall let the counters' interrupt in early, so that
 * perf_power_interrupt() can sample the handlers too.
 *
 * Context: interrupt, IRQs off.
 */
bool power_pmu_wants_prompt_pmi(void)
{
	return this_cpu_read(perf_power_cpu.running);
}

static unsigned long perf_power_misc_flags(bool user, bool hv)
{
	if (user)
		return PERF_RECORD_MISC_USER;
	if (hv && !(mfmsr() & MSR_HV))
		return PERF_RECORD_MISC_HYPERVISOR;
	return PERF_RECORD_MISC_KERNEL;
}

/*
 * POWER8 and later: SIER_SIPR and SIER_SIHV are the mode at SIAR; SIER also validates SIAR, SDAR.
 */
static void perf_power_read_sier(const struct perf_power_cpu *cpu,
				 struct perf_power_sampled *sampled)
{
	u64 sier = mfspr(SPRN_SIER);

	sampled->sier[0] = sier;
	if (cpu->model->has_31) {
		sampled->sier[1] = mfspr(SPRN_SIER2);
		sampled->sier[2] = mfspr(SPRN_SIER3);
	}
	sampled->data = sier & SIER_SDAR_VALID ? mfspr(SPRN_SDAR) : 0;
	sampled->misc = perf_power_misc_flags(sier & SIER_SIPR, sier & SIER_SIHV);
	/* SIER_SIAR_VALID can be clear only if a marked instruction was sampled. */
	sampled->invalid = (cpu->regs.mmcra & MMCRA_SAMPLE_ENABLE) && !(sier & SIER_SIAR_VALID);
}

/* Before POWER8: MMCRA holds the mode at SIAR; where @model->mmcra_user is 0, @regs do. */
static void perf_power_read_mmcra(const struct perf_power_cpu *cpu, const struct pt_regs *regs,
				  struct perf_power_sampled *sampled)
{
	const struct perf_power_model *model = cpu->model;

	sampled->data = perf_power_sdar_is_valid(model, sampled->mmcra) ? mfspr(SPRN_SDAR) : 0;
	sampled->invalid = !perf_power_siar_is_valid(model, sampled->mmcra);
	if (sampled->mmcra & MMCRA_SAMPLE_ENABLE)
		sampled->address += perf_power_slot_offset(model, sampled->mmcra);
	if (model->mmcra_user)
		sampled->misc = perf_power_misc_flags(sampled->mmcra & model->mmcra_user,
						      sampled->mmcra & model->mmcra_hv);
	else
		sampled->misc = perf_power_misc_flags(user_mode(regs), false);
}

/**
 * perf_power_read_sampled() - read the sampling registers at an overflow
 * @cpu:     this CPU
 * @regs:    registers at the interrupt
 * @sampled: filled in
 *
 * @sampled->use_siar is set where SIAR is better than the interrupted address: in the kernel,
 * where the interrupt may come late; and in any mode if marked instructions are sampled.
 */
void perf_power_read_sampled(const struct perf_power_cpu *cpu, const struct pt_regs *regs,
			     struct perf_power_sampled *sampled)
{
	*sampled = (struct perf_power_sampled) {
		.regs		= regs,
		.address	= mfspr(SPRN_SIAR),
		.mmcra		= mfspr(SPRN_MMCRA),
	};
	sampled->use_siar = (cpu->regs.mmcra & MMCRA_SAMPLE_ENABLE) ||
			    (!cpu->model->samples_marked_only && !user_mode(regs) &&
			     sampled->address && TRAP(regs) == INTERRUPT_PERFMON);
	if (cpu->model->has_207)
		perf_power_read_sier(cpu, sampled);
	else
		perf_power_read_mmcra(cpu, regs, sampled);
}

/**
 * perf_power_read_control() - read the control registers
 * @model: processor
 * @regs:  filled in; those that @model does not have are 0
 */
void perf_power_read_control(const struct perf_power_model *model, struct perf_power_regs *regs)
{
	*regs = (struct perf_power_regs) {
		.mmcr0 = mfspr(SPRN_MMCR0),
		.mmcr1 = mfspr(SPRN_MMCR1),
		.mmcra = mfspr(SPRN_MMCRA),
	};
	if (model->has_207)
		regs->mmcr2 = mfspr(SPRN_MMCR2);
	if (model->has_31)
		regs->mmcr3 = mfspr(SPRN_MMCR3);
}

/**
 * perf_power_read_reg() - read a register that samples may carry
 * @idx: number in enum perf_event_powerpc_regs
 *
 * Return: its value; 0 if @idx is none of the counters' registers.
 */
u64 perf_power_read_reg(int idx)
{
	switch (idx) {
	case PERF_REG_POWERPC_PMC1 ... PERF_REG_POWERPC_PMC6:
		return perf_power_read_pmc(idx - PERF_REG_POWERPC_PMC1);
	case PERF_REG_POWERPC_SIAR:
		return mfspr(SPRN_SIAR);
	case PERF_REG_POWERPC_SDAR:
		return mfspr(SPRN_SDAR);
	case PERF_REG_POWERPC_MMCR3:
		return mfspr(SPRN_MMCR3);
	case PERF_REG_POWERPC_MMCR2:
		return mfspr(SPRN_MMCR2);
	case PERF_REG_POWERPC_MMCR1:
		return mfspr(SPRN_MMCR1);
	case PERF_REG_POWERPC_MMCR0:
		return perf_power_read_mmcr0();
	default:
		return 0;
	}
}
