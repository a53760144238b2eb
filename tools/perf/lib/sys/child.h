/* SPDX-License-Identifier: GPL-2.0 */
/* A program started in two steps, so that events can be opened on its process in between. */
#ifndef PERF_SYS_CHILD_H
#define PERF_SYS_CHILD_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <base/error.h>

/**
 * struct perf_child - a program to be run
 * @pid: process id; 0 if there is no process
 * @go: pipe end on which perf_child_start() writes the byte that the child waits for
 * @failed: pipe end that carries the errno of a failed exec
 */
struct perf_child {
	pid_t	pid;
	int	go;
	int	failed;
};

int perf_child_prepare(struct perf_child *child, char *const argv[], bool quiet,
		       struct perf_error *error);
int perf_child_start(struct perf_child *child, const char *name, struct perf_error *error);
bool perf_child_wait(struct perf_child *child, bool block, int *status, struct rusage *usage);
void perf_child_abandon(struct perf_child *child);
int perf_child_exit_code(int status);
int perf_child_become(char *const argv[]);

#endif
