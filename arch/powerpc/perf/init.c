// SPDX-License-Identifier: GPL-2.0
/*
 * Registration of this processor's PMU.
 *
 * Owns perf_power_pmu. No locks. Context: boot.
 */
#include <linux/init.h>
#include <linux/perf_event.h>
#include <linux/printk.h>

#include <asm/cputable.h>

#include "hw.h"
#include "model.h"
#include "pmu.h"
#include "sampled.h"
#include "sysfs.h"

static struct pmu perf_power_pmu;

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
		perf_power_sampled_read_extended(perf_power_read_reg, model->extended_regs);
	}
	err = perf_pmu_register(&perf_power_pmu, "cpu", PERF_TYPE_RAW);
	if (err)
		return err;
	/* In AT_HWCAP2: events can have event-based branches. */
	if (model->has_ebb)
		cur_cpu_spec->cpu_user_features2 |= PPC_FEATURE2_EBB;
	pr_info("perf: %s counters\n", model->name);
	return 0;
}
arch_initcall(perf_power_init);
