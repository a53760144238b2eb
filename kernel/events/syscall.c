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
#include "base/why.h"
#include "base/why_trace.h"
#include "event/control.h"
#include "event/event.h"
#include "event/no_mux.h"
#include "event/redirect.h"
#include "explain.h"
#include "file.h"
#include "ring/ring.h"
#include "sample/sample.h"
#include "sched/context.h"
#include "sched/install.h"
#include "sched/off_cpu.h"
#include "sched/slot.h"

#define PERF_FLAG_ALL	(PERF_FLAG_FD_NO_GROUP | PERF_FLAG_FD_OUTPUT | \
			 PERF_FLAG_PID_CGROUP | PERF_FLAG_FD_CLOEXEC)

/* Arguments of perf_event_open(), for perf_refuse(). */
#define PERF_ARG_ATTR		(PERF_WHERE_ARG + 0)
#define PERF_ARG_PID		(PERF_WHERE_ARG + 1)
#define PERF_ARG_CPU		(PERF_WHERE_ARG + 2)
#define PERF_ARG_GROUP_FD	(PERF_WHERE_ARG + 3)
#define PERF_ARG_FLAGS		(PERF_WHERE_ARG + 4)

/**
 * struct perf_open - a perf_event_open() call under way
 * @uattr:    argument
 * @pid:      argument
 * @cpu:      argument
 * @group_fd: argument
 * @flags:    argument
 * @options:  perf_event_ext::options
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
	u64				options;

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
 * Checks of the arguments alone, before any look-up. The system call has checked @flags.
 */
static int perf_open_check_args(struct perf_open *open)
{
	int err;

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
		return perf_refuse_at(-EINVAL, PERF_WHY_CGROUP_ARGS,
				      open->pid == -1 ? PERF_ARG_PID : PERF_ARG_CPU);
	return 0;
}

static int perf_open_reserve_fd(struct perf_open *open)
{
	open->fd = get_unused_fd_flags(O_RDWR | (open->flags & PERF_FLAG_FD_CLOEXEC ?
						 O_CLOEXEC : 0));
	if (open->fd < 0)
		return perf_refuse(open->fd, PERF_WHY_DESCRIPTORS, PERF_WHERE_NONE, 0, 0,
				   rlimit(RLIMIT_NOFILE));
	return 0;
}

/* Set @leader and @output to the event of @group_fd, as @flags request. */
static int perf_open_find_group(struct perf_open *open)
{
	struct perf_event *named;

	if (open->group_fd == -1)
		return 0;
	open->group = fget(open->group_fd);
	named = open->group ? perf_event_from_file(open->group) : NULL;
	if (!named)
		return perf_refuse_at(-EBADF, PERF_WHY_GROUP_FD, PERF_ARG_GROUP_FD);
	/* The task or PMU of @named is gone: no event can join its group or share its ring. */
	if (READ_ONCE(named->state) <= PERF_EVENT_STATE_EXIT)
		return perf_refuse_at(-ENODEV, PERF_WHY_GROUP_ENDED, PERF_ARG_GROUP_FD);
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
		return perf_refuse_at(-ESRCH, PERF_WHY_NO_THREAD, PERF_ARG_PID);
	get_task_struct(open->task);
	return 0;
}

/* A task's group is inherited as a whole or not at all. */
static int perf_open_check_leader_attr(struct perf_open *open)
{
	if (open->task && open->leader && open->leader->attr.inherit != open->attr.inherit)
		return perf_refuse_flags(-EINVAL, PERF_WHY_GROUP_INHERIT, .inherit = 1);
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
		if (clock->nmi_safe || no_nmi)
			return 0;
		return perf_refuse(-EINVAL, PERF_WHY_CLOCK_NMI, PERF_WHERE_FIELD(clockid), 0, id,
				   0);
	}
	return perf_refuse(-EINVAL, PERF_WHY_CLOCK, PERF_WHERE_FIELD(clockid), 0, id, 0);
}

