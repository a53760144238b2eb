/* SPDX-License-Identifier: GPL-2.0 */
/* Event-based branches: a program that counts itself gets the overflows, not the kernel. */
#ifndef _ARCH_POWERPC_PERF_EBB_H
#define _ARCH_POWERPC_PERF_EBB_H

#include <linux/perf_event.h>

#include "model.h"

struct perf_power_cpu;

/* hw.config has the bit that attr.config requested event-based branches with. */
static inline bool perf_power_is_ebb(const struct perf_event *event)
{
	return event->hw.config & BIT_ULL(PERF_EVENT_CONFIG_EBB_SHIFT);
}

#ifdef CONFIG_PPC_BOOK3S_64
bool perf_power_ebb_wanted(const struct perf_event_attr *attr);
int perf_power_ebb_check(const struct perf_power_model *model, const struct perf_event *event);
void perf_power_ebb_demand(const struct perf_power_attrs *attrs, struct perf_power_demand *demand);
void perf_power_ebb_regs(struct perf_power_regs *regs);
bool perf_power_regs_have_ebb(const struct perf_power_regs *regs);
u64 perf_power_ebb_mmcr0(u64 saved, bool overflowed);
u64 perf_power_ebb_mmcr2(const struct perf_power_regs *regs, u64 mmcr2);
void perf_power_ebb_save(struct perf_power_cpu *cpu);
void perf_power_ebb_load(struct perf_power_cpu *cpu);
#else
static inline bool perf_power_ebb_wanted(const struct perf_event_attr *attr)
{
	return false;
}

static inline int perf_power_ebb_check(const struct perf_power_model *model,
				       const struct perf_event *event)
{
	return 0;
}

static inline void perf_power_ebb_demand(const struct perf_power_attrs *attrs,
					 struct perf_power_demand *demand) { }

static inline bool perf_power_regs_have_ebb(const struct perf_power_regs *regs)
{
	return false;
}

static inline void perf_power_ebb_save(struct perf_power_cpu *cpu) { }
static inline void perf_power_ebb_load(struct perf_power_cpu *cpu) { }
#endif

#endif /* _ARCH_POWERPC_PERF_EBB_H */
