// SPDX-License-Identifier: GPL-2.0
/*
 * The sysfs file "freeze_on_smi": do the counters of all CPUs stop in system management mode?
 *
 * With it, the difference between APERF and the cycles counter is the time spent in that mode
 * (perf stat --smi-cost). It is off at boot, since firmware's time is a part of the cost of
 * whatever it interrupts.
 *
 * Owns: freeze_on_smi, and DEBUGCTLMSR_FREEZE_IN_SMM of each CPU. Locks: freeze_mutex.
 * Context: task, or a CPU that comes up or resumes.
 *
 * Hardware facts: Intel SDM volume 3, "Freezing LBR and Performance Counters on PMI"
 * (FREEZE_WHILE_SMM), volume 4, IA32_DEBUGCTL.
 */
#include <linux/cleanup.h>
#include <linux/cpu.h>
#include <linux/device.h>
#include <linux/kstrtox.h>
#include <linux/mutex.h>
#include <linux/smp.h>
#include <linux/sysfs.h>

#include <asm/debugreg.h>
#include <asm/msr-index.h>
#include <asm/processor.h>

#include "counters.h"
#include "freeze.h"

static DEFINE_MUTEX(freeze_mutex);
static bool freeze_on_smi;

/* FREEZE_WHILE_SMM came with version 2. */
static bool perf_x86_can_freeze(const struct perf_x86_pmu *pmu)
{
	return boot_cpu_data.x86_vendor == X86_VENDOR_INTEL && pmu->version >= 2;
}

static void perf_x86_freeze_set(void *unused)
{
	unsigned long control = get_debugctlmsr(), wanted = control & ~DEBUGCTLMSR_FREEZE_IN_SMM;

	if (READ_ONCE(freeze_on_smi))
		wanted |= DEBUGCTLMSR_FREEZE_IN_SMM;
	if (wanted != control)
		update_debugctlmsr(wanted);
}

/**
 * perf_x86_freeze_here - apply freeze_on_smi to this CPU
 * @pmu: the PMU of this CPU
 *
 * Context: a CPU that comes up or resumes, IRQs off.
 */
void perf_x86_freeze_here(const struct perf_x86_pmu *pmu)
{
	if (perf_x86_can_freeze(pmu))
		perf_x86_freeze_set(NULL);
}

static ssize_t freeze_on_smi_show(struct device *dev, struct device_attribute *attr, char *page)
{
	return sysfs_emit(page, "%d\n", READ_ONCE(freeze_on_smi));
}

/* A CPU that comes up is either in on_each_cpu() or sees the new value. */
static ssize_t freeze_on_smi_store(struct device *dev, struct device_attribute *attr,
				   const char *buf, size_t count)
{
	unsigned long value;
	int err;

	err = kstrtoul(buf, 0, &value);
	if (err)
		return err;
	if (value > 1)
		return -EINVAL;
	guard(mutex)(&freeze_mutex);
	guard(cpus_read_lock)();
	if (value != freeze_on_smi) {
		WRITE_ONCE(freeze_on_smi, value);
		on_each_cpu(perf_x86_freeze_set, NULL, 1);
	}
	return count;
}
static DEVICE_ATTR_RW(freeze_on_smi);

static struct attribute *perf_x86_freeze_attrs[] = {
	&dev_attr_freeze_on_smi.attr,
	NULL
};

static umode_t perf_x86_freeze_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	struct pmu *pmu = dev_get_drvdata(kobj_to_dev(kobj));

	return perf_x86_can_freeze(to_perf_x86_pmu(pmu)) ? attr->mode : 0;
}

const struct attribute_group perf_x86_freeze_group = {
	.attrs		= perf_x86_freeze_attrs,
	.is_visible	= perf_x86_freeze_visible,
};
