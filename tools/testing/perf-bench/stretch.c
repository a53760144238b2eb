// SPDX-License-Identifier: GPL-2.0
/*
 * The longest time with interrupts off during an operation on many events, in microseconds of a
 * clock that follows the instructions, of which a microsecond has a thousand:
 *
 * stretch-none-N:    a pause, in which timers interrupt: no row can be below it.
 * stretch-OPERATION-N: N events on the calling task, in groups of ten: open, prctl() that enables
 *                    and disables all, the same by ioctl() on each leader, read of each group, a
 *                    switch to another process and back, fork() with inheritance of a child that
 *                    ends, the end and execve() of one that has been started before, close.
 * stretch-cgroups-OPERATION-N: four events on each of N control groups: open, switch between two
 *                    of them, close.
 *
 * STRETCH_MOST in the environment is the most events.
 *
 * The kernel's tracer "irqsoff" measures (Documentation/trace/ftrace.rst), without its list of
 * functions, whose own time would be most of it. The kernel needs CONFIG_IRQSOFF_TRACER.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "cgroup.h"
#include "event.h"
#include "exec.h"
#include "switch.h"

#define TRACING		"/sys/kernel/tracing/"
#define LONGEST		TRACING "tracing_max_latency"
/*
 * The page allocator takes and returns pages many at a time with interrupts off. Short lists of a
 * CPU make that few, since these rows are not about the page allocator.
 */
#define PAGE_LISTS	"/proc/sys/vm/percpu_pagelist_high_fraction"
#define SHORT_LISTS	"1000000"
#define USUAL_LISTS	"0"
#define MEMBERS		10
#define EVENTS_MOST	10000
#define ROUND_TRIPS	50

/**
 * struct stretch - the events of a row
 * @attr:   of the events
 * @number: how many; a multiple of MEMBERS
 * @fds:    their descriptors; the leader of each group comes first
 */
struct stretch {
	struct perf_event_attr	attr;
	unsigned int		number;
	int			fds[EVENTS_MOST];
};

static void write_text(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	if (!file || fputs(text, file) < 0 || fclose(file))
		bench_die(path);
}

static void longest_reset(void)
{
	write_text(LONGEST, "0");
}

/* Print from where to where row @name's stretch is, as the trace has it. */
static void place_report(const char *name)
{
	FILE *file = fopen(TRACING "trace", "r");
	char line[256], *begin = NULL, *end = NULL;

	while (file && fgets(line, sizeof(line), file) && !(begin && end)) {
		if (sscanf(line, "#  => started at: %ms", &begin) != 1)
			sscanf(line, "#  => ended at:   %ms", &end);
	}
	if (begin && end)
		printf("PLACE %s %s %s\n", name, begin, end);
	free(begin);
	free(end);
	if (file)
		fclose(file);
}

/* Print row @what-@number: the longest stretch since longest_reset(). */
static void longest_report(const char *what, unsigned int number)
{
	FILE *file = fopen(LONGEST, "r");
	long long microseconds;
	char name[64];

	if (!file || fscanf(file, "%lld", &microseconds) != 1)
		bench_die(LONGEST);
	fclose(file);
	snprintf(name, sizeof(name), "stretch-%s-%u", what, number);
	bench_report(name, microseconds);
	place_report(name);
}

static void run(const char *what, void (*operation)(struct stretch *), struct stretch *stretch)
{
	longest_reset();
	operation(stretch);
	longest_report(what, stretch->number);
}

static void stretch_pause(struct stretch *stretch)
{
	const struct timespec pause = { .tv_nsec = 100 * 1000 * 1000 };

	nanosleep(&pause, NULL);
}

static void stretch_open(struct stretch *stretch)
{
	unsigned int i;

	for (i = 0; i < stretch->number; i++)
		stretch->fds[i] = event_open(&stretch->attr, i % MEMBERS ?
					     stretch->fds[i - i % MEMBERS] : -1);
}

static void stretch_close(struct stretch *stretch)
{
	event_close_many(stretch->fds, stretch->number);
	/* The kernel frees the events after a grace period. */
	stretch_pause(stretch);
}

static void stretch_prctl_enable(struct stretch *stretch)
{
	if (prctl(PR_TASK_PERF_EVENTS_ENABLE, 0, 0, 0, 0))
		bench_die("prctl enable");
}

static void stretch_prctl_disable(struct stretch *stretch)
{
	if (prctl(PR_TASK_PERF_EVENTS_DISABLE, 0, 0, 0, 0))
		bench_die("prctl disable");
}

