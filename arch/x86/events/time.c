// SPDX-License-Identifier: GPL-2.0
/*
 * The user page's fields that depend on the CPU: conversion of a time stamp counter
 * value to the time of events, and RDPMC.
 *
 * Owns nothing. Context: inside the user page's sequence count, preemption off.
 */
#include <linux/perf_event.h>
#include <linux/sched/clock.h>

#include <asm/timer.h>

#include "pmu.h"

/* cap_user_rdpmc and pmc_width: reading the counter with RDPMC. */
static void perf_x86_fill_counter(const struct perf_event *event,
				  struct perf_event_mmap_page *userpg)
{
	bool readable = perf_x86_owns(event) &&
			(event->hw.flags & PERF_EVENT_FLAG_USER_READ_CNT);

	userpg->cap_user_rdpmc = readable;
	userpg->pmc_width = readable ? perf_x86_pmu(event)->width : 0;
}

/**
 * arch_perf_update_userpage() - write the user page's fields that depend on the CPU
 * @event: the page's event
 * @userpg: the page, its sequence count odd
 * @now:   time of @event's clock at which the core wrote its own fields, ns
 *
 * The conversion holds only while sched_clock() is a fixed linear function of
 * the time stamp counter on every CPU: not replaced by a hypervisor's clock, and
 * never marked unstable. time_zero belongs to perf_clock(), so cap_user_time_zero
 * stays 0 for an event with use_clockid.
 *
 * Context: any, preemption off.
 */
void arch_perf_update_userpage(struct perf_event *event, struct perf_event_mmap_page *userpg,
			       u64 now)
{
	struct cyc2ns_data scale;
	u64 zero;

	perf_x86_fill_counter(event, userpg);
	userpg->cap_user_time = 0;
	userpg->cap_user_time_zero = 0;

	if (!sched_clock_stable() || !using_native_sched_clock())
		return;

	cyc2ns_read_begin(&scale);
	cyc2ns_read_end();

	zero = scale.cyc2ns_offset + __sched_clock_offset;

	userpg->time_shift = scale.cyc2ns_shift;
	userpg->time_mult = scale.cyc2ns_mul;
	userpg->time_offset = zero - now;
	userpg->cap_user_time = 1;

	if (!event->attr.use_clockid) {
		userpg->time_zero = zero;
		userpg->cap_user_time_zero = 1;
	}
}
