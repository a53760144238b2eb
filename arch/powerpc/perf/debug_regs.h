/* SPDX-License-Identifier: GPL-2.0 */
/* The registers' part of SysRq-P's lines: in debug_mmcr.c, and in debug_pmlc.c on an e500. */
#ifndef _ARCH_POWERPC_PERF_DEBUG_REGS_H
#define _ARCH_POWERPC_PERF_DEBUG_REGS_H

struct perf_power_regs;
struct seq_buf;

void perf_power_debug_control(const struct perf_power_regs *regs, struct seq_buf *text);
void perf_power_debug_select(const struct perf_power_regs *regs, unsigned int counter,
			     struct seq_buf *text);

#endif /* _ARCH_POWERPC_PERF_DEBUG_REGS_H */
