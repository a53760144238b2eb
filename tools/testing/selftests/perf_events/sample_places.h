/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places in user code that samples are looked for in: functions with known
 * bounds, and the registers that say where the CPU was.
 */
#ifndef _SAMPLE_PLACES_H
#define _SAMPLE_PLACES_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__) || defined(__i386__)
#include <asm/perf_regs.h>
#define REG_IP		PERF_REG_X86_IP
#define REG_SP		PERF_REG_X86_SP
#elif defined(__powerpc__)
#include <asm/perf_regs.h>
#define REG_IP		PERF_REG_POWERPC_NIP
#define REG_SP		PERF_REG_POWERPC_R1
#else
#error "which bits are the instruction and stack pointer here?"
#endif
#if __SIZEOF_LONG__ == 8
#define REG_ABI		PERF_SAMPLE_REGS_ABI_64
#else
#define REG_ABI		PERF_SAMPLE_REGS_ABI_32
#endif
/* sample_regs_user and sample_regs_intr are wanted with these two */
#define REGS		((__u64)1 << REG_IP | (__u64)1 << REG_SP)

/* Functions whose addresses tests look for lie in sections of their own */
#define IN_SECTION(name) \
	__attribute__((__noinline__, __noclone__, __unused__, __section__(#name)))

/* The linker makes a pair of symbols around each such section */
#define SECTION_BOUNDS(name) \
	extern const char __start_##name[], __stop_##name[]

static inline bool within(uint64_t ip, const char *start, const char *stop)
{
	return ip >= (uintptr_t)start && ip < (uintptr_t)stop;
}

#define WITHIN(ip, section)	within(ip, __start_##section, __stop_##section)

/*
 * User addresses are the lower half, or the lower three quarters of 32 bits, the upper end
 * of which is for modules on powerpc
 */
#ifdef __powerpc__
#define KERNEL_OF_32_BITS	0xb0000000
#else
#define KERNEL_OF_32_BITS	0xc0000000
#endif
static inline bool is_kernel_address(uint64_t ip)
{
	return sizeof(long) == 8 ? ip >> 63 : ip >= KERNEL_OF_32_BITS;
}

/* Addresses that a call chain may have between a function and its caller's caller */
#ifdef __powerpc__
#define CHAIN_HAS_MORE	1
#else
#define CHAIN_HAS_MORE	0
#endif

/* Does a call chain through a signal's handler have the address that it interrupted? */
#ifdef __powerpc__
#define CHAIN_TELLS_INTERRUPTED	true
#else
#define CHAIN_TELLS_INTERRUPTED	false
#endif

static inline unsigned int cpumode(const struct perf_event_header *record)
{
	return record->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

#endif /* _SAMPLE_PLACES_H */
