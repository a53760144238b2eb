/* SPDX-License-Identifier: GPL-2.0-only */
/* What differs between machines when recording. */
#ifndef PERF_RECORD_ARCH_H
#define PERF_RECORD_ARCH_H

#include <stdint.h>

/*
 * Registers that unwinding a user stack needs: all general ones that the kernel can
 * sample. Numbers: asm/perf_regs.h of the architecture.
 */
#if defined(__x86_64__)
/* all but the data segment registers 12 to 15, which cannot be had at all */
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

/* All that can be asked for. */
#define PERF_RECORD_ALL_REGS	PERF_RECORD_USER_REGS

#endif /* PERF_RECORD_ARCH_H */
