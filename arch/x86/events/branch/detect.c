// SPDX-License-Identifier: GPL-2.0
/*
 * perf_x86_branch_detect(): the branch records of the processor, by CPUID and its model.
 *
 * Intel's architectural records and AMD's describe themselves. Of the older ones
 * IA32_PERF_CAPABILITIES has the format, but only the model determines how many there are
 * (branch_families[]). A hypervisor without records has the format 0, or drops what is written.
 *
 * Owns: perf_x86_branches_here, the same for all kinds of a hybrid processor's CPUs.
 * Context: boot, or a CPU that comes up.
 *
 * Hardware facts: Intel SDM volume 2, CPUID leaf 1CH; volume 3, "Last Branch, Interrupt, and
 * Exception Recording" of each family (size of the stack, MSR_LBR_SELECT), volume 4,
 * IA32_PERF_CAPABILITIES; AMD APM volume 3, CPUID Fn8000_0022.
 */
#include <linux/array_size.h>
#include <linux/bitops.h>
#include <linux/perf_event.h>
#include <linux/printk.h>

#include <asm/cpu_device_id.h>
#include <asm/cpufeature.h>
#include <asm/cpuid.h>
#include <asm/intel-family.h>
#include <asm/msr.h>
#include <asm/processor.h>

#include "branch/branch.h"
#include "branch/brs.h"
#include "branch/record.h"
#include "branch/registers.h"
#include "branch/snapshot.h"
#include "branch/wish.h"
#include "branches.h"
#include "hw.h"

#define CAPABILITIES_FORMAT	GENMASK_ULL(5, 0)
#define CPUID_ARCH_LBR		0x1c
#define CPUID_AMD_LBR		0x80000022

#define SELECT_STACK		BIT_ULL(9)

#define AMD_FAMILY_ZEN3		0x19

/**
 * struct branch_family - older records of some Intel processors
 * @cpu:    model (cpuinfo_x86::x86_vfm)
 * @depth:  number of records
 * @stack:  MSR_LBR_SELECT has SELECT_STACK
 * @small:  Atom: the registers are those of the first Core processors
 * @calls_need_jumps: for perf_x86_branches
 * @groups: MSR_LBR_SELECT; NULL: there is none
 */
struct branch_family {
	u32	cpu;
	u8	depth;
	bool	stack;
	bool	small;
	bool	calls_need_jumps;
	const struct perf_x86_branch_group *groups;
};

#define SMALL(_cpu, _depth)						\
	{ .cpu = (_cpu), .depth = (_depth), .small = true }
#define SILVERMONT(_cpu)						\
	{ .cpu = (_cpu), .depth = 8, .small = true, .groups = perf_x86_branch_select_groups }
#define GOLDMONT(_cpu)							\
	{ .cpu = (_cpu), .depth = 32, .groups = perf_x86_branch_select_groups }
#define NEHALEM(_cpu)							\
	{ .cpu = (_cpu), .depth = 16, .calls_need_jumps = true,		\
	  .groups = perf_x86_branch_select_groups }
#define SANDYBRIDGE(_cpu)						\
	{ .cpu = (_cpu), .depth = 16, .groups = perf_x86_branch_select_groups }
#define HASWELL(_cpu)							\
	{ .cpu = (_cpu), .depth = 16, .stack = true, .groups = perf_x86_branch_select_groups }
#define SKYLAKE(_cpu)							\
	{ .cpu = (_cpu), .depth = 32, .stack = true, .groups = perf_x86_branch_select_groups }

