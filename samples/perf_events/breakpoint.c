// SPDX-License-Identifier: GPL-2.0
/*
 * Count the writes to a variable with a hardware breakpoint.
 *
 *	$ ./breakpoint
 *	1000 writes, 1000 hits
 *
 * Exit status 4: this machine has no breakpoints, or none that is free.
 */
#include <err.h>
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LACKING	4
#define WRITES	1000

static volatile int watched;

/* ENOENT: the kernel supports no breakpoints on this architecture. ENOSPC: none is free. */
static bool no_breakpoint(int error)
{
	return error == ENOENT || error == ENOSPC || error == ENODEV || error == EOPNOTSUPP;
}

int main(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_BREAKPOINT,
		.bp_type = HW_BREAKPOINT_W,
		.bp_addr = (uintptr_t)&watched,
		.bp_len = HW_BREAKPOINT_LEN_4,
		.disabled = 1,
		.exclude_kernel = 1,
	};
	__u64 hits;
	int fd, i;

	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		err(no_breakpoint(errno) ? LACKING : 1, "perf_event_open");

	watched = 1;	/* not counted: the event is still disabled */
	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		err(1, "PERF_EVENT_IOC_ENABLE");
	for (i = 0; i < WRITES; i++)
		watched = i;
	if (ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(1, "PERF_EVENT_IOC_DISABLE");

	if (read(fd, &hits, sizeof(hits)) != sizeof(hits))
		err(1, "read");
	printf("%d writes, %llu hits\n", WRITES, (unsigned long long)hits);
	return 0;
}
