// SPDX-License-Identifier: GPL-2.0
/* Threads that start and stop together. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <base/num.h>
#include <bench/threads.h>

/** perf_bench_cpus() - number of online CPUs, the default number of threads */
size_t perf_bench_cpus(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	return cpus > 0 ? (size_t)cpus : 1;
}

static void *threads_begin(void *context)
{
	struct perf_bench_worker *worker = context;
	struct perf_bench_crew *crew = worker->crew;

	pthread_mutex_lock(&crew->lock);
	while (!crew->started)
		pthread_cond_wait(&crew->start, &crew->lock);
	pthread_mutex_unlock(&crew->lock);
	if (!atomic_load(&crew->stop))
		crew->work(worker, crew->context);
	return NULL;
}

static int threads_hire(struct perf_bench_crew *crew, size_t nr)
{
	int err = 0;

	pthread_mutex_init(&crew->lock, NULL);
	pthread_cond_init(&crew->start, NULL);
	while (crew->nr < nr && !err) {
		struct perf_bench_worker *worker = &crew->workers[crew->nr];

		worker->crew = crew;
		worker->index = crew->nr;
		err = pthread_create(&worker->thread, NULL, threads_begin, worker);
		crew->nr += !err;
	}
	return -err;
}

static void start_all(struct perf_bench_crew *crew)
{
	pthread_mutex_lock(&crew->lock);
	crew->started = true;
	pthread_cond_broadcast(&crew->start);
	pthread_mutex_unlock(&crew->lock);
}

/* Stops and joins all threads. Returns the first failure. */
static int threads_dismiss(struct perf_bench_crew *crew)
{
	int failed = 0;
	size_t i;

	atomic_store(&crew->stop, true);
	start_all(crew);
	for (i = 0; i < crew->nr; i++) {
		pthread_join(crew->workers[i].thread, NULL);
		failed = failed ? failed : crew->workers[i].failed;
	}
	pthread_cond_destroy(&crew->start);
	pthread_mutex_destroy(&crew->lock);
	return failed;
}

/**
 * perf_bench_crew_run() - let threads work for some time
 * @crew: the crew; free with perf_bench_crew_free(), even after a failure
 * @nr: number of threads, 0 for one per online CPU
 * @ns: duration in nanoseconds
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_bench_crew_run(struct perf_bench_crew *crew, size_t nr, uint64_t ns,
			struct perf_error *error)
{
	struct timespec time = { .tv_sec = ns / PERF_NS_PER_SEC,
				 .tv_nsec = ns % PERF_NS_PER_SEC };
	uint64_t start;
	int err;

	nr = nr ? nr : perf_bench_cpus();
	crew->workers = calloc(nr, sizeof(*crew->workers));
	if (!crew->workers)
		return perf_error_memory(error);
	err = threads_hire(crew, nr);
	if (err) {
		threads_dismiss(crew);
		return perf_error_set(error, err, "cannot make %zu threads: %s", nr,
				      strerror(-err));
	}
	start_all(crew);
	start = perf_clock_ns(CLOCK_MONOTONIC);
	clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
	crew->ns = perf_clock_ns(CLOCK_MONOTONIC) - start;
	err = threads_dismiss(crew);
	return err ? perf_error_set(error, err, "a thread failed: %s", strerror(-err)) : 0;
}

/** perf_bench_crew_free() - free the workers */
void perf_bench_crew_free(struct perf_bench_crew *crew)
{
	free(crew->workers);
	crew->workers = NULL;
}