static const struct branch_family branch_families[] = {
	SMALL(INTEL_CORE2_MEROM, 4), SMALL(INTEL_CORE2_MEROM_L, 4),
	SMALL(INTEL_CORE2_PENRYN, 4), SMALL(INTEL_CORE2_DUNNINGTON, 4),
	SMALL(INTEL_ATOM_BONNELL, 8), SMALL(INTEL_ATOM_BONNELL_MID, 8),
	SMALL(INTEL_ATOM_SALTWELL, 8), SMALL(INTEL_ATOM_SALTWELL_MID, 8),
	SMALL(INTEL_ATOM_SALTWELL_TABLET, 8),
	SILVERMONT(INTEL_ATOM_SILVERMONT),
	SILVERMONT(INTEL_ATOM_SILVERMONT_D),
	SILVERMONT(INTEL_ATOM_SILVERMONT_MID),
	SILVERMONT(INTEL_ATOM_AIRMONT),
	SILVERMONT(INTEL_ATOM_AIRMONT_MID),
	SILVERMONT(INTEL_XEON_PHI_KNL),
	SILVERMONT(INTEL_XEON_PHI_KNM),
	NEHALEM(INTEL_NEHALEM), NEHALEM(INTEL_NEHALEM_G), NEHALEM(INTEL_NEHALEM_EP),
	NEHALEM(INTEL_NEHALEM_EX), NEHALEM(INTEL_WESTMERE), NEHALEM(INTEL_WESTMERE_EP),
	NEHALEM(INTEL_WESTMERE_EX),
	SANDYBRIDGE(INTEL_SANDYBRIDGE), SANDYBRIDGE(INTEL_SANDYBRIDGE_X),
	SANDYBRIDGE(INTEL_IVYBRIDGE), SANDYBRIDGE(INTEL_IVYBRIDGE_X),
	HASWELL(INTEL_HASWELL), HASWELL(INTEL_HASWELL_X), HASWELL(INTEL_HASWELL_L),
	HASWELL(INTEL_HASWELL_G), HASWELL(INTEL_BROADWELL), HASWELL(INTEL_BROADWELL_D),
	HASWELL(INTEL_BROADWELL_G), HASWELL(INTEL_BROADWELL_X),
	SKYLAKE(INTEL_SKYLAKE), SKYLAKE(INTEL_SKYLAKE_L), SKYLAKE(INTEL_SKYLAKE_X),
	SKYLAKE(INTEL_KABYLAKE), SKYLAKE(INTEL_KABYLAKE_L), SKYLAKE(INTEL_COMETLAKE),
	SKYLAKE(INTEL_COMETLAKE_L), SKYLAKE(INTEL_CANNONLAKE_L), SKYLAKE(INTEL_ICELAKE),
	SKYLAKE(INTEL_ICELAKE_L), SKYLAKE(INTEL_ICELAKE_X), SKYLAKE(INTEL_ICELAKE_D),
	SKYLAKE(INTEL_ROCKETLAKE), SKYLAKE(INTEL_TIGERLAKE), SKYLAKE(INTEL_TIGERLAKE_L),
	GOLDMONT(INTEL_ATOM_GOLDMONT),
	GOLDMONT(INTEL_ATOM_GOLDMONT_D),
	SKYLAKE(INTEL_ATOM_GOLDMONT_PLUS), SKYLAKE(INTEL_ATOM_TREMONT),
	SKYLAKE(INTEL_ATOM_TREMONT_D), SKYLAKE(INTEL_ATOM_TREMONT_L),
};

static DEFINE_PER_CPU(struct perf_x86_branch_cpu, perf_x86_branch_cpus);

static struct perf_x86_branches perf_x86_branches_here = {
	.feature	= PERF_X86_BRANCH_FEATURE,
	.cpu		= &perf_x86_branch_cpus,
};

static const struct branch_family *perf_x86_branch_family(u32 vfm)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(branch_families); i++) {
		if (branch_families[i].cpu == vfm)
			return &branch_families[i];
	}
	return NULL;
}

static bool perf_x86_branch_detect_old(struct perf_x86_branches *branches,
				       const struct cpuinfo_x86 *cpu)
{
	const struct branch_family *family = perf_x86_branch_family(cpu->x86_vfm);
	u64 capabilities;

	if (!family || !cpu_has(cpu, X86_FEATURE_PDCM) ||
	    rdmsrl_safe(MSR_IA32_PERF_CAPABILITIES, &capabilities))
		return false;
	branches->format = capabilities & CAPABILITIES_FORMAT;
	if (!perf_x86_branch_old_known(branches->format))
		return false;
	branches->ops = &perf_x86_branch_old_ops;
	branches->depth = family->depth;
	branches->groups = family->groups;
	branches->calls_need_jumps = family->calls_need_jumps;
	branches->suppress = true;
	branches->stack = family->stack ? SELECT_STACK : 0;
	branches->from = family->small ? MSR_LBR_CORE_FROM : MSR_LBR_NHM_FROM;
	branches->to = family->small ? MSR_LBR_CORE_TO : MSR_LBR_NHM_TO;
	if (perf_x86_branch_old_has_info(branches->format))
		branches->info = MSR_LBR_INFO_0;
	return true;
}

/* EAX[7:0]: bit n stands for a depth of 8 * (n + 1); EBX: filters; ECX: what the records hold. */
static bool perf_x86_branch_detect_arch(struct perf_x86_branches *branches,
					const struct cpuinfo_x86 *cpu)
{
	u32 eax, ebx, ecx, edx;

	if (!cpu_has(cpu, X86_FEATURE_ARCH_LBR) || cpu->cpuid_level < CPUID_ARCH_LBR)
		return false;
	cpuid(CPUID_ARCH_LBR, &eax, &ebx, &ecx, &edx);
	if (!(eax & GENMASK(3, 0)) || (ebx & GENMASK(1, 0)) != GENMASK(1, 0))
		return false;
	branches->ops = &perf_x86_branch_arch_ops;
	branches->depth = 8 * fls(eax & GENMASK(3, 0));
	branches->groups = perf_x86_branch_arch_groups;
	branches->stack = ebx & BIT(2) ? ARCH_LBR_CTL_STACK : 0;
	branches->has_types = ecx & BIT(2);
	branches->from = MSR_ARCH_LBR_FROM_0;
	branches->to = MSR_ARCH_LBR_TO_0;
	branches->info = MSR_ARCH_LBR_INFO_0;
	return true;
}

