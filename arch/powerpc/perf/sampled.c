// SPDX-License-Identifier: GPL-2.0
/*
 * The address and mode of the interrupted code in a sample.
 *
 * A counter interrupt can be delayed while the kernel has interrupts off; at the overflow the
 * processor saves the address in registers of its own (Power ISA 3.1 book III, chapter
 * "Performance Monitor Facility": SIAR, SDAR, SIER). The interrupt's handler passes them to
 * perf_power_sampled_set(); until perf_power_sampled_clear() they stand for the registers of that
 * interrupt.
 *
 * Owns perf_power_sampled, the per-CPU copy of those registers. No locks: the interrupt's handler
 * writes it, and cannot interrupt itself. Context: any, on the interrupted CPU.
 */
#include <linux/percpu.h>
#include <linux/perf_event.h>

#include <asm/ptrace.h>

#include "sampled.h"

static DEFINE_PER_CPU(struct perf_power_sampled, perf_power_sampled);

/* The registers, by number in enum perf_event_powerpc_regs, that the driver's function reads. */
u64 perf_power_extended_regs;
static u64 (*perf_power_extended_read)(int idx);

/**
 * perf_power_sampled_set() - set an interrupt's sampling registers
 * @sampled: their values; @sampled->regs identifies the interrupt
 *
 * The values hold until perf_power_sampled_clear().
 *
 * Context: the interrupt's handler.
 */
void perf_power_sampled_set(const struct perf_power_sampled *sampled)
{
	__this_cpu_write(perf_power_sampled.regs, NULL);
	barrier();
	*this_cpu_ptr(&perf_power_sampled) = *sampled;
}

/**
 * perf_power_sampled_clear() - drop the sampling registers, at the end of the interrupt
 *
 * Context: the interrupt's handler.
 */
void perf_power_sampled_clear(void)
{
	__this_cpu_write(perf_power_sampled.regs, NULL);
}

/**
 * perf_power_sampled_get() - get the sampling registers that belong to @regs
 * @regs: registers at an interrupt
 *
 * Return: NULL if @regs are not those of the counters' interrupt that this CPU is
 * handling.
 *
 * Context: any, preemption off.
 */
const struct perf_power_sampled *perf_power_sampled_get(const struct pt_regs *regs)
{
	const struct perf_power_sampled *sampled = this_cpu_ptr(&perf_power_sampled);

	return sampled->regs == regs ? sampled : NULL;
}

/**
 * perf_power_sampled_read_extended() - set the function that reads counter registers
 * @read: returns the register with this number in enum perf_event_powerpc_regs
 * @mask: the registers that @read supports, a bit each
 *
 * Context: boot, before an event can be opened.
 */
void perf_power_sampled_read_extended(u64 (*read)(int idx), u64 mask)
{
	perf_power_extended_read = read;
	perf_power_extended_regs = mask;
}

/**
 * perf_power_sampled_extended() - read the present value of a counter register
 * @idx: number in enum perf_event_powerpc_regs
 *
 * Return: 0 if no driver can read the register.
 *
 * Context: any, IRQs off.
 */
u64 perf_power_sampled_extended(int idx)
{
	if (!(perf_power_extended_regs & BIT_ULL(idx)))
		return 0;
	return perf_power_extended_read(idx);
}

/**
 * perf_instruction_pointer() - the address of the interrupted code
 * @regs: registers at the interrupt
 *
 * Return: the address that the counters sampled if they did, else that of @regs.
 *
 * Context: any, preemption off.
 */
unsigned long perf_instruction_pointer(struct pt_regs *regs)
{
	const struct perf_power_sampled *sampled = perf_power_sampled_get(regs);

	return sampled && sampled->use_siar ? sampled->address : instruction_pointer(regs);
}

#undef perf_misc_flags
/**
 * perf_misc_flags() - the PERF_RECORD_MISC_* bits of a sample
 * @regs: registers at the interrupt
 *
 * Return: the mode that the CPU was in: user, kernel or hypervisor.
 *
 * Context: any, preemption off.
 */
unsigned long perf_misc_flags(struct pt_regs *regs)
{
	const struct perf_power_sampled *sampled = perf_power_sampled_get(regs);

	if (sampled && sampled->use_siar)
		return sampled->misc;
	if (user_mode(regs))
		return PERF_RECORD_MISC_USER;
	return PERF_RECORD_MISC_KERNEL;
}
