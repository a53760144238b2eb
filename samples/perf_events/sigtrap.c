// SPDX-License-Identifier: GPL-2.0
/*
 * Get a signal at each write to a variable, before the next instruction of the thread.
 *
 *	$ ./sigtrap
 *	10 writes, 10 signals, the last at the value 9
 *
 * Exit status 4: this machine has no breakpoints, or none that is free.
 */
#include <err.h>
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LACKING		4
#define WRITES		10
#define COOKIE		0x1234	/* any number: the signal brings it back */

#ifndef TRAP_PERF
#define TRAP_PERF	6
#endif

/* The start of a siginfo_t with TRAP_PERF; an older C library's lacks the last fields. */
struct perf_siginfo {
	int signo, error, code;
	void *addr;
	unsigned long data;
	__u32 type, flags;
};

static volatile int watched;
static volatile sig_atomic_t signals, strange, value;

static void on_trap(int signal, siginfo_t *siginfo, void *context)
{
	const struct perf_siginfo *info = (const void *)siginfo;

	(void)signal;
	(void)context;
	if (info->code == TRAP_PERF && info->data == COOKIE && info->addr == &watched &&
	    info->type == PERF_TYPE_BREAKPOINT)
		signals++;
	else
		strange++;
	value = watched;
}

/* ENOENT: the kernel supports no breakpoints on this architecture. ENOSPC: none is free. */
static bool no_breakpoint(int error)
{
	return error == ENOENT || error == ENOSPC || error == ENODEV || error == EOPNOTSUPP;
}

int main(void)
{
	struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_BREAKPOINT,
		.bp_type = HW_BREAKPOINT_W,
		.bp_addr = (uintptr_t)&watched,
		.bp_len = HW_BREAKPOINT_LEN_4,
		.sample_period = 1,
		.sigtrap = 1,
		.sig_data = COOKIE,
		.remove_on_exec = 1,	/* required: a new program has no handler */
		.disabled = 1,
		.exclude_kernel = 1,
	};
	int fd, i;

	if (sigaction(SIGTRAP, &action, NULL))
		err(1, "sigaction");
	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		err(no_breakpoint(errno) ? LACKING : 1, "perf_event_open");

	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		err(1, "PERF_EVENT_IOC_ENABLE");
	for (i = 0; i < WRITES; i++)
		watched = i;
	if (ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(1, "PERF_EVENT_IOC_DISABLE");

	if (strange)
		errx(1, "%d signals with other contents", (int)strange);
	printf("%d writes, %d signals, the last at the value %d\n", WRITES, (int)signals,
	       (int)value);
	return 0;
}
