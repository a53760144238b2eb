// SPDX-License-Identifier: GPL-2.0
/*
 * Registers of samples: PERF_SAMPLE_REGS_INTR and PERF_SAMPLE_REGS_USER.
 *
 * Owns: perf_reg_place, from the ABI's register numbers to pt_regs. No locks.
 * Context: any, NMI included.
 */
#include <linux/perf_event.h>
#include <linux/perf_regs.h>
#include <linux/ptrace.h>
#include <linux/sched/task_stack.h>

#include <asm/sections.h>

/* Offset of the register in pt_regs, plus one; 0: not in this kernel's pt_regs. */
#define PERF_REG_AT(_reg, _field)	\
	[PERF_REG_X86_##_reg] = offsetof(struct pt_regs, _field) + 1

static const u8 perf_reg_place[PERF_REG_X86_64_MAX] = {
	PERF_REG_AT(AX, ax),
	PERF_REG_AT(BX, bx),
	PERF_REG_AT(CX, cx),
	PERF_REG_AT(DX, dx),
	PERF_REG_AT(SI, si),
	PERF_REG_AT(DI, di),
	PERF_REG_AT(BP, bp),
	PERF_REG_AT(SP, sp),
	PERF_REG_AT(IP, ip),
	PERF_REG_AT(FLAGS, flags),
	PERF_REG_AT(CS, cs),
	PERF_REG_AT(SS, ss),
#ifdef CONFIG_X86_32
	PERF_REG_AT(DS, ds),
	PERF_REG_AT(ES, es),
	PERF_REG_AT(FS, fs),
	PERF_REG_AT(GS, gs),
#else
	PERF_REG_AT(R8, r8),
	PERF_REG_AT(R9, r9),
	PERF_REG_AT(R10, r10),
	PERF_REG_AT(R11, r11),
	PERF_REG_AT(R12, r12),
	PERF_REG_AT(R13, r13),
	PERF_REG_AT(R14, r14),
	PERF_REG_AT(R15, r15),
#endif
};

static_assert(sizeof(struct pt_regs) < U8_MAX);

/**
 * perf_reg_value() - one register of a sample
 * @regs: the registers; for an event with vector registers, the member of a
 *        struct x86_perf_regs
 * @idx:  number in enum perf_event_x86_regs; a vector register has two numbers,
 *        its lower half first
 *
 * Return: the value; 0 for a register that was not saved.
 *
 * Context: any.
 */
u64 perf_reg_value(struct pt_regs *regs, int idx)
{
	const struct x86_perf_regs *wide;

	if (idx >= PERF_REG_X86_XMM0 && idx < PERF_REG_X86_XMM_MAX) {
		wide = container_of(regs, struct x86_perf_regs, regs);
		return wide->xmm_regs ? wide->xmm_regs[idx - PERF_REG_X86_XMM0] : 0;
	}

	if (WARN_ON_ONCE((unsigned int)idx >= ARRAY_SIZE(perf_reg_place) || !perf_reg_place[idx]))
		return 0;

	return regs_get_register(regs, perf_reg_place[idx] - 1);
}

/* All registers of perf_reg_place; those after SS differ between 32 and 64 bits. */
#ifdef CONFIG_X86_32
#define PERF_REGS_GENERAL	GENMASK_ULL(PERF_REG_X86_GS, PERF_REG_X86_AX)

static __always_inline void perf_regs_behind_ss(u64 *to, const struct pt_regs *regs)
{
	const u64 values[] = { regs->ds, regs->es, regs->fs, regs->gs };

	memcpy(to, values, sizeof(values));
}
#else
#define PERF_REGS_GENERAL	(GENMASK_ULL(PERF_REG_X86_SS, PERF_REG_X86_AX) |	\
				 GENMASK_ULL(PERF_REG_X86_R15, PERF_REG_X86_R8))

static __always_inline void perf_regs_behind_ss(u64 *to, const struct pt_regs *regs)
{
	const u64 values[] = {
		regs->r8, regs->r9, regs->r10, regs->r11,
		regs->r12, regs->r13, regs->r14, regs->r15,
	};

	memcpy(to, values, sizeof(values));
}
#endif

