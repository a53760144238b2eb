/* SPDX-License-Identifier: GPL-2.0 */
/* Sets of threads to count in. */
#ifndef PERF_SYS_THREADS_H
#define PERF_SYS_THREADS_H

#include <stddef.h>
#include <sys/types.h>

#include <base/error.h>

/* Bytes of a thread's name with its zero byte: TASK_COMM_LEN of the kernel. */
#define PERF_COMM_SIZE	16

/**
 * struct perf_thread - one thread
 * @pid: process id; -1 if @tid is -1
 * @tid: thread id; -1 stands for all threads
 * @comm: name of the thread, empty if unknown
 */
struct perf_thread {
	pid_t	pid;
	pid_t	tid;
	char	comm[PERF_COMM_SIZE];
};

/**
 * struct perf_threads - a set of threads
 * @at: the threads
 * @count: number of threads
 */
struct perf_threads {
	struct perf_thread	*at;
	size_t			count;
};

int perf_threads_all(struct perf_threads *threads, struct perf_error *error);
int perf_threads_one(struct perf_threads *threads, pid_t pid, struct perf_error *error);
int perf_threads_of_pids(struct perf_threads *threads, const char *pids, struct perf_error *error);
int perf_threads_of_tids(struct perf_threads *threads, const char *tids, struct perf_error *error);
int perf_threads_of_user(struct perf_threads *threads, uid_t uid, struct perf_error *error);
int perf_threads_of_system(struct perf_threads *threads, struct perf_error *error);
void perf_threads_free(struct perf_threads *threads);

#endif
