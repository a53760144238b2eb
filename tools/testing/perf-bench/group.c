// SPDX-License-Identifier: GPL-2.0
/*
 * Costs of one group of N page-fault events, for each member:
 *
 * group-join-N:    perf_event_open() of all members.
 * group-close-N:   close() of all, the leader first, as exit() closes descriptors.
 * group-leave-N:   close() of all, the leader last.
 * group-enable-N:  ioctl() of the leader that enables all; group-disable-N: the opposite.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define MEMBERS_MAX	1024
#define ROUNDS		6

struct group {
	unsigned int	members;
	int		fds[MEMBERS_MAX];
};

/* A grace period frees the memory of the round before. */
static void group_settle(void *data)
{
	const struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };

	nanosleep(&pause, NULL);
}

static void group_open(void *data)
{
	struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	struct group *group = data;
	unsigned int i;

	for (i = 0; i < group->members; i++)
		group->fds[i] = event_open(&attr, i ? group->fds[0] : -1);
}

static void group_close(void *data)
{
	struct group *group = data;
	unsigned int i;

	for (i = 0; i < group->members; i++)
		close(group->fds[i]);
}

static void group_leave(void *data)
{
	struct group *group = data;

	event_close_many(group->fds, group->members);
}

static void group_prepare(void *data)
{
	group_settle(data);
	group_open(data);
}

static void group_enable(void *data)
{
	struct group *group = data;

	event_ioctl(group->fds[0], PERF_EVENT_IOC_ENABLE);
}

static void group_disable(void *data)
{
	struct group *group = data;

	event_ioctl(group->fds[0], PERF_EVENT_IOC_DISABLE);
}

static void report(const char *what, const struct group *group, const struct bench_step *step)
{
	char name[32];

	snprintf(name, sizeof(name), "group-%s-%u", what, group->members);
	bench_report(name, bench_cost(step) / group->members);
}

static void report_group(struct group *group)
{
	const struct bench_step join = {
		.before = group_settle, .step = group_open, .after = group_close,
		.data = group, .rounds = ROUNDS,
	};
	const struct bench_step close = {
		.before = group_prepare, .step = group_close, .data = group, .rounds = ROUNDS,
	};
	const struct bench_step leave = {
		.before = group_prepare, .step = group_leave, .data = group, .rounds = ROUNDS,
	};
	const struct bench_step enable = {
		.before = group_disable, .step = group_enable, .data = group, .rounds = ROUNDS,
	};
	const struct bench_step disable = {
		.before = group_enable, .step = group_disable, .data = group, .rounds = ROUNDS,
	};

	report("join", group, &join);
	report("close", group, &close);
	report("leave", group, &leave);
	group_open(group);
	report("enable", group, &enable);
	report("disable", group, &disable);
	group_close(group);
}

void bench_group(void)
{
	static const unsigned int numbers[] = { 16, 64, 256, MEMBERS_MAX };
	const struct rlimit files = { .rlim_cur = 2 * MEMBERS_MAX, .rlim_max = 2 * MEMBERS_MAX };
	struct group group;
	size_t i;

	if (setrlimit(RLIMIT_NOFILE, &files))
		bench_die("setrlimit");
	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		group.members = numbers[i];
		report_group(&group);
	}
}