static int perf_open_make_event(struct perf_open *open)
{
	const struct perf_offer offer = {
		.attr		= &open->attr,
		.cpu		= open->cpu,
		.task		= open->task,
		.leader		= open->leader,
		.cgroup_fd	= open->flags & PERF_FLAG_PID_CGROUP ? open->pid : -1,
		.options	= open->options,
	};
	struct perf_event *event;

	if (!perf_event_cpu_is_valid(open->cpu, open->task))
		return perf_refuse_at(-EINVAL, PERF_WHY_CPU, PERF_ARG_CPU);
	/* Pinned, so never time-shared; perf_open_check_no_mux() refuses it if it does not fit. */
	if (open->options & PERF_EXT_NO_MUX)
		open->attr.pinned = 1;
	event = perf_event_alloc(&offer, NULL, NULL);
	if (IS_ERR(event))
		return perf_explain_driver(&offer, PTR_ERR(event));
	open->event = event;

	if (is_sampling_event(event) && (event->pmu->capabilities & PERF_PMU_CAP_NO_INTERRUPT)) {
		perf_why_pmu(event->pmu->name);
		return perf_refuse(-EOPNOTSUPP, PERF_WHY_PMU_NO_SAMPLING,
				   PERF_WHERE_FIELD(sample_period), 0, open->attr.sample_period,
				   0);
	}
	if ((open->options & PERF_EXT_JITTER) && !is_sampling_event(event))
		return perf_refuse(-EINVAL, PERF_WHY_NOT_SAMPLING, PERF_WHERE_EXT_FIELD(options),
				   PERF_EXT_JITTER, open->options, 0);
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
	if (event->pmu == pmu)
		return 0;
	perf_why_pmu(pmu->name);
	return perf_refuse_at(-EINVAL, PERF_WHY_GROUP_PMU, PERF_ARG_GROUP_FD);
}

/* Siblings have the leader's clock, context and CPU, and are neither exclusive nor pinned. */
static int perf_open_check_group(const struct perf_open *open)
{
	const struct perf_event *event = open->event;
	const struct perf_event *leader = open->leader;

	if (!leader)
		return 0;
	if (leader->state <= PERF_EVENT_STATE_EXIT)
		return perf_refuse_at(-ENODEV, PERF_WHY_GROUP_ENDED, PERF_ARG_GROUP_FD);
	if (leader->group_leader != leader)
		return perf_refuse_at(-EINVAL, PERF_WHY_GROUP_LEADER, PERF_ARG_GROUP_FD);
	if (leader->clock != event->clock)
		return perf_refuse_at(-EINVAL, PERF_WHY_GROUP_CLOCK, PERF_WHERE_FIELD(clockid));
	if (leader->ctx != open->ctx || leader->cpu != event->cpu)
		return perf_refuse_at(-EINVAL, PERF_WHY_GROUP_TARGET, PERF_ARG_GROUP_FD);
	if (open->options & PERF_EXT_NO_MUX)
		return perf_refuse(-EINVAL, PERF_WHY_GROUP_PINNED, PERF_WHERE_EXT_FIELD(options),
				   PERF_EXT_NO_MUX, open->options, 0);
	if (perf_slot_is_off_cpu(perf_event_slot(leader)) &&
	    !(event->event_caps & PERF_EV_CAP_OFF_CPU))
		return perf_refuse_at(-EINVAL, PERF_WHY_GROUP_OFF_CPU, PERF_ARG_GROUP_FD);
	if (open->attr.exclusive || open->attr.pinned)
		return perf_refuse_flags(-EINVAL, PERF_WHY_GROUP_PINNED, .exclusive = 1,
					 .pinned = 1);
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
		return perf_refuse_at(-EINVAL, PERF_WHY_AUX_LEADER, PERF_ARG_GROUP_FD);
	/* aux_output writes into the AUX trace, aux_sample_size copies it: not both. */
	if (event->attr.aux_output && event->attr.aux_sample_size)
		return perf_refuse_at(-EINVAL, PERF_WHY_AUX_BOTH,
				      PERF_WHERE_FIELD(aux_sample_size));
	if (event->attr.aux_output &&
	    !(event->pmu->aux_output_match && event->pmu->aux_output_match(leader)))
		return perf_refuse_flags(-EINVAL, PERF_WHY_AUX_OUTPUT, .aux_output = 1);
	if ((event->attr.aux_pause || event->attr.aux_resume) &&
	    !(leader->pmu->capabilities & PERF_PMU_CAP_AUX_PAUSE))
		return perf_refuse_at(-EINVAL, PERF_WHY_AUX_PAUSE, PERF_WHERE_FIELD(aux_action));
	if (event->attr.aux_sample_size && !leader->pmu->snapshot_aux)
		return perf_refuse_at(-EINVAL, PERF_WHY_AUX_SNAPSHOT,
				      PERF_WHERE_FIELD(aux_sample_size));
	refcount_inc(&leader->refcount);
	event->aux_event = leader;
	return 0;
}

