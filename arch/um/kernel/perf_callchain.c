// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains of samples in user-mode Linux.
 *
 * Both modes are walked along frame pointers: the kernel's only if it was compiled with
 * CONFIG_FRAME_POINTER. Locks: none. Context: any; there are no NMIs.
 */
#include <linux/kernel.h>
#include <linux/perf_event.h>
#include <linux/sched/task_stack.h>
#include <linux/uaccess.h>

#include <asm/stacktrace.h>

/* The stack of signals, which are the interrupts. */
extern union thread_union cpu0_irqstack;

/* Is a whole frame at @address within the stack at @stack? */
static bool perf_frame_within(unsigned long address, const void *stack)
{
	unsigned long start = (unsigned long)stack;

	return IS_ALIGNED(address, sizeof(long)) && address >= start &&
	       address <= start + THREAD_SIZE - sizeof(struct stack_frame);
}

/*
 * May a frame at @from have been called by one at @to? Callers are at higher addresses;
 * the first function on the stack of signals has the frame pointer of the interrupted one.
 */
static bool perf_frame_follows(unsigned long from, unsigned long to)
{
	const void *task_stack = task_stack_page(current);

	if (perf_frame_within(from, task_stack))
		return to > from && perf_frame_within(to, task_stack);
	if (!perf_frame_within(from, &cpu0_irqstack))
		return false;
	return perf_frame_within(to, task_stack) ||
	       (to > from && perf_frame_within(to, &cpu0_irqstack));
}

/**
 * perf_callchain_kernel() - collect the kernel's part of a chain
 * @entry: chain to add to
 * @regs:  the kernel's registers
 *
 * The C library of the host has no frame pointers: the chain of a function of it that was
 * interrupted lacks the function that called it.
 *
 * Context: any.
 */
void perf_callchain_kernel(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs)
{
	unsigned long address = PT_REGS_BP(regs), next;

	if (perf_callchain_store(entry, PT_REGS_IP(regs)) || !IS_ENABLED(CONFIG_FRAME_POINTER))
		return;

	/* A frame is never below the stack pointer. */
	next = PT_REGS_SP(regs) & ~(sizeof(long) - 1);
	if (address != next && !perf_frame_follows(next, address))
		return;
	do {
		struct stack_frame *frame = (struct stack_frame *)address;
		unsigned long caller = READ_ONCE_NOCHECK(frame->return_address);

		if (!__kernel_text_address(caller) || perf_callchain_store(entry, caller))
			return;
		next = READ_ONCE_NOCHECK(*(unsigned long *)&frame->next_frame);
		if (!perf_frame_follows(address, next))
			return;
		address = next;
	} while (true);
}

/**
 * perf_callchain_user() - collect the user part of a chain
 * @entry: chain to add to
 * @regs:  user registers: interrupted, or saved at the entry to the kernel
 *
 * The chain ends at a frame that cannot be read without a page fault, or that is not
 * above the one before.
 *
 * Context: any.
 */
void perf_callchain_user(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs)
{
	unsigned long address = PT_REGS_BP(regs);
	struct stack_frame frame;

	if (perf_callchain_store(entry, PT_REGS_IP(regs)))
		return;

	pagefault_disable();
	while (IS_ALIGNED(address, sizeof(long)) &&
	       access_ok((void __user *)address, sizeof(frame)) &&
	       !__copy_from_user_inatomic(&frame, (void __user *)address, sizeof(frame))) {
		if (!frame.return_address || perf_callchain_store(entry, frame.return_address))
			break;
		if ((unsigned long)frame.next_frame <= address)
			break;
		address = (unsigned long)frame.next_frame;
	}
	pagefault_enable();
}
