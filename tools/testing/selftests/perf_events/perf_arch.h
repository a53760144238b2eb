/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rules that the ABI leaves to the architecture: names, instructions, registers,
 * breakpoints and call chains.
 *
 * A test that mistakes one architecture's rule for the ABI fails on the next, or does not
 * even compile there. So each rule that differs has a name here, and a value for
 * architectures not examined yet, with which a test asserts only rules common to all, or
 * skips.
 */
#ifndef _PERF_ARCH_H
#define _PERF_ARCH_H

#include <errno.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include <stdbool.h>

/* ---- names ---- */

/**
 * PERF_GETPPID - The kernel function that implements getppid()
 */
#if defined(__x86_64__)
#define PERF_GETPPID	"__x64_sys_getppid"
#elif defined(__i386__)
#define PERF_GETPPID	"__ia32_sys_getppid"
#elif defined(__aarch64__)
#define PERF_GETPPID	"__arm64_sys_getppid"
#elif defined(__riscv)
#define PERF_GETPPID	"__riscv_sys_getppid"
#elif defined(__s390x__)
#define PERF_GETPPID	"__s390x_sys_getppid"
#else
#define PERF_GETPPID	"sys_getppid"
#endif

/* ---- the counter behind the kernel's clock ---- */

/**
 * PERF_HAS_CLOCK - Can a program read the counter that cap_user_time describes?
 *
 * perf_clock_counter() reads the counter after all earlier instructions and before all
 * later ones; the time_* fields of the user page convert the value to a time.
 */
#if defined(__x86_64__)
#define PERF_HAS_CLOCK	true
static inline __u64 perf_clock_counter(void)
{
	__u32 low, high;

	__asm__ volatile("lfence; rdtsc; lfence" : "=a" (low), "=d" (high) : : "memory");
	return low | (__u64)high << 32;
}
#elif defined(__i386__)
#define PERF_HAS_CLOCK	true
/* 32-bit processors may lack LFENCE; those do not execute RDTSC out of order. */
static inline __u64 perf_clock_counter(void)
{
	__u32 low, high;

	__asm__ volatile("rdtsc" : "=a" (low), "=d" (high) : : "memory");
	return low | (__u64)high << 32;
}
#elif defined(__aarch64__)
#define PERF_HAS_CLOCK	true
static inline __u64 perf_clock_counter(void)
{
	__u64 counter;

	__asm__ volatile("isb; mrs %0, cntvct_el0; isb" : "=r" (counter) : : "memory");
	return counter;
}
#elif defined(__riscv) && __riscv_xlen == 64
#define PERF_HAS_CLOCK	true
static inline __u64 perf_clock_counter(void)
{
	__u64 counter;

	__asm__ volatile("fence; rdtime %0; fence" : "=r" (counter) : : "memory");
	return counter;
}
#else
#define PERF_HAS_CLOCK	false
static inline __u64 perf_clock_counter(void)
{
	return 0;
}
#endif

/* ---- hardware counters read in user mode ---- */

/**
 * PERF_HAS_RDPMC - Are the counters those of x86, which RDPMC reads?
 */
#if defined(__x86_64__) || defined(__i386__)
#define PERF_HAS_RDPMC	true
#else
#define PERF_HAS_RDPMC	false
#endif

/**
 * PERF_HW_NO_SUCH_EVENT - errno of a number above the generic events
 *
 * Drivers of powerpc do not distinguish it from an event that the processor does not count.
 */
#ifdef __powerpc__
#define PERF_HW_NO_SUCH_EVENT	EOPNOTSUPP
#else
#define PERF_HW_NO_SUCH_EVENT	EINVAL
#endif

/**
 * PERF_HW_LOOKS_AT_ALL - Does the driver of the counters refuse everything they cannot do?
 *
 * Arm's driver masks a raw event to the bits it supports, and ignores precise_ip.
 */
#if defined(__x86_64__) || defined(__i386__) || defined(__powerpc__)
#define PERF_HW_LOOKS_AT_ALL	true
#else
#define PERF_HW_LOOKS_AT_ALL	false
#endif

/* ---- registers ---- */

/**
 * PERF_REG_IP - Bit of the instruction pointer in sample_regs_user and sample_regs_intr
 *
 * PERF_REG_SP is the bit of the stack pointer. PERF_HAS_REGS: are both bits known here?
 */
