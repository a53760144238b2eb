/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Locations in user code that tests expect in samples: functions with known
 * bounds. perf_arch.h has the bits of the registers for instruction and stack pointer.
 */
#ifndef _SAMPLE_PLACES_H
#define _SAMPLE_PLACES_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

#include "perf_arch.h"
#include "perf_test.h"

#if __SIZEOF_LONG__ == 8
#define REG_ABI		PERF_SAMPLE_REGS_ABI_64
#else
#define REG_ABI		PERF_SAMPLE_REGS_ABI_32
#endif
/* The registers that tests select in sample_regs_user and sample_regs_intr */
#define REGS		((__u64)1 << PERF_REG_IP | (__u64)1 << PERF_REG_SP)

/* A function whose addresses tests expect in samples has a section of its own */
#define IN_SECTION(name) \
	__attribute__((__noinline__, __noclone__, __unused__, __section__(#name)))

/* The linker defines these two symbols for each such section */
#define SECTION_BOUNDS(name) \
	extern const char __start_##name[], __stop_##name[]

static inline bool within(uint64_t ip, const char *start, const char *stop)
{
	return ip >= (uintptr_t)start && ip < (uintptr_t)stop;
}

#define WITHIN(ip, section)	within(ip, __start_##section, __stop_##section)

static inline bool is_kernel_address(uint64_t ip)
{
	/* A program has an address space of its own, but maps nothing at these addresses */
	if (perf_on_um())
		return ip >= PERF_KERNEL_OF_UM && ip - PERF_KERNEL_OF_UM < 1ULL << 32;
	return sizeof(long) == 8 ? ip >> 63 : ip >= PERF_KERNEL_OF_32_BITS;
}

static inline unsigned int cpumode(const struct perf_event_header *record)
{
	return record->misc & PERF_RECORD_MISC_CPUMODE_MASK;
}

#endif /* _SAMPLE_PLACES_H */
