// SPDX-License-Identifier: GPL-2.0
/*
 * The lines of /proc/<pid>/fdinfo/<fd> of an event, for a list of all users of the PMUs.
 *
 * Procfs lets a task read the file if the task may read the owner of the descriptor
 * (PTRACE_MODE_READ). The lines hold no counts, and no address of the kernel: config1 to config3
 * of a probe or of a breakpoint that may hit in the kernel are left out unless the opener of the
 * fdinfo file may see the values of kernel symbols.
 *
 * No CPU is interrupted. The state and the times are those that the event has under the lock of
 * its context.
 *
 * Locks: context mutex > perf_event_file::child_mutex > context lock of one instance at a time.
 * Context: task.
 */
#include <linux/fs.h>
#include <linux/kallsyms.h>
#include <linux/perf_event.h>
#include <linux/pid.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

#include "base/instance.h"
#include "base/locks.h"
#include "base/times.h"
#include "event/cgroup.h"
#include "event/event.h"
#include "event/fdinfo.h"
#include "ring/ring.h"

/* Names of enum perf_event_state, from PERF_EVENT_STATE_DEAD on; a descriptor keeps DEAD away. */
static const char * const perf_state_names[] = {
	[PERF_EVENT_STATE_DEAD - PERF_EVENT_STATE_DEAD]		= "dead",
	[PERF_EVENT_STATE_EXIT - PERF_EVENT_STATE_DEAD]		= "exit",
	[PERF_EVENT_STATE_ERROR - PERF_EVENT_STATE_DEAD]	= "error",
	[PERF_EVENT_STATE_OFF - PERF_EVENT_STATE_DEAD]		= "off",
	[PERF_EVENT_STATE_INACTIVE - PERF_EVENT_STATE_DEAD]	= "inactive",
	[PERF_EVENT_STATE_ACTIVE - PERF_EVENT_STATE_DEAD]	= "active",
};

/*
 * The clock of this CPU may be slightly behind that of the CPU that started the event: a time
 * never goes below the sum at the last change of state.
 */
static u64 perf_time_at_least(u64 time, u64 sum)
{
	return (s64)(time - sum) < 0 ? sum : time;
}

/* Adds the times of an instance. Its context stays: it never moves, or its ctx->mutex is held. */
static void perf_usage_add_instance(struct perf_event_usage *usage, const struct perf_event *event)
{
	u64 enabled, running;

	guard(raw_spinlock_irqsave)(&event->ctx->lock);
	perf_event_times(event, perf_clock(), &enabled, &running);
	usage->enabled += perf_time_at_least(enabled, event->total_time_enabled);
	usage->running += perf_time_at_least(running, event->total_time_running);
	/* Contexts of equal tasks are swapped: a child may outlive the opened instance. */
	usage->state = max(usage->state, event->state);
	usage->instances += event->state > PERF_EVENT_STATE_EXIT;
}

static void perf_usage_add_children(struct perf_event_usage *usage,
				    const struct perf_event_file *opened)
{
	const struct perf_event *child;

	usage->enabled += atomic64_read(&opened->child_time_enabled);
	usage->running += atomic64_read(&opened->child_time_running);
	list_for_each_entry(child, &opened->child_list, child_entry)
		perf_usage_add_instance(usage, child);
}

static void perf_usage_add_ring(struct perf_event_usage *usage,
				const struct perf_event_file *opened)
{
	struct perf_buffer *rb;

	/* Of all events that output to a ring, those that map it have its memory. */
	if (!atomic_read(&opened->mmap_count))
		return;
	rb = perf_ring_get(opened);
	if (!rb)
		return;
	usage->ring_bytes = perf_ring_size(rb) + PAGE_SIZE;
	if (atomic_read(&rb->aux_mmap_count))
		usage->aux_bytes = (u64)READ_ONCE(rb->aux.nr_pages) << PAGE_SHIFT;
	perf_ring_put(rb);
}

