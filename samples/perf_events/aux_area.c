// SPDX-License-Identifier: GPL-2.0
/*
 * Record what a PMU traces into its AUX area, while a command runs.
 *
 *	$ ./aux_area intel_pt trace.out true
 *	18720 bytes of trace in 2 records
 *
 * The name is that of a directory below /sys/bus/event_source/devices.
 * Exit status 4: there is no such PMU, or it does not trace.
 */
#include <err.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define LACKING		4
#define RING_PAGES	8	/* powers of two */
#define AUX_PAGES	64

struct aux_record {
	struct perf_event_header header;
	__u64 offset;
	__u64 size;
	__u64 flags;
};

static struct perf_event_mmap_page *page;
static const char *data, *trace;
static unsigned long long bytes, records, truncated;

/* PERF_TYPE_* has no number for a PMU of a driver: the kernel gives it one at boot. */
static __u32 pmu_type(const char *name)
{
	unsigned int type;
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", name);
	file = fopen(path, "r");
	if (!file)
		err(LACKING, "%s", path);
	if (fscanf(file, "%u", &type) != 1)
		errx(1, "%s: not a number", path);
	fclose(file);
	return type;
}

static int open_trace(__u32 type, pid_t pid)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = type,
		.disabled = 1,
		.enable_on_exec = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, pid, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0)
		err(1, "perf_event_open");
	return fd;
}

static void map_trace(int fd)
{
	size_t size = sysconf(_SC_PAGESIZE), aux_size = AUX_PAGES * size;

	page = mmap(NULL, (1 + RING_PAGES) * size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		err(1, "mmap of the ring");
	data = (const char *)page + page->data_offset;

	/* The position and the size of the AUX area are the program's choice. */
	page->aux_offset = page->data_offset + page->data_size;
	page->aux_size = aux_size;
	trace = mmap(NULL, aux_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, page->aux_offset);
	if (trace == MAP_FAILED)
		err(errno == EOPNOTSUPP ? LACKING : 1, "mmap of the AUX area");
}

static void ring_copy(void *to, __u64 at, size_t size)
{
	__u64 offset = at & (page->data_size - 1), first = page->data_size - offset;

	if (first > size)
		first = size;
	memcpy(to, data + offset, first);
	memcpy((char *)to + first, data, size - first);
}

/* Write the part of the trace that a record describes; it may wrap, as the ring does. */
static void save(const struct aux_record *aux, FILE *out)
{
	__u64 offset = aux->offset & (page->aux_size - 1);
	__u64 first = page->aux_size - offset;

	if (first > aux->size)
		first = aux->size;
	if (fwrite(trace + offset, 1, first, out) != first ||
	    fwrite(trace, 1, aux->size - first, out) != aux->size - first)
		err(1, "write of the trace");
	bytes += aux->size;
	records++;
	truncated += !!(aux->flags & PERF_AUX_FLAG_TRUNCATED);
	/* The driver may use this part of the area again. */
	__atomic_store_n(&page->aux_tail, aux->offset + aux->size, __ATOMIC_RELEASE);
}

static void drain(FILE *out)
{
	__u64 head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
	__u64 tail = page->data_tail;
	struct perf_event_header header;
	struct aux_record aux;

	while (tail != head) {
		ring_copy(&header, tail, sizeof(header));
		if (header.type == PERF_RECORD_AUX) {
			ring_copy(&aux, tail, sizeof(aux));
			save(&aux, out);
		}
		tail += header.size;
	}
	__atomic_store_n(&page->data_tail, tail, __ATOMIC_RELEASE);
}

/* Fork a child that executes @command when a byte arrives in @start. */
static pid_t start_command(char **command, int *start)
{
	pid_t pid;
	char byte;

	if (pipe(start))
		err(1, "pipe");
	pid = fork();
	if (pid < 0)
		err(1, "fork");
	if (!pid) {
		if (read(start[0], &byte, 1) != 1)
			_exit(1);
		execvp(command[0], command);
		err(127, "%s", command[0]);
	}
	return pid;
}

int main(int argc, char **argv)
{
	struct pollfd poll_fd = { .events = POLLIN };
	int start[2], status;
	__u32 type;
	FILE *out;
	pid_t pid;

	if (argc < 4)
		errx(1, "usage: aux_area PMU FILE COMMAND [ARGUMENT]...");
	type = pmu_type(argv[1]);
	out = fopen(argv[2], "w");
	if (!out)
		err(1, "%s", argv[2]);
	pid = start_command(argv + 3, start);
	poll_fd.fd = open_trace(type, pid);
	map_trace(poll_fd.fd);
	if (write(start[1], "", 1) != 1)
		err(1, "write to the pipe");

	do {
		if (poll(&poll_fd, 1, -1) < 0 && errno != EINTR)
			err(1, "poll");
		drain(out);
	} while (!(poll_fd.revents & POLLHUP));

	if (waitpid(pid, &status, 0) != pid || status)
		errx(1, "%s failed", argv[3]);
	if (fclose(out))
		err(1, "%s", argv[2]);
	printf("%llu bytes of trace in %llu records\n", bytes, records);
	if (truncated)
		printf("the area was full %llu times: part of the trace is missing\n", truncated);
	return 0;
}
