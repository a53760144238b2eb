// SPDX-License-Identifier: GPL-2.0
/*
 * A flight recorder: the ring always holds the newest records, without a reader.
 *
 *	$ ./backward
 *	512 faults, the newest 170 are in the ring, newest first
 *
 * The ring is written from its end to its start and mapped read-only, so the kernel
 * overwrites the oldest records. A program reads it after it has paused the output.
 */
#include <err.h>
#include <linux/perf_event.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Layout of a sample with PERF_SAMPLE_IP | PERF_SAMPLE_ADDR. */
struct sample {
	struct perf_event_header header;
	__u64 ip;
	__u64 addr;
};

static void ring_copy(const struct perf_event_mmap_page *page, void *to, __u64 at,
		      size_t bytes)
{
	const char *data = (const char *)page + page->data_offset;
	__u64 offset = at & (page->data_size - 1);
	__u64 first = page->data_size - offset;

	if (first > bytes)
		first = bytes;
	memcpy(to, data + offset, first);
	memcpy((char *)to + first, data, bytes - first);
}

/*
 * Read from the newest record to the oldest one that is complete. @addr is the address of
 * the newest sample, and each older one is a byte lower. Returns the number of samples.
 */
static unsigned int read_backward(const struct perf_event_mmap_page *page, __u64 addr)
{
	__u64 head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	struct perf_event_header header;
	unsigned int samples = 0;
	struct sample sample;
	__u64 done;

	for (done = 0; done + sizeof(header) <= page->data_size; done += header.size) {
		ring_copy(page, &header, head + done, sizeof(header));
		/* Not written yet, or overwritten in part by the newest records. */
		if (!header.size || done + header.size > page->data_size)
			break;
		if (header.type != PERF_RECORD_SAMPLE)
			continue;
		ring_copy(page, &sample, head + done, sizeof(sample));
		if (sample.addr != addr - samples)
			errx(1, "sample %u is out of order", samples);
		samples++;
	}
	return samples;
}

int main(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_PAGE_FAULTS,
		.disabled = 1,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_ADDR,
		.write_backward = 1,
		.exclude_kernel = 1,
	};
	long size = sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *page;
	int fd, i, faults = size / 8;
	volatile char *memory;

	memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		err(1, "mmap");
	fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		err(1, "perf_event_open");
	/* Without PROT_WRITE: overwrite mode. One page of records. */
	page = mmap(NULL, 2 * size, PROT_READ, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		err(1, "mmap of the ring");

	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		err(1, "PERF_EVENT_IOC_ENABLE");
	/* Fault the same page in again and again, each time at the next byte. */
	for (i = 0; i < faults; i++) {
		if (madvise((void *)memory, size, MADV_DONTNEED))
			err(1, "madvise");
		memory[i] = 1;
	}
	/* Nothing writes to the ring while it is paused; the event itself goes on counting. */
	if (ioctl(fd, PERF_EVENT_IOC_PAUSE_OUTPUT, 1))
		err(1, "PERF_EVENT_IOC_PAUSE_OUTPUT");

	printf("%d faults, the newest %u are in the ring, newest first\n", faults,
	       read_backward(page, (uintptr_t)memory + faults - 1));
	return 0;
}
