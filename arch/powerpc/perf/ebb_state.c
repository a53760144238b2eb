// SPDX-License-Identifier: GPL-2.0
/*
 * Saving and loading the registers of a task that has event-based branches.
 *
 * While such events count, the task reads and writes the counters, and bits of MMCR0 and MMCR2,
 * without the kernel. perf_power_ebb_save() runs whenever the kernel stops the counters: it moves
 * those registers into struct thread_struct, and takes the access away, so that neither the next
 * task nor a later event sees them. perf_power_ebb_load() is the other way round. The counters of
 * the events themselves are in prev_count of the events meanwhile: see count.c. The kernel saves
 * BESCR, EBBHR and EBBRR at each switch of tasks, with or without events.
 *
 * Owns: mmcr0, mmcr2, siar, sdar, sier, sier2, sier3 and used_ebb of struct thread_struct; ebb of
 * struct perf_power_cpu. No locks.
 * Context: on the CPU, IRQs off; current is the task of the events.
 *
 * Hardware facts: see ebb.c. PAPR, virtual processor area: the hypervisor preserves BESCR, EBBHR
 * and EBBRR of a partition if the area has its byte ebb_regs_in_use set.
 */
#include <linux/perf_event.h>
#include <linux/sched.h>

#include <asm/firmware.h>
#include <asm/lppaca.h>
#include <asm/processor.h>
#include <asm/reg.h>

#include "ebb.h"
#include "hw.h"
#include "pmc.h"

/* The state a program starts from: alerts are enabled, nothing is frozen. */
static void perf_power_ebb_begin(struct thread_struct *thread)
{
	thread->mmcr0 = MMCR0_PMXE;
	thread->mmcr2 = 0;
	thread->siar = 0;
	thread->sdar = 0;
	thread->sier = 0;
	thread->sier2 = 0;
	thread->sier3 = 0;
	thread->used_ebb = 1;
}

/* The sampling registers, which @thread may read. */
static void perf_power_ebb_save_sampled(const struct perf_power_model *model,
					struct thread_struct *thread)
{
	thread->siar = mfspr(SPRN_SIAR);
	thread->sdar = mfspr(SPRN_SDAR);
	thread->sier = mfspr(SPRN_SIER);
	if (model->has_31) {
		thread->sier2 = mfspr(SPRN_SIER2);
		thread->sier3 = mfspr(SPRN_SIER3);
	}
}

static void perf_power_ebb_load_sampled(const struct perf_power_model *model,
					const struct thread_struct *thread)
{
	mtspr(SPRN_SIAR, thread->siar);
	mtspr(SPRN_SDAR, thread->sdar);
	mtspr(SPRN_SIER, thread->sier);
	if (model->has_31) {
		mtspr(SPRN_SIER2, thread->sier2);
		mtspr(SPRN_SIER3, thread->sier3);
	}
}

static void perf_power_ebb_clear_sampled(const struct perf_power_model *model)
{
	mtspr(SPRN_SIAR, 0);
	mtspr(SPRN_SDAR, 0);
	mtspr(SPRN_SIER, 0);
	if (model->has_31) {
		mtspr(SPRN_SIER2, 0);
		mtspr(SPRN_SIER3, 0);
	}
}

/* The program may have written any counter, also one that has no event. */
static void perf_power_ebb_clear_others(const struct perf_power_cpu *cpu)
{
	unsigned int counter;

	for (counter = 0; counter < cpu->model->counters; counter++) {
		if (!(cpu->running & BIT(counter)))
			perf_power_write_pmc(counter, 0);
	}
}

/**
 * perf_power_ebb_save() - save the program's registers, and take them away from it
 * @cpu: this CPU, just frozen; perf_power_ebb_load() was the last to start its counters
 */
void perf_power_ebb_save(struct perf_power_cpu *cpu)
{
	struct thread_struct *thread = &current->thread;

	thread->mmcr0 = perf_power_read_reg(PERF_REG_POWERPC_MMCR0) & MMCR0_USER_MASK;
	thread->mmcr2 = perf_power_ebb_mmcr2(&cpu->regs, mfspr(SPRN_MMCR2));
	perf_power_ebb_save_sampled(cpu->model, thread);

	mtspr(SPRN_MMCR0, mfspr(SPRN_MMCR0) & ~(MMCR0_EBE | MMCR0_PMCC));
	perf_power_ebb_clear_sampled(cpu->model);
	perf_power_ebb_clear_others(cpu);
	cpu->loaded = false;
	cpu->ebb = false;
}

static bool perf_power_ebb_overflowed(const struct perf_power_cpu *cpu)
{
	unsigned int counter;

	for_each_set_bit(counter, &cpu->running, PERF_POWER_COUNTERS) {
		if (perf_power_read_pmc(counter) & PERF_PMC_OVERFLOWED)
			return true;
	}
	return false;
}

#ifdef CONFIG_PPC_PSERIES
static void perf_power_ebb_reserve(void)
{
	if (firmware_has_feature(FW_FEATURE_LPAR))
		get_lppaca()->ebb_regs_in_use = 1;
}
#else
static void perf_power_ebb_reserve(void) { }
#endif

/**
 * perf_power_ebb_load() - load the program's registers, and let its counters count
 * @cpu: this CPU, frozen; @cpu->regs are computed
 */
void perf_power_ebb_load(struct perf_power_cpu *cpu)
{
	struct thread_struct *thread = &current->thread;
	u64 mmcr0;

	if (!thread->used_ebb)
		perf_power_ebb_begin(thread);
	mmcr0 = perf_power_ebb_mmcr0(thread->mmcr0, perf_power_ebb_overflowed(cpu));

	perf_power_ebb_reserve();
	perf_power_load_regs(cpu->model, &cpu->regs);
	mtspr(SPRN_MMCR2, cpu->regs.mmcr2 | perf_power_ebb_mmcr2(&cpu->regs, thread->mmcr2));
	perf_power_ebb_load_sampled(cpu->model, thread);
	cpu->ebb = true;
	perf_power_unfreeze(cpu->regs.mmcr0 | mmcr0, mmcr0 & MMCR0_PMAO);
}
