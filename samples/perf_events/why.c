// SPDX-License-Identifier: GPL-2.0
/*
 * Ask the kernel why it refuses an event.
 *
 *	$ ./why
 *	refused: Invalid argument
 *	reason 21 in byte 40, bits 0x800000000: inherit_thread needs inherit
 */
#include <err.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The C library has no wrapper for this system call. */
static int perf_event_open(void *argument, pid_t pid, int cpu, int group_fd,
			   unsigned long flags)
{
	return syscall(SYS_perf_event_open, argument, pid, cpu, group_fd, flags);
}

/*
 * Open an event of this thread. A kernel without PERF_FLAG_EXT refuses the flag and writes
 * nothing, so explain->size stays 0: then the event is opened without it.
 */
static int open_explained(struct perf_event_attr *attr, struct perf_event_explain *explain)
{
	struct perf_event_ext ext = {
		.size = sizeof(ext),
		.attr = (unsigned long)attr,
		.explain = (unsigned long)explain,
		.explain_size = sizeof(*explain),
	};
	int fd;

	memset(explain, 0, sizeof(*explain));
	fd = perf_event_open(&ext, 0, -1, -1, PERF_FLAG_EXT | PERF_FLAG_FD_CLOEXEC);
	if (fd < 0 && errno == EINVAL && !explain->size)
		fd = perf_event_open(attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	return fd;
}

int main(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.exclude_kernel = 1,
		.inherit_thread = 1,	/* wrong: needs inherit */
	};
	struct perf_event_explain explain;
	int fd;

	fd = open_explained(&attr, &explain);
	if (fd >= 0)
		errx(1, "the event was opened");
	printf("refused: %s\n", strerror(errno));
	if (!explain.size)
		printf("this kernel does not say why\n");
	else
		printf("reason %u in byte %u, bits 0x%llx: %s\n", explain.reason, explain.where,
		       (unsigned long long)explain.bits, explain.text);
	return 0;
}
