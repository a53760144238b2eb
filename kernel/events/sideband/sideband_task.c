// SPDX-License-Identifier: GPL-2.0
/*
 * Side-band records about tasks: COMM, FORK, EXIT, NAMESPACES, CGROUP, SWITCH,
 * SWITCH_CPU_WIDE, and READ for attr.inherit_stat.
 *
 * Locks: none. perf_event_pid() and perf_event_tid() number tasks as in the listener's
 * pid namespace, so each listener gets a record of its own.
 */
#include <linux/cgroup.h>
#include <linux/kdev_t.h>
#include <linux/perf_event.h>
#include <linux/proc_ns.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "base/attr.h"
#include "base/context_types.h"
#include "ring/output.h"
#include "sample/record.h"
#include "sample/sample_fields.h"
#include "sideband/sideband.h"

/*
 * COMM
 */

struct comm_info {
	struct task_struct	*task;
	u16			misc;
	u16			size;
	char			comm[TASK_COMM_LEN];
};

static_assert(TASK_COMM_LEN % sizeof(u64) == 0);

static void write_comm(struct perf_event *event, const void *data)
{
	const struct comm_info *info = data;
	const u32 ids[] = {
		perf_event_pid(event, info->task),
		perf_event_tid(event, info->task),
	};
	const struct perf_record_part parts[] = {
		{ ids, sizeof(ids) },
		{ info->comm, info->size },
	};

	perf_record_write(event, PERF_RECORD_COMM, info->misc, parts, ARRAY_SIZE(parts));
}

/**
 * perf_event_comm - write PERF_RECORD_COMM for a task with a new name
 * @tsk:  the task; the listeners are those of current
 * @exec: true if an exec has set the name
 *
 * Context: task.
 */
void perf_event_comm(struct task_struct *tsk, bool exec)
{
	struct comm_info info = {
		.task = tsk,
		.misc = exec ? PERF_RECORD_MISC_COMM_EXEC : 0,
	};

	if (!perf_sideband_on(PERF_SIDEBAND_COMM))
		return;

	strscpy_pad(info.comm, tsk->comm);
	info.size = ALIGN(strlen(info.comm) + 1, sizeof(u64));
	perf_sideband_deliver(PERF_SIDEBAND_COMM, current, write_comm, &info);
}

/*
 * FORK, EXIT
 */

struct task_info {
	struct task_struct	*task;
	struct task_struct	*parent;
	u32			type;
};

static void write_task(struct perf_event *event, const void *data)
{
	const struct task_info *info = data;
	struct {
		struct perf_event_header	header;
		u32				pid, ppid;
		u32				tid, ptid;
		u64				time;
		u64				trailer[PERF_OUTPUT_TRAILER_WORDS];
	} record __uninitialized;

	record.pid = perf_event_pid(event, info->task);
	record.ppid = perf_event_pid(event, info->parent);
	record.tid = perf_event_tid(event, info->task);
	record.ptid = perf_event_tid(event, info->parent);
	record.time = perf_event_clock(event);
	perf_record_write_fixed(event, info->type, 0, &record.header,
				offsetof(typeof(record), trailer));
}

/**
 * perf_event_fork - write PERF_RECORD_FORK, and NAMESPACES, for a child of current
 * @tsk: the child, which does not run yet
 *
 * Context: task.
 */
void perf_event_fork(struct task_struct *tsk)
{
	const struct task_info info = {
		.task	= tsk,
		.parent	= current,
		.type	= PERF_RECORD_FORK,
	};

	if (perf_sideband_on(PERF_SIDEBAND_TASK))
		perf_sideband_deliver(PERF_SIDEBAND_TASK, current, write_task, &info);
	perf_event_namespaces(tsk);
}

/**
 * perf_sideband_exit - write PERF_RECORD_EXIT for a task
 * @task: the task: current, still with its context
 *
 * perf_event_exit_task() calls this after it has stopped the task's events, so that EXIT
 * follows their samples, and before they enter PERF_EVENT_STATE_EXIT, in which an event gets
 * no records.
 *
 * Context: task.
 */
