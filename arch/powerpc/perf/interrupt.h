/* SPDX-License-Identifier: GPL-2.0 */
/* The counters' interrupt. */
#ifndef _ARCH_POWERPC_PERF_INTERRUPT_H
#define _ARCH_POWERPC_PERF_INTERRUPT_H

struct pt_regs;

void perf_power_interrupt(struct pt_regs *regs);

#endif /* _ARCH_POWERPC_PERF_INTERRUPT_H */
