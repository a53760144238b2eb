/* SPDX-License-Identifier: GPL-2.0 */
/* The software PMU, and the functions other software-matched PMUs share with it. */
#ifndef _KERNEL_EVENTS_PMUS_SOFTWARE_H
#define _KERNEL_EVENTS_PMUS_SOFTWARE_H

#include <linux/perf_event.h>
#include <linux/ptrace.h>

#include "overflow/overflow.h"

void perf_swevent_add(struct perf_event *event, u64 nr, struct perf_sample_data *data,
		      struct pt_regs *regs);
void perf_swevent_start(struct perf_event *event, int flags);
void perf_swevent_stop(struct perf_event *event, int flags);
void perf_swevent_read(struct perf_event *event);

int perf_software_register(void);
void perf_software_set_clock_type(u64 event_id, u32 type);

/**
 * perf_swevent_excluded - does the event exclude the mode of @regs?
 * @event: the event
 * @regs:  registers where the event happened, NULL: not known, counted
 *
 * Return: true if exclude_user or exclude_kernel applies.
 */
static inline bool perf_swevent_excluded(const struct perf_event *event,
					 const struct pt_regs *regs)
{
	if (!regs)
		return false;
	return user_mode((struct pt_regs *)regs) ? event->attr.exclude_user :
						   event->attr.exclude_kernel;
}

/*
 * Sample, and stop an event that has reached its limit of overflows: the disable itself
 * waits for an interrupt, which may come late.
 */
static __always_inline int perf_swevent_overflow(struct perf_event *event, bool enforce,
						 struct perf_sample_data *data,
						 struct pt_regs *regs)
{
	int stop = perf_event_overflow_burst(event, enforce, data, regs);

	if (unlikely(stop) && READ_ONCE(event->pending_disable))
		event->hw.state |= PERF_HES_STOPPED;
	return stop;
}

/**
 * perf_swevent_period - sample at the end of each period
 * @event: ACTIVE sampling instance that matched, its count updated
 * @nr:    number of occurrences
 * @data:  sample, with its address and other fields of the source filled in
 * @regs:  registers for the sample
 *
 * An event in period mode with PERF_SAMPLE_PERIOD gets a sample for each call, with @nr
 * as its period.
 *
 * Context: any, IRQs off, on the instance's CPU.
 */
static __always_inline void perf_swevent_period(struct perf_event *event, u64 nr,
						struct perf_sample_data *data,
						struct pt_regs *regs)
{
	if (event->attr.freq) {
		perf_swevent_add(event, nr, data, regs);
	} else if (event->attr.sample_type & PERF_SAMPLE_PERIOD) {
		data->period = nr;
		perf_swevent_overflow(event, false, data, regs);
	} else if (event->hw.sample_period == 1) {
		data->period = event->hw.last_period;
		perf_swevent_overflow(event, false, data, regs);
	} else {
		perf_swevent_add(event, nr, data, regs);
	}
}

/**
 * perf_swevent_count - count, and sample at the end of each period
 * @event: ACTIVE instance that matched
 * @nr:    number of occurrences
 * @data:  for a sampling event: sample, with its address and other fields of the source
 *         filled in
 * @regs:  registers for the sample
 *
 * Context: any, IRQs off, on the instance's CPU.
 */
static __always_inline void perf_swevent_count(struct perf_event *event, u64 nr,
					       struct perf_sample_data *data,
					       struct pt_regs *regs)
{
	local64_add(nr, &event->count);
	if (is_sampling_event(event) && regs)
		perf_swevent_period(event, nr, data, regs);
}

#endif /* _KERNEL_EVENTS_PMUS_SOFTWARE_H */
