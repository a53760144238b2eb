/* SPDX-License-Identifier: GPL-2.0 */
/* Sampling periods: arithmetic, frequency mode, the windows of throttling. */
#ifndef _KERNEL_EVENTS_PERIOD_H
#define _KERNEL_EVENTS_PERIOD_H

#include <linux/jump_label.h>
#include <linux/perf_event.h>

/* The longest period: S64_MAX, since period_left and counters are read as signed. */
#define PERF_PERIOD_MAX		((u64)S64_MAX)

/*
 * PERF_EXT_JITTER: a period ends up to a sixteenth earlier or later than its multiple of the
 * requested one, so it is up to an eighth shorter or longer.
 */
#define PERF_JITTER_UNIT	32768	/* the whole period */
#define PERF_JITTER_BITS	12		/* [-1/16, 1/16) of it */

DECLARE_STATIC_KEY_FALSE(perf_jitter_key);

/**
 * struct perf_event_rate - the part of an event that only frequency mode needs
 * @event: the event
 * @entry: context lock: in perf_context::freq or freq_due
 * @time:  perf_clock() at the last overflow that adjusted the period
 * @count: perf_event::count at the last tick that adjusted it
 *
 * The last two change on the event's CPU with IRQs off.
 */
struct perf_event_rate {
	struct perf_event	*event;
	struct list_head	entry;
	u64			time;
	u64			count;
};

u64 perf_period_muldiv(u64 a, u64 b, u64 divisor);
u64 perf_period_from_rate(u64 count, u64 nsec, u64 freq);
u64 perf_period_approach(u64 period, u64 target);
void perf_period_adjust(struct perf_event *event, u64 nsec, u64 count, bool running);
u64 perf_period_with_jitter(u64 period, int before, int now);
void perf_period_jitter(struct perf_event *event);
void perf_jitter_get(void);
void perf_jitter_put(void);

/* Was @event opened with PERF_EXT_JITTER? Without such events on the machine this reads nothing. */
static __always_inline bool perf_event_has_jitter(const struct perf_event *event)
{
	return static_branch_unlikely(&perf_jitter_key) && event->attach_state & PERF_ATTACH_JITTER;
}

/**
 * perf_throttle_count - count an overflow in the present window
 * @hw:     of the event that overflowed
 * @window: number of the present window: perf_cpu_context::throttle_seq
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 * Return: number of overflows in this window; MAX_INTERRUPTS if hw->throttled is set.
 */
static inline u64 perf_throttle_count(struct hw_perf_event *hw, u64 window)
{
	if (unlikely(READ_ONCE(hw->throttled)))
		return MAX_INTERRUPTS;
	/* The numbers of windows return after weeks of ticks: then one window counts too many. */
	if (hw->interrupts_seq != (u32)window) {
		hw->interrupts_seq = window;
		hw->interrupts = 0;
	}
	return ++hw->interrupts;
}

#endif /* _KERNEL_EVENTS_PERIOD_H */
