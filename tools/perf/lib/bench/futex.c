// SPDX-License-Identifier: GPL-2.0-only
/* Futexes: looking up many in the kernel's hash table, and waking the threads waiting on one. */
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <base/num.h>
#include <bench/families.h>
#include <bench/threads.h>

#define SECONDS		10
#define FUTEXES		1024
#define WAKE_RUNS	10

static long futex(uint32_t *word, int operation, uint32_t value, bool shared)
{
	return syscall(SYS_futex, word, operation | (shared ? 0 : FUTEX_PRIVATE_FLAG), value, NULL,
		       NULL, 0);
}

/* ---- the hash table ------------------------------------------------------------------- */

struct hashing {
	uint32_t *words;
	size_t each;
	bool shared;
};

/* The futexes hold 0, not 1234, so FUTEX_WAIT looks up the futex and returns EAGAIN. */
static void wait_in_vain(struct perf_bench_worker *worker, void *context)
{
	const struct hashing *hashing = context;
	uint32_t *words = hashing->words + worker->index * hashing->each;
	size_t i;

	while (!atomic_load_explicit(&worker->crew->stop, memory_order_relaxed)) {
		for (i = 0; i < hashing->each; i++, worker->count++) {
			if (futex(&words[i], FUTEX_WAIT, 1234, hashing->shared) < 0 &&
			    (errno == EAGAIN || errno == EINTR))
				continue;
			worker->failed = -EPROTO;
			return;
		}
	}
}

static int add_rows(const struct perf_bench_crew *crew, const struct hashing *hashing,
		    struct perf_bench_result *result)
{
	size_t i;

	for (i = 0; i < crew->nr; i++) {
		const uint32_t *words = hashing->words + i * hashing->each;
		struct perf_bench_row *row = perf_bench_add_row(result, "");

		if (!row)
			return -ENOMEM;
		snprintf(row->name, sizeof(row->name), "[thread %2zu] futexes: %p ... %p", i,
			 (const void *)words, (const void *)(words + hashing->each - 1));
		row->ns = crew->ns;
		row->count = crew->workers[i].count;
	}
	return 0;
}

PERF_BENCH(futex_hash)
{
	size_t threads = options->threads ? (size_t)options->threads : perf_bench_cpus();
	uint64_t seconds = options->seconds ? (uint64_t)options->seconds : SECONDS;
	struct hashing hashing = {
		.each = options->futexes ? (size_t)options->futexes : FUTEXES,
		.shared = options->shared,
	};
	struct perf_bench_crew crew = { .work = wait_in_vain, .context = &hashing };
	int err;

	hashing.words = calloc(threads * hashing.each, sizeof(*hashing.words));
	if (!hashing.words)
		return perf_error_memory(error);
	perf_str_format(&result->heading,
			"Run summary [PID %d]: %zu threads, each operating on %zu [%s] futexes for %llu secs.\n",
			(int)getpid(), threads, hashing.each,
			options->shared ? "shared" : "private", (unsigned long long)seconds);
	result->kind = PERF_BENCH_RATES;
	err = perf_bench_crew_run(&crew, threads, seconds * PERF_NS_PER_SEC, error);
	if (!err && add_rows(&crew, &hashing, result))
		err = perf_error_memory(error);
	perf_bench_crew_free(&crew);
	free(hashing.words);
	return err;
}

/* ---- waking ---------------------------------------------------------------------------- */

struct waking {
	uint32_t word;
	atomic_size_t waiting;
	bool shared;
};

static void *wait_for_call(void *context)
{
	struct waking *waking = context;

	atomic_fetch_add(&waking->waiting, 1);
	/* After the last FUTEX_WAKE, FUTEX_WAIT fails with EAGAIN: wake_once() has set the word. */
	while (futex(&waking->word, FUTEX_WAIT, 0, waking->shared) < 0 && errno == EINTR)
		;
	return NULL;
}

/* Waits until all threads have counted themselves, and 50 ms more for them to reach futex(). */
static void await_waiters(struct waking *waking, size_t nr)
{
	const struct timespec moment = { .tv_nsec = PERF_NS_PER_MS };

	while (atomic_load(&waking->waiting) < nr)
		nanosleep(&moment, NULL);
	nanosleep(&(struct timespec){ .tv_nsec = 50 * PERF_NS_PER_MS }, NULL);
}

static size_t wake(struct waking *waking, size_t nr, uint32_t each, uint64_t *ns)
{
	uint64_t start = perf_clock_ns(CLOCK_MONOTONIC);
	size_t woken = 0;
	long ret;

	do {
		ret = futex(&waking->word, FUTEX_WAKE, each, waking->shared);
		woken += ret > 0 ? (size_t)ret : 0;
	} while (ret > 0 && woken < nr);
	*ns = perf_clock_ns(CLOCK_MONOTONIC) - start;
	return woken;
}

static int wake_once(const struct perf_bench_options *options, size_t nr, pthread_t *threads,
		     struct waking *waking, struct perf_bench_row *row)
{
	size_t made, woken, i;
	int err = 0;

	*waking = (struct waking){ .shared = options->shared };
	for (made = 0; made < nr && !err; made += !err)
		err = pthread_create(&threads[made], NULL, wait_for_call, waking);
	if (!err)
		await_waiters(waking, nr);
	woken = wake(waking, made, options->wakes ? (uint32_t)options->wakes : 1, &row->ns);
	__atomic_store_n(&waking->word, 1, __ATOMIC_SEQ_CST);
	futex(&waking->word, FUTEX_WAKE, INT_MAX, waking->shared);
	for (i = 0; i < made; i++)
		pthread_join(threads[i], NULL);
	snprintf(row->name, sizeof(row->name), "Wokeup %zu of %zu threads", woken, nr);
	row->count = woken;
	return -err;
}

PERF_BENCH(futex_wake)
{
	size_t nr = options->threads ? (size_t)options->threads : perf_bench_cpus(), run;
	pthread_t *threads = calloc(nr, sizeof(*threads));
	struct waking waking;
	int err = 0;

	if (!threads)
		return perf_error_memory(error);
	perf_str_format(&result->heading,
			"Run summary [PID %d]: blocking on %zu threads (at [%s] futex %p), waking up %d at a time.\n",
			(int)getpid(), nr, options->shared ? "shared" : "private",
			(void *)&waking.word, options->wakes ? options->wakes : 1);
	result->kind = PERF_BENCH_RUNS;
	for (run = 0; run < WAKE_RUNS && !err; run++) {
		struct perf_bench_row *row = perf_bench_add_row(result, "");

		err = row ? wake_once(options, nr, threads, &waking, row) : -ENOMEM;
	}
	free(threads);
	return err ? perf_error_set(error, err, "cannot make %zu threads: %s", nr, strerror(-err)) :
		     0;
}
