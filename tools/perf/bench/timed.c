// SPDX-License-Identifier: GPL-2.0
/*
 * timed RESULT PROGRAM [ARGUMENT...]: runs a program that has nothing to read and whose
 * output is thrown away, and writes to RESULT: its wait status, the CPU seconds of all
 * processes that it started, the seconds until it ended, and the KiB that it grew to.
 *
 * Small, so that neither its own start nor its own memory is taken for the program's.
 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double monotonic_seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

static double timeval_seconds(struct timeval time)
{
	return time.tv_sec + time.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
	posix_spawn_file_actions_t files;
	struct rusage usage, all;
	double start, wall;
	int err, status;
	FILE *result;
	pid_t pid;

	if (argc < 3)
		return 2;
	result = fopen(argv[1], "we");
	if (!result) {
		perror(argv[1]);
		return 2;
	}
	/* Processes that the program leaves running, such as a symbol server, count, too. */
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	start = monotonic_seconds();
	err = posix_spawnp(&pid, argv[2], &files, NULL, argv + 2, environ);
	if (err) {
		fprintf(stderr, "%s: %s\n", argv[2], strerror(err));
		return 2;
	}
	if (wait4(pid, &status, 0, &usage) < 0)
		return 2;
	wall = monotonic_seconds() - start;
	while (wait(NULL) > 0 || errno == EINTR)
		;
	getrusage(RUSAGE_CHILDREN, &all);
	fprintf(result, "%d %.6f %.6f %ld\n", status,
		timeval_seconds(all.ru_utime) + timeval_seconds(all.ru_stime), wall,
		usage.ru_maxrss);
	return fclose(result) ? 2 : 0;
}
