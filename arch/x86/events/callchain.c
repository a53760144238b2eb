// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains: walking the kernel's stack and the user's.
 *
 * The unwinder that the kernel was built with walks the kernel's stack.
 * perf_callchain_user() walks the user stack along the frame pointers of the ABI, and
 * trusts nothing that it reads there.
 * Locks: none. Context: any, NMI included, on the CPU of the interrupted code.
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
 * Registers from perf_arch_fetch_caller_regs() are only a starting point: an
 * address, and the frame that has it as its return address.
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
 * A guest's stack cannot be read, so @entry stays as it is for a guest.
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
		/* The first frame's return address is regs->ip, just stored. */
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
 * struct perf_user_walk - a walk along user frame pointers
 * @code_base:  linear address of the code segment
 * @stack_base: linear address of the stack segment
 * @word:       bytes in a user address
 */
struct perf_user_walk {
	unsigned long	code_base;
	unsigned long	stack_base;
	unsigned int	word;
};

/* Read the user word at linear @address. Page faults are off. */
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
 * address is then on top of the stack, and the frame pointer still the caller's,
 * so the frames alone would skip the caller.
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
 * Frames need not ascend: a signal handler's frame may lie on an alternate stack, below or
 * above. max_stack bounds a walk in circles; the smallest circle, a frame that points to
 * itself, ends the walk at once. The ABI sets the outermost frame pointer to 0; reading there
 * would cost a fault per sample.
 *
 * User memory is accessible during the whole walk, so each address is not only checked but
 * also clamped, against speculation past the check.
 */
static __always_inline void perf_walk_user_frames(struct perf_callchain_entry_ctx *entry,
						  const struct perf_user_walk *walk,
						  unsigned long frame, unsigned int word)
{
	u32 room = entry->contexts_maxed ? 0 : entry->max_stack - entry->nr;
	u64 *ip = &entry->entry->ip[entry->entry->nr];
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
		ip[nr++] = walk->code_base + address;
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
 * perf_callchain_user() - collect the user part of a chain
 * @entry: chain to add to
 * @regs:  user registers: interrupted, or saved at the entry to the kernel
 *
 * The chain begins with the instruction pointer and ends at a frame that cannot be read
 * without a page fault. Virtual 8086 mode and guests get no chain.
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
	/* nmi_uaccess_okay() fails while another address space than current's is loaded. */
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