#if defined(__x86_64__) || defined(__i386__)
#include <asm/perf_regs.h>
#define PERF_HAS_REGS	true
#define PERF_REG_IP	PERF_REG_X86_IP
#define PERF_REG_SP	PERF_REG_X86_SP
#elif defined(__aarch64__)
#include <asm/perf_regs.h>
#define PERF_HAS_REGS	true
#define PERF_REG_IP	PERF_REG_ARM64_PC
#define PERF_REG_SP	PERF_REG_ARM64_SP
#elif defined(__arm__)
#include <asm/perf_regs.h>
#define PERF_HAS_REGS	true
#define PERF_REG_IP	PERF_REG_ARM_PC
#define PERF_REG_SP	PERF_REG_ARM_SP
#elif defined(__powerpc__)
#include <asm/perf_regs.h>
#define PERF_HAS_REGS	true
#define PERF_REG_IP	PERF_REG_POWERPC_NIP
#define PERF_REG_SP	PERF_REG_POWERPC_R1
#elif defined(__riscv)
#include <asm/perf_regs.h>
#define PERF_HAS_REGS	true
#define PERF_REG_IP	PERF_REG_RISCV_PC
#define PERF_REG_SP	PERF_REG_RISCV_SP
#elif defined(__loongarch__)
#include <asm/perf_regs.h>
#define PERF_HAS_REGS	true
#define PERF_REG_IP	PERF_REG_LOONGARCH_PC
#define PERF_REG_SP	PERF_REG_LOONGARCH_R3
#elif defined(__mips__)
#include <asm/perf_regs.h>
#define PERF_HAS_REGS	true
#define PERF_REG_IP	PERF_REG_MIPS_PC
#define PERF_REG_SP	PERF_REG_MIPS_R29
#elif defined(__s390x__)
#include <asm/perf_regs.h>
#define PERF_HAS_REGS	true
#define PERF_REG_IP	PERF_REG_S390_PC
#define PERF_REG_SP	PERF_REG_S390_R15
#else
#define PERF_HAS_REGS	false
#define PERF_REG_IP	0
#define PERF_REG_SP	1
#endif

#define PERF_NO_REGS	"no register of this architecture is known by a number here"

/* ---- addresses and call chains ---- */

/**
 * PERF_KERNEL_OF_32_BITS - First kernel address of a 32-bit address space
 *
 * User addresses are the lower three quarters of a 32-bit address space, the upper end of
 * which powerpc uses for modules, and the lower half of a 64-bit one.
 */
#ifdef __powerpc__
#define PERF_KERNEL_OF_32_BITS	0xb0000000
#else
#define PERF_KERNEL_OF_32_BITS	0xc0000000
#endif

/**
 * PERF_KERNEL_OF_UM - Address of the kernel of user-mode Linux, in an address space of its own
 */
#define PERF_KERNEL_OF_UM	0x60000000

/**
 * PERF_CHAIN_MORE - Number of extra addresses that a chain may have between a function and
 * its caller
 *
 * A powerpc chain contains the link register as well, and, because a leaf function does
 * not save it, an old link register value from the caller's frame.
 */
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
#define PERF_CHAIN_MORE	0
#else
#define PERF_CHAIN_MORE	1
#endif

/**
 * PERF_CHAIN_TELLS_INTERRUPTED - Does a chain through a signal handler contain the address
 * that the signal interrupted?
 *
 * A chain built from frame pointers alone does not.
 */
#ifdef __powerpc__
#define PERF_CHAIN_TELLS_INTERRUPTED	true
#else
#define PERF_CHAIN_TELLS_INTERRUPTED	false
#endif

/**
 * PERF_FRAME_LINK - Where a function's frame has the address of its caller's frame, in words from
 * __builtin_frame_address(0)
 */
#ifdef __riscv
#define PERF_FRAME_LINK	-2
#else
#define PERF_FRAME_LINK	0
#endif

/* ---- the kernel's own code ---- */

/**
 * PERF_TELLS_PATCHES - Does the kernel write PERF_RECORD_TEXT_POKE when it changes its text?
 */
#if defined(__x86_64__) || defined(__i386__)
#define PERF_TELLS_PATCHES	true
#else
#define PERF_TELLS_PATCHES	false
#endif

/**
 * PERF_TELLS_TRAMPOLINES - May each function tracer have a trampoline of its own?
 */
#ifdef __x86_64__
#define PERF_TELLS_TRAMPOLINES	true
#else
#define PERF_TELLS_TRAMPOLINES	false
#endif

/* ---- breakpoints ---- */

/**
 * PERF_BP_MAY_BE_IGNORED - May an emulator have this architecture's breakpoint registers,
 * but ignore them?
 */
