// SPDX-License-Identifier: GPL-2.0
/*
 * What a sample says about the code that was interrupted: address and mode.
 *
 * An interrupt of the counters can be held back while the kernel has interrupts
 * off; the processor notes where it was when the counter overflowed in registers of
 * its own (Power ISA 3.1 book III, chapter "Performance Monitor Facility": SIAR,
 * SDAR, SIER). The driver's handler hands over what it read there, and for the time
 * it handles that interrupt this is what its registers are said to be.
 *
 * Owns the per-CPU copy of those registers. No locks: written by the interrupt's
 * handler, which cannot interrupt itself. Context: any, on the interrupted CPU.
 */
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include <asm/ptrace.h>

#include "sampled.h"

static DEFINE_PER_CPU(struct perf_sampled, perf_sampled);

/* Which numbers in enum perf_event_powerpc_regs the driver can read, and how. */
u64 perf_powerpc_extended_regs;
static u64 (*perf_extended_read)(int idx);

/**
 * perf_sampled_set() - an interrupt's sampling registers
 * @sampled: what they hold; @sampled->regs names the interrupt
 *
 * Context: the interrupt's handler. Until perf_sampled_clear().
 */
void perf_sampled_set(const struct perf_sampled *sampled)
{
	__this_cpu_write(perf_sampled.regs, NULL);
	barrier();
	*this_cpu_ptr(&perf_sampled) = *sampled;
}

/**
 * perf_sampled_clear() - the interrupt is handled
 *
 * Context: the interrupt's handler.
 */
void perf_sampled_clear(void)
{
	__this_cpu_write(perf_sampled.regs, NULL);
}

/**
 * perf_sampled_get() - the sampling registers that belong to these
 * @regs: registers at an interrupt
 *
 * Return: NULL if @regs are not those of the counters' interrupt that this CPU is
 * handling.
 *
 * Context: any, preemption off.
 */
const struct perf_sampled *perf_sampled_get(const struct pt_regs *regs)
{
	const struct perf_sampled *sampled = this_cpu_ptr(&perf_sampled);

	return sampled->regs == regs ? sampled : NULL;
}

/**
 * perf_sampled_read_extended() - say how to read the counters' registers
 * @read: returns the register with this number in enum perf_event_powerpc_regs
 * @mask: which it can read
 *
 * Context: boot, before an event can be opened.
 */
void perf_sampled_read_extended(u64 (*read)(int idx), u64 mask)
{
	perf_extended_read = read;
	perf_powerpc_extended_regs = mask;
}

/**
 * perf_sampled_extended() - one of the counters' registers, as it is now
 * @idx: number in enum perf_event_powerpc_regs
 *
 * Return: 0 for one that no driver can read.
 *
 * Context: any, IRQs off.
 */
u64 perf_sampled_extended(int idx)
{
	if (!(perf_powerpc_extended_regs & BIT_ULL(idx)))
		return 0;
	return perf_extended_read(idx);
}

/**
 * perf_instruction_pointer() - where the interrupted code was
 * @regs: registers at the interrupt
 *
 * Return: the address that the counters sampled if they did, else @regs' own; 0 if
 * they sampled, but what they hold is not valid.
 *
 * Context: any, preemption off.
 */
unsigned long perf_instruction_pointer(struct pt_regs *regs)
{
	const struct perf_sampled *sampled = perf_sampled_get(regs);

	return sampled && sampled->use_siar ? sampled->address : instruction_pointer(regs);
}

#undef perf_misc_flags
/**
 * perf_misc_flags() - the PERF_RECORD_MISC_* bits that describe a sample
 * @regs: registers at the interrupt
 *
 * Return: the mode the CPU was in: user, kernel or hypervisor.
 *
 * Context: any, preemption off.
 */
unsigned long perf_misc_flags(struct pt_regs *regs)
{
	const struct perf_sampled *sampled = perf_sampled_get(regs);

	if (sampled && sampled->use_siar)
		return sampled->misc;
	if (user_mode(regs))
		return PERF_RECORD_MISC_USER;
	return PERF_RECORD_MISC_KERNEL;
}
