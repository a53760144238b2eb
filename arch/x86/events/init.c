// SPDX-License-Identifier: GPL-2.0
/*
 * Detecting this machine's PMU: perf_x86_probe_vendor(), then perf_x86_answers().
 *
 * On a hybrid processor perf_x86_bring_up() registers the PMU of the boot CPU's kind, and
 * perf_x86_cpu_online() another when the first CPU of its kind comes up. The PMU of the big
 * CPUs has the type id "raw", whichever kind the boot CPU is: user space expects that of
 * cpu_core.
 *
 * Owns: cpu_pmu, the PMU of a processor that is not hybrid; registered of
 * struct perf_x86_pmu.
 * Context: boot, before other CPUs come up; or a CPU that comes up.
 */
#include <linux/cleanup.h>
#include <linux/cpuhotplug.h>
#include <linux/init.h>
#include <linux/perf_event.h>
#include <linux/printk.h>
#include <linux/smp.h>

#include <asm/cpufeature.h>
#include <asm/msr.h>
#include <asm/processor.h>

#include "branches.h"
#include "cpus.h"
#include "families.h"
#include "hw.h"
#include "hybrid.h"
#include "model.h"
#include "pmu.h"
#include "precise/precise.h"
#include "sysfs.h"

#undef pr_fmt
#define pr_fmt(fmt)	"perf: " fmt

/* Any pattern that a counter is unlikely to hold by chance. */
#define PROBE_VALUE	0x5a3c69ULL
/* With always_on the counter counts on between the write and the read. */
#define PROBE_SLACK	0xffffULL

static struct perf_x86_pmu cpu_pmu = {
	.name	= "cpu",
	.rdpmc	= 1,
};

struct perf_x86_family {
	u8	vendor;
	int	(*probe)(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu);
};

/* The first row of a vendor whose probe() succeeds; those before it leave the PMU alone. */
static const struct perf_x86_family families[] = {
	{ X86_VENDOR_INTEL,	perf_x86_intel_probe },
	{ X86_VENDOR_INTEL,	perf_x86_legacy_intel_probe },
	{ X86_VENDOR_AMD,	perf_x86_amd_probe },
	{ X86_VENDOR_HYGON,	perf_x86_amd_probe },
	{ X86_VENDOR_ZHAOXIN,	perf_x86_zhaoxin_probe },
	{ X86_VENDOR_CENTAUR,	perf_x86_centaur_probe },
	{ X86_VENDOR_CENTAUR,	perf_x86_zhaoxin_probe }, /* ZX-C */
	{ X86_VENDOR_CYRIX,	perf_x86_cyrix_probe },
};

static int perf_x86_probe_vendor(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(families); i++) {
		if (families[i].vendor == cpu->x86_vendor && !families[i].probe(pmu, cpu))
			return 0;
	}
	return -ENODEV;
}

/*
 * Hypervisors and emulators may show a processor model without its counters: accesses fault,
 * or writes are dropped. Only writing and reading back a counter detects that.
 */
static bool perf_x86_answers(const struct perf_x86_pmu *pmu)
{
	u32 counter = perf_x86_hw_counter_msr(pmu, __ffs64(pmu->counters));
	u32 select = perf_x86_hw_select_msr(pmu, __ffs64(pmu->counters));
	u64 was, value;

	if (rdmsrl_safe(select, &value) || rdmsrl_safe(counter, &was) ||
	    wrmsrl_safe(counter, PROBE_VALUE) || rdmsrl_safe(counter, &value))
		return false;
	wrmsrl_safe(counter, was);
	return value - PROBE_VALUE <= (pmu->regs.always_on ? PROBE_SLACK : 0);
}

/* Counters that firmware or a hypervisor has started may count wrongly for perf. */
static void perf_x86_warn_of_firmware(const struct perf_x86_pmu *pmu)
{
	const u64 modes = INTEL_FIXED_0_KERNEL | INTEL_FIXED_0_USER;
	unsigned int counter;
	u64 value;

	perf_x86_for_each_counter(counter, pmu->counters) {
		u64 enabled = ARCH_PERFMON_EVENTSEL_ENABLE;
		u32 msr = perf_x86_hw_select_msr(pmu, counter);

		if (perf_x86_is_fixed(counter))
			enabled = intel_fixed_bits_by_idx(counter - INTEL_PMC_IDX_FIXED, modes);
		if (rdmsrl_safe(msr, &value) || !(value & enabled))
			continue;
		pr_err(FW_BUG "the firmware or hypervisor uses counter %u (MSR %x is %llx)\n",
		       counter, msr, value);
		return;
	}
}

