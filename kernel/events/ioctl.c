// SPDX-License-Identifier: GPL-2.0
/*
 * ioctl(2) on an event: a table of commands.
 *
 * Locks: ctx->mutex, for PERF_EVENT_IOC_SET_OUTPUT and commands with perf_ioctl::locked.
 * Context: task.
 */
#include <linux/file.h>
#include <linux/nospec.h>
#include <linux/perf_event.h>
#include <linux/trace_events.h>
#include <linux/uaccess.h>

#include "base/attr.h"
#include "base/locks.h"
#include "base/why.h"
#include "event/control.h"
#include "event/event.h"
#include "event/no_mux.h"
#include "event/redirect.h"
#include "explain.h"
#include "ioctl.h"
#include "overflow/bpf.h"
#include "pmus/breakpoint.h"
#include "ring/ring.h"
#include "sched/context.h"
#include "sideband/filter.h"

static long perf_ioctl_act(struct perf_event *event, enum perf_action action, unsigned long arg)
{
	if (arg & PERF_IOC_FLAG_GROUP)
		perf_event_act_group(event, action);
	else
		perf_event_act(event, action);
	return 0;
}

static noinline long perf_ioctl_check_no_mux(struct perf_event *event)
{
	guard(perf_event_ctx)(event);
	if (!perf_no_mux_failed(event))
		return 0;
	return perf_refuse_event(event, -EBUSY, PERF_WHY_NO_MUX, PERF_WHERE_NONE);
}

static long perf_ioctl_enable(struct perf_event *event, unsigned long arg)
{
	perf_ioctl_act(event, PERF_ACTION_ENABLE, arg);
	return unlikely(event->opened->no_mux) ? perf_ioctl_check_no_mux(event) : 0;
}

static long perf_ioctl_disable(struct perf_event *event, unsigned long arg)
{
	return perf_ioctl_act(event, PERF_ACTION_DISABLE, arg);
}

static long perf_ioctl_reset(struct perf_event *event, unsigned long arg)
{
	return perf_ioctl_act(event, PERF_ACTION_RESET, arg);
}

static long perf_ioctl_refresh(struct perf_event *event, unsigned long arg)
{
	return perf_event_refresh(event, arg);
}

static long perf_ioctl_period(struct perf_event *event, unsigned long arg)
{
	u64 value;

	if (copy_from_user(&value, (u64 __user *)arg, sizeof(value)))
		return -EFAULT;
	return perf_event_period(event, value);
}

static long perf_ioctl_id(struct perf_event *event, unsigned long arg)
{
	return put_user(event->id, (u64 __user *)arg);
}

static long perf_ioctl_set_bpf(struct perf_event *event, unsigned long arg)
{
	return perf_event_set_bpf_fd(event, arg);
}

static long perf_ioctl_set_filter(struct perf_event *event, unsigned long arg)
{
	return perf_event_set_filter(event, (char __user *)arg, perf_event_put);
}

static long perf_ioctl_pause_output(struct perf_event *event, unsigned long arg)
{
	return perf_event_pause_output(event, arg);
}

static long perf_ioctl_query_bpf(struct perf_event *event, unsigned long arg)
{
	return perf_event_query_prog_array(event, (void __user *)arg);
}

static long perf_ioctl_modify_attributes(struct perf_event *event, unsigned long arg)
{
	struct perf_event_attr attr;
	int err = perf_attr_copy_from_user((void __user *)arg, &attr);

	if (!err)
		err = perf_breakpoint_modify(event, &attr);
	return err ? perf_refuse_event(event, err, PERF_WHY_MODIFY, PERF_WHERE_ARG + 2) : 0;
}

/* ctx->mutex keeps the group, event->pmu and event->attr stable. */
static long perf_ioctl_locked(struct perf_event *event, unsigned long arg,
			      long (*fn)(struct perf_event *event, unsigned long arg))
{
	guard(perf_event_ctx)(event);
	return fn(event, arg);
}

