// SPDX-License-Identifier: GPL-2.0
/*
 * Call chains through the stack of a 64-bit or 32-bit program.
 *
 * This form of a chain is user ABI: the interrupted address; the link register, valid or not;
 * then the return addresses saved in the frames from the caller's on. User space drops the
 * second address if debug information shows that it is no caller. The word in the caller's
 * frame may never have been written, because a leaf function with a frame keeps its return
 * address in the link register; the chain includes that word all the same. At a signal frame
 * the same sequence starts again with the registers that the signal interrupted.
 *
 * Owns nothing, no locks. Any context, NMI included. The program's memory is not trusted, and
 * reading it takes no page fault.
 */
#include <linux/compat.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include <asm/ptrace.h>
#include <asm/sigcontext.h>
#include <asm/syscalls.h>
#include <asm/ucontext.h>
#include <asm/vdso.h>

/**
 * struct perf_user_frame - one stack frame of a walk
 * @pointer: address of the frame
 * @back:    its back chain: the next frame's address
 * @link:    the return address saved in it
 */
struct perf_user_frame {
	unsigned long	pointer;
	unsigned long	back;
	unsigned long	link;
};

/**
 * struct perf_user_point - the registers of a program that a walk starts from
 * @ip:    instruction address
 * @link:  link register
 * @stack: stack pointer
 */
struct perf_user_point {
	unsigned long	ip;
	unsigned long	link;
	unsigned long	stack;
};

/**
 * struct perf_user_abi - the differences between 64-bit and 32-bit programs
 * @read_frame:  read the frame at @frame->pointer
 * @interrupted: if @frame->link returns from a signal handler, read the registers that the
 *               signal interrupted into @point
 *
 * Both return false if memory cannot be read; @interrupted also if @frame is no signal frame.
 */
struct perf_user_abi {
	bool (*read_frame)(struct perf_user_frame *frame);
	bool (*interrupted)(const struct perf_user_frame *frame, struct perf_user_point *point);
};

static bool perf_read_user(void *to, unsigned long from, size_t size)
{
	return !copy_from_user_nofault(to, (const void __user *)from, size);
}

#if defined(CONFIG_PPC32) || defined(CONFIG_COMPAT)

/*
 * A signal's stack frame: above the handler's frame lies a dummy frame; above that, for a
 * handler that takes a siginfo, 16 bytes, the siginfo and a ucontext; for any other handler, a
 * sigcontext. The ucontext and the sigcontext each hold a pointer to the saved registers,
 * which are in the order of user_pt_regs.
 */
#define PERF_SIGNAL_GAP_32		64
#define PERF_SIGNAL_INFO_32		(16 + 128)
#define PERF_UCONTEXT_REGS_32		48
#define PERF_SIGCONTEXT_REGS_32		28
#define PERF_FRAME_LINK_32		1

#ifdef CONFIG_COMPAT
static_assert(offsetof(struct ucontext32, uc_regs) == PERF_UCONTEXT_REGS_32);
static_assert(offsetof(struct sigcontext32, regs) == PERF_SIGCONTEXT_REGS_32);
#else
static_assert(offsetof(struct ucontext, uc_regs) == PERF_UCONTEXT_REGS_32);
static_assert(offsetof(struct sigcontext, regs) == PERF_SIGCONTEXT_REGS_32);
#endif

static bool perf_read_frame_32(struct perf_user_frame *frame)
{
	u32 words[PERF_FRAME_LINK_32 + 1];

	if (!IS_ALIGNED(frame->pointer, 4) || !perf_read_user(words, frame->pointer, sizeof(words)))
		return false;
	frame->back = words[0];
	frame->link = words[PERF_FRAME_LINK_32];
	return true;
}

static bool perf_interrupted_32(const struct perf_user_frame *frame, struct perf_user_point *point)
{
	const void __user *vdso = current->mm->context.vdso;
	unsigned long at = frame->pointer + PERF_SIGNAL_GAP_32;
	u32 regs, words[PT_LNK + 1];

	if (!vdso)
		return false;
	if (frame->link == VDSO32_SYMBOL(vdso, sigtramp_rt32))
		at += PERF_SIGNAL_INFO_32 + PERF_UCONTEXT_REGS_32;
	else if (frame->link == VDSO32_SYMBOL(vdso, sigtramp32))
		at += PERF_SIGCONTEXT_REGS_32;
	else
		return false;

	if (!perf_read_user(&regs, at, sizeof(regs)) ||
	    !perf_read_user(words, regs, sizeof(words)))
		return false;
	*point = (struct perf_user_point) { words[PT_NIP], words[PT_LNK], words[PT_R1] };
	return true;
}

