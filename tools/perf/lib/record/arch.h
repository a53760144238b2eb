/* SPDX-License-Identifier: GPL-2.0 */
/* Registers to record on each architecture. */
#ifndef PERF_RECORD_ARCH_H
#define PERF_RECORD_ARCH_H

#include <stdint.h>

/*
 * PERF_RECORD_USER_REGS: registers that unwinding a user stack needs, which are all general
 * registers that the kernel can sample. Bit numbers: asm/perf_regs.h of the architecture.
 */
#if defined(__x86_64__)
/* without the data segment registers, bits 12 to 15: the kernel does not sample them */
#define PERF_RECORD_USER_REGS	0xff0fffULL
#elif defined(__i386__)
#define PERF_RECORD_USER_REGS	0xfffULL
#elif defined(__powerpc__)
#define PERF_RECORD_USER_REGS	((1ULL << 43) - 1)
#elif defined(__aarch64__)
#define PERF_RECORD_USER_REGS	((1ULL << 33) - 1)
#else
#define PERF_RECORD_USER_REGS	0ULL
#endif

/* PERF_RECORD_ALL_REGS: all registers that the user of the tool can select. */
#define PERF_RECORD_ALL_REGS	PERF_RECORD_USER_REGS

#endif /* PERF_RECORD_ARCH_H */
