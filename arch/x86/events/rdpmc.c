// SPDX-License-Identifier: GPL-2.0
/*
 * Counter reads by user space, with RDPMC.
 *
 * CR4.PCE lets user mode execute RDPMC. By default CR4.PCE is set while a process runs
 * whose mm maps an event with PERF_EVENT_FLAG_USER_READ_CNT
 * (mm_context_t::perf_rdpmc_allowed counts the mappings); the administrator can choose
 * never or always. RDPMC reads any counter, so perf_clear_dirty_counters() clears the
 * values that other tasks' events have left before such a process runs.
 *
 * Owns: the two static keys, rdpmc of struct perf_x86_pmu. Locks: rdpmc_mutex
 * serializes changes of the policy.
 * Context: task, unless said otherwise.
 *
 * Hardware facts: Intel SDM volume 3, "Control Registers" (PCE), volume 2, RDPMC.
 */
#include <linux/cleanup.h>
#include <linux/export.h>
#include <linux/jump_label.h>
#include <linux/lockdep.h>
#include <linux/mm_types.h>
#include <linux/mutex.h>
#include <linux/smp.h>

#include <asm/mmu_context.h>

#include "cpus.h"
#include "hw.h"
#include "rdpmc.h"

DEFINE_STATIC_KEY_FALSE(rdpmc_never_available_key);
DEFINE_STATIC_KEY_FALSE(rdpmc_always_available_key);

static DEFINE_MUTEX(rdpmc_mutex);

static bool perf_x86_rdpmc_may(const struct perf_event *event)
{
	return event->hw.flags & PERF_EVENT_FLAG_USER_READ_CNT;
}

/**
 * perf_x86_rdpmc_mapped - allow RDPMC to a process that maps an event
 * @event: its user page is being mapped
 * @mm:    the process's mm
 *
 * CPUs that run threads of @mm update CR4 now, others when they switch to @mm. No munmap()
 * interferes: the caller is in mmap().
 */
void perf_x86_rdpmc_mapped(struct perf_event *event, struct mm_struct *mm)
{
	if (!perf_x86_rdpmc_may(event))
		return;
	if (atomic_inc_return(&mm->context.perf_rdpmc_allowed) == 1)
		on_each_cpu_mask(mm_cpumask(mm), cr4_update_pce, NULL, 1);
}

/**
 * perf_x86_rdpmc_unmapped - undo perf_x86_rdpmc_mapped()
 * @event: its user page is being unmapped
 * @mm:    the process's mm
 */
void perf_x86_rdpmc_unmapped(struct perf_event *event, struct mm_struct *mm)
{
	if (!perf_x86_rdpmc_may(event))
		return;
	if (atomic_dec_and_test(&mm->context.perf_rdpmc_allowed))
		on_each_cpu_mask(mm_cpumask(mm), cr4_update_pce, NULL, 1);
}

/**
 * x86_perf_rdpmc_index() - the operand with which RDPMC reads an event's counter
 * @event: an event that has a counter
 *
 * Return: RDPMC's operand.
 *
 * Context: IRQs off on the event's CPU, so that @event keeps its counter.
 */
int x86_perf_rdpmc_index(struct perf_event *event)
{
	lockdep_assert_irqs_disabled();

	return event->hw.event_base_rdpmc;
}

/**
 * perf_x86_rdpmc_user_index - the index field of an event's user page
 * @event: its user page is being updated on this CPU
 *
 * Context: IRQs off, or NMI.
 * Return: RDPMC's operand plus one; 0 if user space must not use it.
 */
int perf_x86_rdpmc_user_index(struct perf_event *event)
{
	if (!perf_x86_rdpmc_may(event) || event->hw.idx < 0)
		return 0;
	return event->hw.event_base_rdpmc + 1;
}

/**
 * perf_clear_dirty_counters() - clear counters that deleted events have left
 *
 * Context: address space switch to a process that may execute RDPMC, IRQs off.
 */
void perf_clear_dirty_counters(void)
{
	struct perf_x86_cpu *cpu = perf_x86_this_cpu();
	unsigned int counter;

	if (!cpu)
		return;
	perf_x86_for_each_counter(counter, cpu->dirty & ~cpu->assignment.used)
		perf_x86_hw_write(cpu->pmu, counter, 0);
	cpu->dirty = 0;
}

static void perf_x86_switch_key(struct static_key_false *key, bool on)
{
	if (on)
		static_branch_enable(key);
	else
		static_branch_disable(key);
}

/**
 * perf_x86_rdpmc_set_policy - set the processes that may execute RDPMC
 * @pmu:    the PMU; on a hybrid processor that of any kind, the policy applies to all
 * @policy: 0: none; 1: processes that map an event; 2: all
 *
 * Return: 0; -EINVAL: no such policy; -EOPNOTSUPP: RDPMC cannot read these counters.
 */
int perf_x86_rdpmc_set_policy(struct perf_x86_pmu *pmu, unsigned long policy)
{
	struct perf_x86_pmu *each;

	if (policy > 2)
		return -EINVAL;
	if (policy && pmu->regs.no_rdpmc)
		return -EOPNOTSUPP;

	guard(mutex)(&rdpmc_mutex);
	if (policy == pmu->rdpmc)
		return 0;
	perf_x86_switch_key(&rdpmc_never_available_key, policy == 0);
	perf_x86_switch_key(&rdpmc_always_available_key, policy == 2);
	perf_x86_for_each_kind(each, pmu)
		WRITE_ONCE(each->rdpmc, policy);
	on_each_cpu(cr4_update_pce, NULL, 1);
	return 0;
}
