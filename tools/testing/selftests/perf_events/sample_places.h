/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Places in user code that samples are looked for in: functions with known
 * bounds. The registers that say where the CPU was are in perf_arch.h.
 */
#ifndef _SAMPLE_PLACES_H
#define _SAMPLE_PLACES_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

#include "perf_arch.h"

#if __SIZEOF_LONG__ == 8
#define REG_ABI		PERF_SAMPLE_REGS_ABI_64
#else
#define REG_ABI		PERF_SAMPLE_REGS_ABI_32
#endif
/* sample_regs_user and sample_regs_intr are wanted with these two */
#define REGS		((__u64)1 << PERF_REG_IP | (__u64)1 << PERF_REG_SP)

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

static inline bool is_kernel_address(uint64_t ip)
{
	return sizeof(long) == 8 ? ip >> 63 : ip >= PERF_KERNEL_OF_32_BITS;
}

static inline unsigned int cpumode(const struct perf_event_header *record)
{
	return record->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

#endif /* _SAMPLE_PLACES_H */
