// SPDX-License-Identifier: GPL-2.0
/*
 * perf_event_open(2), as a sequence of steps over one request.
 *
 * The order of the steps is ABI: programs probe for features by the errno they get.
 * Before perf_open_install() the event is not visible to other tasks. State that can
 * change meanwhile is checked under its lock: credentials and exec of the target under
 * its exec_update_lock, the group and the CPU under ctx->mutex. perf_open_publish()
 * installs the file descriptor last, when no step can fail any more.
 *
 * Locks: target's exec_update_lock > ctx->mutex. Owner's perf_event_mutex, alone.
 * Context: task.
 */
#include <linux/file.h>
#include <linux/perf_event.h>
#include <linux/sched/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/syscalls.h>

#include "base/attr.h"
#include "base/limits.h"
#include "base/permission.h"
#include "base/pmu.h"
#include "event/event.h"
#include "event/redirect.h"
#include "file.h"
#include "ring/ring.h"
#include "sample/sample.h"
#include "sched/context.h"
#include "sched/install.h"
#include "sched/slot.h"

#define PERF_FLAG_ALL	(PERF_FLAG_FD_NO_GROUP | PERF_FLAG_FD_OUTPUT | \
			 PERF_FLAG_PID_CGROUP | PERF_FLAG_FD_CLOEXEC)

/**
 * struct perf_open - a perf_event_open() call under way
 * @uattr:    argument
 * @pid:      argument
 * @cpu:      argument
 * @group_fd: argument
 * @flags:    argument
 * @attr:     checked copy of @uattr
 * @fd:       reserved descriptor
 * @group:    file of @group_fd, referenced
 * @leader:   leader of the group to join, or NULL
 * @output:   event whose ring to share, or NULL
 * @task:     task to monitor, referenced; NULL for a CPU
 * @ctx:      context, pinned
 * @event:    the new event
 * @file:     file of @event, which owns the reference on it
 */
struct perf_open {
	struct perf_event_attr __user	*uattr;
	pid_t				pid;
	int				cpu;
	int				group_fd;
	unsigned long			flags;

	struct perf_event_attr		attr;
	int				fd;
	struct file			*group;
	struct perf_event		*leader;
	struct perf_event		*output;
	struct task_struct		*task;
	struct perf_context		*ctx;
	struct perf_event		*event;
	struct file			*file;
};

/*
 * Checks of the arguments alone, before any look-up.
 */
static int perf_open_check_args(struct perf_open *open)
{
	int err;

	if (open->flags & ~PERF_FLAG_ALL)
		return -EINVAL;
	err = perf_attr_copy_from_user(open->uattr, &open->attr);
	if (err)
		return err;
	err = perf_permission_open(&open->attr);
	if (err)
		return err;
	err = perf_limits_check_rate(&open->attr);
	if (err)
		return err;
	err = perf_permission_sample(&open->attr);
	if (err)
		return err;
	/* With PERF_FLAG_PID_CGROUP, @pid is a descriptor and @cpu is one CPU. */
	if ((open->flags & PERF_FLAG_PID_CGROUP) && (open->pid == -1 || open->cpu == -1))
		return -EINVAL;
	return 0;
}

static int perf_open_reserve_fd(struct perf_open *open)
{
	open->fd = get_unused_fd_flags(O_RDWR | (open->flags & PERF_FLAG_FD_CLOEXEC ?
						 O_CLOEXEC : 0));
	return min(open->fd, 0);
}

/* Set @leader and @output to the event of @group_fd, as @flags request. */
static int perf_open_find_group(struct perf_open *open)
{
	struct perf_event *named;

	if (open->group_fd == -1)
		return 0;
	open->group = fget(open->group_fd);
	if (!open->group)
		return -EBADF;
	named = perf_event_from_file(open->group);
	if (!named)
		return -EBADF;
	/* The task or PMU of @named is gone: no event can join its group or share its ring. */
	if (READ_ONCE(named->state) <= PERF_EVENT_STATE_EXIT)
		return -ENODEV;
	if (open->flags & PERF_FLAG_FD_OUTPUT)
		open->output = named;
	if (!(open->flags & PERF_FLAG_FD_NO_GROUP))
		open->leader = named;
	return 0;
}

static int perf_open_find_task(struct perf_open *open)
{
	if (open->pid == -1 || (open->flags & PERF_FLAG_PID_CGROUP))
		return 0;
	guard(rcu)();
	open->task = open->pid ? find_task_by_vpid(open->pid) : current;
	if (!open->task)
		return -ESRCH;
	get_task_struct(open->task);
	return 0;
}

