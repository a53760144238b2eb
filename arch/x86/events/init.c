// SPDX-License-Identifier: GPL-2.0
/*
 * Which PMU this machine has: by vendor, then asking the hardware whether it is there.
 *
 * Owns: the PMU. Context: boot, before other CPUs come up.
 */
#include <linux/cleanup.h>
#include <linux/init.h>
#include <linux/perf_event.h>
#include <linux/printk.h>

#include <asm/cpufeature.h>
#include <asm/msr.h>
#include <asm/processor.h>

#include "cpus.h"
#include "families.h"
#include "hw.h"
#include "model.h"
#include "pmu.h"
#include "sysfs.h"

#undef pr_fmt
#define pr_fmt(fmt)	"perf: " fmt

/* Any pattern will do that is not what a counter holds by chance. */
#define PROBE_VALUE	0x5a3c69ULL

static struct perf_x86_unit cpu_unit = {
	.name	= "cpu",
	.rdpmc	= 1,
};

struct perf_x86_family {
	u8	vendor;
	int	(*find)(struct perf_x86_unit *unit, const struct cpuinfo_x86 *cpu);
};

static const struct perf_x86_family families[] __initconst = {
	{ X86_VENDOR_INTEL,	perf_x86_intel_find },
	{ X86_VENDOR_AMD,	perf_x86_amd_find },
	{ X86_VENDOR_HYGON,	perf_x86_amd_find },
	{ X86_VENDOR_ZHAOXIN,	perf_x86_zhaoxin_find },
	{ X86_VENDOR_CENTAUR,	perf_x86_centaur_find },
	{ X86_VENDOR_CYRIX,	perf_x86_cyrix_find },
};

static int __init perf_x86_find(struct perf_x86_unit *unit, const struct cpuinfo_x86 *cpu)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(families); i++) {
		if (families[i].vendor == cpu->x86_vendor)
			return families[i].find(unit, cpu);
	}
	return -ENODEV;
}

/*
 * Hypervisors and emulators let a guest see a processor whose counters they do not have:
 * they refuse the registers, or forget what is written to them. Nothing else tells.
 */
static bool __init perf_x86_answers(const struct perf_x86_unit *unit)
{
	u32 counter = perf_x86_hw_counter_msr(unit, __ffs64(unit->counters));
	u32 select = perf_x86_hw_select_msr(unit, __ffs64(unit->counters));
	u64 was, value;

	if (rdmsrl_safe(select, &value) || rdmsrl_safe(counter, &was) ||
	    wrmsrl_safe(counter, PROBE_VALUE) || rdmsrl_safe(counter, &value))
		return false;
	wrmsrl_safe(counter, was);
	return value == PROBE_VALUE;
}

/* Counters that somebody below us has started will not count right for us. */
static void __init perf_x86_warn_of_firmware(const struct perf_x86_unit *unit)
{
	const u64 modes = INTEL_FIXED_0_KERNEL | INTEL_FIXED_0_USER;
	unsigned int counter;
	u64 value;

	perf_x86_for_each_counter(counter, unit->counters) {
		u64 enabled = ARCH_PERFMON_EVENTSEL_ENABLE;
		u32 msr = perf_x86_hw_select_msr(unit, counter);

		if (perf_x86_is_fixed(counter))
			enabled = intel_fixed_bits_by_idx(counter - INTEL_PMC_IDX_FIXED, modes);
		if (rdmsrl_safe(msr, &value) || !(value & enabled))
			continue;
		pr_err(FW_BUG "the firmware or hypervisor uses counter %u (MSR %x is %llx)\n",
		       counter, msr, value);
		return;
	}
}

static int __init perf_x86_bring_up(struct perf_x86_unit *unit)
{
	int err;

	unit->pmu.attr_groups = perf_x86_sysfs_groups;
	if (!boot_cpu_has(X86_FEATURE_APIC))
		unit->pmu.capabilities |= PERF_PMU_CAP_NO_INTERRUPT;
	err = perf_x86_unit_init(unit);
	if (err)
		return err;
	err = perf_x86_cpus_start(unit);
	if (err)
		goto free;
	err = perf_pmu_register(&unit->pmu, unit->name, PERF_TYPE_RAW);
	if (err)
		pr_err("the CPU's PMU cannot be registered: %d\n", err);
	return err;
free:
	perf_x86_unit_free(unit);
	return err;
}

static int __init perf_x86_init(void)
{
	struct perf_x86_unit *unit = &cpu_unit;
	const char *fault;

	if (perf_x86_find(unit, &boot_cpu_data) || !perf_x86_answers(unit)) {
		pr_info("no counters in this processor that a driver knows: software events only\n");
		return 0;
	}
	fault = perf_x86_model_fault(unit->model);
	if (fault) {
		pr_err("the table of %s is wrong: %s\n", unit->model->name, fault);
		return -EINVAL;
	}
	if (unit->regs.gate < PERF_X86_GATE_ESCR)
		perf_x86_warn_of_firmware(unit);
	pr_info("%s: %u general and %u fixed counters of %u bits, version %u\n",
		unit->model->name, hweight32(unit->counters),
		hweight32(unit->counters >> INTEL_PMC_IDX_FIXED), unit->width, unit->version);
	return perf_x86_bring_up(unit);
}
early_initcall(perf_x86_init);