/**
 * perf_reg_values() - several registers of a sample
 * @to:   output, one word each
 * @regs: as for perf_reg_value()
 * @mask: bit per register number, accepted by perf_reg_validate()
 *
 * Context: any.
 */
void perf_reg_values(u64 *to, struct pt_regs *regs, u64 mask)
{
	/* Tools that unwind user stacks from samples set all registers in sample_regs_user. */
	if (likely(mask == PERF_REGS_GENERAL)) {
		const u64 values[] = {
			regs->ax, regs->bx, regs->cx, regs->dx, regs->si, regs->di,
			regs->bp, regs->sp, regs->ip, regs->flags, regs->cs, regs->ss,
		};

		memcpy(to, values, sizeof(values));
		perf_regs_behind_ss(to + ARRAY_SIZE(values), regs);
		return;
	}
	for (; mask; mask &= mask - 1)
		*to++ = perf_reg_value(regs, __ffs64(mask));
}

/**
 * perf_reg_validate() - can samples have these registers?
 * @mask: bit per register number
 *
 * Return: 0; -EINVAL if @mask is empty or has a register that this kernel does
 * not save. Vector registers (PERF_REG_EXTENDED_MASK) pass: the PMU checks them.
 *
 * Context: any.
 */
int perf_reg_validate(u64 mask)
{
	u64 left = mask & ~PERF_REG_EXTENDED_MASK;
	unsigned int idx;

	for (idx = 0; idx < ARRAY_SIZE(perf_reg_place); idx++) {
		if (perf_reg_place[idx])
			left &= ~BIT_ULL(idx);
	}

	return mask && !left ? 0 : -EINVAL;
}

static u64 perf_regs_abi(struct pt_regs *user)
{
	return user_64bit_mode(user) ? PERF_SAMPLE_REGS_ABI_64 : PERF_SAMPLE_REGS_ABI_32;
}

/**
 * perf_reg_abi() - the ABI whose register set a task uses
 * @task: a task with a user mode, current or not running
 *
 * Return: PERF_SAMPLE_REGS_ABI_32 or PERF_SAMPLE_REGS_ABI_64.
 *
 * Context: any.
 */
u64 perf_reg_abi(struct task_struct *task)
{
	return perf_regs_abi(task_pt_regs(task));
}

/*
 * Are current's user registers all on its stack? The entry code pushes them to
 * task_pt_regs() before it calls a function, so they can be missing only in an NMI
 * in the entry code itself. Then either kernel->sp is still within the pt_regs to be
 * filled; or the entry code has not yet switched to this stack (or has left it
 * already), and the pt_regs are those of the last entry.
 */
static bool perf_user_regs_saved(const struct pt_regs *user, const struct pt_regs *kernel)
{
	unsigned long bottom = (unsigned long)task_stack_page(current);
	unsigned long saved = (unsigned long)user;

	if (kernel->sp > saved && kernel->sp <= saved + sizeof(*user))
		return false;

	if (kernel->ip < (unsigned long)__entry_text_start ||
	    kernel->ip >= (unsigned long)__entry_text_end)
		return true;

	return kernel->sp >= bottom && kernel->sp <= saved;
}

/**
 * perf_get_regs_user() - the user registers of a sample taken in kernel mode
 * @regs_user: filled in; abi PERF_SAMPLE_REGS_ABI_NONE and regs NULL if the entry
 *             code had not saved them yet
 * @regs:      the kernel's registers at the interrupt
 *
 * Kernel entry saves every register, so all of regs_user->regs are the program's.
 *
 * Context: any; current has a user mode.
 */
void perf_get_regs_user(struct perf_regs *regs_user, struct pt_regs *regs)
{
	struct pt_regs *user = task_pt_regs(current);

	if (!perf_user_regs_saved(user, regs)) {
		regs_user->regs = NULL;
		regs_user->abi = PERF_SAMPLE_REGS_ABI_NONE;
		return;
	}

	regs_user->regs = user;
	regs_user->abi = perf_regs_abi(user);
}