/* A task's group is inherited as a whole or not at all. */
static int perf_open_check_leader_attr(struct perf_open *open)
{
	if (open->task && open->leader && open->leader->attr.inherit != open->attr.inherit)
		return -EINVAL;
	return 0;
}

/* Clocks for attr.clockid. Those not @nmi_safe wait for a writer, which an NMI may interrupt. */
static const struct perf_open_clock {
	clockid_t	id;
	bool		nmi_safe;
	u64		(*read)(void);
} perf_open_clocks[] = {
	{ CLOCK_MONOTONIC,	true,	ktime_get_mono_fast_ns },
	{ CLOCK_MONOTONIC_RAW,	true,	ktime_get_raw_fast_ns },
	{ CLOCK_BOOTTIME,	false,	ktime_get_boottime_ns },
	{ CLOCK_REALTIME,	false,	ktime_get_real_ns },
	{ CLOCK_TAI,		false,	ktime_get_clocktai_ns },
};

static int perf_open_set_clock(struct perf_event *event, clockid_t id)
{
	bool no_nmi = event->pmu->capabilities & PERF_PMU_CAP_NO_NMI;
	int i;

	for (i = 0; i < ARRAY_SIZE(perf_open_clocks); i++) {
		const struct perf_open_clock *clock = &perf_open_clocks[i];

		if (clock->id != id)
			continue;
		event->clock = clock->read;
		return clock->nmi_safe || no_nmi ? 0 : -EINVAL;
	}
	return -EINVAL;
}

static int perf_open_make_event(struct perf_open *open)
{
	int cgroup_fd = open->flags & PERF_FLAG_PID_CGROUP ? open->pid : -1;
	struct perf_event *event;

	if (!perf_event_cpu_is_valid(open->cpu, open->task))
		return -EINVAL;
	event = perf_event_alloc(&open->attr, open->cpu, open->task, open->leader, NULL, NULL,
				 cgroup_fd);
	if (IS_ERR(event))
		return PTR_ERR(event);
	open->event = event;

	if (is_sampling_event(event) && (event->pmu->capabilities & PERF_PMU_CAP_NO_INTERRUPT))
		return -EOPNOTSUPP;
	if (open->attr.use_clockid)
		return perf_open_set_clock(event, open->attr.clockid);
	return 0;
}

/*
 * Check the permission on the target and get its context. exec_update_lock keeps the
 * target's credentials stable.
 */
static int perf_open_find_context(struct perf_open *open)
{
	struct perf_context *ctx;
	int err;

	err = perf_permission_target(&open->attr, open->task);
	if (err)
		return err;
	/* event->cpu may differ from @cpu: a CPU that stands for all that share the PMU. */
	ctx = perf_context_find_get(open->task, open->event->cpu);
	if (IS_ERR(ctx))
		return PTR_ERR(ctx);
	open->ctx = ctx;
	return 0;
}

/*
 * Software events join any group; hardware events of two PMUs cannot be scheduled in
 * together. A group of software events moves to the PMU of its first hardware event.
 */
static int perf_open_check_group_pmu(const struct perf_event *event,
				     const struct perf_event *leader)
{
	const struct pmu *pmu = leader->pmu_ctx->pmu;

	if (event->pmu->task_ctx_nr == perf_sw_context || pmu->task_ctx_nr == perf_sw_context)
		return 0;
	return event->pmu == pmu ? 0 : -EINVAL;
}

/* Siblings have the leader's clock, context and CPU, and are neither exclusive nor pinned. */
static int perf_open_check_group(const struct perf_open *open)
{
	const struct perf_event *event = open->event;
	const struct perf_event *leader = open->leader;

	if (!leader)
		return 0;
	if (leader->state <= PERF_EVENT_STATE_EXIT)
		return -ENODEV;
	if (leader->group_leader != leader)
		return -EINVAL;
	if (leader->clock != event->clock || leader->ctx != open->ctx ||
	    leader->cpu != event->cpu)
		return -EINVAL;
	if (open->attr.exclusive || open->attr.pinned)
		return -EINVAL;
	return perf_open_check_group_pmu(event, leader);
}