void perf_sideband_exit(struct task_struct *task)
{
	struct task_info info = {
		.task	= task,
		.type	= PERF_RECORD_EXIT,
	};

	if (!perf_sideband_on(PERF_SIDEBAND_TASK))
		return;

	guard(rcu)();
	info.parent = rcu_dereference(task->real_parent);
	perf_sideband_deliver(PERF_SIDEBAND_TASK, task, write_task, &info);
}

/*
 * NAMESPACES
 */

struct namespaces_info {
	struct task_struct		*task;
	struct perf_ns_link_info	link[NR_NAMESPACES];
};

/* Indexed by *_NS_INDEX; NULL for a kind of namespace that is not built in. */
static const struct proc_ns_operations *const namespace_ops[NR_NAMESPACES] = {
	[NET_NS_INDEX]		= IS_ENABLED(CONFIG_NET_NS) ? &netns_operations : NULL,
	[UTS_NS_INDEX]		= IS_ENABLED(CONFIG_UTS_NS) ? &utsns_operations : NULL,
	[IPC_NS_INDEX]		= IS_ENABLED(CONFIG_IPC_NS) ? &ipcns_operations : NULL,
	[PID_NS_INDEX]		= IS_ENABLED(CONFIG_PID_NS) ? &pidns_operations : NULL,
	[USER_NS_INDEX]		= IS_ENABLED(CONFIG_USER_NS) ? &userns_operations : NULL,
	[MNT_NS_INDEX]		= &mntns_operations,
	[CGROUP_NS_INDEX]	= IS_ENABLED(CONFIG_CGROUPS) ? &cgroupns_operations : NULL,
};

/* Set @link to device and inode of the link in /proc/<pid>/ns, which identify a namespace. */
static void find_namespace(struct perf_ns_link_info *link, struct task_struct *task,
			   const struct proc_ns_operations *ops)
{
	const struct inode *inode;
	struct path path;

	if (!ops || ns_get_path(&path, task, ops))
		return;
	inode = d_inode(path.dentry);
	link->dev = new_encode_dev(inode->i_sb->s_dev);
	link->ino = inode->i_ino;
	path_put(&path);
}

static void write_namespaces(struct perf_event *event, const void *data)
{
	const struct namespaces_info *info = data;
	const struct {
		u32	pid, tid;
		u64	nr;
	} body = {
		.pid	= perf_event_pid(event, info->task),
		.tid	= perf_event_tid(event, info->task),
		.nr	= NR_NAMESPACES,
	};
	const struct perf_record_part parts[] = {
		{ &body, sizeof(body) },
		{ info->link, sizeof(info->link) },
	};

	perf_record_write(event, PERF_RECORD_NAMESPACES, 0, parts, ARRAY_SIZE(parts));
}

/**
 * perf_event_namespaces - write PERF_RECORD_NAMESPACES for a task new to its namespaces
 * @tsk: the task: current or a child that does not run yet
 *
 * Context: task, may sleep.
 */
void perf_event_namespaces(struct task_struct *tsk)
{
	struct namespaces_info info = { .task = tsk };
	unsigned int i;

	if (!perf_sideband_on(PERF_SIDEBAND_NAMESPACES))
		return;

	for (i = 0; i < NR_NAMESPACES; i++)
		find_namespace(&info.link[i], tsk, namespace_ops[i]);
	perf_sideband_deliver(PERF_SIDEBAND_NAMESPACES, current, write_namespaces, &info);
}

#ifdef CONFIG_CGROUP_PERF
/*
 * CGROUP
 */

struct cgroup_info {
	u64		id;
	const char	*path;
	u32		length;
};

static void write_cgroup(struct perf_event *event, const void *data)
{
	const struct cgroup_info *info = data;
	const struct perf_record_part parts[] = {
		{ &info->id, sizeof(info->id) },
		{ info->path, info->length },
		{ NULL, -info->length % sizeof(u64) },
	};

	perf_record_write(event, PERF_RECORD_CGROUP, 0, parts, ARRAY_SIZE(parts));
}

/**
 * perf_sideband_cgroup - write PERF_RECORD_CGROUP for a new control group
 * @cgrp: the group
 *
 * Context: task, may sleep.
 */
