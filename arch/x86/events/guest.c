// SPDX-License-Identifier: GPL-2.0
/*
 * Counter state and capabilities for KVM and the rest of arch/x86.
 *
 * Owns: virt of struct perf_x86_cpu, the list of MSRs that a VM entry switches. Locks: none.
 */
#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/nospec.h>
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include <asm/perf_event.h>

#include "access.h"
#include "cpus.h"
#include "guest.h"
#include "hw.h"
#include "p4.h"
#include "precise/precise.h"

/**
 * perf_check_microcode() - recheck features after a microcode update
 *
 * Does nothing: no feature depends on the microcode version.
 *
 * Context: task, CPU hotplug is locked.
 */
void perf_check_microcode(void)
{
}

/**
 * perf_get_x86_pmu_capability() - counters that KVM may offer a guest
 * @cap: filled in; version 0 means "no PMU"
 *
 * Context: any.
 */
void perf_get_x86_pmu_capability(struct x86_pmu_capability *cap)
{
	const struct perf_x86_pmu *pmu = perf_x86_boot_pmu();

	*cap = (struct x86_pmu_capability) { };
	if (!pmu)
		return;
	cap->version = pmu->version;
	cap->num_counters_gp = hweight32(pmu->counters);
	cap->num_counters_fixed = hweight32(pmu->counters >> INTEL_PMC_IDX_FIXED);
	cap->bit_width_gp = pmu->width;
	cap->bit_width_fixed = cap->num_counters_fixed ? pmu->width : 0;
	cap->events_mask = pmu->events_missing;
	cap->events_mask_len = pmu->events_known;
}
EXPORT_SYMBOL_GPL(perf_get_x86_pmu_capability);

/**
 * perf_get_hw_event_config() - this CPU's code for a generic event
 * @hw_event: one of enum perf_hw_id
 *
 * Return: event select and unit mask; 0 if the CPU does not count @hw_event.
 *
 * Context: any.
 */
u64 perf_get_hw_event_config(int hw_event)
{
	const struct perf_x86_pmu *pmu = perf_x86_boot_pmu();

	if (!pmu || hw_event < 0 || hw_event >= PERF_COUNT_HW_MAX)
		return 0;
	return pmu->generic[array_index_nospec(hw_event, PERF_COUNT_HW_MAX)];
}
EXPORT_SYMBOL_GPL(perf_get_hw_event_config);

static u64 perf_x86_select_if(const struct perf_x86_cpu *cpu, unsigned int counter, u64 counting)
{
	u64 select;

	if (perf_x86_is_p4(cpu->pmu))
		select = perf_x86_p4_cccr(cpu, counter);
	else
		select = perf_x86_hw_select(cpu, cpu->owner[counter]);
	return counting & BIT_ULL(counter) ? select | cpu->pmu->regs.enable->enable_bit : select;
}

/**
 * perf_x86_guest_selects - select registers that a VM entry has to switch
 * @cpu:  this CPU, without a global control register
 * @msrs: filled in, PERF_X86_GENERAL at most
 *
 * KVM keeps switching a register until @msrs has equal host and guest values for it. So @msrs
 * includes the registers of counters that do not run, with 0 for both.
 *
 * Context: IRQs off.
 * Return: number of MSRs.
 */
int perf_x86_guest_selects(const struct perf_x86_cpu *cpu, struct perf_guest_switch_msr *msrs)
{
	unsigned int counter;
	int number = 0;

	perf_x86_for_each_counter(counter, cpu->pmu->counters) {
		struct perf_guest_switch_msr *msr = &msrs[number++];

		*msr = (struct perf_guest_switch_msr) {
			.msr = perf_x86_hw_select_msr(cpu->pmu, counter),
		};
		if (!(cpu->running & BIT_ULL(counter)))
			continue;
		msr->host = perf_x86_select_if(cpu, counter, ~cpu->host_off);
		msr->guest = perf_x86_select_if(cpu, counter, ~cpu->guest_off);
	}
	return number;
}

#ifdef CONFIG_CPU_SUP_INTEL

static DEFINE_PER_CPU(struct perf_guest_switch_msr [PERF_X86_GENERAL], perf_x86_guest_msrs);

/**
 * perf_guest_get_msrs() - counter MSRs that a VM entry has to switch
 * @nr:   set to the number of MSRs
 * @data: KVM's PMU of the guest
 *
 * Return: the MSRs; NULL for none.
 *
 * Context: VM entry, IRQs off.
 */
struct perf_guest_switch_msr *perf_guest_get_msrs(int *nr, void *data)
{
	struct perf_guest_switch_msr *msrs = this_cpu_ptr(perf_x86_guest_msrs);
	const struct perf_x86_cpu *cpu = perf_x86_this_cpu();

	*nr = 0;
	if (!cpu)
		return NULL;
	if (!perf_x86_has_global(cpu->pmu)) {
		*nr = perf_x86_guest_selects(cpu, msrs);
		return msrs;
	}
	msrs[0] = (struct perf_guest_switch_msr) {
		.msr	= cpu->pmu->regs.global_ctrl,
		.host	= (cpu->running & ~cpu->host_off) | cpu->extra_enable,
		.guest	= cpu->running & ~cpu->guest_off,
	};
	*nr = 1 + perf_x86_precise_guest(cpu, &msrs[1]);
	return msrs;
}
EXPORT_SYMBOL_GPL(perf_guest_get_msrs);

/**
 * x86_perf_get_lbr() - branch records that KVM may offer a guest
 * @lbr: set to 0: no records are offered
 *
 * Context: any.
 */
void x86_perf_get_lbr(struct x86_pmu_lbr *lbr)
{
	memset(lbr, 0, sizeof(*lbr));
}
EXPORT_SYMBOL_GPL(x86_perf_get_lbr);

/**
 * perf_restore_debug_store() - reload the debug store's address after suspend
 *
 * Does nothing: perf_x86_precise_reset() does that with the other registers.
 *
 * Context: resume, IRQs off.
 */
void perf_restore_debug_store(void)
{
}

#endif /* CONFIG_CPU_SUP_INTEL */

#ifdef CONFIG_CPU_SUP_AMD

static void perf_x86_set_virt(bool on)
{
	struct perf_x86_cpu *cpu;

	guard(irqsave)();
	cpu = perf_x86_this_cpu();
	if (!cpu || !cpu->pmu->virt_bits)
		return;
	/* perf_x86_hw_rewrite() sets or clears the "host only" bit in the select registers. */
	perf_pmu_disable(&cpu->pmu->pmu);
	cpu->virt = on;
	perf_x86_hw_rewrite(cpu);
	perf_pmu_enable(&cpu->pmu->pmu);
}

/**
 * amd_pmu_enable_virt() - a hypervisor starts to use this CPU
 *
 * From now on perf_x86_hw_select() keeps AMD64_EVENTSEL_HOSTONLY.
 *
 * Context: task or interrupt, on the CPU.
 */
void amd_pmu_enable_virt(void)
{
	perf_x86_set_virt(true);
}
EXPORT_SYMBOL_GPL(amd_pmu_enable_virt);

/**
 * amd_pmu_disable_virt() - the hypervisor stops using this CPU
 *
 * Context: task or interrupt, on the CPU.
 */
void amd_pmu_disable_virt(void)
{
	perf_x86_set_virt(false);
}
EXPORT_SYMBOL_GPL(amd_pmu_disable_virt);

#endif /* CONFIG_CPU_SUP_AMD */