#ifdef __powerpc__
#define PERF_BP_MAY_BE_IGNORED	true
#else
#define PERF_BP_MAY_BE_IGNORED	false
#endif

/**
 * enum perf_bp_verdict - Can @length bytes of data at @addr be watched?
 * @PERF_BP_TAKEN: yes
 * @PERF_BP_REFUSED: no: EINVAL
 * @PERF_BP_UNKNOWN: not examined on this architecture
 */
enum perf_bp_verdict { PERF_BP_TAKEN, PERF_BP_REFUSED, PERF_BP_UNKNOWN };

/**
 * perf_bp_place() - The architecture's rule for address ranges that can be watched
 * @addr: the first byte
 * @length: in bytes, not 0
 *
 * Every architecture accepts the powers of two up to a register's size at multiples of
 * themselves. x86 accepts nothing else. arm64 has a bit for each byte of eight, so it
 * accepts any range within eight bytes that begin at a multiple of eight. powerpc accepts
 * up to eight bytes anywhere, and checks the exact range at each hit.
 */
static inline enum perf_bp_verdict perf_bp_place(unsigned long addr, unsigned long length)
{
	if (length <= sizeof(long) && !(length & (length - 1)) && !(addr % length))
		return PERF_BP_TAKEN;
#if defined(__x86_64__) || defined(__i386__)
	return PERF_BP_REFUSED;
#elif defined(__aarch64__)
	return addr % 8 + length <= 8 ? PERF_BP_TAKEN : PERF_BP_REFUSED;
#elif defined(__powerpc__)
	return length <= 8 ? PERF_BP_TAKEN : PERF_BP_UNKNOWN;
#else
	return PERF_BP_UNKNOWN;
#endif
}

/**
 * perf_bp_is() - Is @error the errno that perf_bp_place() predicts?
 * @error: 0 or errno of opening a breakpoint on data
 * @addr: the first byte
 * @length: in bytes, not 0
 */
static inline bool perf_bp_is(int error, unsigned long addr, unsigned long length)
{
	switch (perf_bp_place(addr, length)) {
	case PERF_BP_TAKEN:
		return error == 0;
	case PERF_BP_REFUSED:
		return error == EINVAL;
	default:
		return error == 0 || error == EINVAL;
	}
}

/**
 * PERF_BP_ERROR_READS - errno of a breakpoint on loads alone; -1: not examined
 *
 * PERF_BP_ERROR_SHORT_CODE: errno of a breakpoint on execution whose length is not a
 * register's; arm64 corrects the length. PERF_BP_ERROR_TASK_IN_KERNEL: errno of a task's
 * breakpoint on a kernel address, by a privileged opener; arm64 could not step over it.
 * PERF_BP_SEES_KERNEL: is a kernel store to user memory a hit?
 */
#if defined(__x86_64__) || defined(__i386__)
#define PERF_BP_ERROR_READS		EINVAL
#define PERF_BP_ERROR_SHORT_CODE	EINVAL
#define PERF_BP_ERROR_TASK_IN_KERNEL	0
#define PERF_BP_SEES_KERNEL		true
#elif defined(__aarch64__)
#define PERF_BP_ERROR_READS		0
#define PERF_BP_ERROR_SHORT_CODE	0
#define PERF_BP_ERROR_TASK_IN_KERNEL	EINVAL
#define PERF_BP_SEES_KERNEL		false
#elif defined(__powerpc__)
#define PERF_BP_ERROR_READS		0
#define PERF_BP_ERROR_SHORT_CODE	EINVAL
#define PERF_BP_ERROR_TASK_IN_KERNEL	0
#define PERF_BP_SEES_KERNEL		true
#else
#define PERF_BP_ERROR_READS		(-1)
#define PERF_BP_ERROR_SHORT_CODE	(-1)
#define PERF_BP_ERROR_TASK_IN_KERNEL	(-1)
#define PERF_BP_SEES_KERNEL		false
#endif

/**
 * PERF_BP_CAN_SIGNAL - Can a hit in user mode raise a signal?
 *
 * Arm stops before the access and steps over it, but the single step is the first
 * instruction of the signal handler: the access follows, hits again, and so on for ever.
 * Debian's perf leaves out its tests of signals on Arm.
 */
#if defined(__aarch64__) || defined(__arm__)
#define PERF_BP_CAN_SIGNAL	false
#else
#define PERF_BP_CAN_SIGNAL	true
#endif

#define PERF_BP_NO_SIGNAL	"a signal for a breakpoint's hit never ends on this architecture"

#endif /* _PERF_ARCH_H */
