// SPDX-License-Identifier: GPL-2.0
/*
 * Sample a child process: read the records from the ring while the child runs.
 *
 *	$ ./ring
 *	64 samples in order, 5 others, 0 lost
 *
 * The child touches 64 pages, one after the other. Each page fault is a sample
 * with the address that faulted. The others are of the child's code and stack.
 */
#include <err.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGES		64
#define RING_PAGES	4	/* a power of two */

struct ring {
	struct perf_event_mmap_page *page;
	const char *data;
};

/* Layout of a sample with the sample_type of open_ring(). */
struct sample {
	struct perf_event_header header;
	__u64 ip;
	__u32 pid, tid;
	__u64 time;
	__u64 addr;
};

struct lost {
	struct perf_event_header header;
	__u64 id;
	__u64 lost;
};

static char *memory;
static long size;
static unsigned int in_order, others;
static __u64 lost;

static int open_ring(pid_t pid, struct ring *ring)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
			       PERF_SAMPLE_ADDR,
		.wakeup_events = 8,	/* poll() returns after eight samples */
		.exclude_kernel = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		err(1, "perf_event_open");
	/* PROT_WRITE: the reader stores data_tail, so the kernel keeps unread records. */
	ring->page = mmap(NULL, (1 + RING_PAGES) * size, PROT_READ | PROT_WRITE, MAP_SHARED,
			  fd, 0);
	if (ring->page == MAP_FAILED)
		err(1, "mmap of the ring");
	ring->data = (const char *)ring->page + ring->page->data_offset;
	return fd;
}

/* Copy @bytes from position @at of the ring; they may continue at its start. */
static void ring_copy(const struct ring *ring, void *to, __u64 at, size_t bytes)
{
	__u64 offset = at & (ring->page->data_size - 1);
	__u64 first = ring->page->data_size - offset;

	if (first > bytes)
		first = bytes;
	memcpy(to, ring->data + offset, first);
	memcpy((char *)to + first, ring->data, bytes - first);
}

static void handle(const struct ring *ring, __u64 at, const struct perf_event_header *header)
{
	struct sample sample;
	struct lost record;

	if (header->type == PERF_RECORD_SAMPLE) {
		ring_copy(ring, &sample, at, sizeof(sample));
		if (sample.addr == (uintptr_t)memory + in_order * size)
			in_order++;
		else
			others++;
	} else if (header->type == PERF_RECORD_LOST) {
		ring_copy(ring, &record, at, sizeof(record));
		lost += record.lost;
	}
}

/* Handle all records between data_tail and data_head, then give their room back. */
static void ring_drain(const struct ring *ring)
{
	/* Acquire: the records are read after data_head. */
	__u64 head = __atomic_load_n(&ring->page->data_head, __ATOMIC_ACQUIRE);
	__u64 tail = ring->page->data_tail;
	struct perf_event_header header;

	while (tail != head) {
		ring_copy(ring, &header, tail, sizeof(header));
		handle(ring, tail, &header);
		tail += header.size;
	}
	/* Release: the kernel may overwrite the records after this store. */
	__atomic_store_n(&ring->page->data_tail, tail, __ATOMIC_RELEASE);
}

static void child(int start)
{
	char byte;
	int i;

	if (read(start, &byte, 1) != 1)
		err(1, "read of the pipe");
	for (i = 0; i < PAGES; i++)
		((volatile char *)memory)[i * size] = 1;
	_exit(0);
}

int main(void)
{
	int start[2], status, fd;
	struct pollfd poll_fd;
	struct ring ring;
	pid_t pid;

	size = sysconf(_SC_PAGESIZE);
	/* Shared memory: it has small pages everywhere. */
	memory = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		      -1, 0);
	if (memory == MAP_FAILED || pipe(start))
		err(1, "cannot prepare the child");
	pid = fork();
	if (pid < 0)
		err(1, "fork");
	if (!pid)
		child(start[0]);

	fd = open_ring(pid, &ring);
	if (write(start[1], "", 1) != 1)
		err(1, "write to the pipe");

	/* POLLIN: wakeup_events samples have come. POLLHUP: the child has ended. */
	poll_fd = (struct pollfd){ .fd = fd, .events = POLLIN };
	do {
		if (poll(&poll_fd, 1, -1) < 0 && errno != EINTR)
			err(1, "poll");
		ring_drain(&ring);
	} while (!(poll_fd.revents & POLLHUP));

	if (waitpid(pid, &status, 0) != pid || status)
		errx(1, "the child failed");
	printf("%u samples in order, %u others, %llu lost\n", in_order, others,
	       (unsigned long long)lost);
	return 0;
}
