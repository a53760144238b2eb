// SPDX-License-Identifier: GPL-2.0
/*
 * Permissions of perf_event_open(2).
 *
 * Each function below checks one kind of access across a privilege boundary. perf_views[]
 * holds the highest kernel.perf_event_paranoid at which the access needs no CAP_PERFMON;
 * security_perf_event_open() gets the kind of access. Access not listed here is not granted.
 *
 * Owns: sysctl_perf_event_paranoid. Locks: none, but the caller of perf_permission_target()
 * holds exec_update_lock. Context: task, on behalf of current.
 */
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/export.h>
#include <linux/perf_event.h>
#include <linux/ptrace.h>
#include <linux/sched/signal.h>
#include <linux/security.h>

#include "base/permission.h"
#include "base/why.h"

int sysctl_perf_event_paranoid __read_mostly =
	IS_ENABLED(CONFIG_SECURITY_PERF_EVENTS_RESTRICT) ? 3 : 2;

/**
 * struct perf_view - access to data beyond the caller's own user mode
 * @paranoid: highest kernel.perf_event_paranoid at which every user has the access
 * @error:    errno for a caller without the access, positive
 * @reason:   PERF_WHY_* for such a caller
 * @where:    what asks for the access, as perf_refusal::where
 */
struct perf_view {
	int	paranoid;
	int	error;
	u16	reason;
	u16	where;
};

static const struct perf_view perf_views[] = {
	[PERF_SECURITY_CPU]		= { .paranoid =  0, .error = EACCES,
					    .reason = PERF_WHY_PARANOID_CPU,
					    .where = PERF_WHERE_ARG + 1 },
	[PERF_SECURITY_KERNEL]		= { .paranoid =  1, .error = EACCES,
					    .reason = PERF_WHY_PARANOID_KERNEL,
					    .where = PERF_WHERE_FLAGS },
	[PERF_SECURITY_TRACEPOINT]	= { .paranoid = -1, .error = EPERM,
					    .reason = PERF_WHY_PARANOID_TRACEPOINT,
					    .where = PERF_WHERE_FIELD(sample_type) },
};

/* A security module and ptrace have one reason: a policy is not for all to know. */
static int __cold perf_refuse_access(int err)
{
	return perf_refuse_at(err, PERF_WHY_ACCESS, PERF_WHERE_NONE);
}

static int __cold perf_refuse_view(const struct perf_view *view)
{
	return perf_refuse(-view->error, view->reason, view->where, 0,
			   READ_ONCE(sysctl_perf_event_paranoid), view->paranoid);
}

static int perf_allow_view(int kind)
{
	const struct perf_view *view = &perf_views[kind];
	int err;

	if (READ_ONCE(sysctl_perf_event_paranoid) > view->paranoid && !perfmon_capable())
		return perf_refuse_view(view);
	err = security_perf_event_open(kind);
	return unlikely(err) ? perf_refuse_access(err) : 0;
}

/**
 * perf_allow_kernel - check access to addresses, registers and data of kernel mode
 *
 * Context: task.
 * Return: 0, -EACCES, or the errno of a security module.
 */
int perf_allow_kernel(void)
{
	return perf_allow_view(PERF_SECURITY_KERNEL);
}
EXPORT_SYMBOL_GPL(perf_allow_kernel);

/**
 * perf_allow_cpu - check access to all tasks that run on a CPU
 *
 * Context: task.
 * Return: 0, -EACCES, or the errno of a security module.
 */
int perf_allow_cpu(void)
{
	return perf_allow_view(PERF_SECURITY_CPU);
}

/**
 * perf_allow_tracepoint - check access to raw tracepoint data
 *
 * Context: task.
 * Return: 0, -EPERM, or the errno of a security module.
 */
int perf_allow_tracepoint(void)
{
	return perf_allow_view(PERF_SECURITY_TRACEPOINT);
}

/* True if a sample or record of the event may carry data of kernel mode. */
static bool perf_attr_views_kernel(const struct perf_event_attr *attr)
{
	if (!attr->exclude_kernel || attr->text_poke)
		return true;
	return (attr->sample_type & PERF_SAMPLE_CALLCHAIN) && !attr->exclude_callchain_kernel;
}