/* A leader or sibling that does not fit leaves again; the group that it joined gets another try. */
static noinline int perf_open_refuse_no_mux(struct perf_open *open)
{
	struct perf_event *leader = open->leader ?: open->event;
	pid_t holder = perf_no_mux_holder(leader);

	perf_context_remove(open->event, PERF_EVENT_STATE_EXIT, true);
	perf_why_pmu(open->event->pmu->name);
	if (!open->leader)
		return perf_refuse(-EBUSY, PERF_WHY_NO_MUX, PERF_WHERE_EXT_FIELD(options),
				   PERF_EXT_NO_MUX, holder, 0);
	perf_event_act(leader, PERF_ACTION_ENABLE);
	return perf_refuse(-EBUSY, PERF_WHY_NO_MUX, PERF_ARG_GROUP_FD, 0, holder, 0);
}

static int perf_open_check_no_mux(struct perf_open *open)
{
	if (open->leader && open->leader->opened->no_mux)
		open->event->opened->no_mux = true;
	return unlikely(perf_no_mux_failed(open->event)) ? perf_open_refuse_no_mux(open) : 0;
}

/* Install the event under ctx->mutex. On error it is not installed; @file may be set. */
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
	return perf_open_check_no_mux(open);
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
	return perf_open_check_args(open) ?:
	       perf_open_reserve_fd(open) ?:
	       perf_open_find_group(open) ?:
	       perf_open_find_task(open) ?:
	       perf_open_check_leader_attr(open) ?:
	       perf_open_make_event(open) ?:
	       perf_open_install(open);
}

/* Drop the references of the steps; on error also the event and the descriptor. */
static void perf_open_finish(struct perf_open *open, int err)
{
	if (open->ctx)
		perf_context_unpin(open->ctx);
	if (err && open->file) {
		/* perf_file_release() ends the event. */
		fput(open->file);
		open->event = NULL;
	}
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

static long perf_open_call(struct perf_open *open)
{
	int err = perf_open_run(open);

	if (!err)
		perf_open_publish(open);
	perf_open_finish(open, err);
	return err ?: open->fd;
}

static long perf_open_check_flags(struct perf_open *open, struct perf_explain *explain)
{
	unsigned long known = PERF_FLAG_ALL | PERF_FLAG_EXT;
	int err = 0;

	if (open->flags & PERF_FLAG_EXT) {
		err = perf_explain_fetch(explain, (struct perf_event_ext __user *)open->uattr);
		open->uattr = u64_to_user_ptr(explain->ext.attr);
		open->options = explain->ext.options;
	}
	if (!err && (open->flags & ~known))
		err = perf_refuse(-EINVAL, PERF_WHY_FLAGS, PERF_ARG_FLAGS, open->flags & ~known,
				  open->flags, known);
	return err;
}

/* A call with unusual flags, or while the tracepoint is on. */
static noinline long perf_open_explained(struct perf_open *open)
{
	struct perf_explain explain;
	long ret;

	perf_explain_begin(&explain);
	ret = perf_open_check_flags(open, &explain);
	if (!ret)
		ret = perf_open_call(open);
	return perf_explain_end(&explain, ret);
}

/**
 * sys_perf_event_open - open an event and return a file descriptor for it
 * @attr_uptr: attributes of the event; with PERF_FLAG_EXT a struct perf_event_ext
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

	if (unlikely(flags & ~PERF_FLAG_ALL) || trace_perf_refused_enabled())
		return perf_open_explained(&open);
	return perf_open_call(&open);
}
