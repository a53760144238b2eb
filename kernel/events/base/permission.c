// SPDX-License-Identifier: GPL-2.0
/*
 * Who may open what.
 *
 * Everything that reaches across a privilege line is listed here, with the
 * highest kernel.perf_event_paranoid at which it takes no CAP_PERFMON, and the
 * question the security modules are asked. What is not listed is not granted.
 *
 * Owns: sysctl_perf_event_paranoid. Locks: none, but see the one function that
 * wants exec_update_lock. Context: task, on behalf of current.
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
 * struct perf_view - something to see beyond one's own user mode
 * @paranoid: highest level at which everybody may
 * @error:    errno for those who may not, positive
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
 * perf_allow_kernel - may the caller see what the kernel does?
 *
 * Addresses, registers and data of kernel mode.
 *
 * Context: task.
 * Return: 0, -EACCES, or what a security module says.
 */
int perf_allow_kernel(void)
{
	return perf_allow_view(PERF_SECURITY_KERNEL);
}
EXPORT_SYMBOL_GPL(perf_allow_kernel);

/**
 * perf_allow_cpu - may the caller monitor whatever runs on a CPU?
 *
 * Context: task.
 * Return: 0, -EACCES, or what a security module says.
 */
int perf_allow_cpu(void)
{
	return perf_allow_view(PERF_SECURITY_CPU);
}

/**
 * perf_allow_tracepoint - may the caller have raw tracepoint data?
 *
 * Context: task.
 * Return: 0, -EPERM, or what a security module says.
 */
int perf_allow_tracepoint(void)
{
	return perf_allow_view(PERF_SECURITY_TRACEPOINT);
}

/* Does a sample or record of this event tell about kernel mode? */
static bool perf_attr_views_kernel(const struct perf_event_attr *attr)
{
	if (!attr->exclude_kernel || attr->text_poke)
		return true;
	return (attr->sample_type & PERF_SAMPLE_CALLCHAIN) && !attr->exclude_callchain_kernel;
}

/**
 * perf_permission_open - may the caller open events, and such as this?
 * @attr: checked by itself
 *
 * Context: task.
 * Return: 0, -EACCES, or what a security module says.
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
 * perf_permission_branch - may the caller sample branches of these levels?
 * @attr: with the privilege levels filled in
 *
 * Context: task.
 * Return: 0, -EACCES, or what a security module says.
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
 * perf_permission_sample - may the caller have these sample fields?
 * @attr: checked by itself
 *
 * Physical addresses are as telling as kernel ones. Registers at the interrupt
 * hold kernel data, which lockdown keeps even from root.
 *
 * Context: task.
 * Return: 0, -EACCES, or what lockdown says (-EPERM).
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

/* What is seen by the event is seen by ptrace; a SIGTRAP is like attaching. */
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
 * perf_permission_target - may the caller monitor this task, or a whole CPU?
 * @attr: checked by itself
 * @task: the task, whose signal->exec_update_lock the caller holds, so that its
 *        credentials are those the event will be attached under; NULL: a CPU
 *
 * Context: task.
 * Return: 0, -EACCES, or what a security module says.
 */
int perf_permission_target(const struct perf_event_attr *attr, struct task_struct *task)
{
	return task ? perf_allow_task(attr, task) : perf_allow_cpu();
}