void perf_sideband_cgroup(struct cgroup *cgrp)
{
	struct cgroup_info info;
	char *buffer;

	if (!perf_sideband_on(PERF_SIDEBAND_CGROUP))
		return;

	buffer = kmalloc(PATH_MAX, GFP_KERNEL);
	if (!buffer)
		info.path = "//enomem";
	else if (cgroup_path(cgrp, buffer, PATH_MAX) < 0)
		info.path = "//toolong";
	else
		info.path = buffer;
	info.length = strlen(info.path) + 1;
	info.id = cgroup_id(cgrp);
	perf_sideband_deliver(PERF_SIDEBAND_CGROUP, current, write_cgroup, &info);
	kfree(buffer);
}
#endif /* CONFIG_CGROUP_PERF */

/*
 * SWITCH, SWITCH_CPU_WIDE
 */

struct switch_info {
	struct task_struct	*other;
	u16			misc;
};

static void write_switch(struct perf_event *event, const void *data)
{
	const struct switch_info *info = data;
	struct {
		struct perf_event_header	header;
		u32				pid, tid;
		u64				trailer[PERF_OUTPUT_TRAILER_WORDS];
	} record __uninitialized;

	/* An event of one task gets SWITCH, which does not name the other task. */
	if (perf_context_is_task(event->ctx)) {
		perf_record_write_fixed(event, PERF_RECORD_SWITCH, info->misc, &record.header,
					sizeof(record.header));
		return;
	}

	record.pid = perf_event_pid(event, info->other);
	record.tid = perf_event_tid(event, info->other);
	perf_record_write_fixed(event, PERF_RECORD_SWITCH_CPU_WIDE, info->misc, &record.header,
				offsetof(typeof(record), trailer));
}

/**
 * __perf_sideband_switch - write PERF_RECORD_SWITCH or SWITCH_CPU_WIDE
 * @task:     current
 * @other:    task that ran before (@sched_in) or runs next
 * @sched_in: true: @task is switched in; false: out
 *
 * Context: scheduler, IRQs off, runqueue lock held.
 */
void __perf_sideband_switch(struct task_struct *task, struct task_struct *other, bool sched_in)
{
	struct switch_info info = { .other = other };

	if (!sched_in) {
		info.misc = PERF_RECORD_MISC_SWITCH_OUT;
		if (task_is_runnable(task))
			info.misc |= PERF_RECORD_MISC_SWITCH_OUT_PREEMPT;
	}
	perf_sideband_deliver(PERF_SIDEBAND_SWITCH, task, write_switch, &info);
}

/*
 * READ
 */

/**
 * struct read_info - a READ record to be written
 * @event:  instance whose counts it holds
 * @ids:    pid and tid
 * @bytes:  size of the counts
 * @header: of the record
 * @sample: for the id trailer
 */
struct read_info {
	struct perf_event		*event;
	u32				ids[2];
	u32				bytes;
	struct perf_event_header	header;
	struct perf_sample_data		sample;
};

/* Runs with IRQs off on the CPU that writes the event's ring. */
static void write_read_record(void *data)
{
	struct perf_output_handle handle __uninitialized;
	struct read_info *info = data;

	if (perf_output_begin(&handle, &info->sample, info->event, info->header.size))
		return;
	perf_output_put(&handle, info->header);
	perf_output_put(&handle, info->ids);
	perf_sample_put_read(&handle, info->event, info->bytes);
	perf_event__output_id_sample(info->event, &handle, &info->sample);
	perf_output_end(&handle);
}

/**
 * perf_sideband_read - write PERF_RECORD_READ for an instance whose task is exiting
 * @event: the instance, stopped
 * @task:  the task: current
 *
 * Only event->cpu writes the ring of an event that is bound to it, and the task may exit
 * on another CPU. No record is written if event->cpu is offline.
 *
 * Context: task, IRQs on; ctx->mutex of the event keeps its group stable.
 */
void perf_sideband_read(struct perf_event *event, struct task_struct *task)
{
	struct read_info info __uninitialized;

	info.event = event;
	info.ids[0] = perf_event_pid(event, task);
	info.ids[1] = perf_event_tid(event, task);
	info.bytes = perf_event_read_size(event);

	guard(preempt)();
	perf_event_header__init(&info.header, &info.sample, PERF_RECORD_READ, 0,
				sizeof(info.header) + sizeof(info.ids) + info.bytes, event);
	smp_call_function_single(event->cpu < 0 ? smp_processor_id() : event->cpu,
				 write_read_record, &info, 1);
}
