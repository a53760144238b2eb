// SPDX-License-Identifier: GPL-2.0
/* Control groups that events are opened on. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "cgroup.h"
#include "event.h"

#define CGROUP_ROOT	"/sys/fs/cgroup"

static void cgroup_path(char *path, size_t size, unsigned int number, const char *file)
{
	snprintf(path, size, CGROUP_ROOT "/perf-bench-%u%s", number, file);
}

static void cgroup_move(pid_t pid, const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file || fprintf(file, "%d", pid) < 0 || fclose(file))
		bench_die(path);
}

/* Move process @pid into control group @number. */
void cgroup_enter(pid_t pid, unsigned int number)
{
	char path[64];

	cgroup_path(path, sizeof(path), number, "/cgroup.procs");
	cgroup_move(pid, path);
}

/* With a controller enabled in subtree_control, perf_event covers the child cgroups too. */
static void cgroups_pass_down(const char *controller)
{
	FILE *file = fopen(CGROUP_ROOT "/cgroup.subtree_control", "w");

	if (!file || fputs(controller, file) < 0 || fclose(file))
		bench_die("cgroup.subtree_control");
}

/* Make CGROUPS control groups. */
void cgroups_make(void)
{
	char path[64];
	unsigned int i;

	cgroups_pass_down("+cpu");
	for (i = 0; i < CGROUPS; i++) {
		cgroup_path(path, sizeof(path), i, "");
		if (mkdir(path, 0755) && errno != EEXIST)
			bench_die(path);
	}
}

/* Leave the control groups, in which there are no other processes any more, and remove them. */
void cgroups_remove(void)
{
	char path[64];
	unsigned int i;

	cgroup_move(getpid(), CGROUP_ROOT "/cgroup.procs");
	for (i = 0; i < CGROUPS; i++) {
		cgroup_path(path, sizeof(path), i, "");
		if (rmdir(path))
			bench_die(path);
	}
	cgroups_pass_down("-cpu");
}

/* Open CGROUP_EVENTS events on CPU 0 for each of the first @number control groups. */
void cgroups_watch(int *fds, unsigned int number)
{
	const struct perf_event_attr attr = event_software(PERF_COUNT_SW_PAGE_FAULTS);
	char path[64];
	unsigned int i;
	int folder;

	for (i = 0; i < number * CGROUP_EVENTS; i++) {
		cgroup_path(path, sizeof(path), i / CGROUP_EVENTS, "");
		folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (folder < 0)
			bench_die(path);
		fds[i] = event_open_cgroup(&attr, folder, 0);
		close(folder);
	}
}
