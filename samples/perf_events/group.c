// SPDX-License-Identifier: GPL-2.0
/*
 * Count several events over the same time, as a group, and scale the counts.
 *
 *	$ ./group
 *	page-faults                16  100 %
 *	instructions          4000123  100 %
 *	cycles                1201003  100 %
 *
 * An event that this machine cannot count is reported and left out.
 */
#include <err.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGES		16
#define ADDITIONS	1000000
#define EVENTS		3

static struct {
	const char *name;
	__u32 type;
	__u64 config;
	__u64 id;		/* 0: the event is not open */
} events[EVENTS] = {
	{ "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0 },
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 0 },
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 0 },
};

/* Layout of read(2) for the read_format below; values[] has nr entries. */
struct reading {
	__u64 nr;
	__u64 enabled;
	__u64 running;
	struct {
		__u64 value;
		__u64 id;
	} values[EVENTS];
};

static int open_event(__u32 type, __u64 config, int leader)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = type,
		.config = config,
		/* The leader's state decides whether the group counts. */
		.disabled = leader == -1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID |
			       PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
	};

	return syscall(SYS_perf_event_open, &attr, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

/* Open the group; returns the leader. The siblings stay open until the program ends. */
static int open_group(void)
{
	int leader = -1, fd, i;

	for (i = 0; i < EVENTS; i++) {
		fd = open_event(events[i].type, events[i].config, leader);
		if (fd < 0 && leader == -1)
			err(1, "perf_event_open");
		if (fd < 0) {
			printf("%-14s not counted here: %s\n", events[i].name, strerror(errno));
			continue;
		}
		if (ioctl(fd, PERF_EVENT_IOC_ID, &events[i].id))
			err(1, "PERF_EVENT_IOC_ID");
		if (leader == -1)
			leader = fd;
	}
	return leader;
}

static void work(volatile char *memory, long size)
{
	volatile unsigned int sum = 0;
	unsigned int i;

	for (i = 0; i < PAGES; i++)
		memory[i * size] = 1;
	for (i = 0; i < ADDITIONS; i++)
		sum += i;
}

static void print_event(const char *name, __u64 value, const struct reading *reading)
{
	double share = reading->enabled ? (double)reading->running / reading->enabled : 0;

	if (!reading->running)
		printf("%-14s never ran\n", name);
	else
		printf("%-14s %12.0f  %3.0f %%\n", name, value / share, 100 * share);
}

int main(void)
{
	long size = sysconf(_SC_PAGESIZE);
	struct reading reading;
	__u64 i, j;
	char *memory;
	int leader;

	memory = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		      -1, 0);
	if (memory == MAP_FAILED)
		err(1, "mmap");
	leader = open_group();

	if (ioctl(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP))
		err(1, "PERF_EVENT_IOC_ENABLE");
	work(memory, size);
	if (ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP))
		err(1, "PERF_EVENT_IOC_DISABLE");

	/* One read() returns the whole group, with counts of the same moment. */
	if (read(leader, &reading, sizeof(reading)) < 0)
		err(1, "read");
	for (i = 0; i < reading.nr; i++) {
		for (j = 0; j < EVENTS; j++) {
			if (events[j].id == reading.values[i].id)
				print_event(events[j].name, reading.values[i].value, &reading);
		}
	}
	return 0;
}