/**
 * perf_permission_open - check whether the caller may open an event with this attr
 * @attr: passed perf_attr_check()
 *
 * Context: task.
 * Return: 0, -EACCES, or the errno of a security module.
 */
int perf_permission_open(const struct perf_event_attr *attr)
{
	int err;

	if (perf_paranoid_any() && !capable(CAP_SYS_ADMIN))
		return perf_refuse(-EACCES, PERF_WHY_PARANOID_ANY, PERF_WHERE_NONE, 0,
				   READ_ONCE(sysctl_perf_event_paranoid), 2);
	err = security_perf_event_open(PERF_SECURITY_OPEN);
	if (err)
		return perf_refuse_access(err);
	if (perf_attr_views_kernel(attr)) {
		err = perf_allow_kernel();
		if (err)
			return err;
	}
	if (attr->namespaces && !perfmon_capable())
		return perf_refuse_flags(-EACCES, PERF_WHY_NAMESPACES, .namespaces = 1);
	return 0;
}

/**
 * perf_permission_branch - check access to branches of kernel or hypervisor mode
 * @attr: branch_sample_type has its privilege levels
 *
 * Context: task.
 * Return: 0, -EACCES, or the errno of a security module.
 */
int perf_permission_branch(const struct perf_event_attr *attr)
{
	if (!(attr->sample_type & PERF_SAMPLE_BRANCH_STACK))
		return 0;
	if (!(attr->branch_sample_type & (PERF_SAMPLE_BRANCH_KERNEL | PERF_SAMPLE_BRANCH_HV)))
		return 0;
	return perf_allow_kernel();
}

/**
 * perf_permission_sample - check access to sample fields
 * @attr: passed perf_attr_check()
 *
 * PERF_SAMPLE_PHYS_ADDR needs the same access as kernel addresses. PERF_SAMPLE_REGS_INTR may
 * carry kernel data, which lockdown (LOCKDOWN_PERF) protects even from root.
 *
 * Context: task.
 * Return: 0, -EACCES, the errno of a security module, or -EPERM under lockdown.
 */
int perf_permission_sample(const struct perf_event_attr *attr)
{
	int err;

	if (attr->sample_type & PERF_SAMPLE_PHYS_ADDR) {
		err = perf_allow_kernel();
		if (err)
			return err;
	}
	if (!(attr->sample_type & PERF_SAMPLE_REGS_INTR))
		return 0;
	err = security_locked_down(LOCKDOWN_PERF);
	if (err)
		return perf_refuse(err, PERF_WHY_LOCKDOWN, PERF_WHERE_FIELD(sample_type),
				   PERF_SAMPLE_REGS_INTR, attr->sample_type, 0);
	return 0;
}

static bool perf_may_signal(struct task_struct *task)
{
	guard(rcu)();
	return ns_capable(__task_cred(task)->user_ns, CAP_KILL);
}

/* An event needs the access of a ptrace read; attr.sigtrap, that of ptrace attach. */
static int perf_allow_task(const struct perf_event_attr *attr, struct task_struct *task)
{
	unsigned int mode = attr->sigtrap ? PTRACE_MODE_ATTACH_REALCREDS :
					    PTRACE_MODE_READ_REALCREDS;

	lockdep_assert_held_read(&task->signal->exec_update_lock);
	/* ptrace_may_access() grants every mode for threads of the caller's own process. */
	if (same_thread_group(task, current))
		return 0;
	if (perfmon_capable() && (!attr->sigtrap || perf_may_signal(task)))
		return 0;
	return ptrace_may_access(task, mode) ? 0 : perf_refuse_access(-EACCES);
}

/**
 * perf_permission_target - check whether the caller may monitor a task, or a whole CPU
 * @attr: passed perf_attr_check()
 * @task: the task; the caller holds signal->exec_update_lock, so the credentials do not change
 *        before the event is installed; NULL: a CPU
 *
 * Context: task.
 * Return: 0, -EACCES, or the errno of a security module.
 */
int perf_permission_target(const struct perf_event_attr *attr, struct task_struct *task)
{
	return task ? perf_allow_task(attr, task) : perf_allow_cpu();
}
