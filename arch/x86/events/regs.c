// SPDX-License-Identifier: GPL-2.0
/*
 * perf_instruction_pointer() and perf_misc_flags(): address and mode of samples.
 *
 * Owns: the reading of segment bases in any context. No locks.
 * Context: IRQs off on the interrupted CPU, NMI included.
 */
#include <linux/mm_types.h>
#include <linux/perf_event.h>
#include <linux/sched.h>

#include <asm/desc.h>
#include <asm/mmu_context.h>
#include <asm/processor-flags.h>

#include "regs.h"

#ifdef CONFIG_MODIFY_LDT_SYSCALL

/*
 * modify_ldt() waits for an IPI to each CPU that uses the old table before it frees
 * that table, so with IRQs off the table stays allocated.
 */
static const struct desc_struct *perf_ldt_entry(unsigned int index)
{
	const struct ldt_struct *ldt = READ_ONCE(current->active_mm->context.ldt);

	return ldt && index < ldt->nr_entries ? &ldt->entries[index] : NULL;
}

#else

static const struct desc_struct *perf_ldt_entry(unsigned int index)
{
	return NULL;
}

#endif

/**
 * perf_segment_base() - linear address at which a segment begins
 * @selector: value of a segment register
 *
 * Return: the base, in bytes; 0 for a selector that names no descriptor.
 *
 * Context: any, IRQs off, on the CPU whose tables are read.
 */
unsigned long perf_segment_base(unsigned long selector)
{
	unsigned int index = (selector & 0xffff) >> 3;
	const struct desc_struct *entry = NULL;

	if (selector & SEGMENT_TI_MASK)
		entry = perf_ldt_entry(index);
	else if (index < GDT_ENTRIES)
		entry = raw_cpu_ptr(gdt_page.gdt) + index;

	return entry ? get_desc_base(entry) : 0;
}

/**
 * perf_regs_are_vm86() - was the CPU in virtual 8086 mode?
 * @regs: registers of a sample
 *
 * In that mode addresses come from 16-bit segments, and there are no stack frames.
 *
 * Return: true if it was.
 */
bool perf_regs_are_vm86(const struct pt_regs *regs)
{
	return regs->flags & (X86_VM_MASK | PERF_EFLAGS_VM);
}

/*
 * The base to add to regs->ip. Flat segments begin at 0; but 32-bit code may run in a
 * segment of its own (Wine and DOS emulators do), and in virtual 8086 mode the base is
 * the selector times 16.
 */
static unsigned long perf_code_base(struct pt_regs *regs)
{
	if (IS_ENABLED(CONFIG_X86_32)) {
		if (regs->flags & X86_VM_MASK)
			return (regs->cs & 0xffff) << 4;
		if (user_mode(regs) && regs->cs != __USER_CS)
			return perf_segment_base(regs->cs);
		return 0;
	}

	if (user_mode(regs) && !user_64bit_mode(regs) && regs->cs != __USER32_CS)
		return perf_segment_base(regs->cs);
	return 0;
}

/**
 * perf_instruction_pointer() - the address of the interrupted code
 * @regs: registers at the interrupt
 *
 * Return: a linear address; the guest's instruction pointer if a guest was interrupted.
 *
 * Context: any, IRQs off.
 */
unsigned long perf_instruction_pointer(struct pt_regs *regs)
{
	if (perf_guest_state())
		return perf_guest_get_ip();

	return regs->ip + perf_code_base(regs);
}

static unsigned long perf_cpu_mode(struct pt_regs *regs)
{
	unsigned int guest = perf_guest_state();

	if (guest & PERF_GUEST_USER)
		return PERF_RECORD_MISC_GUEST_USER;
	if (guest)
		return PERF_RECORD_MISC_GUEST_KERNEL;
	return user_mode(regs) ? PERF_RECORD_MISC_USER : PERF_RECORD_MISC_KERNEL;
}

#undef perf_misc_flags
/**
 * perf_misc_flags() - the PERF_RECORD_MISC_* bits that describe a sample
 * @regs: registers at the interrupt
 *
 * Return: the CPU mode, with PERF_RECORD_MISC_EXACT_IP if the address is exact.
 *
 * Context: any.
 */
unsigned long perf_misc_flags(struct pt_regs *regs)
{
	unsigned long misc = perf_cpu_mode(regs);

	if (regs->flags & PERF_EFLAGS_EXACT)
		misc |= PERF_RECORD_MISC_EXACT_IP;

	return misc;
}
