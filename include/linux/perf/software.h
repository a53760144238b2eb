/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Firing software events.
 *
 * One static key an event id: where nobody counts, firing costs a no-op.
 */
#ifndef _LINUX_PERF_SOFTWARE_H
#define _LINUX_PERF_SOFTWARE_H

#include <linux/ftrace.h>
#include <linux/jump_label.h>
#include <linux/preempt.h>
#include <linux/sched.h>
#include <uapi/linux/perf_event.h>

#ifdef CONFIG_PERF_EVENTS

extern struct static_key perf_swevent_enabled[PERF_COUNT_SW_MAX];

/* @regs may be NULL. */
void __perf_sw_event(u32 event_id, u64 nr, struct pt_regs *regs, u64 addr);

int perf_swevent_get_recursion_context(void);
void perf_swevent_put_recursion_context(int rctx);
u64 perf_swevent_set_period(struct perf_event *event);

/**
 * perf_swevent_enter - perf_swevent_get_recursion_context() without a call
 *
 * Return: a token for perf_swevent_leave(), or -1 if this level of interruption is
 * handling a software event already.
 * Context: any, preemption off.
 */
static __always_inline int perf_swevent_enter(void)
{
	/* Where nothing is interrupted, as is usual, nothing has to be worked out. */
	unsigned char level = likely(in_task()) ? 0 : interrupt_context_level();
	u8 *busy = &current->perf_recursion[level];

	if (unlikely(*busy))
		return -1;
	*busy = 1;
	barrier(); /* what follows may be interrupted by the same level's next event */
	return level;
}

static __always_inline void perf_swevent_leave(int rctx)
{
	barrier(); /* pairs with the one above */
	current->perf_recursion[rctx] = 0;
}

#ifndef perf_arch_fetch_caller_regs
static inline void perf_arch_fetch_caller_regs(struct pt_regs *regs, unsigned long ip) { }
#endif

/* As much of the caller's registers as a call chain needs to start from. */
static inline void perf_fetch_caller_regs(struct pt_regs *regs)
{
	perf_arch_fetch_caller_regs(regs, CALLER_ADDR0);
}

static __always_inline bool __perf_sw_enabled(int event_id)
{
	return static_key_false(&perf_swevent_enabled[event_id]);
}

static __always_inline void perf_sw_event(u32 event_id, u64 nr, struct pt_regs *regs, u64 addr)
{
	if (__perf_sw_enabled(event_id))
		__perf_sw_event(event_id, nr, regs, addr);
}

#else

static inline void perf_sw_event(u32 event_id, u64 nr, struct pt_regs *regs, u64 addr) { }

static inline int perf_swevent_get_recursion_context(void)
{
	return -1;
}

static inline void perf_swevent_put_recursion_context(int rctx) { }

#endif /* CONFIG_PERF_EVENTS */
#endif /* _LINUX_PERF_SOFTWARE_H */
