/* SPDX-License-Identifier: GPL-2.0 */
/* The registers of the performance monitor, and a CPU's state. */
#ifndef _ARCH_POWERPC_PERF_HW_H
#define _ARCH_POWERPC_PERF_HW_H

#include <linux/bits.h>
#include <linux/percpu.h>

#include "model.h"

struct perf_sampled;
struct pt_regs;

/* A counter has 32 bits; with the highest one set it has overflowed. */
#define PERF_PMC_OVERFLOWED	BIT_ULL(31)

/* So much a counter may take back of what it had counted ahead. */
#define PERF_PMC_ROLL_BACK	256

/**
 * struct perf_power_cpu - a CPU's counters
 * @model:    what they are
 * @owner:    by counter, the event that is on it
 * @placed:   by counter, the event that is on it, or may come back to it without asking
 *	      whether all fit together; only compared, it may be gone
 * @attrs:    by counter, what it counts, with the code that was chosen
 * @pending:  counters whose events are to be started when the PMU is enabled
 * @running:  counters that count
 * @kept:     those that did so when counting last stopped, and were not written since
 * @computed: what @running was when @regs were computed
 * @regs:     what the control registers shall hold while enabled
 * @enabled:  the PMU is not disabled
 * @stale:    @attrs have changed since @regs were computed
 * @loaded:   the control registers hold @regs
 * @prepared: the firmware has made the counters available
 *
 * Everything belongs to the CPU; changed with IRQs off, by the interrupt only as far
 * as events stop.
 */
struct perf_power_cpu {
	const struct perf_power_model	*model;
	struct perf_event		*owner[PERF_POWER_COUNTERS];
	const struct perf_event		*placed[PERF_POWER_COUNTERS];
	struct perf_power_attrs		attrs[PERF_POWER_COUNTERS];
	unsigned long			pending;
	unsigned long			running;
	unsigned long			kept;
	unsigned long			computed;
	struct perf_power_regs		regs;
	bool				enabled;
	bool				stale;
	bool				loaded;
	bool				prepared;
};

DECLARE_PER_CPU(struct perf_power_cpu, perf_power_cpu);

u32 perf_power_read_pmc(unsigned int counter);
void perf_power_write_pmc(unsigned int counter, u32 value);
void perf_power_freeze_all(void);
void perf_power_load(const struct perf_power_model *model, const struct perf_power_regs *regs);
void perf_power_run(u64 mmcr0, bool overflow_pending);
void perf_power_read_sampled(const struct perf_power_cpu *cpu, const struct pt_regs *regs,
			     struct perf_sampled *sampled);
u64 perf_power_read_reg(int idx);

#endif /* _ARCH_POWERPC_PERF_HW_H */