/**
 * struct perf_ioctl - a command
 * @cmd:    PERF_EVENT_IOC_*
 * @locked: call @fn with ctx->mutex held
 * @fn:     runs the command
 */
struct perf_ioctl {
	unsigned int	cmd;
	bool		locked;
	long		(*fn)(struct perf_event *event, unsigned long arg);
};

#define PERF_IOCTL(_name, _locked, _fn)				\
	[_IOC_NR(PERF_EVENT_IOC_##_name)] = { PERF_EVENT_IOC_##_name, _locked, _fn }

/* SET_FILTER is not locked: its own locks come before ctx->mutex. */
static const struct perf_ioctl perf_ioctls[] = {
	PERF_IOCTL(ENABLE,		false, perf_ioctl_enable),
	PERF_IOCTL(DISABLE,		false, perf_ioctl_disable),
	PERF_IOCTL(REFRESH,		false, perf_ioctl_refresh),
	PERF_IOCTL(RESET,		false, perf_ioctl_reset),
	PERF_IOCTL(PERIOD,		false, perf_ioctl_period),
	PERF_IOCTL(SET_FILTER,		false, perf_ioctl_set_filter),
	PERF_IOCTL(ID,			false, perf_ioctl_id),
	PERF_IOCTL(SET_BPF,		true,  perf_ioctl_set_bpf),
	PERF_IOCTL(PAUSE_OUTPUT,	true,  perf_ioctl_pause_output),
	PERF_IOCTL(QUERY_BPF,		true,  perf_ioctl_query_bpf),
	PERF_IOCTL(MODIFY_ATTRIBUTES,	true,  perf_ioctl_modify_attributes),
};

/* @arg is the descriptor of another event's file, recognized by f_op; -1 for none. */
static long perf_ioctl_set_output(const struct file *file, unsigned long arg)
{
	struct perf_event *event = file->private_data;
	struct fd target;
	int err;

	guard(perf_event_ctx)(event);
	if ((int)arg == -1)
		return perf_event_redirect(event, NULL);
	target = fdget(arg);
	if (fd_file(target) && fd_file(target)->f_op == file->f_op)
		err = perf_event_redirect(event, fd_file(target)->private_data);
	else
		err = perf_refuse_event(event, -EBADF, PERF_WHY_GROUP_FD, PERF_WHERE_ARG + 2);
	fdput(target);
	return err;
}

/* A command that is not in the table. */
static long perf_ioctl_rare(struct perf_event *event, unsigned int cmd, unsigned long arg)
{
	if (cmd == PERF_EVENT_IOC_WHY)
		return perf_explain_event(event, (struct perf_event_explain __user *)arg);
	return perf_refuse_event(event, -ENOTTY, PERF_WHY_IOCTL, PERF_WHERE_ARG + 1);
}

/**
 * perf_event_ioctl - ioctl(2) on an event
 * @file: file of the event
 * @cmd:  PERF_EVENT_IOC_*
 * @arg:  its argument
 *
 * Return: 0 or the errno of the command; -ENOTTY for an unknown @cmd.
 */
long perf_event_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct perf_event *event = file->private_data;
	unsigned int nr = _IOC_NR(cmd);
	const struct perf_ioctl *ioctl;

	if (cmd == PERF_EVENT_IOC_SET_OUTPUT)
		return perf_ioctl_set_output(file, arg);
	if (nr >= ARRAY_SIZE(perf_ioctls))
		return perf_ioctl_rare(event, cmd, arg);
	ioctl = &perf_ioctls[array_index_nospec(nr, ARRAY_SIZE(perf_ioctls))];
	if (!ioctl->fn || ioctl->cmd != cmd)
		return perf_ioctl_rare(event, cmd, arg);
	return ioctl->locked ? perf_ioctl_locked(event, arg, ioctl->fn) : ioctl->fn(event, arg);
}
