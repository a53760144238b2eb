/* SPDX-License-Identifier: GPL-2.0 */
/* Branch records: which of them an event can have, and how they are selected. */
#ifndef _ARCH_POWERPC_PERF_BRANCH_H
#define _ARCH_POWERPC_PERF_BRANCH_H

#include "model.h"

struct perf_event;
struct perf_sample_data;

#ifdef CONFIG_PPC_BOOK3S_64
int perf_power_branch_check(const struct perf_power_model *model, const struct perf_event *event);
u8 perf_power_branch_filter(u64 branch_sample_type);
void perf_power_branch_demand(const struct perf_power_attrs *attrs,
			      struct perf_power_demand *demand);
void perf_power_branch_regs(struct perf_power_regs *regs, const struct perf_power_attrs *attrs);
void perf_power_branch_sample(struct perf_event *event, struct perf_sample_data *data);
void perf_power_branch_clear(void);
#else
static inline int perf_power_branch_check(const struct perf_power_model *model,
					  const struct perf_event *event)
{
	return -EOPNOTSUPP;
}

static inline u8 perf_power_branch_filter(u64 branch_sample_type)
{
	return 0;
}

static inline void perf_power_branch_demand(const struct perf_power_attrs *attrs,
					    struct perf_power_demand *demand) { }
static inline void perf_power_branch_sample(struct perf_event *event,
					    struct perf_sample_data *data) { }
static inline void perf_power_branch_clear(void) { }
#endif

#endif /* _ARCH_POWERPC_PERF_BRANCH_H */
