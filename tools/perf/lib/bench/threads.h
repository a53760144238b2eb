/* SPDX-License-Identifier: GPL-2.0-only */
/* Threads that begin together, work until they are told to stop, and count what they did. */
#ifndef PERF_BENCH_THREADS_H
#define PERF_BENCH_THREADS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>

struct perf_bench_crew;

/**
 * struct perf_bench_worker - one thread
 * @crew: it is of
 * @index: from 0
 * @count: what it did, counted by itself
 * @failed: negative errno if it could not go on
 * @thread: its thread
 */
struct perf_bench_worker {
	struct perf_bench_crew *crew;
	size_t index;
	uint64_t count;
	int failed;
	pthread_t thread;
};

/**
 * struct perf_bench_crew - all threads
 * @work: what each does until @stop is set
 * @context: for @work
 * @workers: @nr of them
 * @nr: how many
 * @stop: set when the time is up
 * @started: they may begin, under @lock; @start tells them
 * @ns: how long they worked
 *
 * Set @work and @context, all else zero.
 */
struct perf_bench_crew {
	void (*work)(struct perf_bench_worker *worker, void *context);
	void *context;
	struct perf_bench_worker *workers;
	size_t nr;
	atomic_bool stop;
	bool started;
	pthread_mutex_t lock;
	pthread_cond_t start;
	uint64_t ns;
};

/**
 * perf_bench_crew_run() - let threads work for some time
 * @crew: with @work set; free with perf_bench_crew_free() also on failure
 * @nr: threads, 0 for one each CPU
 * @ns: how long
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_bench_crew_run(struct perf_bench_crew *crew, size_t nr, uint64_t ns,
			struct perf_error *error);

/** perf_bench_crew_free() - free the workers */
void perf_bench_crew_free(struct perf_bench_crew *crew);

/** perf_bench_cpus() - threads to use if nothing is said */
size_t perf_bench_cpus(void);

#endif /* PERF_BENCH_THREADS_H */
