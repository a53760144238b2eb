// SPDX-License-Identifier: GPL-2.0
/*
 * Access to the branch history rolling buffer.
 *
 * The processor writes the buffer while MMCR0_PMXE is set, which an alert clears: the interrupt's
 * handler finds the branches before the overflow. The buffer does not say whose they are.
 * perf_power_branch_clear() empties it when an event that samples it gets its counter, and when a
 * task is switched in, so that a sample has branches of its own task only, and an instruction is
 * read in the address space that it belongs to.
 *
 * Owns perf_bhrb_cpu, the records of the sample that is being written. No locks: only the
 * interrupt's handler uses it, which cannot interrupt itself.
 * Context: on the CPU, IRQs off, or its interrupt; the counters are frozen.
 *
 * Hardware facts: Power ISA 2.07 and 3.0B, book I, "Branch History Rolling Buffer Facility":
 * the number of the entry that mfbhrbe reads is an immediate operand.
 */
#include <linux/perf_event.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/uaccess.h>

#include <asm/page.h>
#include <asm/ppc-opcode.h>

#include "bhrb.h"
#include "branch.h"

/**
 * struct perf_bhrb_cpu - a CPU's records
 * @raw:     the buffer
 * @nr:      header of @entries: struct perf_branch_stack
 * @hw_idx:  likewise
 * @entries: records of the sample
 */
struct perf_bhrb_cpu {
	u64				raw[PERF_BHRB_ENTRIES];
	u64				nr;
	u64				hw_idx;
	struct perf_branch_entry	entries[PERF_BHRB_ENTRIES];
};

static DEFINE_PER_CPU(struct perf_bhrb_cpu, perf_bhrb_cpu);

/**
 * perf_power_branch_clear() - remove all branches from the buffer
 */
void perf_power_branch_clear(void)
{
	asm volatile(PPC_CLRBHRB : : : "memory");
}

/* The entry with this number, a constant. */
#define PERF_BHRB_READ(_number)								\
	({										\
		u64 __entry;								\
											\
		asm volatile(".machine push\n\t"					\
			     ".machine power8\n\t"					\
			     "mfbhrbe %0, %1\n\t"					\
			     ".machine pop"						\
			     : "=r" (__entry) : "n" (_number) : "memory");		\
		__entry;								\
	})

#define PERF_BHRB_READ_4(_raw, _number)							\
	do {										\
		(_raw)[_number] = PERF_BHRB_READ(_number);				\
		(_raw)[(_number) + 1] = PERF_BHRB_READ((_number) + 1);			\
		(_raw)[(_number) + 2] = PERF_BHRB_READ((_number) + 2);			\
		(_raw)[(_number) + 3] = PERF_BHRB_READ((_number) + 3);			\
	} while (0)

static void perf_bhrb_read(u64 *raw)
{
	static_assert(PERF_BHRB_ENTRIES == 32);

	PERF_BHRB_READ_4(raw, 0);
	PERF_BHRB_READ_4(raw, 4);
	PERF_BHRB_READ_4(raw, 8);
	PERF_BHRB_READ_4(raw, 12);
	PERF_BHRB_READ_4(raw, 16);
	PERF_BHRB_READ_4(raw, 20);
	PERF_BHRB_READ_4(raw, 24);
	PERF_BHRB_READ_4(raw, 28);
}

static bool perf_bhrb_fetch(u64 address, u32 *insn)
{
	if (is_kernel_addr(address))
		return !get_kernel_nofault(*insn, (u32 *)address);
	if (!current->mm)
		return false;
	return !copy_from_user_nofault(insn, (const void __user *)address, sizeof(*insn));
}

/**
 * perf_power_branch_sample() - add the records to a sample
 * @event: its counter has overflowed
 * @data:  the sample; refers to memory of the CPU
 */
void perf_power_branch_sample(struct perf_event *event, struct perf_sample_data *data)
{
	struct perf_bhrb_cpu *here = this_cpu_ptr(&perf_bhrb_cpu);
	const u64 type = event->attr.branch_sample_type;
	const struct perf_bhrb_wish wish = {
		.type		= type,
		.user		= type & PERF_SAMPLE_BRANCH_USER,
		.kernel		= (type & PERF_SAMPLE_BRANCH_KERNEL) && !event->attr.exclude_kernel,
		.fetch		= perf_bhrb_fetch,
	};

	perf_bhrb_read(here->raw);
	here->nr = perf_bhrb_decode(here->raw, PERF_BHRB_ENTRIES, &wish, here->entries);
	here->hw_idx = -1ULL; /* the entries have no fixed numbers */
	perf_sample_save_brstack(data, event, (struct perf_branch_stack *)&here->nr, NULL);
}
