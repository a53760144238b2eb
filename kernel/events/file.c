// SPDX-License-Identifier: GPL-2.0
/*
 * The file of an event: read, poll, ioctl, mmap, O_ASYNC, fdinfo, release.
 *
 * The file holds one reference on the event that was opened; perf_file_release() ends
 * the event (release.c).
 *
 * Context: task.
 */
#include <linux/anon_inodes.h>
#include <linux/file.h>
#include <linux/perf_event.h>
#include <linux/poll.h>
#include <linux/security.h>

#include "base/pmu.h"
#include "event/event.h"
#include "event/fdinfo.h"
#include "event/mmap.h"
#include "event/read.h"
#include "file.h"
#include "ioctl.h"
#include "ring/wakeup.h"

static int perf_file_release(struct inode *inode, struct file *file)
{
	perf_event_close(file->private_data);
	return 0;
}

static ssize_t perf_file_read(struct file *file, char __user *buf, size_t count, loff_t *pos)
{
	struct perf_event *event = file->private_data;
	int err = security_perf_event_read(event);

	return err ?: perf_event_read_user(event, buf, count);
}

/* True if the task of @event has exited and no child counts any more. */
static bool perf_event_is_over(struct perf_event *event)
{
	return READ_ONCE(event->state) <= PERF_EVENT_STATE_EXIT &&
	       list_empty(&event->opened->child_list);
}

static __poll_t perf_file_poll(struct file *file, poll_table *wait)
{
	struct perf_event *event = file->private_data;

	poll_wait(file, &event->opened->waitq, wait);
	if (perf_pmu_is_gone(event))
		return EPOLLERR | EPOLLHUP;
	if (perf_event_is_over(event))
		return EPOLLHUP;
	if (event->attr.pinned && READ_ONCE(event->state) == PERF_EVENT_STATE_ERROR)
		return EPOLLERR;
	return perf_event_ring_poll(event);
}

static long perf_file_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct perf_event *event = file->private_data;
	int err = security_perf_event_write(event);

	return err ?: perf_event_ioctl(file, cmd, arg);
}

#ifdef CONFIG_COMPAT
/* The number of these commands encodes the size of a pointer, which is 4 in 32-bit programs. */
static long perf_file_compat_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	static const unsigned int differ[] = {
		PERF_EVENT_IOC_ID,
		PERF_EVENT_IOC_SET_FILTER,
		PERF_EVENT_IOC_QUERY_BPF,
		PERF_EVENT_IOC_MODIFY_ATTRIBUTES,
	};
	int i;

	for (i = 0; i < ARRAY_SIZE(differ); i++) {
		unsigned int theirs = _IOC(_IOC_DIR(differ[i]), _IOC_TYPE(differ[i]),
					   _IOC_NR(differ[i]), sizeof(u32));

		if (cmd == theirs)
			return perf_file_ioctl(file, differ[i], arg);
	}
	return perf_file_ioctl(file, cmd, arg);
}
#else
#define perf_file_compat_ioctl	NULL
#endif

static int perf_file_mmap(struct file *file, struct vm_area_struct *vma)
{
	struct perf_event *event = file->private_data;
	int err = security_perf_event_read(event);

	return err ?: perf_event_mmap_file(file, vma);
}

static int perf_file_fasync(int fd, struct file *file, int on)
{
	struct perf_event *event = file->private_data;

	int err;

	inode_lock(file_inode(file));
	err = fasync_helper(fd, file, on, &event->opened->fasync);
	inode_unlock(file_inode(file));
	return min(err, 0);
}

#ifdef CONFIG_PROC_FS
static void perf_file_show_fdinfo(struct seq_file *seq, struct file *file)
{
	perf_event_show_fdinfo(seq, file->private_data);
}
#else
#define perf_file_show_fdinfo	NULL
#endif

static const struct file_operations perf_file_operations = {
	.release	= perf_file_release,
	.read		= perf_file_read,
	.poll		= perf_file_poll,
	.unlocked_ioctl	= perf_file_ioctl,
	.compat_ioctl	= perf_file_compat_ioctl,
	.mmap		= perf_file_mmap,
	.fasync		= perf_file_fasync,
	.show_fdinfo	= perf_file_show_fdinfo,
};

/**
 * perf_event_file_make - make the file of an event
 * @event: the event; on success the file owns the caller's reference
 * @flags: O_* for the file
 *
 * Return: the file or an errno.
 */
struct file *perf_event_file_make(struct perf_event *event, int flags)
{
	/* read() has no use for a position: a stream's is neither checked nor kept. */
	return anon_inode_getfile_fmode("[perf_event]", &perf_file_operations, event, flags,
					FMODE_STREAM);
}

/**
 * perf_event_from_file - the event of a file
 * @file: any file
 *
 * Return: the event, or NULL if @file has other operations than perf_file_operations.
 */
struct perf_event *perf_event_from_file(struct file *file)
{
	return file->f_op == &perf_file_operations ? file->private_data : NULL;
}

/**
 * perf_event_get - the file of an event, for BPF
 * @fd: descriptor of current
 *
 * Return: the file, referenced; -EBADF: @fd is not open, or not an event's.
 */
struct file *perf_event_get(unsigned int fd)
{
	struct file *file = fget(fd);

	if (!file)
		return ERR_PTR(-EBADF);
	if (perf_event_from_file(file))
		return file;
	fput(file);
	return ERR_PTR(-EBADF);
}

/**
 * perf_get_event - the event of a file, for BPF
 * @file: any file
 *
 * Return: the event; -EINVAL: @file is not an event's.
 */
const struct perf_event *perf_get_event(struct file *file)
{
	return perf_event_from_file(file) ?: ERR_PTR(-EINVAL);
}
