/* SPDX-License-Identifier: GPL-2.0 */
/* Counters that the events of a core's other thread can spoil. */
#ifndef _ARCH_X86_EVENTS_THREADS_H
#define _ARCH_X86_EVENTS_THREADS_H

#include <linux/spinlock_types.h>

#include "counters.h"

/* In hw.flags: the event spoils the other thread's counter of the same number. */
#define PERF_X86_FLAG_EXCLUSIVE	BIT(0)

/**
 * struct perf_x86_core - a core with two threads, by perf_x86_cpu::thread
 * @lock:      the other fields
 * @exclusive: the thread has exclusive events
 * @used:      the thread uses a counter of perf_x86_pmu::exclusive
 */
struct perf_x86_core {
	raw_spinlock_t	lock;
	bool		exclusive[2];
	bool		used[2];
};

void perf_x86_core_join(struct perf_x86_cpu *cpu);
u64 perf_x86_core_exclusive(u32 cpu);
bool perf_x86_core_is_exclusive(const struct perf_x86_pmu *pmu, u64 code);
bool perf_x86_core_assign(struct perf_x86_cpu *cpu, const struct perf_event *event, u64 allowed,
			  struct perf_assign_path *path);
void perf_x86_core_release(struct perf_x86_cpu *cpu, const struct perf_event *event);

#endif /* _ARCH_X86_EVENTS_THREADS_H */
