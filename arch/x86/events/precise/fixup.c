// SPDX-License-Identifier: GPL-2.0
/*
 * perf_x86_fixup_insn(): the address of the instruction that a record of formats 0 and 1 is of.
 *
 * Such a record has the address of the next instruction. Instructions have different lengths, so
 * they cannot be decoded backwards. The target of the newest branch is the first instruction of a
 * straight block, so perf_x86_fixup_find() decodes forward from there: the record is of the
 * instruction that ends at the record's address. If that address is the target itself, the record
 * is of the branch.
 *
 * The branch records and the code are untrusted: a task may change its code, and a hypervisor may
 * put anything into the registers. So the block has a greatest length, and an address is returned
 * only if the instructions fill the block exactly.
 *
 * Owns: nothing. Context: on the CPU with IRQs off, or NMI; the counters do not count.
 *
 * Hardware facts: Intel SDM volume 3, "Last Branch, Interrupt, and Exception Recording"; chapter
 * "Performance Monitoring", "Processor Event Based Sampling (PEBS)": a record is written after
 * the instruction, when the registers have its results.
 */
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include <asm/insn.h>

#include "branch/classify.h"
#include "branch/record.h"
#include "precise/fixup.h"

/* Most bytes of a block. A longer one is rare, and would keep the NMI busy. */
#define MOST_BYTES	4096

/* Return: length of the instruction at the begin of @code; 0 if it is none, or longer. */
static unsigned int perf_x86_fixup_length(const void *code, unsigned int bytes, bool is_64bit)
{
	struct insn insn;

	if (insn_decode(&insn, code, bytes, is_64bit ? INSN_MODE_64 : INSN_MODE_32))
		return 0;
	return insn.length;
}

/**
 * perf_x86_fixup_find - find the instruction before an address
 * @fixup: the address, and the newest branch; nobody has checked them
 * @read:  reads the code between the branch's target and the address
 *
 * No byte from @fixup->ip on is read.
 *
 * Context: that of @read.
 * Return: the address of the instruction; 0 if it is not found.
 */
u64 perf_x86_fixup_find(const struct perf_x86_fixup *fixup, perf_x86_fixup_read_t read)
{
	u64 at = fixup->to, last = fixup->from;
	u8 code[MAX_INSN_SIZE];

	if (fixup->ip < at || fixup->ip - at > MOST_BYTES ||
	    perf_x86_branch_in_kernel(fixup->ip) != perf_x86_branch_in_kernel(at))
		return 0;
	while (at < fixup->ip) {
		unsigned int bytes = min_t(u64, fixup->ip - at, sizeof(code)), length;

		if (!read(at, code, bytes))
			return 0;
		length = perf_x86_fixup_length(code, bytes, fixup->is_64bit);
		if (!length)
			return 0;
		last = at;
		at += length;
	}
	return last;
}

/* The kernel executes its text only: anything else may be a device's registers. */
static bool perf_x86_fixup_read_kernel(u64 address, void *code, unsigned int bytes)
{
	return kernel_text_address(address) && kernel_text_address(address + bytes - 1) &&
	       !copy_from_kernel_nofault(code, (void *)(unsigned long)address, bytes);
}

static bool perf_x86_fixup_read(u64 address, void *code, unsigned int bytes)
{
	if (perf_x86_branch_in_kernel(address))
		return perf_x86_fixup_read_kernel(address, code, bytes);
	return current->mm && !copy_from_user_nmi(code, (void __user *)(unsigned long)address,
						  bytes);
}

/**
 * perf_x86_fixup_insn - find the instruction of a record
 * @cpu: this CPU, with an event that perf_x86_needs_fixup()
 * @ip:  the address in the newest record, which nobody has checked
 *
 * Context: on the CPU with IRQs off, or NMI; the counters do not count.
 * Return: the address of the instruction; 0 if it is not found.
 */
u64 perf_x86_fixup_insn(struct perf_x86_cpu *cpu, u64 ip)
{
	const struct perf_x86_branch_record *branch = perf_x86_branch_newest(cpu);
	struct perf_x86_fixup fixup;

	if (!branch)
		return 0;
	fixup = (struct perf_x86_fixup) {
		.ip		= ip,
		.from		= branch->from,
		.to		= branch->to,
		.is_64bit	= perf_x86_branch_is_64bit(ip),
	};
	return perf_x86_fixup_find(&fixup, perf_x86_fixup_read);
}
