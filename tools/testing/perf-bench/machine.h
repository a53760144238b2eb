/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Code that depends on the processor.
 */
#ifndef PERF_BENCH_MACHINE_H
#define PERF_BENCH_MACHINE_H

#include <stdint.h>

/* Instructions of one round of machine_loop(). */
#define LOOP_INSTRUCTIONS	2

#ifdef __x86_64__

#include <x86intrin.h>

static inline uint64_t bench_ticks(void)
{
	return __rdtsc();
}

static inline void machine_loop(unsigned long rounds)
{
	asm volatile("1: dec %0\n\tjnz 1b" : "+r" (rounds) : : "cc");
}

/* Store to @byte as if from a function whose stack frame is @frame. */
static inline void machine_store_below(const void *frame, char *byte)
{
	asm volatile("mov %%rbp, %%r12\n\t"
		     "mov %0, %%rbp\n\t"
		     "movb $1, (%1)\n\t"
		     "mov %%r12, %%rbp"
		     : : "r" (frame), "r" (byte) : "r12", "memory");
}

#else /* 64-bit powerpc */

/* The emulated time base runs at 512 MHz, and each instruction takes 1 ns. */
static inline uint64_t bench_ticks(void)
{
	return __builtin_ppc_get_timebase() * 125 / 64;
}

static inline void machine_loop(unsigned long rounds)
{
	asm volatile("1: addic. %0,%0,-1\n\tbne 1b" : "+b" (rounds) : : "cc", "xer");
}

static inline void machine_store_below(const void *frame, char *byte)
{
	asm volatile("mr 12, 1\n\t"
		     "mr 1, %0\n\t"
		     "stb %0, 0(%1)\n\t"
		     "mr 1, 12"
		     : : "b" (frame), "b" (byte) : "r12", "memory");
}

#endif

#endif
