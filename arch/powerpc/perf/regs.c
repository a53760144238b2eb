// SPDX-License-Identifier: GPL-2.0
/*
 * Registers in samples: PERF_SAMPLE_REGS_INTR and _REGS_USER.
 *
 * Owns the table from the ABI's register numbers to pt_regs. No locks. All of it may
 * run in an NMI.
 */
#include <linux/compat.h>
#include <linux/perf_event.h>
#include <linux/perf_regs.h>
#include <linux/ptrace.h>
#include <linux/sched/task_stack.h>

#include "sampled.h"

#define PERF_REG_AT(_reg, _field)	\
	[PERF_REG_POWERPC_##_reg] = offsetof(struct pt_regs, _field)
#define PERF_REG_GPR(_number)		PERF_REG_AT(R##_number, gpr[_number])

/* A 32-bit CPU has no soft interrupt mask; its pt_regs has another word at that offset. */
#ifdef CONFIG_PPC64
#define PERF_REG_SOFTE_OFFSET	offsetof(struct pt_regs, softe)
#else
#define PERF_REG_SOFTE_OFFSET	offsetof(struct pt_regs, mq)
#endif

static const u16 perf_power_reg_offset[] = {
	PERF_REG_GPR(0),  PERF_REG_GPR(1),  PERF_REG_GPR(2),  PERF_REG_GPR(3),
	PERF_REG_GPR(4),  PERF_REG_GPR(5),  PERF_REG_GPR(6),  PERF_REG_GPR(7),
	PERF_REG_GPR(8),  PERF_REG_GPR(9),  PERF_REG_GPR(10), PERF_REG_GPR(11),
	PERF_REG_GPR(12), PERF_REG_GPR(13), PERF_REG_GPR(14), PERF_REG_GPR(15),
	PERF_REG_GPR(16), PERF_REG_GPR(17), PERF_REG_GPR(18), PERF_REG_GPR(19),
	PERF_REG_GPR(20), PERF_REG_GPR(21), PERF_REG_GPR(22), PERF_REG_GPR(23),
	PERF_REG_GPR(24), PERF_REG_GPR(25), PERF_REG_GPR(26), PERF_REG_GPR(27),
	PERF_REG_GPR(28), PERF_REG_GPR(29), PERF_REG_GPR(30), PERF_REG_GPR(31),
	PERF_REG_AT(NIP, nip),
	PERF_REG_AT(MSR, msr),
	PERF_REG_AT(ORIG_R3, orig_gpr3),
	PERF_REG_AT(CTR, ctr),
	PERF_REG_AT(LINK, link),
	PERF_REG_AT(XER, xer),
	PERF_REG_AT(CCR, ccr),
	[PERF_REG_POWERPC_SOFTE] = PERF_REG_SOFTE_OFFSET,
	PERF_REG_AT(TRAP, trap),
	PERF_REG_AT(DAR, dar),
	PERF_REG_AT(DSISR, dsisr),
};

/* The numbers from PERF_REG_POWERPC_SIER on are counter registers, not in pt_regs. */
static_assert(ARRAY_SIZE(perf_power_reg_offset) == PERF_REG_POWERPC_SIER);

#ifdef CONFIG_PPC_PERF_CTRS

static u64 perf_power_counter_reg(const struct pt_regs *regs, int idx)
{
	const struct perf_power_sampled *sampled = perf_power_sampled_get(regs);

	switch (idx) {
	case PERF_REG_POWERPC_SIER:
		return sampled ? sampled->sier[0] : 0;
	case PERF_REG_POWERPC_SIER2:
		return sampled ? sampled->sier[1] : 0;
	case PERF_REG_POWERPC_SIER3:
		return sampled ? sampled->sier[2] : 0;
	case PERF_REG_POWERPC_MMCRA:
		return sampled ? sampled->mmcra : 0;
	default:
		return perf_power_sampled_extended(idx);
	}
}

#else

static u64 perf_power_counter_reg(const struct pt_regs *regs, int idx)
{
	return 0;
}

#endif

/**
 * perf_reg_value() - read one register of a sample
 * @regs: the registers
 * @idx:  number in enum perf_event_powerpc_regs
 *
 * Return: the value; 0 for a counter register that the CPU does not have, and for SIER, SIER2,
 * SIER3 and MMCRA if @regs are not those of a counters' interrupt.
 *
 * Context: any, preemption off.
 */
u64 perf_reg_value(struct pt_regs *regs, int idx)
{
	if (WARN_ON_ONCE((unsigned int)idx >= PERF_REG_EXTENDED_MAX))
		return 0;
	if (idx >= ARRAY_SIZE(perf_power_reg_offset))
		return perf_power_counter_reg(regs, idx);
	return regs_get_register(regs, perf_power_reg_offset[idx]);
}

/**
 * perf_reg_validate() - test if an event may sample a set of registers
 * @mask: bit per register number
 *
 * Return: 0; -EINVAL if @mask is empty or has a bit of no register that this CPU
 * can read.
 *
 * Context: any.
 */
int perf_reg_validate(u64 mask)
{
	u64 known = PERF_REG_PMU_MASK | PERF_REG_EXTENDED_MASK;

	return mask && !(mask & ~known) ? 0 : -EINVAL;
}

/**
 * perf_reg_abi() - the ABI of a task's register set
 * @task: a task with a user mode
 *
 * Return: PERF_SAMPLE_REGS_ABI_32 or PERF_SAMPLE_REGS_ABI_64.
 *
 * Context: any.
 */
u64 perf_reg_abi(struct task_struct *task)
{
	if (is_tsk_32bit_task(task))
		return PERF_SAMPLE_REGS_ABI_32;
	return PERF_SAMPLE_REGS_ABI_64;
}

/**
 * perf_get_regs_user() - the user registers of a sample taken in kernel mode
 * @regs_user: filled in
 * @regs:      the kernel's registers at the interrupt
 *
 * Every entry to the kernel saves all registers before interrupts come on, hard
 * ones included, so task_pt_regs() is complete.
 *
 * Context: any; current has a user mode.
 */
void perf_get_regs_user(struct perf_regs *regs_user, struct pt_regs *regs)
{
	regs_user->regs = task_pt_regs(current);
	regs_user->abi = regs_user->regs ? perf_reg_abi(current) : PERF_SAMPLE_REGS_ABI_NONE;
}
