// SPDX-License-Identifier: GPL-2.0
/* Threads that repeat epoll_wait() or epoll_ctl() on many files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <base/num.h>
#include <bench/families.h>
#include <bench/threads.h>

#define SECONDS	8
#define FILES	64

/* Each thread has an epoll instance in @polls, and @each eventfds in @files. */
struct poll_ctx {
	int *polls;
	int *files;
	size_t threads;
	size_t each;
};

static int epoll_change(int poll, int operation, int file)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = file };

	return epoll_ctl(poll, operation, file, &event) ? -errno : 0;
}

/* One operation makes a file ready by write(), waits for it and resets it by read(). */
static void wait_for_files(struct perf_bench_worker *worker, void *context)
{
	const struct poll_ctx *ctx = context;
	const int *files = ctx->files + worker->index * ctx->each;
	int poll = ctx->polls[worker->index];
	struct epoll_event event;
	uint64_t one = 1;
	size_t i = 0;

	for (i = 0; i < ctx->each && !worker->failed; i++)
		worker->failed = epoll_change(poll, EPOLL_CTL_ADD, files[i]);
	for (i = 0; !worker->failed; i = (i + 1) % ctx->each, worker->count++) {
		if (atomic_load_explicit(&worker->crew->stop, memory_order_relaxed))
			return;
		if (write(files[i], &one, sizeof(one)) != sizeof(one) ||
		    epoll_wait(poll, &event, 1, -1) != 1 ||
		    read(event.data.fd, &one, sizeof(one)) != sizeof(one))
			worker->failed = -errno;
	}
}

/* Each iteration adds, modifies and deletes a file: three operations. */
static void change_files(struct perf_bench_worker *worker, void *context)
{
	const struct poll_ctx *ctx = context;
	const int *files = ctx->files + worker->index * ctx->each;
	int poll = ctx->polls[worker->index];
	size_t i;

	for (i = 0; !worker->failed; i = (i + 1) % ctx->each, worker->count += 3) {
		if (atomic_load_explicit(&worker->crew->stop, memory_order_relaxed))
			return;
		worker->failed = epoll_change(poll, EPOLL_CTL_ADD, files[i]);
		if (!worker->failed)
			worker->failed = epoll_change(poll, EPOLL_CTL_MOD, files[i]);
		if (!worker->failed)
			worker->failed = epoll_change(poll, EPOLL_CTL_DEL, files[i]);
	}
}

static void close_all(struct poll_ctx *ctx)
{
	size_t i;

	for (i = 0; ctx->polls && i < ctx->threads; i++)
		if (ctx->polls[i] > 0)
			close(ctx->polls[i]);
	for (i = 0; ctx->files && i < ctx->threads * ctx->each; i++)
		if (ctx->files[i] > 0)
			close(ctx->files[i]);
	free(ctx->polls);
	free(ctx->files);
}

static int open_all(struct poll_ctx *ctx)
{
	size_t i;

	ctx->polls = calloc(ctx->threads, sizeof(*ctx->polls));
	ctx->files = calloc(ctx->threads * ctx->each, sizeof(*ctx->files));
	if (!ctx->polls || !ctx->files)
		return -ENOMEM;
	for (i = 0; i < ctx->threads; i++) {
		ctx->polls[i] = epoll_create1(EPOLL_CLOEXEC);
		if (ctx->polls[i] < 0)
			return -errno;
	}
	for (i = 0; i < ctx->threads * ctx->each; i++) {
		ctx->files[i] = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
		if (ctx->files[i] < 0)
			return -errno;
	}
	return 0;
}

static int add_rows(const struct perf_bench_crew *crew, struct perf_bench_result *result)
{
	size_t i;

	for (i = 0; i < crew->nr; i++) {
		struct perf_bench_row *row = perf_bench_add_row(result, "");

		if (!row)
			return -ENOMEM;
		snprintf(row->name, sizeof(row->name), "[thread %2zu]", i);
		row->ns = crew->ns;
		row->count = crew->workers[i].count;
	}
	return 0;
}

static int poll_all(const struct perf_bench_options *options, const char *doing,
		    void (*work)(struct perf_bench_worker *worker, void *context),
		    struct perf_bench_result *result, struct perf_error *error)
{
	uint64_t seconds = options->seconds ? (uint64_t)options->seconds : SECONDS;
	struct poll_ctx ctx = {
		.threads = options->threads ? (size_t)options->threads : perf_bench_cpus(),
		.each = options->futexes ? (size_t)options->futexes : FILES,
	};
	struct perf_bench_crew crew = { .work = work, .context = &ctx };
	int err = open_all(&ctx);

	perf_str_format(&result->heading,
			"Run summary [PID %d]: %zu threads %s %zu file-descriptors for %llu secs.\n",
			(int)getpid(), ctx.threads, doing, ctx.each,
			(unsigned long long)seconds);
	result->kind = PERF_BENCH_RATES;
	if (err)
		perf_error_set(error, err, "cannot open files to wait for: %s", strerror(-err));
	else
		err = perf_bench_crew_run(&crew, ctx.threads, seconds * PERF_NS_PER_SEC, error);
	if (!err && add_rows(&crew, result))
		err = perf_error_memory(error);
	perf_bench_crew_free(&crew);
	close_all(&ctx);
	return err;
}

PERF_BENCH(epoll_wait)
{
	return poll_all(options, "monitoring on", wait_for_files, result, error);
}

PERF_BENCH(epoll_ctl)
{
	return poll_all(options, "doing epoll_ctl ops", change_files, result, error);
}
