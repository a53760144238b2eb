// SPDX-License-Identifier: GPL-2.0
/* A test for records of unmapped memory. */
#include <unistd.h>

#include <sys/munmap.h>
#include <sys/open.h>

/**
 * perf_munmap_offered() - does the kernel have attr.munmap?
 *
 * A dummy event of this task tests it. If the recorded events had the bit on a kernel without it,
 * they would be refused with EINVAL, and lose their precision before the bit.
 *
 * Return: true if the test event could be opened.
 */
bool perf_munmap_offered(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, .disabled = 1,
		.exclude_kernel = 1, .exclude_hv = 1, .mmap = 1, .mmap2 = 1, .munmap = 1,
	};
	const struct perf_open test = { .attr = &attr, .pid = 0, .cpu = -1, .group = -1 };
	int fd;

	fd = perf_open(&test);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}
