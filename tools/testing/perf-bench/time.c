// SPDX-License-Identifier: GPL-2.0
/*
 * Times on a guest with two CPUs and without -icount, in nanoseconds; they depend on the host:
 *
 * time-switch-N: a round trip to another process and back, both on one CPU, each with N events.
 * time-fork-N:   fork(), _exit() and waitpid(), with N inherited events.
 * time-switch-sampled, time-fork-sampled: the same without events of their own, while each CPU is
 *                sampled, with records about tasks and mappings.
 */
#include <sched.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"
#include "switch.h"

#define EVENTS_MAX	256
#define ROUND_TRIPS	10000
#define FORKS		300
#define CPUS		2
#define FREQUENCY	4000
#define RING_PAGES	64

static uint64_t nanoseconds(void)
{
	struct timespec now;

	if (clock_gettime(CLOCK_MONOTONIC, &now))
		bench_die("clock_gettime");
	return now.tv_sec * 1000000000ULL + now.tv_nsec;
}

static int64_t switch_time(void)
{
	struct partner partner = partner_start();
	uint64_t start = nanoseconds(), end;
	unsigned int i;

	for (i = 0; i < ROUND_TRIPS; i++)
		partner_round_trip(&partner);
	end = nanoseconds();
	partner_stop(&partner);
	return (end - start) / ROUND_TRIPS;
}

static int64_t fork_time(void)
{
	uint64_t start = nanoseconds();
	unsigned int i;
	pid_t pid;

	for (i = 0; i < FORKS; i++) {
		pid = fork();
		if (pid < 0)
			bench_die("fork");
		if (!pid)
			_exit(0);
		if (waitpid(pid, NULL, 0) != pid)
			bench_die("waitpid");
	}
	return (nanoseconds() - start) / FORKS;
}

static void report(const char *suffix)
{
	char name[32];

	snprintf(name, sizeof(name), "time-switch-%s", suffix);
	bench_report(name, switch_time());
	snprintf(name, sizeof(name), "time-fork-%s", suffix);
	bench_report(name, fork_time());
}

static void report_events(unsigned int events)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	static int fds[EVENTS_MAX];
	char suffix[16];

	attr.inherit = 1;
	event_open_many(&attr, fds, events);
	snprintf(suffix, sizeof(suffix), "%u", events);
	report(suffix);
	event_close_many(fds, events);
}

/* Sample @cpu into a ring that nobody reads, and whose old records are overwritten. */
static struct perf_event_mmap_page *sample_cpu(int cpu)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_CPU_CLOCK);
	void *page;
	int fd;

	attr.freq = 1;
	attr.sample_freq = FREQUENCY;
	attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			   PERF_SAMPLE_PERIOD;
	attr.task = 1;
	attr.comm = 1;
	attr.mmap = 1;
	fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		bench_die("perf_event_open for a CPU");
	page = mmap(NULL, (RING_PAGES + 1) * sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, fd, 0);
	if (page == MAP_FAILED)
		bench_die("mmap of a ring");
	return page;
}

/* Nothing closes these events but the end of the family's process. */
static void report_sampled(void)
{
	const struct perf_event_mmap_page *pages[CPUS];
	int cpu;

	for (cpu = 0; cpu < CPUS; cpu++)
		pages[cpu] = sample_cpu(cpu);
	report("sampled");
	for (cpu = 0; cpu < CPUS; cpu++) {
		if (!__atomic_load_n(&pages[cpu]->data_head, __ATOMIC_ACQUIRE))
			bench_wrong("a CPU without a sample");
	}
}

void bench_time(void)
{
	static const unsigned int numbers[] = { 0, 1, 16, EVENTS_MAX };
	cpu_set_t one;
	size_t i;

	CPU_ZERO(&one);
	CPU_SET(1, &one);
	if (sched_setaffinity(0, sizeof(one), &one))
		bench_die("sched_setaffinity");
	for (i = 0; i < ARRAY_SIZE(numbers); i++)
		report_events(numbers[i]);
	report_sampled();
}
