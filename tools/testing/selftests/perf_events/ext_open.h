/* SPDX-License-Identifier: GPL-2.0 */
/* Opening events with PERF_FLAG_EXT. */
#ifndef _EXT_OPEN_H
#define _EXT_OPEN_H

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "perf_test.h"

/**
 * struct ext_open - a call with PERF_FLAG_EXT, and its explanation
 * @attr: the event
 * @options: PERF_EXT_*
 */
struct ext_open {
	struct perf_event_attr attr;
	__u64 options;
	pid_t pid;
	int cpu;
	int group;
	struct perf_event_explain explain;
};

/* Returns the fd, or -1 with errno set */
static inline int ext_open(struct ext_open *call)
{
	struct perf_event_ext ext = {
		.size = sizeof(ext),
		.explain_size = sizeof(call->explain),
		.options = call->options,
		.attr = (unsigned long)&call->attr,
		.explain = (unsigned long)&call->explain,
	};

	memset(&call->explain, 0xff, sizeof(call->explain));
	return syscall(SYS_perf_event_open, &ext, call->pid, call->cpu, call->group,
		       PERF_FLAG_EXT);
}

/* Returns the options of this kernel */
static inline __u64 ext_known(void)
{
	struct perf_event_ext ext = { .size = sizeof(ext) };

	syscall(SYS_perf_event_open, &ext, 0, -1, -1, PERF_FLAG_EXT);
	return ext.known;
}

#endif /* _EXT_OPEN_H */
