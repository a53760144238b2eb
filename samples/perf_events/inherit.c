// SPDX-License-Identifier: GPL-2.0
/*
 * Count a process and the children that it creates.
 *
 *	$ ./inherit
 *	this task alone: 11 page faults
 *	with 4 children: 139 page faults
 *
 * Each child touches 16 pages, so the difference is 64 or more: a new process also
 * faults when it writes to memory that it shares with its parent.
 */
#include <err.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHILDREN	4
#define PAGES		16

static int open_faults(int inherit)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.inherit = inherit,
		.exclude_kernel = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		err(1, "perf_event_open");
	return fd;
}

static unsigned long long read_count(int fd)
{
	__u64 count;

	if (read(fd, &count, sizeof(count)) != sizeof(count))
		err(1, "read");
	return count;
}

static void child(void)
{
	long size = sysconf(_SC_PAGESIZE);
	volatile char *memory;
	int i;

	memory = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		      -1, 0);
	if (memory == MAP_FAILED)
		err(1, "mmap");
	for (i = 0; i < PAGES; i++)
		memory[i * size] = 1;
	_exit(0);
}

int main(void)
{
	int alone = open_faults(0), all = open_faults(1);
	int i, status;
	pid_t pid;

	/* A child that exists already would not be counted: open first, then fork. */
	for (i = 0; i < CHILDREN; i++) {
		pid = fork();
		if (pid < 0)
			err(1, "fork");
		if (!pid)
			child();
	}
	for (i = 0; i < CHILDREN; i++) {
		if (wait(&status) < 0 || status)
			errx(1, "a child failed");
	}

	/* The counts of children that have exited are part of the parent's. */
	printf("this task alone: %llu page faults\n", read_count(alone));
	printf("with %d children: %llu page faults\n", CHILDREN, read_count(all));
	return 0;
}
