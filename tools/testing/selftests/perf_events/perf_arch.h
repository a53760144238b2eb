/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The rules that the ABI leaves to the architecture, in one place: names, instructions,
 * registers, breakpoints and call chains.
 *
 * A test that takes one architecture's rule for the ABI fails on the next, or does not
 * even compile there. So each rule that differs has a name here, and a value for an
 * architecture that nobody has looked at: one with which a test asserts what holds
 * everywhere, or skips.
 */
#ifndef _PERF_ARCH_H
#define _PERF_ARCH_H

#include <errno.h>
#include <linux/perf_event.h>
#include <linux/types.h>
#include <stdbool.h>

/* ---- names ---- */

/**
 * PERF_GETPPID - The kernel's function that system call getppid() ends up in
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

/* ---- the counter that time is made of ---- */

/**
 * PERF_HAS_CLOCK - Can a program read the counter that cap_user_time is about?
 *
 * perf_clock_counter() reads it once all before the call is done; a reader makes a time of
 * it with the words of the user page.
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
/* Processors of 32 bits may lack LFENCE; those do not run ahead. */
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
 * PERF_HW_LOOKS_AT_ALL - Does the driver of the counters refuse all that they cannot do?
 *
 * Arm's takes the bits of a raw event that it knows, and does not look at precise_ip.
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
 * PERF_REG_SP is that of the stack pointer, PERF_HAS_REGS says whether there are any.
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
 * PERF_KERNEL_OF_32_BITS - Where the kernel begins in an address space of 32 bits
 *
 * User addresses are the lower three quarters, the upper end of which is for modules on
 * powerpc; of 64 bits it is the lower half.
 */
#ifdef __powerpc__
#define PERF_KERNEL_OF_32_BITS	0xb0000000
#else
#define PERF_KERNEL_OF_32_BITS	0xc0000000
#endif

/**
 * PERF_CHAIN_MORE - Addresses that a chain may have between a function and its caller
 *
 * powerpc gives the link register as well, and as a function that calls nobody does not
 * save it, an old one in the caller's frame.
 */
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
#define PERF_CHAIN_MORE	0
#else
#define PERF_CHAIN_MORE	1
#endif

/**
 * PERF_CHAIN_TELLS_INTERRUPTED - Has a chain through a signal's handler the address
 * that it interrupted?
 *
 * With frame pointers alone it has not.
 */
#ifdef __powerpc__
#define PERF_CHAIN_TELLS_INTERRUPTED	true
#else
#define PERF_CHAIN_TELLS_INTERRUPTED	false
#endif

/* ---- the kernel's own code ---- */

/**
 * PERF_TELLS_PATCHES - Are there records of the kernel's changes of its text?
 */
#if defined(__x86_64__) || defined(__i386__)
#define PERF_TELLS_PATCHES	true
#else
#define PERF_TELLS_PATCHES	false
#endif

/**
 * PERF_TELLS_TRAMPOLINES - May each function tracer have code of its own?
 */
#ifdef __x86_64__
#define PERF_TELLS_TRAMPOLINES	true
#else
#define PERF_TELLS_TRAMPOLINES	false
#endif

/* ---- breakpoints ---- */

/**
 * PERF_BP_MAY_BE_IGNORED - Does an emulator have this architecture's registers for
 * breakpoints, and not look at them?
 */
#ifdef __powerpc__
#define PERF_BP_MAY_BE_IGNORED	true
#else
#define PERF_BP_MAY_BE_IGNORED	false
#endif

/**
 * enum perf_bp_verdict - Can data at an address, of a length, be watched?
 * @PERF_BP_TAKEN: yes
 * @PERF_BP_REFUSED: no: EINVAL
 * @PERF_BP_UNKNOWN: nobody has looked
 */
enum perf_bp_verdict { PERF_BP_TAKEN, PERF_BP_REFUSED, PERF_BP_UNKNOWN };

/**
 * perf_bp_place() - The architecture's rule for places to watch
 * @addr: the first byte
 * @length: in bytes, not 0
 *
 * Each architecture takes the powers of two up to a register's size at multiples of
 * themselves. x86 takes nothing else. arm64 has a bit for each byte of eight, so it takes
 * whatever lies within eight bytes that begin at a multiple of eight. powerpc takes up to
 * eight bytes anywhere, and looks at each hit more closely.
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
 * perf_bp_is() - Is the errno of watching a place the one that the rule has?
 * @error: 0 or errno
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
 * PERF_BP_ERROR_READS - errno of a breakpoint on loads alone; -1: nobody has looked
 *
 * PERF_BP_ERROR_SHORT_CODE is that of one on execution whose length is not a register's,
 * which arm64 puts right.  PERF_BP_ERROR_TASK_IN_KERNEL is that of a task's on an address
 * of the kernel's, by one who may: arm64 could not step over it.
 * PERF_BP_SEES_KERNEL: is a store of the kernel's to the user's memory a hit?
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
 * PERF_BP_CAN_SIGNAL - May a hit in user mode make a signal?
 *
 * Arm stops before the access and steps over it, but the step is the first one of the
 * signal's handler: the access follows, is a hit again, and so for ever. Debian's perf
 * leaves its tests of that out on Arm.
 */
#if defined(__aarch64__) || defined(__arm__)
#define PERF_BP_CAN_SIGNAL	false
#else
#define PERF_BP_CAN_SIGNAL	true
#endif

#define PERF_BP_NO_SIGNAL	"a signal for a breakpoint's hit never ends on this architecture"

#endif /* _PERF_ARCH_H */
