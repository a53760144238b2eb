// SPDX-License-Identifier: GPL-2.0
/*
 * Read a hardware counter without a system call (x86).
 *
 *	$ ./rdpmc
 *	read(2) 1200096, rdpmc 1200154, read(2) 1200216: in order
 *
 * Exit status 4: this machine has no counter that a program can read.
 */
#include <err.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LACKING	4

#if defined(__x86_64__) || defined(__i386__)
static __u64 rdpmc(__u32 counter)
{
	__u32 low, high;

	__asm__ volatile("rdpmc" : "=a" (low), "=d" (high) : "c" (counter));
	return low | (__u64)high << 32;
}
#else
static __u64 rdpmc(__u32 counter)
{
	(void)counter;
	errx(LACKING, "this program cannot read this processor's counters");
}
#endif

#define barrier()	__asm__ volatile("" : : : "memory")

/*
 * Returns the count of the event, or 0 if only read(2) can return it now. The kernel updates
 * the page on this CPU, so the compiler alone could reorder the loads.
 */
static __u64 read_user(const volatile struct perf_event_mmap_page *page)
{
	__u32 sequence, index, width;
	__u64 count;
	__s64 raw;

	do {
		sequence = page->lock;
		barrier();
		index = page->index;
		if (!page->cap_user_rdpmc || !index)
			return 0;
		width = page->pmc_width;
		count = page->offset;
		/* The counter has @width bits, the topmost one is its sign. */
		raw = rdpmc(index - 1) << (64 - width);
		count += raw >> (64 - width);
		barrier();
	} while (page->lock != sequence);
	return count;
}

static __u64 read_system(int fd)
{
	__u64 count;

	if (read(fd, &count, sizeof(count)) != sizeof(count))
		err(1, "read");
	return count;
}

int main(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	struct perf_event_mmap_page *page;
	__u64 before, between, after;
	volatile int i;
	int fd;

	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		err(errno == ENOENT || errno == EINVAL ? LACKING : 1, "perf_event_open");
	/* The first page alone: no ring. The mapping permits this process to use RDPMC. */
	page = mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		err(1, "mmap");
	if (!page->cap_user_rdpmc)
		errx(LACKING, "the kernel does not offer the counter (cap_user_rdpmc is 0)");

	for (i = 0; i < 200000; i++)
		;
	before = read_system(fd);
	between = read_user(page);
	after = read_system(fd);
	if (!between)
		errx(LACKING, "the event has no counter at present");
	printf("read(2) %llu, rdpmc %llu, read(2) %llu: %s\n", (unsigned long long)before,
	       (unsigned long long)between, (unsigned long long)after,
	       before < between && between < after ? "in order" : "out of order");
	return 0;
}