static const struct perf_user_abi perf_user_abi_32 = {
	.read_frame	= perf_read_frame_32,
	.interrupted	= perf_interrupted_32,
};

#endif /* CONFIG_PPC32 || CONFIG_COMPAT */

#ifdef CONFIG_PPC64

static bool perf_read_frame_64(struct perf_user_frame *frame)
{
	unsigned long words[STACK_FRAME_LR_SAVE + 1];

	if (!IS_ALIGNED(frame->pointer, 8) || !perf_read_user(words, frame->pointer, sizeof(words)))
		return false;
	frame->back = words[0];
	frame->link = words[STACK_FRAME_LR_SAVE];
	return true;
}

/*
 * The kernel enters a handler through the call instruction at sigtramp_rt64, so the handler
 * returns to the instruction after it.
 */
static unsigned long perf_signal_return_64(const void __user *vdso)
{
	return VDSO64_SYMBOL(vdso, sigtramp_rt64) + sizeof(u32);
}

static bool perf_interrupted_64(const struct perf_user_frame *frame, struct perf_user_point *point)
{
	const void __user *vdso = current->mm->context.vdso;
	const struct ucontext __user *context;
	unsigned long words[PT_LNK + 1];

	if (!vdso || frame->link != perf_signal_return_64(vdso))
		return false;

	/* The ucontext comes directly after the dummy frame. */
	context = (const void __user *)(frame->pointer + __SIGNAL_FRAMESIZE);
	if (!perf_read_user(words, (unsigned long)&context->uc_mcontext.gp_regs, sizeof(words)))
		return false;
	*point = (struct perf_user_point) { words[PT_NIP], words[PT_LNK], words[PT_R1] };
	return true;
}

static const struct perf_user_abi perf_user_abi_64 = {
	.read_frame	= perf_read_frame_64,
	.interrupted	= perf_interrupted_64,
};

#endif /* CONFIG_PPC64 */

#if defined(CONFIG_PPC64) && defined(CONFIG_COMPAT)
static const struct perf_user_abi *perf_current_abi(void)
{
	return is_32bit_task() ? &perf_user_abi_32 : &perf_user_abi_64;
}
#elif defined(CONFIG_PPC64)
static const struct perf_user_abi *perf_current_abi(void)
{
	return &perf_user_abi_64;
}
#else
static const struct perf_user_abi *perf_current_abi(void)
{
	return &perf_user_abi_32;
}
#endif

/*
 * Store @point, and read the frame at its stack pointer. @frame->link is not stored, as
 * @point.link stands for it. @point.stack is at a signal's dummy frame if the handler is a leaf
 * function (its return address is in the link register) or has popped its frame (its return
 * address is still saved in the dummy frame).
 */
static bool perf_store_point(struct perf_callchain_entry_ctx *entry,
			     const struct perf_user_abi *abi, struct perf_user_point point,
			     struct perf_user_frame *frame)
{
	struct perf_user_point outer;
	unsigned long back;

	for (;;) {
		if (perf_callchain_store(entry, point.ip) ||
		    perf_callchain_store(entry, point.link))
			return false;
		frame->pointer = point.stack;
		if (!abi->read_frame(frame))
			return false;

		back = frame->back;
		if (!abi->interrupted(frame, &outer)) {
			frame->link = point.link;
			if (!abi->interrupted(frame, &outer))
				return true;
		}
		if (outer.stack != back)
			return true;
		point = outer;
	}
}

/**
 * perf_callchain_user() - collect the program's part of a chain
 * @entry: chain to add to
 * @regs:  the program's registers: interrupted, or saved when it entered the
 *         kernel
 *
 * @frame.back need not ascend, as a signal handler may run on an alternate stack. Every step
 * adds an address, so the space left in @entry bounds the walk; a frame whose back chain points
 * to itself ends it at once.
 *
 * Context: any.
 */
void perf_callchain_user(struct perf_callchain_entry_ctx *entry, struct pt_regs *regs)
{
	struct perf_user_point point = { regs->nip, regs->link, regs->gpr[1] };
	const struct perf_user_abi *abi = perf_current_abi();
	struct perf_user_frame frame;
	bool unwritten = true;
	unsigned long last;

	if (!perf_store_point(entry, abi, point, &frame))
		return;

	while (frame.back) {
		last = frame.pointer;
		frame.pointer = frame.back;
		if (frame.pointer == last || !abi->read_frame(&frame))
			return;

		if (abi->interrupted(&frame, &point)) {
			if (!perf_store_point(entry, abi, point, &frame))
				return;
			unwritten = true;
			continue;
		}
		if (!frame.link && !(unwritten && frame.back))
			return; /* the outermost function has no caller */
		if (perf_callchain_store(entry, frame.link))
			return;
		unwritten = false;
	}
}
