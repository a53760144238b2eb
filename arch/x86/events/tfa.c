// SPDX-License-Identifier: GPL-2.0
/*
 * Processors with TSX_FORCE_ABORT: microcode uses a counter while transactions may succeed.
 *
 * perf_x86_tfa_start() makes the transactions of the CPU abort before an event uses the counter,
 * and perf_x86_tfa_enable_all() ends that when none has used it any more. Programs have to work
 * without transactions, but they are slower. So perf_assignment::avoid makes the counter the
 * last to be assigned, and with 0 in the sysfs file "allow_tsx_force_abort" it is in
 * perf_x86_pmu::blocked. Everything else is as in perf_x86_enable_global.
 *
 * Owns: force_abort of struct perf_x86_cpu, blocked of struct perf_x86_pmu. Locks: tfa_mutex.
 * Context: on the CPU, IRQs off, or NMI; sysfs: task.
 *
 * Hardware facts: Intel, "Performance Monitoring Impact of Intel Transactional Synchronization
 * Extension Memory Ordering Issue" (MSR 10FH).
 */
#include <linux/cleanup.h>
#include <linux/device.h>
#include <linux/kstrtox.h>
#include <linux/mutex.h>
#include <linux/smp.h>
#include <linux/sysfs.h>

#include <asm/msr-index.h>

#include "access.h"
#include "hw.h"
#include "tfa.h"

static DEFINE_MUTEX(tfa_mutex);

static void perf_x86_tfa_set(struct perf_x86_cpu *cpu, bool abort)
{
	if (cpu->force_abort == abort)
		return;
	perf_x86_wrmsr(cpu->pmu, MSR_TSX_FORCE_ABORT, abort ? PERF_X86_RTM_FORCE_ABORT : 0);
	cpu->force_abort = abort;
}

static void perf_x86_tfa_enable_all(struct perf_x86_cpu *cpu)
{
	if (!(cpu->running & PERF_X86_TFA_COUNTERS))
		perf_x86_tfa_set(cpu, false);
	perf_x86_enable_global.enable_all(cpu);
}

static void perf_x86_tfa_disable_all(struct perf_x86_cpu *cpu)
{
	perf_x86_enable_global.disable_all(cpu);
}

/* Microcode may have written the counter until now, so its start value is written again. */
static void perf_x86_tfa_start(struct perf_x86_cpu *cpu, const struct perf_event *event)
{
	if (event->hw.idx == PERF_X86_TFA_COUNTER && !cpu->force_abort) {
		perf_x86_tfa_set(cpu, true);
		perf_x86_hw_set(cpu->pmu, event->hw.event_base,
				local64_read(&event->hw.prev_count));
	}
	perf_x86_enable_global.start(cpu, event);
}

/* The counter is yet to be read: perf_x86_tfa_enable_all() gives it back. */
static void perf_x86_tfa_stop(struct perf_x86_cpu *cpu, unsigned int counter)
{
	perf_x86_enable_global.stop(cpu, counter);
}

/* One register has an enable bit for each counter, another the switch of PERF_X86_TFA_COUNTER. */
const struct perf_x86_enable_ops perf_x86_enable_tfa = {
	.enable_bit	= ARCH_PERFMON_EVENTSEL_ENABLE,
	.enable_all	= perf_x86_tfa_enable_all,
	.disable_all	= perf_x86_tfa_disable_all,
	.start		= perf_x86_tfa_start,
	.stop		= perf_x86_tfa_stop,
};

static void perf_x86_tfa_resched(void *pmu)
{
	perf_pmu_resched(pmu);
}

/**
 * perf_x86_tfa_allow - may events use the counter, while transactions abort?
 * @pmu:   the PMU, with perf_x86_enable_tfa
 * @allow: true if they may
 *
 * Context: task.
 */
void perf_x86_tfa_allow(struct perf_x86_pmu *pmu, bool allow)
{
	guard(mutex)(&tfa_mutex);
	if (allow == !pmu->blocked)
		return;
	WRITE_ONCE(pmu->blocked, allow ? 0 : PERF_X86_TFA_COUNTERS);
	on_each_cpu(perf_x86_tfa_resched, &pmu->pmu, 1);
}

/*
 * sysfs.
 */
static struct perf_x86_pmu *perf_x86_tfa_pmu(struct device *dev)
{
	return to_perf_x86_pmu(dev_get_drvdata(dev));
}

static ssize_t allow_tsx_force_abort_show(struct device *dev, struct device_attribute *attr,
					  char *page)
{
	return sysfs_emit(page, "%d\n", !READ_ONCE(perf_x86_tfa_pmu(dev)->blocked));
}

static ssize_t allow_tsx_force_abort_store(struct device *dev, struct device_attribute *attr,
					   const char *buf, size_t count)
{
	bool allow;
	int err;

	err = kstrtobool(buf, &allow);
	if (err)
		return err;
	perf_x86_tfa_allow(perf_x86_tfa_pmu(dev), allow);
	return count;
}
static DEVICE_ATTR_RW(allow_tsx_force_abort);

static struct attribute *perf_x86_tfa_attrs[] = {
	&dev_attr_allow_tsx_force_abort.attr,
	NULL
};

static umode_t perf_x86_tfa_visible(struct kobject *kobj, struct attribute *attr, int index)
{
	struct perf_x86_pmu *pmu = perf_x86_tfa_pmu(kobj_to_dev(kobj));

	return pmu->regs.enable == &perf_x86_enable_tfa ? attr->mode : 0;
}

const struct attribute_group perf_x86_tfa_group = {
	.attrs		= perf_x86_tfa_attrs,
	.is_visible	= perf_x86_tfa_visible,
};
