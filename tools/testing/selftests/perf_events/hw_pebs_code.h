/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Part of hw_pebs_test.c: loops whose instructions have known addresses. A processor other than
 * x86-64 has none (NO_LOOP).
 */
#ifndef _HW_PEBS_CODE_H
#define _HW_PEBS_CODE_H

#include <stdbool.h>
#include <stdint.h>
#include <linux/types.h>

/* Lines of memory that load_loop() reads and store_loop() writes */
#define LINES		64

#if defined(__x86_64__)
#define LOOP_LENGTH	8
/* The loop of precise_loop(): six instructions of four bytes, one of three, and a branch */
extern const char precise_loop_begin[];

/* RCX has the number of rounds that are left, XMM0 has XMM_VALUE in both halves. */
#define ROUNDS_REG	PERF_REG_X86_CX
#define VECTOR_REG	PERF_REG_X86_XMM0
#define XMM_VALUE	0x0123456789abcdefUL

static __attribute__((noinline)) void precise_loop(unsigned long rounds)
{
	unsigned long sum = 0;

	__asm__ volatile("movq %2, %%xmm0\n\t"
			 "punpcklqdq %%xmm0, %%xmm0\n\t"
			 ".globl precise_loop_begin\n"
			 "precise_loop_begin:\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "add $1, %1\n\t"
			 "dec %0\n\t"
			 "jnz precise_loop_begin"
			 : "+c" (rounds), "+a" (sum) : "r" (XMM_VALUE) : "cc", "xmm0");
}

/* Number of the loop's instruction at @ip; -1: not in the loop. */
static int loop_index(__u64 ip)
{
	__u64 offset = ip - (uintptr_t)precise_loop_begin;

	if (offset < 24)
		return offset % 4 ? -1 : (int)offset / 4;
	return offset == 24 ? 6 : offset == 27 ? 7 : -1;
}

extern const char precise_load[];

/* Reads @lines lines of 64 bytes, again and again: one load in each round. */
static __attribute__((noinline)) void load_loop(const char *from, unsigned long rounds)
{
	unsigned long offset = 0;

	__asm__ volatile(".globl precise_load\n"
			 "precise_load:\n\t"
			 "mov (%2,%1), %%rdx\n\t"
			 "add $64, %1\n\t"
			 "and %3, %1\n\t"
			 "dec %0\n\t"
			 "jnz precise_load"
			 : "+c" (rounds), "+r" (offset)
			 : "r" (from), "r" (LINES * 64UL - 1) : "rdx", "cc", "memory");
}

extern const char precise_store[];

static __attribute__((noinline)) void store_loop(char *to, unsigned long rounds)
{
	unsigned long offset = 0;

	__asm__ volatile(".globl precise_store\n"
			 "precise_store:\n\t"
			 "mov %1, (%2,%1)\n\t"
			 "add $64, %1\n\t"
			 "and %3, %1\n\t"
			 "dec %0\n\t"
			 "jnz precise_store"
			 : "+c" (rounds), "+r" (offset)
			 : "r" (to), "r" (LINES * 64UL - 1) : "cc", "memory");
}

#define NO_LOOP		false
#else
#define LOOP_LENGTH	1
#define ROUNDS_REG	0
#define VECTOR_REG	0
#define XMM_VALUE	0UL
#define NO_LOOP		true
static const char precise_load[1], precise_store[1];

static void precise_loop(unsigned long rounds)
{
	(void)rounds;
}

static void load_loop(const char *from, unsigned long rounds)
{
	(void)from;
	(void)rounds;
}

static void store_loop(char *to, unsigned long rounds)
{
	(void)to;
	(void)rounds;
}

static int loop_index(__u64 ip)
{
	(void)ip;
	return -1;
}
#endif

#endif /* _HW_PEBS_CODE_H */
