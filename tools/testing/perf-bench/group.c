// SPDX-License-Identifier: GPL-2.0
/*
 * Costs of one group of N page-fault events, for each member:
 *
 * group-join-N:    perf_event_open() of all members.
 * group-close-N:   close() of all, the leader first, as exit() closes descriptors.
 * group-leave-N:   close() of all, the leader last.
 * group-enable-N:  ioctl() of the leader that enables all; group-disable-N: the opposite.
 * group-read-N:    read() of the leader that returns the counts of all.
 */
#include <time.h>
#include <unistd.h>

#include "bench.h"
#include "event.h"

#define ROUNDS		6

struct group {
	unsigned int	members;
	int		fds[BENCH_SIZE_MAX];
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

	for (i = 0; i < group->members; i++) {
		attr.read_format = i ? 0 : PERF_FORMAT_GROUP;
		group->fds[i] = event_open(&attr, i ? group->fds[0] : -1);
	}
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

static void group_read(void *data)
{
	static uint64_t result[1 + BENCH_SIZE_MAX];
	struct group *group = data;
	ssize_t bytes = (1 + group->members) * sizeof(*result);

	if (read(group->fds[0], result, bytes) != bytes)
		bench_die("read of a group");
	if (result[0] != group->members)
		bench_wrong("a group without all its members");
}

static void report(const char *what, const struct group *group, const struct bench_step *step)
{
	bench_report_each(what, group->members, bench_cost(step));
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
	const struct bench_step read = {
		.step = group_read, .data = group, .rounds = ROUNDS,
	};

	report("group-join", group, &join);
	report("group-close", group, &close);
	report("group-leave", group, &leave);
	group_open(group);
	report("group-read", group, &read);
	report("group-enable", group, &enable);
	report("group-disable", group, &disable);
	group_close(group);
}

void bench_group(void)
{
	static const unsigned int sizes[] = BENCH_SIZES;
	static struct group group;
	size_t i;

	event_allow_files(BENCH_SIZE_MAX);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		group.members = sizes[i];
		report_group(&group);
	}
}
