// SPDX-License-Identifier: GPL-2.0
/*
 * The states of an instance: adding it to its PMU and deleting it.
 *
 * perf_event_fold() brings the times of the instance up to date before each change (times.h).
 *
 * Owns: perf_event::state of installed instances, and oncpu.
 *
 * Context: IRQs off and the context's lock held; if the context is active, on its CPU.
 */
#include <linux/perf_event.h>

#include "base/times.h"
#include "base/upcalls.h"
#include "sample/record.h"
#include "sched/state.h"

static __always_inline void perf_event_set_state_at(struct perf_event *event,
						    enum perf_event_state state, u64 now)
{
	if (event->state == state)
		return;

	perf_event_fold(event, now);
	WRITE_ONCE(event->state, state);
}

/**
 * perf_event_set_state - change the state of an installed instance
 * @event: the instance
 * @state: its new state
 *
 * perf_event_fold() brings the times of @event up to date first; the times of its siblings
 * follow from them (times.h).
 */
void perf_event_set_state(struct perf_event *event, enum perf_event_state state)
{
	lockdep_assert_irqs_disabled();
	perf_event_set_state_at(event, state, perf_ctx_now());
}

/**
 * perf_event_in - add an INACTIVE instance to its PMU, which makes it ACTIVE
 * @event: the instance
 * @cpu:   this CPU, or the CPU a resident instance is bound to
 * @now:   perf_ctx_now()
 *
 * Return: 0; the errno of pmu::add(), which leaves @event INACTIVE.
 */
int perf_event_in(struct perf_event *event, int cpu, u64 now)
{
	int err;

	WRITE_ONCE(event->oncpu, cpu);
	perf_event_set_state_at(event, PERF_EVENT_STATE_ACTIVE, now);
	if (unlikely(event->pmu->capabilities & PERF_PMU_CAP_ITRACE))
		perf_record_itrace_start(event);
	/* The tick that ends throttling may have come while @event was off or on another CPU. */
	if (unlikely(event->hw.throttled))
		perf_upcalls.unthrottle(event);
	event->hw.throttle_due = false;
	err = event->pmu->add(event, PERF_EF_START);
	if (!err)
		return 0;

	perf_event_set_state_at(event, PERF_EVENT_STATE_INACTIVE, now);
	WRITE_ONCE(event->oncpu, -1);
	return err;
}

/**
 * __perf_event_out_to - delete an ACTIVE instance from its PMU
 * @event: the instance
 * @state: its new state; OFF if its own overflow is to disable it and @state is not lower
 * @now:   perf_ctx_now()
 */
void __perf_event_out_to(struct perf_event *event, enum perf_event_state state, u64 now)
{
	event->pmu->del(event, 0);
	if (unlikely(READ_ONCE(event->pending_disable))) {
		WRITE_ONCE(event->pending_disable, 0);
		state = min(state, PERF_EVENT_STATE_OFF);
	}
	perf_event_set_state_at(event, state, now);
	WRITE_ONCE(event->oncpu, -1);
}
