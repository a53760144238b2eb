/* SPDX-License-Identifier: GPL-2.0 OR MIT */
/*
 * Opening performance events with PERF_FLAG_EXT, and without it on kernels that lack it.
 *
 * Copy this file into a program. It needs <linux/perf_event.h> of a kernel with PERF_FLAG_EXT;
 * the program then runs on every kernel.
 */
#ifndef PERF_EXT_H
#define PERF_EXT_H

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/*
 * Open an event. @options are PERF_EXT_*, or 0. Returns the descriptor, or -1 with errno and, in
 * @why, the reason; why->size is 0 if the kernel gives none. A kernel that lacks PERF_FLAG_EXT
 * or one of @options refuses them with EINVAL; without options the event is opened in the old
 * way on a kernel that lacks the flag, so the result is the same on every kernel.
 */
static inline int perf_ext_open(struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
				unsigned long flags, __u64 options,
				struct perf_event_explain *why)
{
	struct perf_event_ext ext;
	int fd;

	memset(&ext, 0, sizeof(ext));
	memset(why, 0, sizeof(*why));
	ext.size = sizeof(ext);
	ext.options = options;
	ext.attr = (unsigned long)attr;
	ext.explain = (unsigned long)why;
	ext.explain_size = sizeof(*why);
	fd = syscall(SYS_perf_event_open, &ext, pid, cpu, group_fd, flags | PERF_FLAG_EXT);
	if (fd < 0 && errno == EINVAL && !why->size && !options)
		fd = syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags);
	return fd;
}

/* The options that the kernel knows; 0 if it lacks PERF_FLAG_EXT. Opens nothing. */
static inline __u64 perf_ext_known(void)
{
	struct perf_event_ext ext;
	int saved = errno;

	memset(&ext, 0, sizeof(ext));
	ext.size = sizeof(ext);
	syscall(SYS_perf_event_open, &ext, 0, -1, -1, PERF_FLAG_EXT);
	errno = saved;
	return ext.known;
}

/*
 * Why the last mmap() or ioctl() on @fd was refused: 0, or -1 if the kernel does not say. Call
 * it first thing after the failure; why->error is the errno that it explains.
 */
static inline int perf_ext_why(int fd, struct perf_event_explain *why)
{
	int saved = errno, result;

	memset(why, 0, sizeof(*why));
	why->size = sizeof(*why);
	result = ioctl(fd, PERF_EVENT_IOC_WHY, why);
	errno = saved;
	return result;
}

#endif /* PERF_EXT_H */
