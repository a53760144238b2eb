/* SPDX-License-Identifier: GPL-2.0 */
/* The instruction before the address of a record. */
#ifndef _ARCH_X86_EVENTS_PRECISE_FIXUP_H
#define _ARCH_X86_EVENTS_PRECISE_FIXUP_H

#include "counters.h"

/**
 * struct perf_x86_fixup - an address, and the newest branch before it
 * @ip:       address of the instruction after the one that is searched
 * @from:     address of the branch
 * @to:       its target
 * @is_64bit: the code there is 64-bit code
 */
struct perf_x86_fixup {
	u64	ip;
	u64	from;
	u64	to;
	bool	is_64bit;
};

/* Copies @bytes of code from @address to @code. Return: false if it cannot. */
typedef bool (*perf_x86_fixup_read_t)(u64 address, void *code, unsigned int bytes);

u64 perf_x86_fixup_find(const struct perf_x86_fixup *fixup, perf_x86_fixup_read_t read);
u64 perf_x86_fixup_insn(struct perf_x86_cpu *cpu, u64 ip);

#endif /* _ARCH_X86_EVENTS_PRECISE_FIXUP_H */