/**
 * perf_event_usage - what an event uses, without interrupting any CPU
 * @event: opened event; the caller holds its perf_event_ctx guard
 * @usage: result
 *
 * Context: task.
 */
void perf_event_usage(struct perf_event *event, struct perf_event_usage *usage)
{
	struct perf_event_file *opened = event->opened;

	lockdep_assert_held(&event->ctx->mutex);
	*usage = (struct perf_event_usage) {
		.state	= PERF_EVENT_STATE_DEAD,
		.lost	= atomic64_read(&opened->lost_samples),
	};
	if (perf_event_may_have_children(event)) {
		guard(mutex)(&opened->child_mutex);
		perf_usage_add_instance(usage, event);
		perf_usage_add_children(usage, opened);
	} else {
		perf_usage_add_instance(usage, event);
	}
	perf_usage_add_ring(usage, opened);
}

/* True if config1 to config3 may hold an address of the kernel: of a breakpoint, or of a probe. */
static bool perf_event_has_kernel_address(const struct perf_event *event)
{
	if (event->attr.type == PERF_TYPE_BREAKPOINT)
		return !event->attr.exclude_kernel;
	return event->attr.type >= PERF_TYPE_MAX && event->pmu->task_ctx_nr == perf_sw_context;
}

static void perf_fdinfo_show_config(struct seq_file *seq, const struct perf_event *event)
{
	const u64 words[] = { event->attr.config1, event->attr.config2, event->attr.config3 };
	int i;

	seq_printf(seq, "perf-config:\t0x%llx\n", event->attr.config);
	if (perf_event_has_kernel_address(event) && !kallsyms_show_value(seq->file->f_cred))
		return;
	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (words[i])
			seq_printf(seq, "perf-config%d:\t0x%llx\n", i + 1, words[i]);
	}
}

/* pid: -1 for an event of a CPU, 0 for a thread that is gone or not in the reader's namespace. */
static void perf_fdinfo_show_target(struct seq_file *seq, const struct perf_event *event)
{
	struct pid_namespace *ns = proc_pid_ns(file_inode(seq->file)->i_sb);
	pid_t pid = -1;

	if (event->attach_state & PERF_ATTACH_TASK)
		pid = task_pid_nr_ns(event->hw.target, ns);
	seq_printf(seq, "perf-pid:\t%d\n", pid);
	seq_printf(seq, "perf-cpu:\t%d\n", event->cpu);
	seq_printf(seq, "perf-cgroup:\t%d\n", perf_event_is_cgroup(event));
}

/**
 * perf_event_show_fdinfo - write the lines of an event's fdinfo
 * @seq:   the fdinfo file
 * @event: opened event
 *
 * Each line is "perf-<name>:", a tab and one value.
 *
 * Context: task.
 */
void perf_event_show_fdinfo(struct seq_file *seq, struct perf_event *event)
{
	struct perf_event_usage usage;

	guard(perf_event_ctx)(event);
	perf_event_usage(event, &usage);
	seq_printf(seq, "perf-type:\t%u\n", event->opened->orig_type);
	seq_printf(seq, "perf-pmu:\t%s\n", event->pmu->name);
	perf_fdinfo_show_config(seq, event);
	perf_fdinfo_show_target(seq, event);
	seq_printf(seq, "perf-state:\t%s\n",
		   perf_state_names[usage.state - PERF_EVENT_STATE_DEAD]);
	seq_printf(seq, "perf-enabled:\t%llu\n", usage.enabled);
	seq_printf(seq, "perf-running:\t%llu\n", usage.running);
	seq_printf(seq, "perf-lost:\t%llu\n", usage.lost);
	seq_printf(seq, "perf-ring:\t%llu\n", usage.ring_bytes);
	seq_printf(seq, "perf-aux:\t%llu\n", usage.aux_bytes);
	seq_printf(seq, "perf-instances:\t%u\n", usage.instances);
}
