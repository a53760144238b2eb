// SPDX-License-Identifier: GPL-2.0
/*
 * Helpers shared by the perf_events selftests; described in perf_test.h.
 */
#include "perf_test.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/hw_breakpoint.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- opening events ---- */

void perf_attr_init(struct perf_event_attr *attr, __u32 type, __u64 config)
{
	memset(attr, 0, sizeof(*attr));
	attr->size = sizeof(*attr);
	attr->type = type;
	attr->config = config;
	attr->disabled = 1;
}

struct perf_event_attr perf_attr_software(__u64 config)
{
	struct perf_event_attr attr;

	perf_attr_init(&attr, PERF_TYPE_SOFTWARE, config);
	return attr;
}

int perf_open(const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
	      unsigned long flags)
{
	return syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags);
}

int perf_open_self(const struct perf_event_attr *attr)
{
	return perf_open(attr, 0, -1, -1, 0);
}

int perf_try(const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
	     unsigned long flags)
{
	int fd = perf_open(attr, pid, cpu, group_fd, flags);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

int perf_try_self(const struct perf_event_attr *attr)
{
	return perf_try(attr, 0, -1, -1, 0);
}

int perf_ioctl(int fd, unsigned long request, unsigned long arg)
{
	return ioctl(fd, request, arg) < 0 ? errno : 0;
}

__u64 perf_count(int fd)
{
	__u64 values[5];

	if (read(fd, values, sizeof(values)) < (ssize_t)sizeof(values[0]))
		return UINT64_MAX;
	return values[0];
}

__u64 perf_event_id(int fd)
{
	__u64 id = 0;

	return ioctl(fd, PERF_EVENT_IOC_ID, &id) ? 0 : id;
}

static int perf_number_in_file(const char *path)
{
	char text[32], *end;
	long number;

	if (perf_file_read(path, text, sizeof(text)))
		return -1;
	number = strtol(text, &end, 10);
	return end == text || *end ? -1 : number;
}

int perf_pmu_type(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", name);
	return perf_number_in_file(path);
}

int perf_tracepoint_id(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "/sys/kernel/tracing/events/%s/id", name);
	return perf_number_in_file(path);
}

bool perf_on_um(void)
{
	static int known = -1;
	FILE *info;
	char line[256];

	if (known >= 0)
		return known;
	known = 0;
	info = fopen("/proc/cpuinfo", "r");
	while (info && !known && fgets(line, sizeof(line), info))
		known = !!strstr(line, "User Mode Linux");
	if (info)
		fclose(info);
	return known;
}

bool perf_no_breakpoints(int error)
{
	return error == ENOENT || error == ENODEV || error == EOPNOTSUPP;
}

bool perf_breakpoints_ignored(void)
{
	static __u32 watched;
	struct perf_event_attr attr;
	__u64 count;
	int fd;

	if (!PERF_BP_MAY_BE_IGNORED)
		return false;
	perf_attr_init(&attr, PERF_TYPE_BREAKPOINT, 0);
	attr.bp_type = HW_BREAKPOINT_W;
	attr.bp_addr = (unsigned long)&watched;
	attr.bp_len = HW_BREAKPOINT_LEN_4;
	attr.disabled = 0;
	fd = perf_open_self(&attr);
	if (fd < 0)
		return false;
	__atomic_store_n(&watched, 1, __ATOMIC_RELAXED);
	count = perf_count(fd);
	close(fd);
	return !count;
}

/* ---- workloads ---- */

int perf_pages_map(struct perf_pages *pages, size_t count)
{
	size_t page_size = sysconf(_SC_PAGESIZE);
	void *base;

	memset(pages, 0, sizeof(*pages));
	base = mmap(NULL, count * page_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
		    -1, 0);
	if (base == MAP_FAILED)
		return errno;
	/* madvise() fails with EINVAL on a kernel without huge pages, which is no error */
	madvise(base, count * page_size, MADV_NOHUGEPAGE);
	pages->base = base;
	pages->count = count;
	pages->page_size = page_size;
	return 0;
}

void perf_pages_touch(const struct perf_pages *pages, size_t first, size_t count)
{
	unsigned char *at = pages->base + first * pages->page_size;

	for (; count; count--, at += pages->page_size)
		__atomic_store_n(at, 1, __ATOMIC_RELAXED);
}

void perf_pages_drop(const struct perf_pages *pages)
{
	madvise(pages->base, pages->count * pages->page_size, MADV_DONTNEED);
}

void perf_pages_unmap(struct perf_pages *pages)
{
	if (pages->base)
		munmap(pages->base, pages->count * pages->page_size);
	pages->base = NULL;
}

void perf_spin(unsigned long loops)
{
	while (loops--)
		__asm__ volatile("" : : : "memory");
}

