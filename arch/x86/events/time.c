// SPDX-License-Identifier: GPL-2.0
/*
 * The user page's time fields: how a program turns a time stamp counter value
 * into the time of events, without a system call.
 *
 * Owns nothing. Runs inside the user page's sequence count, preemption off.
 */
#include <linux/perf_event.h>
#include <linux/sched/clock.h>

#include <asm/timer.h>

#include "pmu.h"

/* Fields of the page about reading the counter itself. */
static void perf_x86_fill_counter(const struct perf_event *event,
				  struct perf_event_mmap_page *userpg)
{
	bool readable = perf_x86_owns(event) &&
			(event->hw.flags & PERF_EVENT_FLAG_USER_READ_CNT);

	userpg->cap_user_rdpmc = readable;
	userpg->pmc_width = readable ? perf_x86_unit(event)->width : 0;
}

/**
 * arch_perf_update_userpage() - fill in what the CPU offers to user space
 * @event: event whose page it is
 * @userpg: the page, its sequence count odd
 * @now:   time of @event's clock the core's own fields were made for, ns
 *
 * The conversion holds only while sched_clock() is a fixed linear function of
 * the time stamp counter on every CPU: no hypervisor's clock in its place, and
 * never found unstable. time_zero belongs to perf_clock(), so an event with a
 * clock of its own goes without.
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