static bool perf_x86_branch_detect_amd(struct perf_x86_branches *branches,
				       const struct cpuinfo_x86 *cpu)
{
	union cpuid_0x80000022_ebx ebx;

	if (!cpu_has(cpu, X86_FEATURE_AMD_LBR_V2))
		return false;
	ebx.full = cpuid_ebx(CPUID_AMD_LBR);
	if (!ebx.split.lbr_v2_stack_sz || ebx.split.lbr_v2_stack_sz > PERF_X86_BRANCHES_MAX)
		return false;
	branches->ops = &perf_x86_branch_amd_ops;
	branches->depth = ebx.split.lbr_v2_stack_sz;
	branches->groups = perf_x86_branch_select_groups;
	branches->suppress = true;
	branches->freezes = cpu_has(cpu, X86_FEATURE_AMD_LBR_PMC_FREEZE);
	branches->refused = PERF_SAMPLE_BRANCH_ABORT_TX | PERF_SAMPLE_BRANCH_IN_TX |
			    PERF_SAMPLE_BRANCH_NO_TX;
	branches->from = MSR_AMD_SAMP_BR_FROM;
	branches->to = MSR_AMD_SAMP_BR_FROM + 1;
	return true;
}

/* Zen 3 alone; the CPUID leaves do not contain the depth. */
static bool perf_x86_branch_detect_brs(struct perf_x86_branches *branches,
				       const struct cpuinfo_x86 *cpu)
{
	if (!IS_ENABLED(CONFIG_CPU_SUP_AMD) || cpu->x86_vendor != X86_VENDOR_AMD ||
	    cpu->x86 != AMD_FAMILY_ZEN3 || !cpu_has(cpu, X86_FEATURE_BRS))
		return false;
	branches->feature = perf_x86_brs_feature;
	branches->ops = &perf_x86_branch_brs_ops;
	branches->depth = PERF_X86_BRS_DEPTH;
	branches->held = true;
	branches->from = MSR_AMD_SAMP_BR_FROM;
	branches->to = MSR_AMD_SAMP_BR_FROM + 1;
	return true;
}

static bool (* const branch_detectors[])(struct perf_x86_branches *branches,
					 const struct cpuinfo_x86 *cpu) = {
	perf_x86_branch_detect_arch,
	perf_x86_branch_detect_old,
	perf_x86_branch_detect_amd,
	perf_x86_branch_detect_brs,
};

/* Any address of user mode. */
#define PROBE_ADDRESS	0x1248ULL

/* Without registers an access faults, or a hypervisor drops what is written. */
static bool perf_x86_branch_answers(const struct perf_x86_branches *branches)
{
	u32 last = branches->depth - 1;
	u64 value;

	if (branches->to == branches->from + 1)
		last *= 2;
	if (wrmsrl_safe(branches->to + last, PROBE_ADDRESS) ||
	    rdmsrl_safe(branches->to + last, &value))
		return false;
	wrmsrl_safe(branches->to + last, 0);
	return value == PROBE_ADDRESS;
}

/**
 * perf_x86_branch_detect - set perf_x86_pmu::features if the processor has branch records
 * @pmu: filled in otherwise
 * @cpu: the processor of this CPU
 *
 * Context: boot, or a CPU that comes up; @pmu is not registered.
 */
void perf_x86_branch_detect(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	struct perf_x86_branches *branches = &perf_x86_branches_here;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(branch_detectors) && !branches->ops; i++)
		branch_detectors[i](branches, cpu);
	if (!branches->ops)
		return;
	/* The interrupt of a counter freezes other records, which a global status reports. */
	if (perf_x86_has_global(pmu) == branches->held || !perf_x86_branch_answers(branches)) {
		branches->ops = NULL;
		return;
	}
	pmu->features[PERF_X86_BRANCHES] = &branches->feature;
	pr_info("perf: %s: %u branch records\n", pmu->name, branches->depth);
}

/**
 * perf_x86_branch_offer - offer the records to those who need no event for them
 * @pmu: the PMU of the boot CPU, or of another kind
 *
 * Context: boot.
 */
void perf_x86_branch_offer(const struct perf_x86_pmu *pmu)
{
	const struct perf_x86_branches *branches = &perf_x86_branches_here;

	if (!pmu->features[PERF_X86_BRANCHES])
		return;
	/* Records that follow an overflow show nothing of the moment of a snapshot. */
	if (IS_ENABLED(CONFIG_CPU_SUP_AMD) && branches->held)
		perf_x86_brs_offer(branches);
	else
		perf_x86_branch_snapshot_on();
}

/**
 * perf_x86_branch_depth - the number of branch records
 * @pmu: any PMU of the CPU's counters
 *
 * Context: any.
 * Return: the number; 0 if there are none.
 */
unsigned int perf_x86_branch_depth(const struct perf_x86_pmu *pmu)
{
	return pmu->features[PERF_X86_BRANCHES] ? perf_x86_branches(pmu)->depth : 0;
}

/**
 * perf_x86_branch_is_sampling - are the records those of AMD's branch sampling?
 * @pmu: any PMU of the CPU's counters
 *
 * Context: any.
 * Return: true if they are.
 */
bool perf_x86_branch_is_sampling(const struct perf_x86_pmu *pmu)
{
	return pmu->features[PERF_X86_BRANCHES] && perf_x86_branches(pmu)->held;
}
