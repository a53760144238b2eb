// SPDX-License-Identifier: GPL-2.0
/*
 * In-memory collection: counters of the chip that firmware writes to memory. The
 * platform finds them and hands each to init_imc_pmu(); this kernel has no driver
 * for them, and says so.
 */
#include <linux/errno.h>
#include <linux/printk.h>

#include <asm/imc-pmu.h>

/**
 * init_imc_pmu() - a group of such counters has been found
 * @parent:  its node in the device tree
 * @pmu_ptr: what the platform knows of it; stays the caller's
 * @pmu_idx: its number
 *
 * Return: -EOPNOTSUPP.
 *
 * Context: task.
 */
int init_imc_pmu(struct device_node *parent, struct imc_pmu *pmu_ptr, int pmu_idx)
{
	pr_info_once("perf: no driver for in-memory collection counters\n");
	return -EOPNOTSUPP;
}

/**
 * unregister_thread_imc() - the counters of threads are of no use without those of cores
 *
 * None have been registered.
 *
 * Context: task.
 */
void unregister_thread_imc(void)
{
}
