// SPDX-License-Identifier: GPL-2.0
/*
 * switch-N: cost that N software counting events of a task add to a round trip to another process
 * and back: one switch away from the events, one back to them.
 *
 * switch-inherited-N: the same with inherited events in the other process.
 *
 * switch-tracepoint-N: the same for N events on one tracepoint.
 *
 * switch-timer: the same for one event that samples cpu-clock, whose period does not end meanwhile.
 *
 * switch-offcpu: cost that an event of the PMU "offcpu", if there is one, adds for a task that has
 * a software event; switch-offcpu-blocked, switch-offcpu-unsampled: one that divides the time by
 * its cause, and one that samples at the end of a period that never ends.
 *
 * switch-wakeup-elsewhere: cost that an event of a third process on sched_wakeup adds.
 *
 * switch-cgroups-N: cost that events on N cgroups, four on each, add to a round trip between
 * processes of two of them.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "cgroup.h"
#include "event.h"
#include "switch.h"

#define ROUNDS		300
#define EVENTS_MAX	64
#define NANOSECONDS	1000000000
#define PARTNERS	6

static void partner_echo(int from, int to)
{
	char byte;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(from, &byte, 1) == 1) {
		if (write(to, &byte, 1) != 1)
			break;
	}
	_exit(0);
}

/* Start a process; it inherits the events of the caller. */
struct partner partner_start(void)
{
	struct partner partner;
	int there[2], back[2];

	if (pipe(there) || pipe(back))
		bench_die("pipe");
	partner.pid = fork();
	if (partner.pid < 0)
		bench_die("fork");
	if (!partner.pid) {
		close(there[1]);
		close(back[0]);
		partner_echo(there[0], back[1]);
	}
	close(there[0]);
	close(back[1]);
	partner.to = there[1];
	partner.from = back[0];
	return partner;
}

void partner_stop(const struct partner *partner)
{
	close(partner->to);
	close(partner->from);
	waitpid(partner->pid, NULL, 0);
}

/* Send a byte to @data, a struct partner, and receive it again. */
void partner_round_trip(void *data)
{
	const struct partner *partner = data;
	char byte = 0;

	if (write(partner->to, &byte, 1) != 1 || read(partner->from, &byte, 1) != 1)
		bench_die("round trip");
}

static int64_t round_trip_cost(struct partner *partner)
{
	const struct bench_step step = {
		.step = partner_round_trip, .data = partner, .rounds = ROUNDS,
	};

	return bench_cost(&step);
}

/* Ticks of a round trip with @events events of @attr, not grouped. */
int64_t bench_round_trip_with(const struct perf_event_attr *attr, unsigned int events)
{
	struct partner partner;
	int fds[EVENTS_MAX];
	int64_t cost;

	event_open_many(attr, fds, events);
	partner = partner_start();
	cost = round_trip_cost(&partner);
	partner_stop(&partner);
	event_close_many(fds, events);
	return cost;
}

/* One row for each number of events: cost above @none. */
static void report_rows(const char *family, const struct perf_event_attr *attr, int64_t none)
{
	static const unsigned int numbers[] = { 1, 4, 16, EVENTS_MAX };
	char name[32];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		snprintf(name, sizeof(name), "%s-%u", family, numbers[i]);
		bench_report(name, bench_round_trip_with(attr, numbers[i]) - none);
	}
}

static int64_t cgroups_round_trip(void)
{
	struct partner partner = partner_start();
	int64_t cost;

	cgroup_enter(partner.pid, 1);
	cost = round_trip_cost(&partner);
	partner_stop(&partner);
	return cost;
}

/*
 * Ticks of a round trip between two cgroups, with events on the first @number cgroups. The
 * scheduler's share of a round trip differs from one partner to the next by more than the
 * events' share, so this is the least of several partners.
 */
static int64_t cgroups_cost(unsigned int number)
{
	static int fds[CGROUPS * CGROUP_EVENTS];
	int64_t cost, least = INT64_MAX;
	unsigned int i;

	cgroups_watch(fds, number);
	for (i = 0; i < PARTNERS; i++) {
		cost = cgroups_round_trip();
		if (cost < least)
			least = cost;
	}
	event_close_many(fds, number * CGROUP_EVENTS);
	return least;
}

static void report_cgroups(void)
{
	int64_t none;

	event_allow_files(CGROUPS * CGROUP_EVENTS);
	cgroups_make();
	cgroup_enter(getpid(), 0);
	/* The first rounds are slower: the scheduler has to settle on so many new cgroups. */
	cgroups_cost(CGROUPS);
	none = cgroups_cost(0);
	bench_report("switch-cgroups-2", cgroups_cost(2) - none);
	bench_report("switch-cgroups-200", cgroups_cost(CGROUPS) - none);
	cgroups_remove();
}

/* Ticks of a round trip with a software event, and with one of @attr unless it is NULL. */
static int64_t offcpu_cost(const struct perf_event_attr *attr)
{
	const struct perf_event_attr faults = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	int fd = event_open(&faults, -1);
	int64_t cost = attr ? bench_round_trip_with(attr, 1) : bench_round_trip_with(&faults, 0);

	close(fd);
	return cost;
}

static void report_offcpu(void)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	int64_t none;

	if (!event_pmu_type("offcpu", &attr.type))
		return;
	none = offcpu_cost(NULL);
	bench_report("switch-offcpu", offcpu_cost(&attr) - none);
	attr.config = 1;
	bench_report("switch-offcpu-blocked", offcpu_cost(&attr) - none);
	attr.sample_period = INT64_MAX;
	bench_report("switch-offcpu-unsampled", offcpu_cost(&attr) - none);
}

/* The event belongs to @idle, a process that only sleeps. */
static int64_t wakeup_elsewhere_cost(void)
{
	struct perf_event_attr attr = event_tracepoint("sched/sched_wakeup");
	struct partner partner;
	int64_t cost;
	pid_t idle;
	char byte;
	int ready[2];

	if (pipe(ready))
		bench_die("pipe");
	idle = fork();
	if (idle < 0)
		bench_die("fork");
	if (!idle) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		event_open(&attr, -1);
		if (write(ready[1], "", 1) != 1)
			bench_die("write");
		pause();
		_exit(1);
	}
	if (read(ready[0], &byte, 1) != 1)
		bench_die("read");
	partner = partner_start();
	cost = round_trip_cost(&partner);
	partner_stop(&partner);
	kill(idle, SIGKILL);
	waitpid(idle, NULL, 0);
	close(ready[0]);
	close(ready[1]);
	return cost;
}

void bench_switch(void)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	int64_t none = bench_round_trip_with(&attr, 0);

	bench_report("switch-none", none);
	report_rows("switch", &attr, none);
	attr.inherit = 1;
	report_rows("switch-inherited", &attr, none);
	attr = event_tracepoint("task/task_rename");
	report_rows("switch-tracepoint", &attr, none);
	attr = event_software(PERF_COUNT_SW_CPU_CLOCK);
	attr.sample_period = NANOSECONDS;
	bench_report("switch-timer", bench_round_trip_with(&attr, 1) - none);
	bench_report("switch-wakeup-elsewhere", wakeup_elsewhere_cost() - none);
	report_cgroups();
	report_offcpu();
}
