/* SPDX-License-Identifier: GPL-2.0 */
/* Access to the performance monitor's registers other than the counters. */
#ifndef _ARCH_POWERPC_PERF_HW_H
#define _ARCH_POWERPC_PERF_HW_H

#include <linux/types.h>

struct perf_power_cpu;
struct perf_power_model;
struct perf_power_regs;
struct perf_power_sampled;
struct pt_regs;

void perf_power_freeze_all(void);
void perf_power_load_regs(const struct perf_power_model *model, const struct perf_power_regs *regs);
void perf_power_unfreeze(u64 mmcr0, bool overflow_pending);
void perf_power_read_sampled(const struct perf_power_cpu *cpu, const struct pt_regs *regs,
			     struct perf_power_sampled *sampled);
void perf_power_read_control(const struct perf_power_model *model, struct perf_power_regs *regs);
u64 perf_power_read_reg(int idx);

#endif /* _ARCH_POWERPC_PERF_HW_H */
