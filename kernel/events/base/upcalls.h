/* SPDX-License-Identifier: GPL-2.0 */
/* All functions of higher folders that lower folders call. */
#ifndef _KERNEL_EVENTS_UPCALLS_H
#define _KERNEL_EVENTS_UPCALLS_H

#include <linux/types.h>

struct perf_cpu_pmu_context;
struct perf_deferred_chain;
struct perf_event;
struct perf_event_slot;
struct pmu;

/**
 * struct perf_upcalls - calls into higher folders
 * @rotate: rotates the groups of a PMU on this CPU, in the timer's interrupt; returns false if
 *	no group waits for a turn
 * @revoke: ends all events of a PMU that is unregistered; no locks held, may sleep
 * @deliver_chain: writes the record of a deferred call chain; in the task, preemption off,
 *	shortly before user mode
 * @unthrottle: ends the throttling of an event that is scheduled in; on the event's CPU, IRQs
 *	off, the context locked
 * @off_cpu: counts and samples the time off the CPU of the task that is being switched in, for
 *	the instances in off_events of a slot; IRQs off, the runqueue locked
 * @disable_soon: disables an event, whose AUX area is full or was truncated, once interrupts
 *	are on; on the event's CPU with IRQs off, or NMI
 *
 * init.c defines the table. scripts/perf/check/layers rejects any other call upwards.
 */
struct perf_upcalls {
	bool (*rotate)(struct perf_cpu_pmu_context *cpc);
	void (*revoke)(struct pmu *pmu);
	void (*deliver_chain)(const struct perf_deferred_chain *chain);
	void (*unthrottle)(struct perf_event *event);
	void (*off_cpu)(struct perf_event_slot *slot);
	void (*disable_soon)(struct perf_event *event);
};

extern const struct perf_upcalls perf_upcalls;

#endif /* _KERNEL_EVENTS_UPCALLS_H */
