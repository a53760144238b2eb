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

int sysctl_perf_event_paranoid __read_mostly =
	IS_ENABLED(CONFIG_SECURITY_PERF_EVENTS_RESTRICT) ? 3 : 2;

/**
 * struct perf_view - access to data beyond the caller's own user mode
 * @paranoid: highest kernel.perf_event_paranoid at which every user has the access
 * @error:    errno for a caller without the access, positive
 */
struct perf_view {
	int	paranoid;
	int	error;
};

static const struct perf_view perf_views[] = {
	[PERF_SECURITY_CPU]		= { .paranoid =  0, .error = EACCES },
	[PERF_SECURITY_KERNEL]		= { .paranoid =  1, .error = EACCES },
	[PERF_SECURITY_TRACEPOINT]	= { .paranoid = -1, .error = EPERM },
};

static int perf_allow_view(int kind)
{
	const struct perf_view *view = &perf_views[kind];

	if (READ_ONCE(sysctl_perf_event_paranoid) > view->paranoid && !perfmon_capable())
		return -view->error;
	return security_perf_event_open(kind);
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
		return -EACCES;
	err = security_perf_event_open(PERF_SECURITY_OPEN);
	if (err)
		return err;
	if (perf_attr_views_kernel(attr)) {
		err = perf_allow_kernel();
		if (err)
			return err;
	}
	if (attr->namespaces && !perfmon_capable())
		return -EACCES;
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
	if (attr->sample_type & PERF_SAMPLE_PHYS_ADDR) {
		int err = perf_allow_kernel();

		if (err)
			return err;
	}
	if (attr->sample_type & PERF_SAMPLE_REGS_INTR)
		return security_locked_down(LOCKDOWN_PERF);
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
	if (perfmon_capable() && (!attr->sigtrap || perf_may_signal(task)))
		return 0;
	return ptrace_may_access(task, mode) ? 0 : -EACCES;
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
