/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Side-band records: tasks, names, mappings and code, which a reader needs for the samples.
 *
 * The hooks that the rest of the kernel calls are in linux/perf/hooks.h.
 */
#ifndef _KERNEL_EVENTS_SIDEBAND_H
#define _KERNEL_EVENTS_SIDEBAND_H

#include <linux/jump_label.h>
#include <linux/perf_event.h>

struct cgroup;
struct perf_deferred_chain;

/**
 * enum perf_sideband_class - kinds of records with listeners of their own
 * @PERF_SIDEBAND_MMAP:       MMAP, MMAP2
 * @PERF_SIDEBAND_BUILD_ID:   MMAP2 with the file's build id
 * @PERF_SIDEBAND_COMM:       COMM
 * @PERF_SIDEBAND_TASK:       FORK, EXIT
 * @PERF_SIDEBAND_NAMESPACES: NAMESPACES
 * @PERF_SIDEBAND_KSYMBOL:    KSYMBOL
 * @PERF_SIDEBAND_BPF:        BPF_EVENT
 * @PERF_SIDEBAND_TEXT_POKE:  TEXT_POKE
 * @PERF_SIDEBAND_CGROUP:     CGROUP
 * @PERF_SIDEBAND_SWITCH:     SWITCH, SWITCH_CPU_WIDE
 * @PERF_SIDEBAND_DEFERRED:   CALLCHAIN_DEFERRED
 * @PERF_SIDEBAND_MUNMAP:     MUNMAP; its key is perf_munmap_key, which mm tests
 * @PERF_SIDEBAND_MAX:        number of classes
 */
enum perf_sideband_class {
	PERF_SIDEBAND_MMAP,
	PERF_SIDEBAND_BUILD_ID,
	PERF_SIDEBAND_COMM,
	PERF_SIDEBAND_TASK,
	PERF_SIDEBAND_NAMESPACES,
	PERF_SIDEBAND_KSYMBOL,
	PERF_SIDEBAND_BPF,
	PERF_SIDEBAND_TEXT_POKE,
	PERF_SIDEBAND_CGROUP,
	PERF_SIDEBAND_SWITCH,
	PERF_SIDEBAND_DEFERRED,
	PERF_SIDEBAND_MUNMAP,
	PERF_SIDEBAND_MAX,
};

/**
 * typedef perf_sideband_write_t - write one record to one event
 * @event: a listener on this CPU
 * @info:  as passed to perf_sideband_deliver()
 *
 * Context: preemption off.
 */
typedef void (*perf_sideband_write_t)(struct perf_event *event, const void *info);

extern struct static_key_false perf_sideband_keys[PERF_SIDEBAND_MAX];

/* Does an open event request @class (not MUNMAP)? A static branch; any context. */
#define perf_sideband_on(class)	\
	static_branch_unlikely(&perf_sideband_keys[class])

u32 perf_sideband_classes(const struct perf_event_attr *attr);
void perf_sideband_account(struct perf_event *event, int delta);
void perf_sideband_deliver(enum perf_sideband_class class, struct task_struct *task,
			   perf_sideband_write_t write, const void *info);

void perf_sideband_deliver_chain(const struct perf_deferred_chain *deferred);
void perf_sideband_exit(struct task_struct *task);
void perf_sideband_read(struct perf_event *event, struct task_struct *task);
void perf_sideband_cgroup(struct cgroup *cgrp);
void __perf_sideband_switch(struct task_struct *task, struct task_struct *other, bool sched_in);

/* @task is current; @other ran before it (@sched_in) or runs next. IRQs off. */
static inline void perf_sideband_switch(struct task_struct *task, struct task_struct *other,
					bool sched_in)
{
	if (perf_sideband_on(PERF_SIDEBAND_SWITCH))
		__perf_sideband_switch(task, other, sched_in);
}

#endif /* _KERNEL_EVENTS_SIDEBAND_H */
