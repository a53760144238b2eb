/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hooks for the scheduler, fork, exec, exit, memory management and tracing.
 */
#ifndef _LINUX_PERF_HOOKS_H
#define _LINUX_PERF_HOOKS_H

#include <linux/perf/cgroup.h>
#include <linux/perf/event.h>
#include <linux/perf/software.h>

struct bpf_prog;
struct hlist_head;
struct vm_area_struct;

typedef int (perf_ksymbol_get_name_f)(char *name, int name_len, void *data);

#ifdef CONFIG_PERF_EVENTS

/* On while an event needs the hooks of the context switch (PERF_ATTACH_SWITCH). */
extern struct static_key_false perf_sched_events;

/* On while an event requests MUNMAP records. */
extern struct static_key_false perf_munmap_key;

/* IRQs off, runqueue lock held. */
void __perf_event_task_sched_in(struct task_struct *prev, struct task_struct *task);
void __perf_event_task_sched_out(struct task_struct *prev, struct task_struct *next);
void perf_event_task_tick(void);

/* Fire the software events of a context switch, which capture registers by themselves. */
void perf_sw_event_switch_out(struct task_struct *prev, struct task_struct *next);
void perf_sw_event_migrated(struct task_struct *task);

static inline void perf_event_task_migrate(struct task_struct *task)
{
	if (__perf_sw_enabled(PERF_COUNT_SW_CPU_MIGRATIONS))
		task->sched_migrated = 1;
}

static inline void perf_event_task_sched_in(struct task_struct *prev, struct task_struct *task)
{
	if (static_branch_unlikely(&perf_sched_events))
		__perf_event_task_sched_in(prev, task);
	if (__perf_sw_enabled(PERF_COUNT_SW_CPU_MIGRATIONS) && task->sched_migrated)
		perf_sw_event_migrated(task);
}

static inline void perf_event_task_sched_out(struct task_struct *prev, struct task_struct *next)
{
	if (__perf_sw_enabled(PERF_COUNT_SW_CONTEXT_SWITCHES) ||
	    __perf_sw_enabled(PERF_COUNT_SW_CGROUP_SWITCHES))
		perf_sw_event_switch_out(prev, next);
	if (static_branch_unlikely(&perf_sched_events))
		__perf_event_task_sched_out(prev, next);
}

int perf_event_init_task(struct task_struct *child, u64 clone_flags);
void perf_event_exit_task(struct task_struct *child);
void perf_event_free_task(struct task_struct *task);
void perf_event_delayed_put(struct task_struct *task);
int perf_event_task_enable(void);
int perf_event_task_disable(void);

/*
 * Side-band records. Context: task; perf_event_ksymbol(), perf_event_bpf_event() and
 * perf_event_text_poke(): any but NMI.
 */
void perf_event_exec(void);
void perf_event_comm(struct task_struct *tsk, bool exec);
void perf_event_namespaces(struct task_struct *tsk);
void perf_event_fork(struct task_struct *tsk);
void perf_event_mmap(struct vm_area_struct *vma);
void perf_event_mremap(struct vm_area_struct *vma);
void perf_event_munmap(unsigned long start, unsigned long end, unsigned long vm_flags);
void perf_event_ksymbol(u16 ksym_type, u64 addr, u32 len, bool unregister, const char *sym);
void perf_event_bpf_event(struct bpf_prog *prog, enum perf_bpf_event_type type, u16 flags);
void perf_event_text_poke(const void *addr, const void *old_bytes, size_t old_len,
			  const void *new_bytes, size_t new_len);

/* mm asks before it calls perf_event_mremap() or perf_event_munmap(). A static branch. */
static inline bool perf_event_wants_munmap(void)
{
	return static_branch_unlikely(&perf_munmap_key);
}

void perf_event_init(void);
int perf_event_init_cpu(unsigned int cpu);
int perf_event_exit_cpu(unsigned int cpu);
void perf_event_print_debug(void);

/*
 * May @task have events to be fired by a trace event about it? @task is NULL if the trace event
 * is about current, whose events are in the CPU's list. Context: any.
 */
static __always_inline bool perf_trace_task_may_count(const struct task_struct *task)
{
	return task && READ_ONCE(task->perf_event_ctxp);
}

void perf_tp_event(u16 event_type, u64 count, void *record, int entry_size,
		   struct pt_regs *regs, struct hlist_head *head, int rctx,
		   struct task_struct *task);
void perf_bp_event(struct perf_event *event, void *data);

#else /* CONFIG_PERF_EVENTS */

#define perf_event_init_cpu	NULL
#define perf_event_exit_cpu	NULL

static inline void perf_event_task_migrate(struct task_struct *task) { }
static inline void perf_event_task_sched_in(struct task_struct *prev,
					    struct task_struct *task) { }
static inline void perf_event_task_sched_out(struct task_struct *prev,
					     struct task_struct *next) { }
static inline void perf_event_task_tick(void) { }

static inline int perf_event_init_task(struct task_struct *child, u64 clone_flags)
{
	return 0;
}

static inline void perf_event_exit_task(struct task_struct *child) { }
static inline void perf_event_free_task(struct task_struct *task) { }
static inline void perf_event_delayed_put(struct task_struct *task) { }

static inline int perf_event_task_enable(void)
{
	return -EINVAL;
}

static inline int perf_event_task_disable(void)
{
	return -EINVAL;
}

static inline void perf_event_exec(void) { }
static inline void perf_event_comm(struct task_struct *tsk, bool exec) { }
static inline void perf_event_namespaces(struct task_struct *tsk) { }
static inline void perf_event_fork(struct task_struct *tsk) { }
static inline void perf_event_mmap(struct vm_area_struct *vma) { }
static inline void perf_event_mremap(struct vm_area_struct *vma) { }
static inline void perf_event_munmap(unsigned long start, unsigned long end,
				     unsigned long vm_flags) { }

static inline bool perf_event_wants_munmap(void)
{
	return false;
}

static inline void perf_event_ksymbol(u16 ksym_type, u64 addr, u32 len, bool unregister,
				      const char *sym) { }
static inline void perf_event_bpf_event(struct bpf_prog *prog, enum perf_bpf_event_type type,
					u16 flags) { }
static inline void perf_event_text_poke(const void *addr, const void *old_bytes,
					size_t old_len, const void *new_bytes,
					size_t new_len) { }
static inline void perf_event_init(void) { }
static inline void perf_event_print_debug(void) { }
static inline void perf_bp_event(struct perf_event *event, void *data) { }

#endif /* CONFIG_PERF_EVENTS */

#if defined(CONFIG_PERF_EVENTS) && defined(CONFIG_CPU_SUP_INTEL)
void perf_restore_debug_store(void);
#else
static inline void perf_restore_debug_store(void) { }
#endif

#ifndef PERF_NEEDS_LOPWR_CB
static inline void perf_lopwr_cb(bool lopwr_in) { }
#endif

#endif /* _LINUX_PERF_HOOKS_H */
