// SPDX-License-Identifier: GPL-2.0
/*
 * Nehalem and Westmere: resetting the general counters.
 *
 * A general counter that gets another event may count core cycles, or nothing at all, unless
 * all four have counted perf_x86_reset_selects[] before. So perf_x86_nehalem_start() sets
 * perf_x86_cpu::reset_due when it has changed a select register, and the counters are reset
 * before they count again. Everything else is as in perf_x86_enable_global.
 *
 * Owns: reset_due of struct perf_x86_cpu. Locks: none.
 * Context: on the CPU, IRQs off, or NMI.
 *
 * Hardware facts: Intel's specification updates, errata AAK100 (Xeon 5500), AAP53 (Core
 * i7-800 and i5-700) and BD53 (Xeon 5600), "Performance Monitor Counters May Count
 * Incorrectly".
 */
#include <linux/array_size.h>

#include <asm/cpu_device_id.h>
#include <asm/intel-family.h>

#include "access.h"
#include "hw.h"
#include "hw_nehalem.h"

/* Select register n while the counters are reset: enabled in all modes, without interrupt. */
const u32 perf_x86_reset_selects[PERF_X86_RESET_COUNTERS] = {
	0x4300b5, 0x4300d2, 0x4300b1, 0x4300b1,
};

static const u32 reset_cpus[] = {
	INTEL_NEHALEM, INTEL_NEHALEM_G, INTEL_NEHALEM_EP, INTEL_NEHALEM_EX,
	INTEL_WESTMERE, INTEL_WESTMERE_EP, INTEL_WESTMERE_EX,
};

/**
 * perf_x86_needs_reset - does a processor need perf_x86_enable_nehalem?
 * @cpu: cpuinfo_x86::x86_vfm
 *
 * Context: any.
 * Return: true if it does.
 */
bool perf_x86_needs_reset(u32 cpu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(reset_cpus); i++) {
		if (reset_cpus[i] == cpu)
			return true;
	}
	return false;
}

/*
 * An NMI meanwhile finds cpu->enabled false, and no overflow, so it writes none of these
 * registers but global_ctrl, which it sets to 0.
 */
static void perf_x86_nehalem_reset(struct perf_x86_cpu *cpu)
{
	const struct perf_x86_pmu *pmu = cpu->pmu;
	const u64 general = pmu->counters & GENMASK_ULL(PERF_X86_RESET_COUNTERS - 1, 0);
	u64 values[PERF_X86_RESET_COUNTERS];
	unsigned int counter;

	perf_x86_for_each_counter(counter, general) {
		values[counter] = perf_x86_rdpmc(pmu, perf_x86_hw_rdpmc_operand(counter));
		perf_x86_hw_write(pmu, counter, 0);
		perf_x86_wrmsr(pmu, perf_x86_hw_select_msr(pmu, counter),
			       perf_x86_reset_selects[counter]);
	}
	perf_x86_wrmsr(pmu, pmu->regs.global_ctrl, general);
	perf_x86_wrmsr(pmu, pmu->regs.global_ctrl, 0);
	perf_x86_for_each_counter(counter, general) {
		perf_x86_wrmsr(pmu, perf_x86_hw_select_msr(pmu, counter), cpu->select[counter]);
		perf_x86_hw_write(pmu, counter, values[counter]);
	}
	cpu->reset_due = false;
}

/* After an overflow that is not handled yet, the NMI handler enables, and resets, in the end. */
static void perf_x86_nehalem_enable_all(struct perf_x86_cpu *cpu)
{
	const bool enabled = cpu->enabled;

	if (cpu->reset_due) {
		perf_x86_enable_global.disable_all(cpu);
		cpu->enabled = false;
		barrier(); /* perf_x86_handle_by_status() must not switch the counters on */
		if (!(perf_x86_hw_status(cpu->pmu) & cpu->pmu->counters))
			perf_x86_nehalem_reset(cpu);
		barrier(); /* see above */
		cpu->enabled = enabled;
	}
	perf_x86_enable_global.enable_all(cpu);
}

static void perf_x86_nehalem_start(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	const unsigned int counter = event->hw.idx;
	u64 before;

	if (perf_x86_is_fixed(counter)) {
		perf_x86_enable_global.start(cpu, event);
		return;
	}
	before = cpu->select[counter];
	perf_x86_enable_global.start(cpu, event);
	if (cpu->select[counter] == before)
		return;
	cpu->reset_due = true;
	if (cpu->enabled)
		perf_x86_nehalem_enable_all(cpu);
}

static void perf_x86_nehalem_disable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_enable_global.disable_all(cpu);
}

static void perf_x86_nehalem_stop(struct perf_x86_cpu *cpu, unsigned int counter)
{
	perf_x86_enable_global.stop(cpu, counter);
}

/* One register has an enable bit for each counter, and a new event needs a reset. */
const struct perf_x86_enable_ops perf_x86_enable_nehalem = {
	.enable_bit	= ARCH_PERFMON_EVENTSEL_ENABLE,
	.enable_all	= perf_x86_nehalem_enable_all,
	.disable_all	= perf_x86_nehalem_disable_all,
	.start		= perf_x86_nehalem_start,
	.stop		= perf_x86_nehalem_stop,
};

/* These processors have version 3. */
const struct perf_x86_regs perf_x86_nehalem_regs = PERF_X86_INTEL_REGS(nehalem);
