// SPDX-License-Identifier: GPL-2.0
/*
 * Count the page faults of a piece of code.
 *
 *	$ ./count
 *	16 pages touched, 16 page faults
 */
#include <err.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGES	16

/* The C library has no wrapper for this system call. */
static int perf_event_open(struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
			   unsigned long flags)
{
	return syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags);
}

int main(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.disabled = 1,		/* count from PERF_EVENT_IOC_ENABLE on */
		.exclude_kernel = 1,	/* without this, perf_event_paranoid 2 refuses */
	};
	long size = sysconf(_SC_PAGESIZE);
	volatile char *memory;
	__u64 count;
	int fd, i;

	memory = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		      -1, 0);
	if (memory == MAP_FAILED)
		err(1, "mmap");

	/* This thread (pid 0), on any CPU (-1), in a group of its own (-1). */
	fd = perf_event_open(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		err(1, "perf_event_open");

	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		err(1, "PERF_EVENT_IOC_ENABLE");
	for (i = 0; i < PAGES; i++)
		memory[i * size] = 1;
	if (ioctl(fd, PERF_EVENT_IOC_DISABLE, 0))
		err(1, "PERF_EVENT_IOC_DISABLE");

	if (read(fd, &count, sizeof(count)) != sizeof(count))
		err(1, "read");
	printf("%d pages touched, %llu page faults\n", PAGES, (unsigned long long)count);
	close(fd);
	return 0;
}
