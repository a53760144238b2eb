// SPDX-License-Identifier: GPL-2.0
/*
 * munmap-page:        munmap() of a page of code that nothing has touched, with no listener.
 * munmap-page-heard:  what a MUNMAP record adds; no row where the kernel has no such records.
 */
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS		100
#define RING_PAGES	64

static void *page;

static void page_map(void *data)
{
	(void)data;
	page = mmap(NULL, getpagesize(), PROT_READ | PROT_EXEC, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		bench_die("mmap of a page");
}

static void page_unmap(void *data)
{
	(void)data;
	munmap(page, getpagesize());
}

void bench_munmap(void)
{
	const struct bench_step step = {
		.before = page_map, .step = page_unmap, .rounds = ROUNDS,
	};
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_DUMMY);
	int64_t alone = bench_cost(&step);
	struct event_ring ring;
	int fd;

	bench_report("munmap-page", alone);

	attr.mmap = 1;
	/* attr.munmap; the C library's headers lack it. The bits are the word after read_format. */
	(&attr.read_format)[1] |= 1ULL << 63;
	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
	if (fd < 0) {
		if (errno != EINVAL)
			bench_die("perf_event_open");
		return;
	}
	ring = event_map(fd, RING_PAGES);
	event_ioctl(fd, PERF_EVENT_IOC_ENABLE);
	bench_report("munmap-page-heard", bench_cost(&step) - alone);
	event_unmap(&ring);
	close(fd);
}
