/* SPDX-License-Identifier: GPL-2.0 */
/* A CPU's precise events and their registers. */
#ifndef _ARCH_X86_EVENTS_PRECISE_STATE_H
#define _ARCH_X86_EVENTS_PRECISE_STATE_H

#include <linux/percpu.h>

#include "counters.h"
#include "precise/record.h"

/* hw.flags: samples may be delivered long after their records were written */
#define PERF_X86_PRECISE_LARGE	BIT(8)

/**
 * struct perf_x86_precise_cpu - a CPU's precise events
 * @enable:   MSR_IA32_PEBS_ENABLE while the counters are enabled
 * @written:  the value that the register has
 * @groups:   MSR_PEBS_DATA_CFG that the events need
 * @groups_written: the value that the register has
 * @started:  counters whose event has been started since the first event was added
 * @reloads:  counters that the processor alone sets back to the whole period
 * @period:   by counter: events from a record to the next one
 * @events:   events with a counter
 * @large:    those of them with PERF_X86_PRECISE_LARGE
 * @fixups:   those of them that perf_x86_needs_fixup() is true for
 * @draining: samples are being made of the records
 *
 * All fields change on the CPU itself with IRQs off, or in its NMI.
 */
struct perf_x86_precise_cpu {
	u64		enable;
	u64		written;
	u64		groups;
	u64		groups_written;
	u64		started;
	u64		reloads;
	u64		period[X86_PMC_IDX_MAX];
	unsigned int	events;
	unsigned int	large;
	unsigned int	fixups;
	bool		draining;
};

DECLARE_PER_CPU(struct perf_x86_precise_cpu, perf_x86_precise_here);

static inline bool perf_x86_is_precise(const struct perf_event *event)
{
	return event->hw.flags & PERF_X86_EVENT_PRECISE;
}

/* The layout of the processor's records. */
static inline struct perf_x86_layout perf_x86_layout_of(const struct perf_x86_pmu *pmu)
{
	return (struct perf_x86_layout) {
		.format		= pmu->precise_format,
		.adaptive	= pmu->precise_adaptive,
		.faults		= pmu->precise_faults,
	};
}

void perf_x86_precise_reset(struct perf_x86_cpu *cpu);
void perf_x86_precise_update_groups(struct perf_x86_cpu *cpu);
void perf_x86_precise_set_period(struct perf_x86_cpu *cpu, const struct perf_event *event);
void perf_x86_precise_start(struct perf_x86_cpu *cpu, struct perf_event *event);
void perf_x86_precise_unset(struct perf_x86_cpu *cpu, const struct perf_event *event);
void perf_x86_precise_enable_all(struct perf_x86_cpu *cpu);
void perf_x86_precise_disable_all(struct perf_x86_cpu *cpu);

#endif /* _ARCH_X86_EVENTS_PRECISE_STATE_H */