static void leaders(const struct stretch *stretch, unsigned long request)
{
	unsigned int i;

	for (i = 0; i < stretch->number; i += MEMBERS) {
		if (ioctl(stretch->fds[i], request, PERF_IOC_FLAG_GROUP))
			bench_die("ioctl of a group");
	}
}

static void stretch_ioctl_enable(struct stretch *stretch)
{
	leaders(stretch, PERF_EVENT_IOC_ENABLE);
}

static void stretch_ioctl_disable(struct stretch *stretch)
{
	leaders(stretch, PERF_EVENT_IOC_DISABLE);
}

static void stretch_read(struct stretch *stretch)
{
	uint64_t values[1 + MEMBERS];
	unsigned int i;

	for (i = 0; i < stretch->number; i += MEMBERS) {
		if (read(stretch->fds[i], values, sizeof(values)) != sizeof(values))
			bench_die("read of a group");
	}
}

static void round_trips(struct partner *partner)
{
	unsigned int i;

	for (i = 0; i < ROUND_TRIPS; i++)
		partner_round_trip(partner);
}

static pid_t start(void)
{
	pid_t pid = fork();

	if (pid < 0)
		bench_die("fork");
	return pid;
}

static void end(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) != pid || status)
		bench_wrong("a child failed");
}

/* A child inherits all; @what is what it does then. */
static void report_child(const char *what, unsigned int number, void (*body)(int go))
{
	int go[2];
	char byte = 0;
	pid_t pid;

	if (pipe(go))
		bench_die("pipe");
	pid = start();
	if (!pid) {
		close(go[1]);
		body(go[0]);
		_exit(1);
	}
	close(go[0]);
	longest_reset();
	if (write(go[1], &byte, 1) != 1)
		bench_die("write to a child");
	end(pid);
	longest_report(what, number);
	close(go[1]);
}

static void body_exit(int go)
{
	char byte;

	_exit(read(go, &byte, 1) != 1);
}

static void body_exec(int go)
{
	char byte;

	if (read(go, &byte, 1) == 1)
		exec_to_end();
}

static void stretch_fork(struct stretch *stretch)
{
	pid_t pid = start();

	if (!pid)
		_exit(0);
	end(pid);
}

static void report_events(struct stretch *stretch)
{
	struct partner partner;

	run("none", stretch_pause, stretch);
	stretch->attr.inherit = 0;
	stretch->attr.read_format = PERF_FORMAT_GROUP;
	run("open", stretch_open, stretch);
	run("prctl-disable", stretch_prctl_disable, stretch);
	run("prctl-enable", stretch_prctl_enable, stretch);
	run("ioctl-disable", stretch_ioctl_disable, stretch);
	run("ioctl-enable", stretch_ioctl_enable, stretch);
	run("read", stretch_read, stretch);
	partner = partner_start();
	longest_reset();
	round_trips(&partner);
	longest_report("switch", stretch->number);
	partner_stop(&partner);
	run("close", stretch_close, stretch);

	stretch->attr.inherit = 1;
	stretch->attr.read_format = 0;
	stretch_open(stretch);
	run("fork", stretch_fork, stretch);
	report_child("exit", stretch->number, body_exit);
	report_child("exec", stretch->number, body_exec);
	stretch_close(stretch);
}

static void report_cgroups(struct stretch *stretch, unsigned int number)
{
	struct partner partner;

	stretch->number = number * CGROUP_EVENTS;
	longest_reset();
	cgroups_watch(stretch->fds, number);
	longest_report("cgroups-open", number);
	partner = partner_start();
	cgroup_enter(partner.pid, 1);
	longest_reset();
	round_trips(&partner);
	longest_report("cgroups-switch", number);
	partner_stop(&partner);
	longest_reset();
	stretch_close(stretch);
	longest_report("cgroups-close", number);
}

void bench_stretch(void)
{
	static const unsigned int sizes[] = { 100, 1000, EVENTS_MOST };
	const char *most = getenv("STRETCH_MOST");
	static struct stretch stretch;
	size_t i;

	write_text(TRACING "current_tracer", "irqsoff");
	write_text(TRACING "trace_options", "nofunction-trace");
	write_text(PAGE_LISTS, SHORT_LISTS);
	event_allow_files(EVENTS_MOST);
	stretch.attr = event_software(PERF_COUNT_SW_ALIGNMENT_FAULTS);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		stretch.number = sizes[i];
		if (!most || stretch.number <= strtoul(most, NULL, 10))
			report_events(&stretch);
	}
	cgroups_make();
	cgroup_enter(getpid(), 0);
	report_cgroups(&stretch, 2);
	report_cgroups(&stretch, CGROUPS);
	cgroups_remove();
	write_text(TRACING "current_tracer", "nop");
	write_text(PAGE_LISTS, USUAL_LISTS);
}