static __u64 perf_thread_cpu_time(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

void perf_burn_cpu(__u64 ns)
{
	__u64 end = perf_thread_cpu_time() + ns;

	while (perf_thread_cpu_time() < end)
		perf_spin(1000);
}

static void perf_echo(int in, int out)
{
	char byte;

	while (read(in, &byte, 1) == 1 && write(out, &byte, 1) == 1)
		;
}

int perf_ping_pong(unsigned int rounds)
{
	int there[2], back[2], error = 0;
	char byte = 0;
	pid_t pid;

	if (pipe2(there, O_CLOEXEC))
		return errno;
	if (pipe2(back, O_CLOEXEC)) {
		error = errno;
		goto close_there;
	}
	pid = fork();
	if (pid < 0) {
		error = errno;
		goto close_back;
	}
	if (!pid) {
		close(there[1]);
		close(back[0]);
		perf_echo(there[0], back[1]);
		_exit(0);
	}
	for (; rounds && !error; rounds--)
		if (write(there[1], &byte, 1) != 1 || read(back[0], &byte, 1) != 1)
			error = EPIPE;
	/* Closing the pipe ends the child: its read() returns 0 */
	close(there[1]);
	there[1] = -1;
	waitpid(pid, NULL, 0);
close_back:
	close(back[0]);
	close(back[1]);
close_there:
	close(there[0]);
	if (there[1] >= 0)
		close(there[1]);
	return error;
}

long perf_switches(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_THREAD, &usage) ? -1 : usage.ru_nvcsw + usage.ru_nivcsw;
}

int perf_pin_cpu(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) ? errno : 0;
}

int perf_cpu_count(int *cpus, int max)
{
	int cpu, count = 0;
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		return 0;
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &set))
			continue;
		if (cpus && count < max)
			cpus[count] = cpu;
		count++;
	}
	return count;
}

/* ---- children and privilege ---- */

int perf_child_start(struct perf_child *child, int (*run)(void *argument), void *argument)
{
	int ends[2];
	char byte;
	pid_t pid;

	child->pid = 0;
	if (pipe2(ends, O_CLOEXEC))
		return errno;
	pid = fork();
	if (pid < 0) {
		int error = errno;

		close(ends[0]);
		close(ends[1]);
		return error;
	}
	if (!pid) {
		close(ends[1]);
		/* read() returns 0 when the parent has died */
		if (read(ends[0], &byte, 1) != 1)
			_exit(255);
		_exit(run(argument));
	}
	close(ends[0]);
	child->pid = pid;
	child->go = ends[1];
	return 0;
}

void perf_child_go(struct perf_child *child)
{
	ssize_t written;

	if (!child->pid || child->go < 0)
		return;
	written = write(child->go, "", 1);
	(void)written;	/* perf_child_wait() shows a child that is gone */
	close(child->go);
	child->go = -1;
}

static int perf_reap(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

int perf_child_wait(struct perf_child *child)
{
	int status;

	if (!child->pid)
		return -1;
	perf_child_go(child);
	status = perf_reap(child->pid);
	child->pid = 0;
	return status;
}

void perf_child_kill(struct perf_child *child)
{
	if (!child->pid)
		return;
	if (child->go >= 0)
		close(child->go);
	kill(child->pid, SIGKILL);
	perf_reap(child->pid);
	child->pid = 0;
}

int perf_drop_privilege(void)
{
	if (setgroups(0, NULL) ||
	    setresgid(PERF_TEST_UID, PERF_TEST_UID, PERF_TEST_UID) ||
	    setresuid(PERF_TEST_UID, PERF_TEST_UID, PERF_TEST_UID) ||
	    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))
		return errno;
	return 0;
}

int perf_drop_all_but(unsigned int capability)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[2] = {};

	data[capability / 32].effective = 1U << capability % 32;
	data[capability / 32].permitted = 1U << capability % 32;
	if (prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) || perf_drop_privilege() ||
	    syscall(SYS_capset, &header, data) || prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))
		return errno;
	return 0;
}

int perf_call_as_user(int (*run)(void *argument), void *argument)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return -1;
	if (!pid) {
		if (perf_drop_privilege())
			kill(getpid(), SIGABRT);
		_exit(run(argument));
	}
	status = perf_reap(pid);
	return status == 256 + SIGABRT ? -1 : status;
}

struct perf_try_arguments {
	const struct perf_event_attr *attr;
	pid_t pid;
	int cpu;
	int group_fd;
	unsigned long flags;
};

static int perf_try_run(void *argument)
{
	const struct perf_try_arguments *a = argument;

	return perf_try(a->attr, a->pid, a->cpu, a->group_fd, a->flags);
}

int perf_try_as_user(const struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
		     unsigned long flags)
{
	struct perf_try_arguments arguments = {
		.attr = attr,
		.pid = pid,
		.cpu = cpu,
		.group_fd = group_fd,
		.flags = flags,
	};
	int error = perf_call_as_user(perf_try_run, &arguments);

	return error > 255 ? -1 : error;
}

/* ---- control groups ---- */

