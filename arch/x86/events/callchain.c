// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains: walking the kernel's stack and a program's.
 *
 * The kernel's is left to the unwinder the kernel was built with. A program's
 * is walked along the frame pointers of its ABI; nothing in there is trusted.
 * No locks. Any context, NMI included, on the CPU of the interrupted code.
 */
#include <linux/compat.h>
#include <linux/nospec.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/uaccess.h>
#include <linux/uprobes.h>

#include <asm/nmi.h>
#include <asm/tlbflush.h>
#include <asm/unwind.h>

#include "regs.h"

/*
 * Registers from perf_arch_fetch_caller_regs() are a starting point only: an
 * address, and the frame whose return address that is.
 */
static bool perf_regs_are_real(const struct pt_regs *regs)
{
	return regs->flags & X86_EFLAGS_FIXED;
}

/**
 * perf_callchain_kernel() - collect the kernel's part of a chain
 * @entry: chain to add to
 * @regs:  registers in kernel mode
 *
 * Nothing is added for a guest: its stack is not ours to read.
 *
 * Context: any.
 */
void perf_callchain_kernel(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs)
{
	bool real = perf_regs_are_real(regs);
	struct unwind_state state;
	unsigned long address;

	if (perf_guest_state() || perf_callchain_store(entry, regs->ip))
		return;

	if (real) {
		unwind_start(&state, current, regs, NULL);
	} else {
		unwind_start(&state, current, NULL, (unsigned long *)regs->sp);
		/* The first frame's return address is the one just stored. */
		if (unwind_get_return_address(&state) == regs->ip)
			unwind_next_frame(&state);
	}

	while (!unwind_done(&state)) {
		address = unwind_get_return_address(&state);
		if (!address || perf_callchain_store(entry, address))
			return;
		unwind_next_frame(&state);
	}
}

/**
 * struct perf_user_walk - a walk along a program's frame pointers
 * @code_base:  linear address at which its code segment begins
 * @stack_base: linear address at which its stack segment begins
 * @word:       bytes in an address of its
 */
struct perf_user_walk {
	unsigned long	code_base;
	unsigned long	stack_base;
	unsigned int	word;
};

/* Read the program's word at linear @address. Page faults are off. */
static bool perf_read_user_word(const struct perf_user_walk *walk, unsigned long address,
				unsigned long *value)
{
	u32 half;

	if (!access_ok((void __user *)address, walk->word))
		return false;

	if (walk->word == sizeof(long))
		return !__get_user(*value, (unsigned long __user *)address);

	if (__get_user(half, (u32 __user *)address))
		return false;
	*value = half;
	return true;
}

static struct perf_user_walk perf_user_walk_start(struct pt_regs *regs)
{
	struct perf_user_walk walk = { .word = sizeof(long) };

	if (IS_ENABLED(CONFIG_X86_64) && !user_64bit_mode(regs)) {
		walk.word = sizeof(u32);
		walk.code_base = perf_segment_base(regs->cs);
		walk.stack_base = perf_segment_base(regs->ss);
	}
	return walk;
}

#ifdef CONFIG_UPROBES

/*
 * Is @regs at a probe on the first instruction of a function? The return
 * address is then on top of the stack and the frame still the caller's, whose
 * own caller would be the first that frames tell of.
 */
static bool perf_at_function_entry(const struct pt_regs *regs)
{
	static const u8 endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	const struct arch_uprobe *probe;
	const u8 push_bp = 0x55;

	if (!current->utask || !current->utask->auprobe)
		return false;

	probe = current->utask->auprobe;
	return probe->insn[0] == push_bp ||
	       (user_64bit_mode((struct pt_regs *)regs) &&
		!memcmp(probe->insn, endbr64, sizeof(endbr64)));
}

#else

static bool perf_at_function_entry(const struct pt_regs *regs)
{
	return false;
}

#endif

/*
 * Frames are not asked to ascend: a signal handler's may lie on a stack of its
 * own, below or above. max_stack bounds a walk that goes in circles; the
 * smallest of them, a frame that names itself, ends it at once. The outermost
 * frame's caller is 0 by the ABI; to look there would cost a fault a sample.
 *
 * User memory is open during the whole walk, so each address is not only checked
 * but also made harmless for a CPU that runs ahead of the check.
 */
static __always_inline void perf_walk_user_frames(struct perf_callchain_entry_ctx *entry,
						  const struct perf_user_walk *walk,
						  unsigned long frame, unsigned int word)
{
	u32 room = entry->contexts_maxed ? 0 : entry->max_stack - entry->nr;
	u64 *place = &entry->entry->ip[entry->entry->nr];
	unsigned long linear, caller, address;
	unsigned long limit = TASK_SIZE_MAX;
	u32 nr = 0, low, high;

	OPTIMIZER_HIDE_VAR(limit); /* too wide for an operand of an instruction */
	if (!user_access_begin((void __user *)0, word))
		return;
	while (frame && nr < room) {
		linear = walk->stack_base + frame;
		if (!__access_ok((void __user *)linear, 2 * word))
			break;
		linear = array_index_nospec(linear, limit);
		if (word == sizeof(long)) {
			unsafe_get_user(caller, (unsigned long __user *)linear, done);
			unsafe_get_user(address, (unsigned long __user *)linear + 1, done);
		} else {
			unsafe_get_user(low, (u32 __user *)linear, done);
			unsafe_get_user(high, (u32 __user *)linear + 1, done);
			caller = low;
			address = high;
		}
		place[nr++] = walk->code_base + address;
		if (caller == frame)
			break;
		frame = caller;
	}
done:
	user_access_end();
	entry->nr += nr;
	entry->entry->nr += nr;
}

/**
 * perf_callchain_user() - collect the program's part of a chain
 * @entry: chain to add to
 * @regs:  the program's registers: interrupted, or saved when it entered the
 *         kernel
 *
 * Begins with the instruction pointer and goes on for as long as frames can be
 * read without a page fault. Code in virtual 8086 mode and guests have none.
 *
 * Context: any.
 */
void perf_callchain_user(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs)
{
	struct perf_user_walk walk;
	unsigned long address;

	if (perf_guest_state() || perf_regs_are_vm86(regs))
		return;
	if (perf_callchain_store(entry, regs->ip))
		return;
	/* An NMI may find another address space loaded than current's. */
	if (!nmi_uaccess_okay())
		return;

	walk = perf_user_walk_start(regs);

	pagefault_disable();
	if (perf_at_function_entry(regs) &&
	    perf_read_user_word(&walk, walk.stack_base + regs->sp, &address))
		perf_callchain_store(entry, walk.code_base + address);
	if (walk.word == sizeof(long))
		perf_walk_user_frames(entry, &walk, regs->bp, sizeof(long));
	else
		perf_walk_user_frames(entry, &walk, regs->bp, sizeof(u32));
	pagefault_enable();
}
