/* SPDX-License-Identifier: GPL-2.0 */
/* The lines that SysRq-P prints of a CPU's counters. */
#ifndef _ARCH_POWERPC_PERF_DEBUG_H
#define _ARCH_POWERPC_PERF_DEBUG_H

#include <linux/types.h>

struct perf_power_cpu;
struct perf_power_regs;
struct seq_buf;

void perf_power_debug_cpu(const struct perf_power_cpu *cpu, const struct perf_power_regs *regs,
			  struct seq_buf *text);
void perf_power_debug_counter(const struct perf_power_cpu *cpu, const struct perf_power_regs *regs,
			      unsigned int counter, u32 value, struct seq_buf *text);

#endif /* _ARCH_POWERPC_PERF_DEBUG_H */
