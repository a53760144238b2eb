// SPDX-License-Identifier: GPL-2.0
/*
 * In-memory collection: counters of the chip that firmware writes to memory. The platform
 * passes each group of them to init_imc_pmu(); this kernel has no driver for them, and logs
 * that once.
 */
#include <linux/errno.h>
#include <linux/printk.h>

#include <asm/imc-pmu.h>

/**
 * init_imc_pmu() - a group of in-memory counters has been found
 * @parent:  its node in the device tree
 * @pmu_ptr: the platform's description of it; stays the caller's
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
 * unregister_thread_imc() - remove the thread counters, which need those of cores
 *
 * init_imc_pmu() has registered none.
 *
 * Context: task.
 */
void unregister_thread_imc(void)
{
}
