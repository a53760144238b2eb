/* SPDX-License-Identifier: GPL-2.0 */
/* Access to the counters, and struct perf_power_cpu. */
#ifndef _ARCH_POWERPC_PERF_PMC_H
#define _ARCH_POWERPC_PERF_PMC_H

#include <linux/bits.h>
#include <linux/percpu.h>

#include "model.h"

/* A counter has 32 bits; the highest is set when it has overflowed. */
#define PERF_PMC_OVERFLOWED	BIT_ULL(31)

/* A @rolls_back counter takes back at most this much of a speculative count. */
#define PERF_PMC_ROLL_BACK	256

/**
 * struct perf_power_cpu - a CPU's counters
 * @model:    the processor's description
 * @owner:    by counter, the event that is on it
 * @assigned: by counter, the event that is on it, or may return to it without a new
 *            assignment; only compared, the event may have been freed
 * @attrs:    by counter, the attributes of its event, with the code that was chosen
 * @pending:  counters whose events are to be started when the PMU is enabled
 * @running:  counters that count
 * @kept:     @running at the last perf_power_freeze(), less the counters that
 *            perf_power_counter_start() has started since
 * @computed: @running when @regs were computed
 * @regs:     values of the control registers while enabled
 * @enabled:  the PMU is not disabled
 * @stale:    @attrs have changed since @regs were computed
 * @loaded:   the control registers hold @regs
 * @ebb:      perf_power_ebb_load() has started the counters, for current
 * @prepared: the firmware has made the counters available
 *
 * Only its own CPU changes it, with IRQs off. The interrupt stops events, but does not add,
 * start or move them.
 */
struct perf_power_cpu {
	const struct perf_power_model	*model;
	struct perf_event		*owner[PERF_POWER_COUNTERS];
	const struct perf_event		*assigned[PERF_POWER_COUNTERS];
	struct perf_power_attrs		attrs[PERF_POWER_COUNTERS];
	unsigned long			pending;
	unsigned long			running;
	unsigned long			kept;
	unsigned long			computed;
	struct perf_power_regs		regs;
	bool				enabled;
	bool				stale;
	bool				loaded;
	bool				ebb;
	bool				prepared;
};

DECLARE_PER_CPU(struct perf_power_cpu, perf_power_cpu);

u32 perf_power_read_pmc(unsigned int counter);
void perf_power_write_pmc(unsigned int counter, u32 value);

#endif /* _ARCH_POWERPC_PERF_PMC_H */
