/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Firing software events.
 *
 * perf_swevent_enabled has a static key for each event id: firing an id without events
 * costs a no-op.
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
 * already handling a software event.
 * Context: any, preemption off.
 */
static __always_inline int perf_swevent_enter(void)
{
	/* interrupt_context_level() is not needed in task context, the usual case. */
	unsigned char level = likely(in_task()) ? 0 : interrupt_context_level();
	u8 *busy = &current->perf_recursion[level];

	if (unlikely(*busy))
		return -1;
	*busy = 1;
	barrier(); /* *busy is set before the event is handled; pairs with perf_swevent_leave() */
	return level;
}

static __always_inline void perf_swevent_leave(int rctx)
{
	barrier(); /* pairs with perf_swevent_enter() */
	current->perf_recursion[rctx] = 0;
}

#ifndef perf_arch_fetch_caller_regs
static inline void perf_arch_fetch_caller_regs(struct pt_regs *regs, unsigned long ip) { }
#endif

/* Set the registers of the caller that a call chain starts from. */
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
