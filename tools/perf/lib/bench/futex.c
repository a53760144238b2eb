// SPDX-License-Identifier: GPL-2.0
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

struct hash_ctx {
	uint32_t *words;
	size_t each;
	bool shared;
};

/* The futexes hold 0, not 1234, so FUTEX_WAIT looks up the futex and returns EAGAIN. */
static void wait_in_vain(struct perf_bench_worker *worker, void *context)
{
	const struct hash_ctx *ctx = context;
	uint32_t *words = ctx->words + worker->index * ctx->each;
	size_t i;

	while (!atomic_load_explicit(&worker->crew->stop, memory_order_relaxed)) {
		for (i = 0; i < ctx->each; i++, worker->count++) {
			if (futex(&words[i], FUTEX_WAIT, 1234, ctx->shared) < 0 &&
			    (errno == EAGAIN || errno == EINTR))
				continue;
			worker->failed = -EPROTO;
			return;
		}
	}
}

static int add_rows(const struct perf_bench_crew *crew, const struct hash_ctx *ctx,
		    struct perf_bench_result *result)
{
	size_t i;

	for (i = 0; i < crew->nr; i++) {
		const uint32_t *words = ctx->words + i * ctx->each;
		struct perf_bench_row *row = perf_bench_add_row(result, "");

		if (!row)
			return -ENOMEM;
		snprintf(row->name, sizeof(row->name), "[thread %2zu] futexes: %p ... %p", i,
			 (const void *)words, (const void *)(words + ctx->each - 1));
		row->ns = crew->ns;
		row->count = crew->workers[i].count;
	}
	return 0;
}

PERF_BENCH(futex_hash)
{
	size_t threads = options->threads ? (size_t)options->threads : perf_bench_cpus();
	uint64_t seconds = options->seconds ? (uint64_t)options->seconds : SECONDS;
	struct hash_ctx ctx = {
		.each = options->futexes ? (size_t)options->futexes : FUTEXES,
		.shared = options->shared,
	};
	struct perf_bench_crew crew = { .work = wait_in_vain, .context = &ctx };
	int err;

	ctx.words = calloc(threads * ctx.each, sizeof(*ctx.words));
	if (!ctx.words)
		return perf_error_memory(error);
	perf_str_format(&result->heading,
			"Run summary [PID %d]: %zu threads, each operating on %zu [%s] futexes for %llu secs.\n",
			(int)getpid(), threads, ctx.each,
			options->shared ? "shared" : "private", (unsigned long long)seconds);
	result->kind = PERF_BENCH_RATES;
	err = perf_bench_crew_run(&crew, threads, seconds * PERF_NS_PER_SEC, error);
	if (!err && add_rows(&crew, &ctx, result))
		err = perf_error_memory(error);
	perf_bench_crew_free(&crew);
	free(ctx.words);
	return err;
}

/* ---- waking ---------------------------------------------------------------------------- */

struct wake_bench {
	uint32_t word;
	atomic_size_t waiting;
	bool shared;
};

static void *wait_for_call(void *context)
{
	struct wake_bench *wake_bench = context;

	atomic_fetch_add(&wake_bench->waiting, 1);
	/* After the last FUTEX_WAKE, FUTEX_WAIT fails with EAGAIN: wake_once() has set the word. */
	while (futex(&wake_bench->word, FUTEX_WAIT, 0, wake_bench->shared) < 0 && errno == EINTR)
		;
	return NULL;
}

/* Waits until all threads have counted themselves, and 50 ms more for them to reach futex(). */
static void await_waiters(struct wake_bench *wake_bench, size_t nr)
{
	const struct timespec moment = { .tv_nsec = PERF_NS_PER_MS };

	while (atomic_load(&wake_bench->waiting) < nr)
		nanosleep(&moment, NULL);
	nanosleep(&(struct timespec){ .tv_nsec = 50 * PERF_NS_PER_MS }, NULL);
}

static size_t wake_waiters(struct wake_bench *wake_bench, size_t nr, uint32_t each, uint64_t *ns)
{
	uint64_t start = perf_clock_ns(CLOCK_MONOTONIC);
	size_t woken = 0;
	long ret;

	do {
		ret = futex(&wake_bench->word, FUTEX_WAKE, each, wake_bench->shared);
		woken += ret > 0 ? (size_t)ret : 0;
	} while (ret > 0 && woken < nr);
	*ns = perf_clock_ns(CLOCK_MONOTONIC) - start;
	return woken;
}

static int wake_once(const struct perf_bench_options *options, size_t nr, pthread_t *threads,
		     struct wake_bench *wake_bench, struct perf_bench_row *row)
{
	size_t made, woken, i;
	int err = 0;

	*wake_bench = (struct wake_bench){ .shared = options->shared };
	for (made = 0; made < nr && !err; made += !err)
		err = pthread_create(&threads[made], NULL, wait_for_call, wake_bench);
	if (!err)
		await_waiters(wake_bench, nr);
	woken = wake_waiters(wake_bench, made, options->wakes ? (uint32_t)options->wakes : 1,
			     &row->ns);
	__atomic_store_n(&wake_bench->word, 1, __ATOMIC_SEQ_CST);
	futex(&wake_bench->word, FUTEX_WAKE, INT_MAX, wake_bench->shared);
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
	struct wake_bench wake_bench;
	int err = 0;

	if (!threads)
		return perf_error_memory(error);
	perf_str_format(&result->heading,
			"Run summary [PID %d]: blocking on %zu threads (at [%s] futex %p), waking up %d at a time.\n",
			(int)getpid(), nr, options->shared ? "shared" : "private",
			(void *)&wake_bench.word, options->wakes ? options->wakes : 1);
	result->kind = PERF_BENCH_RUNS;
	for (run = 0; run < WAKE_RUNS && !err; run++) {
		struct perf_bench_row *row = perf_bench_add_row(result, "");

		err = row ? wake_once(options, nr, threads, &wake_bench, row) : -ENOMEM;
	}
	free(threads);
	return err ? perf_error_set(error, err, "cannot make %zu threads: %s", nr, strerror(-err)) :
		     0;
}
