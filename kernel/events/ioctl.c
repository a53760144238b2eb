// SPDX-License-Identifier: GPL-2.0
/*
 * ioctl(2) on an event: a table of commands.
 *
 * Locks: a command runs with the context's mutex held, so the group is stable.
 * Context: task.
 */
#include <linux/file.h>
#include <linux/perf_event.h>
#include <linux/trace_events.h>
#include <linux/uaccess.h>

#include "attr.h"
#include "bpf.h"
#include "context.h"
#include "control.h"
#include "filter.h"
#include "ioctl.h"
#include "mmap.h"
#include "pmus/breakpoint.h"

static long perf_ioctl_enable(struct perf_event *event, unsigned long arg)
{
	perf_event_act(event, PERF_ACTION_ENABLE, arg & PERF_IOC_FLAG_GROUP);
	return 0;
}

static long perf_ioctl_disable(struct perf_event *event, unsigned long arg)
{
	perf_event_act(event, PERF_ACTION_DISABLE, arg & PERF_IOC_FLAG_GROUP);
	return 0;
}

static long perf_ioctl_reset(struct perf_event *event, unsigned long arg)
{
	perf_event_act(event, PERF_ACTION_RESET, arg & PERF_IOC_FLAG_GROUP);
	return 0;
}

static long perf_ioctl_refresh(struct perf_event *event, unsigned long arg)
{
	return perf_event_refresh_user(event, arg);
}

static long perf_ioctl_period(struct perf_event *event, unsigned long arg)
{
	u64 value;

	if (copy_from_user(&value, (u64 __user *)arg, sizeof(value)))
		return -EFAULT;
	return perf_event_period_user(event, value);
}

static long perf_ioctl_id(struct perf_event *event, unsigned long arg)
{
	return copy_to_user((void __user *)arg, &event->id, sizeof(event->id)) ? -EFAULT : 0;
}

static long perf_ioctl_set_bpf(struct perf_event *event, unsigned long arg)
{
	return perf_event_set_bpf_fd(event, arg);
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

	return err ?: perf_breakpoint_modify(event, &attr);
}

static const struct {
	unsigned int	cmd;
	long		(*fn)(struct perf_event *event, unsigned long arg);
} perf_ioctls[] = {
	{ PERF_EVENT_IOC_ENABLE,		perf_ioctl_enable },
	{ PERF_EVENT_IOC_DISABLE,		perf_ioctl_disable },
	{ PERF_EVENT_IOC_RESET,			perf_ioctl_reset },
	{ PERF_EVENT_IOC_REFRESH,		perf_ioctl_refresh },
	{ PERF_EVENT_IOC_PERIOD,		perf_ioctl_period },
	{ PERF_EVENT_IOC_ID,			perf_ioctl_id },
	{ PERF_EVENT_IOC_SET_BPF,		perf_ioctl_set_bpf },
	{ PERF_EVENT_IOC_PAUSE_OUTPUT,		perf_ioctl_pause_output },
	{ PERF_EVENT_IOC_QUERY_BPF,		perf_ioctl_query_bpf },
	{ PERF_EVENT_IOC_MODIFY_ATTRIBUTES,	perf_ioctl_modify_attributes },
};

/* The one command about another file: ours are those with the same operations. */
static long perf_ioctl_set_output(const struct file *file, unsigned long arg)
{
	struct perf_event *event = file->private_data;
	struct fd target;
	int err = -EBADF;

	if ((int)arg == -1)
		return perf_event_set_output(event, NULL);
	target = fdget(arg);
	if (fd_file(target) && fd_file(target)->f_op == file->f_op)
		err = perf_event_set_output(event, fd_file(target)->private_data);
	fdput(target);
	return err;
}

/**
 * perf_event_ioctl - ioctl(2) on an event
 * @file: its file
 * @cmd:  PERF_EVENT_IOC_*
 * @arg:  its argument
 *
 * Return: 0 or the errno of the command; -ENOTTY for one that does not exist.
 */
long perf_event_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct perf_event *event = file->private_data;
	int i;

	/* Filters know their own locks, which come before the context's. */
	if (cmd == PERF_EVENT_IOC_SET_FILTER)
		return perf_event_set_filter(event, (char __user *)arg);

	guard(mutex)(&event->ctx->mutex);
	if (cmd == PERF_EVENT_IOC_SET_OUTPUT)
		return perf_ioctl_set_output(file, arg);
	for (i = 0; i < ARRAY_SIZE(perf_ioctls); i++) {
		if (perf_ioctls[i].cmd == cmd)
			return perf_ioctls[i].fn(event, arg);
	}
	return -ENOTTY;
}
