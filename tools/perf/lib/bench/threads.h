/* SPDX-License-Identifier: GPL-2.0 */
/* Threads that start together, work until @stop is set, and count their operations. */
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
 * struct perf_bench_worker - one thread of a crew
 * @crew: the crew
 * @index: index in @crew->workers
 * @count: number of operations, incremented by perf_bench_crew.work()
 * @failed: negative errno if perf_bench_crew.work() failed
 * @thread: the pthread
 */
struct perf_bench_worker {
	struct perf_bench_crew *crew;
	size_t index;
	uint64_t count;
	int failed;
	pthread_t thread;
};

/**
 * struct perf_bench_crew - a set of threads
 * @work: function that each thread runs until @stop is set
 * @context: argument of @work
 * @workers: @nr threads
 * @nr: number of threads
 * @stop: set when the time is up
 * @started: the threads may start
 * @lock: protects @started
 * @start: signals @started
 * @ns: measured time from start to stop, in nanoseconds
 *
 * The caller sets @work and @context and zeroes the other members.
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
int perf_bench_crew_run(struct perf_bench_crew *crew, size_t nr, uint64_t ns,
			struct perf_error *error);
void perf_bench_crew_free(struct perf_bench_crew *crew);
size_t perf_bench_cpus(void);

#endif /* PERF_BENCH_THREADS_H */
