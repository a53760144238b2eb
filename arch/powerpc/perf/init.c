// SPDX-License-Identifier: GPL-2.0
/*
 * Which processor this is, and its PMU.
 *
 * Owns the struct pmu. No locks. Context: boot.
 */
#include <linux/init.h>
#include <linux/perf_event.h>
#include <linux/printk.h>

#include <asm/cputable.h>
#include <asm/reg.h>

#include "hw.h"
#include "model.h"
#include "pmu.h"
#include "sampled.h"
#include "sysfs.h"

static struct pmu perf_power_pmu;

/*
 * A hypervisor may have a POWER10 be a POWER9 to its guest: then the version register
 * tells of the one, and the features of the other, and what is left is the architecture.
 */
static const struct perf_power_model * __init perf_power_find_model(void)
{
	switch (PVR_VER(mfspr(SPRN_PVR))) {
	case PVR_POWER6:
		return &perf_power6;
	case PVR_POWER7:
	case PVR_POWER7p:
		return &perf_power7;
	case PVR_POWER8E:
	case PVR_POWER8NVL:
	case PVR_POWER8:
		return &perf_power8;
	case PVR_POWER9:
		return &perf_power9;
	case PVR_POWER10:
	case PVR_POWER11:
		if (cpu_has_feature(CPU_FTR_ARCH_31))
			return &perf_power10;
		break;
	}
	return cpu_has_feature(CPU_FTR_ARCH_300) ? &perf_power_isa3 : NULL;
}

static int __init perf_power_init(void)
{
	const struct perf_power_model *model = perf_power_find_model();
	int err;

	if (!model) {
		pr_info("perf: no driver for this processor's counters, software events only\n");
		return 0;
	}

	perf_power_pmu.attr_groups = perf_power_sysfs(model);
	if (!perf_power_pmu.attr_groups)
		return -ENOMEM;
	err = perf_power_pmu_init(&perf_power_pmu, model);
	if (err)
		return err;
	if (model->extended_regs) {
		perf_power_pmu.capabilities |= PERF_PMU_CAP_EXTENDED_REGS;
		perf_sampled_read_extended(perf_power_read_reg, model->extended_regs);
	}
	err = perf_pmu_register(&perf_power_pmu, "cpu", PERF_TYPE_RAW);
	if (err)
		return err;
	pr_info("perf: %s counters\n", model->name);
	return 0;
}
arch_initcall(perf_power_init);
