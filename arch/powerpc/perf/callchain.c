// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains through the kernel's stack.
 *
 * Frames are linked by the back chain in their first word. A function saves its return
 * address in its caller's frame, not in its own, and a leaf function does not save it at all.
 * So the chain is the interrupted address, the link register if it can be a return address,
 * and then the return addresses saved in the outer frames (Power ISA ELF ABI, "The Stack
 * Frame").
 *
 * Owns nothing, no locks. Any context, NMI included, on the CPU of the interrupted code.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/sched.h>

#include <asm/processor.h>
#include <asm/ptrace.h>

static unsigned long perf_frame_word(unsigned long frame, unsigned int word)
{
	return READ_ONCE_NOCHECK(((unsigned long *)frame)[word]);
}

/*
 * The registers that an interrupt or system call saved on top of @frame, or NULL. Entry code
 * marks such a frame with STACK_FRAME_REGS_MARKER.
 */
static struct pt_regs *perf_frame_regs(unsigned long frame)
{
	if (!validate_sp_size(frame, current, STACK_INT_FRAME_SIZE) ||
	    perf_frame_word(frame, STACK_INT_FRAME_MARKER_LONGS) != STACK_FRAME_REGS_MARKER)
		return NULL;
	return (struct pt_regs *)(frame + STACK_INT_FRAME_REGS);
}

/*
 * Store the address after that of @regs. @regs->link is stale once the function has called
 * another. A link that is no kernel text is left out, and so is one that the caller's frame
 * @outer holds too, because the next step stores that. Returns false if @entry is full.
 */
static bool perf_store_link(struct perf_callchain_entry_ctx *entry, const struct pt_regs *regs,
			    unsigned long outer)
{
	unsigned long link = regs->link;

	if (!link || !kernel_text_address(link))
		return true;
	if (validate_sp(outer, current) && perf_frame_word(outer, STACK_FRAME_LR_SAVE) == link)
		return true;
	return !perf_callchain_store(entry, link);
}

/* Store the address of @regs. Returns the frame to go on with, or 0 to end the chain. */
static unsigned long perf_chain_from_regs(struct perf_callchain_entry_ctx *entry,
					  const struct pt_regs *regs)
{
	unsigned long frame = regs->gpr[1], outer;

	if (perf_callchain_store(entry, regs->nip))
		return 0;
	if (!validate_sp(frame, current))
		return 0;
	outer = perf_frame_word(frame, 0);
	return perf_store_link(entry, regs, outer) ? outer : 0;
}

/**
 * perf_callchain_kernel() - collect the kernel's part of a chain
 * @entry: chain to add to
 * @regs:  registers in kernel mode
 *
 * perf_frame_regs() continues the walk through interrupts of the kernel; the walk ends where
 * user mode entered it. Every frame adds an address, so the space left in @entry bounds the walk
 * even if the stack is damaged.
 *
 * Context: any.
 */
void perf_callchain_kernel(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs)
{
	unsigned long frame = perf_chain_from_regs(entry, regs), outer;
	const struct pt_regs *inner;

	while (frame && validate_sp(frame, current)) {
		inner = perf_frame_regs(frame);
		if (inner) {
			if (user_mode(inner))
				return;
			outer = perf_chain_from_regs(entry, inner);
		} else {
			if (perf_callchain_store(entry,
						 perf_frame_word(frame, STACK_FRAME_LR_SAVE)))
				return;
			outer = perf_frame_word(frame, 0);
		}
		if (outer == frame)
			return;
		frame = outer;
	}
}
