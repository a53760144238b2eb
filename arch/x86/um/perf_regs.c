// SPDX-License-Identifier: GPL-2.0
/*
 * Registers of samples in user-mode Linux on x86: PERF_SAMPLE_REGS_INTR and
 * PERF_SAMPLE_REGS_USER.
 *
 * Owns: perf_reg_slot, from the ABI's register numbers to those of ptrace(2). No locks.
 * Context: any.
 */
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/perf_regs.h>
#include <linux/ptrace.h>

#include <asm/perf_regs.h>

/* Index of the register in uml_pt_regs.gp, plus one; 0: none. */
#define PERF_REG_AT(_reg, _name)	[PERF_REG_X86_##_reg] = HOST_##_name + 1

static const u8 perf_reg_slot[PERF_REG_X86_64_MAX] = {
	PERF_REG_AT(AX, AX),
	PERF_REG_AT(BX, BX),
	PERF_REG_AT(CX, CX),
	PERF_REG_AT(DX, DX),
	PERF_REG_AT(SI, SI),
	PERF_REG_AT(DI, DI),
	PERF_REG_AT(BP, BP),
	PERF_REG_AT(SP, SP),
	PERF_REG_AT(IP, IP),
	PERF_REG_AT(FLAGS, EFLAGS),
	PERF_REG_AT(CS, CS),
	PERF_REG_AT(SS, SS),
#ifdef CONFIG_X86_32
	PERF_REG_AT(DS, DS),
	PERF_REG_AT(ES, ES),
	PERF_REG_AT(FS, FS),
	PERF_REG_AT(GS, GS),
#else
	PERF_REG_AT(R8, R8),
	PERF_REG_AT(R9, R9),
	PERF_REG_AT(R10, R10),
	PERF_REG_AT(R11, R11),
	PERF_REG_AT(R12, R12),
	PERF_REG_AT(R13, R13),
	PERF_REG_AT(R14, R14),
	PERF_REG_AT(R15, R15),
#endif
};

/**
 * perf_reg_value() - one register of a sample
 * @regs: the registers
 * @idx:  number in enum perf_event_x86_regs, accepted by perf_reg_validate()
 *
 * Return: the value; 0 for a register that the interrupt did not save.
 *
 * Context: any.
 */
u64 perf_reg_value(struct pt_regs *regs, int idx)
{
	if (WARN_ON_ONCE((unsigned int)idx >= ARRAY_SIZE(perf_reg_slot) || !perf_reg_slot[idx]))
		return 0;

	return regs->regs.gp[perf_reg_slot[idx] - 1];
}

/**
 * perf_reg_validate() - can samples have these registers?
 * @mask: bit per register number
 *
 * Return: 0; -EINVAL if @mask is empty or has a register that is not in struct pt_regs. As
 * on x86 vector registers pass: the core refuses them, since no PMU here has any.
 *
 * Context: any.
 */
int perf_reg_validate(u64 mask)
{
	u64 left = mask & ~PERF_REG_EXTENDED_MASK;
	unsigned int idx;

	for (idx = 0; idx < ARRAY_SIZE(perf_reg_slot); idx++) {
		if (perf_reg_slot[idx])
			left &= ~BIT_ULL(idx);
	}

	return mask && !left ? 0 : -EINVAL;
}

/**
 * perf_reg_abi() - the ABI whose register set a task uses
 * @task: any task: programs have the width of the kernel
 *
 * Return: PERF_SAMPLE_REGS_ABI_32 or PERF_SAMPLE_REGS_ABI_64.
 *
 * Context: any.
 */
u64 perf_reg_abi(struct task_struct *task)
{
	return IS_ENABLED(CONFIG_X86_32) ? PERF_SAMPLE_REGS_ABI_32 : PERF_SAMPLE_REGS_ABI_64;
}

/**
 * perf_get_regs_user() - the user registers of a sample taken in kernel mode
 * @regs_user: filled in
 * @regs:      the kernel's registers at the interrupt
 *
 * userspace() reads all registers of a process that stops before other code of the kernel
 * runs, interrupts included.
 *
 * Context: any; current has a user mode.
 */
void perf_get_regs_user(struct perf_regs *regs_user, struct pt_regs *regs)
{
	regs_user->regs = task_pt_regs(current);
	regs_user->abi = perf_reg_abi(current);
}