int perf_cgroup_create(const char *name)
{
	static const char control[] = PERF_CGROUP_ROOT "/cgroup.subtree_control";
	static const char * const controllers[] = { "cpu", "cpuset", "pids", "memory", NULL };
	char path[256], word[16], before[256];
	size_t i;

	if (perf_file_read(control, before, sizeof(before)))
		return -1;
	/* Nothing to do if cgroup.subtree_control names a controller already */
	for (i = 0; !before[0] && controllers[i]; i++) {
		snprintf(word, sizeof(word), "+%s", controllers[i]);
		if (perf_file_write(control, word))
			continue;
		word[0] = '-';
		perf_file_write(control, word);
		break;
	}
	snprintf(path, sizeof(path), PERF_CGROUP_ROOT "/%s", name);
	if (mkdir(path, 0755) && errno != EEXIST)
		return -1;
	return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

void perf_cgroup_remove(const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), PERF_CGROUP_ROOT "/%s", name);
	rmdir(path);
}

/* ---- sysctls and small files ---- */

int perf_file_read(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got;
	int error;

	if (fd < 0)
		return errno;
	got = read(fd, text, size - 1);
	error = got < 0 ? errno : 0;
	close(fd);
	if (error)
		return error;
	text[got] = 0;
	if (got && text[got - 1] == '\n')
		text[got - 1] = 0;
	return 0;
}

int perf_file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int error;

	if (fd < 0)
		return errno;
	error = write(fd, text, strlen(text)) < 0 ? errno : 0;
	close(fd);
	return error;
}

int perf_sysctl_get(const char *name, long *value)
{
	char path[128], text[32], *end;
	int error;

	snprintf(path, sizeof(path), "/proc/sys/kernel/%s", name);
	error = perf_file_read(path, text, sizeof(text));
	if (error)
		return error;
	*value = strtol(text, &end, 10);
	return end == text || *end ? EBADMSG : 0;
}

int perf_sysctl_set(const char *name, long value)
{
	char path[128], text[32];

	snprintf(path, sizeof(path), "/proc/sys/kernel/%s", name);
	snprintf(text, sizeof(text), "%ld", value);
	return perf_file_write(path, text);
}

/*
 * perf_cpu_time_max_percent precedes perf_event_max_sample_rate: writing the percentage changes
 * the rate, and the rate cannot be written while the limiter is off.
 */
static const struct {
	const char *name;
	size_t offset;
} perf_sysctl_table[] = {
	{ "perf_event_paranoid", offsetof(struct perf_sysctls, paranoid) },
	{ "perf_event_mlock_kb", offsetof(struct perf_sysctls, mlock_kb) },
	{ "perf_cpu_time_max_percent", offsetof(struct perf_sysctls, cpu_time_max_percent) },
	{ "perf_event_max_sample_rate", offsetof(struct perf_sysctls, max_sample_rate) },
	{ "perf_event_max_stack", offsetof(struct perf_sysctls, max_stack) },
	{ "perf_event_max_contexts_per_stack", offsetof(struct perf_sysctls, max_contexts) },
	{}
};

int perf_sysctls_save(struct perf_sysctls *saved)
{
	size_t i;

	for (i = 0; perf_sysctl_table[i].name; i++) {
		long *value = (void *)((char *)saved + perf_sysctl_table[i].offset);
		int error = perf_sysctl_get(perf_sysctl_table[i].name, value);

		if (error)
			return error;
	}
	return 0;
}

int perf_sysctls_restore(const struct perf_sysctls *saved)
{
	int error = 0;
	size_t i;

	for (i = 0; perf_sysctl_table[i].name; i++) {
		const long *value = (const void *)((const char *)saved +
						   perf_sysctl_table[i].offset);
		long now;
		int result;

		/* Writing a depth fails (EBUSY) while call chains are in use: skip equal values */
		if (!perf_sysctl_get(perf_sysctl_table[i].name, &now) && now == *value)
			continue;
		result = perf_sysctl_set(perf_sysctl_table[i].name, *value);
		if (result)
			error = result;
	}
	return error;
}

int perf_prefault(void)
{
	/* @frames exceeds the frames of any test, so that the stack need not grow later */
	char frames[256 * 1024];
	size_t i;

	for (i = 0; i < sizeof(frames); i += 1024)
		__atomic_store_n(&frames[i], 0, __ATOMIC_RELAXED);
	/* mlockall() populates the pages; munlockall() leaves them mapped */
	if (mlockall(MCL_CURRENT) || munlockall())
		return errno;
	return 0;
}

void perf_ring_prefault(struct perf_ring *ring)
{
	const unsigned char *at = (const unsigned char *)ring->page;
	size_t page_size = sysconf(_SC_PAGESIZE);
	size_t i;

	for (i = 0; i < ring->map_size; i += page_size)
		(void)__atomic_load_n(&at[i], __ATOMIC_RELAXED);
	/* The first write to the user page is another fault */
	if (ring->publish)
		ring->page->data_tail = ring->position;
}

int perf_ring_open(struct perf_ring *ring, int fd, unsigned int pages, int prot)
{
	int error = perf_ring_map(ring, fd, pages, prot);

	if (!error)
		perf_ring_prefault(ring);
	return error;
}