static int perf_open_check_aux(struct perf_open *open)
{
	struct perf_event *event = open->event;
	struct perf_event *leader = open->leader;

	if (!event->attr.aux_output && !has_aux_action(event))
		return 0;
	/* An event that feeds, samples or pauses an AUX event needs one as its group leader. */
	if (!leader || !has_aux(leader))
		return -EINVAL;
	/* aux_output writes into the AUX trace, aux_sample_size copies it: not both. */
	if (event->attr.aux_output && event->attr.aux_sample_size)
		return -EINVAL;
	if (event->attr.aux_output &&
	    !(event->pmu->aux_output_match && event->pmu->aux_output_match(leader)))
		return -EINVAL;
	if ((event->attr.aux_pause || event->attr.aux_resume) &&
	    !(leader->pmu->capabilities & PERF_PMU_CAP_AUX_PAUSE))
		return -EINVAL;
	if (event->attr.aux_sample_size && !leader->pmu->snapshot_aux)
		return -EINVAL;
	refcount_inc(&leader->refcount);
	event->aux_event = leader;
	return 0;
}

/* Install the event under ctx->mutex. On error it is not installed and has no file. */
static int perf_open_install_locked(struct perf_open *open)
{
	int err;

	err = perf_context_check_alive(open->ctx);
	if (err)
		return err;
	err = perf_open_check_group(open);
	if (err)
		return err;
	if (open->output) {
		err = perf_event_set_output(open->event, open->output);
		if (err)
			return err;
	}
	err = perf_event_validate_size(open->event);
	if (err)
		return err;
	err = perf_open_check_aux(open);
	if (err)
		return err;
	err = perf_pmu_check_join(open->event, open->ctx);
	if (err)
		return err;
	err = perf_context_reserve(open->ctx, open->event);
	if (err)
		return err;

	open->file = perf_event_file_make(open->event, O_RDWR);
	if (IS_ERR(open->file)) {
		err = PTR_ERR(open->file);
		open->file = NULL;
		perf_context_unreserve(open->event);
		return err;
	}
	perf_context_install(open->ctx, open->event);
	return 0;
}

static int perf_open_install(struct perf_open *open)
{
	struct rw_semaphore *exec_lock = open->task ? &open->task->signal->exec_update_lock : NULL;
	int err;

	if (exec_lock) {
		err = down_read_interruptible(exec_lock);
		if (err)
			return err;
	}
	err = perf_open_find_context(open);
	if (!err) {
		scoped_guard(mutex, &open->ctx->mutex)
			err = perf_open_install_locked(open);
	}
	if (exec_lock)
		up_read(exec_lock);
	return err;
}

/* prctl() and exit walk current->perf_event_list. fd_install() gives the event to the caller. */
static void perf_open_publish(struct perf_open *open)
{
	struct perf_event *event = open->event;

	event->owner = current;
	scoped_guard(mutex, &current->perf_event_mutex)
		list_add_tail(&event->opened->owner_entry, &current->perf_event_list);
	fd_install(open->fd, open->file);
}

static int perf_open_run(struct perf_open *open)
{
	static int (* const steps[])(struct perf_open *open) = {
		perf_open_check_args,
		perf_open_reserve_fd,
		perf_open_find_group,
		perf_open_find_task,
		perf_open_check_leader_attr,
		perf_open_make_event,
		perf_open_install,
	};
	int i, err;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		err = steps[i](open);
		if (err)
			return err;
	}
	return 0;
}

/* Drop the references of the steps; on error also the event and the descriptor. */
static void perf_open_finish(struct perf_open *open, int err)
{
	if (open->ctx)
		perf_context_unpin(open->ctx);
	if (err && open->event) {
		perf_ring_detach(open->event->opened);
		perf_event_put(open->event);
	}
	if (open->task)
		put_task_struct(open->task);
	if (open->group)
		fput(open->group);
	if (err && open->fd >= 0)
		put_unused_fd(open->fd);
}

/**
 * sys_perf_event_open - open an event and return a file descriptor for it
 * @attr_uptr: attributes of the event
 * @pid:       thread to monitor, 0 for the caller, -1 for none; with
 *             PERF_FLAG_PID_CGROUP the descriptor of a control group
 * @cpu:       CPU to monitor, -1 for any
 * @group_fd:  leader of the group to join, -1 for a group of its own
 * @flags:     PERF_FLAG_*
 *
 * Return: the descriptor or an errno; perf_event_open(2) has the order of the checks.
 */
SYSCALL_DEFINE5(perf_event_open, struct perf_event_attr __user *, attr_uptr, pid_t, pid,
		int, cpu, int, group_fd, unsigned long, flags)
{
	struct perf_open open = {
		.uattr = attr_uptr,
		.pid = pid,
		.cpu = cpu,
		.group_fd = group_fd,
		.flags = flags,
		.fd = -1,
	};
	int err = perf_open_run(&open);

	if (!err)
		perf_open_publish(&open);
	perf_open_finish(&open, err);
	return err ?: open.fd;
}
