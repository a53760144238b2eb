/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks of the core of perf events for interrupted registers, such as
 * perf_instruction_pointer(). Declarations for the drivers alone are in arch/powerpc/perf.
 */
#ifndef _ASM_POWERPC_PERF_EVENT_H
#define _ASM_POWERPC_PERF_EVENT_H

#include <linux/perf_regs.h>

#include <asm/ptrace.h>
#include <asm/reg.h>
#include <uapi/asm/perf_event.h>

#if defined(CONFIG_PPC_PERF_CTRS) || defined(CONFIG_FSL_EMB_PERF_EVENT_E500)

/* The counters may have sampled an address other than that of @regs. */
unsigned long perf_instruction_pointer(struct pt_regs *regs);
unsigned long perf_misc_flags(struct pt_regs *regs);
#define perf_misc_flags(regs)	perf_misc_flags(regs)

/* Counter registers that a sample may carry; 0 until perf_power_sampled_read_extended(). */
extern u64 perf_power_extended_regs;
#undef PERF_REG_EXTENDED_MASK
#define PERF_REG_EXTENDED_MASK	perf_power_extended_regs

#endif /* CONFIG_PPC_PERF_CTRS || CONFIG_FSL_EMB_PERF_EVENT_E500 */

/* A BPF program sees only user_pt_regs, the registers that are exported to user space. */
#define perf_arch_bpf_user_pt_regs(regs)	(&(regs)->user_regs)

/*
 * Registers to start a call chain from: @ip in the caller of this function, and the caller's
 * frame, which this function's back chain points to. Both ABIs keep the back chain in a
 * frame's first word.
 */
static __always_inline void perf_power_caller_regs(struct pt_regs *regs, unsigned long ip)
{
	regs->result = 0;
	regs->nip = ip;
	regs->link = 0;
	regs->gpr[1] = *(unsigned long *)__builtin_frame_address(0);
	regs->msr = mfmsr();
}

#define perf_arch_fetch_caller_regs(regs, ip)	perf_power_caller_regs(regs, ip)

#endif /* _ASM_POWERPC_PERF_EVENT_H */
