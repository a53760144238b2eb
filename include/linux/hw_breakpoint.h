/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hardware breakpoints and watchpoints.
 *
 * A breakpoint is an event of type PERF_TYPE_BREAKPOINT whose counter is a debug
 * register of the CPU. ptrace, kgdb and kernel modules use the functions below, users
 * perf_event_open(2); all share the same slots.
 *
 * An architecture defines struct arch_hw_breakpoint and hw_breakpoint_slots() in
 * <asm/hw_breakpoint.h>, and implements hw_breakpoint_arch_parse(),
 * arch_check_bp_in_kernelspace(), arch_install_hw_breakpoint(),
 * arch_uninstall_hw_breakpoint(), hw_breakpoint_pmu_read() and
 * hw_breakpoint_exceptions_notify(). Its handler calls perf_bp_event() for each
 * breakpoint that has been hit.
 */
#ifndef _LINUX_HW_BREAKPOINT_H
#define _LINUX_HW_BREAKPOINT_H

#include <linux/perf_event.h>
#include <uapi/linux/hw_breakpoint.h>

/**
 * enum bp_type_idx - kinds of debug register
 * @TYPE_INST: stops at an instruction
 * @TYPE_DATA: stops at an access to data; the same registers as @TYPE_INST where
 *             a register does either (CONFIG_HAVE_MIXED_BREAKPOINTS_REGS)
 * @TYPE_MAX:  number of kinds
 */
enum bp_type_idx {
	TYPE_INST,
	TYPE_DATA = IS_ENABLED(CONFIG_HAVE_MIXED_BREAKPOINTS_REGS) ? TYPE_INST : TYPE_INST + 1,
	TYPE_MAX,
};

/* Initialize @attr for kernel code, which then sets bp_addr, bp_len and bp_type. */
static inline void hw_breakpoint_init(struct perf_event_attr *attr)
{
	*attr = (struct perf_event_attr) {
		.type		= PERF_TYPE_BREAKPOINT,
		.size		= sizeof(*attr),
		.sample_period	= 1,
		.pinned		= 1, /* a debugger must not miss a hit */
	};
}

/* hw_breakpoint_init() for ptrace: no hits in kernel mode. */
static inline void ptrace_breakpoint_init(struct perf_event_attr *attr)
{
	hw_breakpoint_init(attr);
	attr->exclude_kernel = 1;
}

#ifdef CONFIG_HAVE_HW_BREAKPOINT

/* The attributes of @event as hw_breakpoint_arch_parse() has translated them. */
static inline struct arch_hw_breakpoint *counter_arch_bp(struct perf_event *event)
{
	return &event->hw.info;
}

/* HW_BREAKPOINT_R, _W, _RW or _X. */
static inline int hw_breakpoint_type(struct perf_event *event)
{
	return event->attr.bp_type;
}

static inline unsigned long hw_breakpoint_addr(struct perf_event *event)
{
	return event->attr.bp_addr;
}

/* Bytes watched from hw_breakpoint_addr() on. */
static inline unsigned long hw_breakpoint_len(struct perf_event *event)
{
	return event->attr.bp_len;
}

int __init init_hw_breakpoint(void);

struct perf_event *register_user_hw_breakpoint(struct perf_event_attr *attr,
					       perf_overflow_handler_t triggered,
					       void *context, struct task_struct *tsk);
int modify_user_hw_breakpoint(struct perf_event *bp, struct perf_event_attr *attr);
void unregister_hw_breakpoint(struct perf_event *bp);

struct perf_event * __percpu *register_wide_hw_breakpoint(struct perf_event_attr *attr,
							  perf_overflow_handler_t triggered,
							  void *context);
void unregister_wide_hw_breakpoint(struct perf_event *__percpu *cpu_events);

bool hw_breakpoint_is_used(void);

/* dbg_*(): for a debugger that has stopped all other CPUs; they never sleep or spin. */
int dbg_reserve_bp_slot(struct perf_event *bp);
int dbg_release_bp_slot(struct perf_event *bp);

int reserve_bp_slot(struct perf_event *bp);
void release_bp_slot(struct perf_event *bp);

/* Implemented by the architecture: drop the task's ptrace breakpoints. */
void flush_ptrace_hw_breakpoint(struct task_struct *tsk);

#else /* CONFIG_HAVE_HW_BREAKPOINT */

static inline int __init init_hw_breakpoint(void)
{
	return 0;
}

static inline struct perf_event *
register_user_hw_breakpoint(struct perf_event_attr *attr, perf_overflow_handler_t triggered,
			    void *context, struct task_struct *tsk)
{
	return NULL;
}

static inline int modify_user_hw_breakpoint(struct perf_event *bp, struct perf_event_attr *attr)
{
	return -EOPNOTSUPP;
}

static inline void unregister_hw_breakpoint(struct perf_event *bp) { }

static inline struct perf_event * __percpu *
register_wide_hw_breakpoint(struct perf_event_attr *attr, perf_overflow_handler_t triggered,
			    void *context)
{
	return NULL;
}

static inline void unregister_wide_hw_breakpoint(struct perf_event * __percpu *cpu_events) { }

static inline bool hw_breakpoint_is_used(void)
{
	return false;
}

static inline int reserve_bp_slot(struct perf_event *bp)
{
	return -EOPNOTSUPP;
}

static inline void release_bp_slot(struct perf_event *bp) { }
static inline void flush_ptrace_hw_breakpoint(struct task_struct *tsk) { }

#endif /* CONFIG_HAVE_HW_BREAKPOINT */
#endif /* _LINUX_HW_BREAKPOINT_H */