/* Return: 0 with @pmu filled in, or -ENODEV. Context: a CPU that has @pmu's counters. */
static int perf_x86_probe(struct perf_x86_pmu *pmu, const struct cpuinfo_x86 *cpu)
{
	const char *fault;

	if (perf_x86_probe_vendor(pmu, cpu) || !perf_x86_answers(pmu))
		goto forget;
	fault = perf_x86_model_fault(pmu->model);
	if (fault) {
		pr_err("the table of %s is wrong: %s\n", pmu->model->name, fault);
		goto forget;
	}
	perf_x86_branch_detect(pmu, cpu);
	/* Some processors' precise samples need the branch records. */
	perf_x86_precise_probe(pmu, cpu);
	/* Select registers of this layout only. */
	if (pmu->regs.enable->enable_bit == ARCH_PERFMON_EVENTSEL_ENABLE)
		perf_x86_warn_of_firmware(pmu);
	pr_info("%s: %s: %u general and %u fixed counters of %u bits, version %u\n",
		pmu->name, pmu->model->name, hweight32(pmu->counters),
		hweight32(pmu->counters >> INTEL_PMC_IDX_FIXED), pmu->width, pmu->version);
	return 0;
forget:
	pmu->model = NULL;
	return -ENODEV;
}

/* Called on each CPU. On a processor that is not hybrid all CPUs are alike. */
static int perf_x86_probe_cpu(struct perf_x86_pmu *pmu)
{
	const struct cpuinfo_x86 *cpu = &cpu_data(smp_processor_id());

	if (!pmu->model)
		return perf_x86_probe(pmu, cpu);
	if (!cpu_has(cpu, X86_FEATURE_HYBRID_CPU))
		return 0;
	return perf_x86_intel_has(pmu, cpu) ? 0 : -ENODEV;
}

static int perf_x86_register(struct perf_x86_pmu *pmu)
{
	bool raw = !pmu->kind || pmu->kind == PERF_X86_KIND_BIG;
	int err;

	if (pmu->registered)
		return 0;
	err = perf_pmu_register(&pmu->pmu, pmu->name, raw ? PERF_TYPE_RAW : -1);
	if (err)
		pr_err("the PMU %s cannot be registered: %d\n", pmu->name, err);
	pmu->registered = !err;
	return err;
}

/* Register a kind's PMU with its first CPU, which comes up even if that fails. */
static int perf_x86_cpu_online(unsigned int cpu)
{
	struct perf_x86_cpu *here = perf_x86_this_cpu();

	if (here)
		perf_x86_register(here->pmu);
	return 0;
}

static int __init perf_x86_prepare(struct perf_x86_pmu *pmu)
{
	pmu->pmu.attr_groups = perf_x86_sysfs_groups;
	pmu->pmu.attr_update = perf_x86_sysfs_updates;
	if (pmu->kind)
		pmu->pmu.capabilities |= PERF_PMU_CAP_EXTENDED_HW_TYPE;
	if (!boot_cpu_has(X86_FEATURE_APIC))
		pmu->pmu.capabilities |= PERF_PMU_CAP_NO_INTERRUPT;
	perf_x86_branch_offer(pmu);
	return perf_x86_pmu_init(pmu);
}

/* perf_x86_pmu_free() also accepts a PMU that perf_x86_prepare() has not reached. */
static int __init perf_x86_bring_up(struct perf_x86_pmu *boot)
{
	struct perf_x86_pmu *pmu;
	int err;

	perf_x86_for_each_kind(pmu, boot) {
		err = perf_x86_prepare(pmu);
		if (err)
			goto free;
	}
	err = perf_x86_cpus_start(boot, perf_x86_probe_cpu);
	if (err)
		goto free;
	err = perf_x86_register(boot);
	if (err || !boot->next)
		return err;
	err = cpuhp_setup_state(CPUHP_AP_PERF_X86_ONLINE, "perf/x86:online",
				perf_x86_cpu_online, NULL);
	return min(err, 0);

free:
	perf_x86_for_each_kind(pmu, boot)
		perf_x86_pmu_free(pmu);
	return err;
}

static int __init perf_x86_init(void)
{
	struct perf_x86_pmu *pmu = perf_x86_hybrid_pmu() ?: &cpu_pmu;

	if (perf_x86_probe(pmu, &boot_cpu_data)) {
		pr_info("no counters in this processor that a driver knows: software events only\n");
		return 0;
	}
	return perf_x86_bring_up(pmu);
}
early_initcall(perf_x86_init);
