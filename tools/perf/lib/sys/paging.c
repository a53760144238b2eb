// SPDX-License-Identifier: GPL-2.0
/*
 * A pager between a process and its terminal.
 *
 * perf_paging_begin() returns 0 in a child, whose standard output is a pipe. The parent starts the
 * pager at the first byte of output, waits for both, and ends last, so that the shell gets the
 * terminal back after the pager has stopped reading keys. The child may drop its rights; parent
 * and pager never read its input files.
 *
 * If standard error is the terminal too, the child's messages pass through the parent, which
 * holds them back while the pager uses the terminal.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/io.h>
#include <base/str.h>
#include <base/vec.h>
#include <sys/paging.h>

/* State of the parent. */
struct paging_ctx {
	const char *program;
	struct perf_paged *paged;
	pid_t child;		/* 0: the child has ended */
	pid_t pager;		/* 0: the pager has not started, or has ended */
	int output;		/* the child's output; -1 once the pager reads it, or at its end */
	int messages;		/* the child's messages; -1: the child writes to the terminal */
	int signals;		/* signalfd */
	sigset_t blocked;	/* the original signal mask */
	struct perf_str held;	/* messages held back */
};

/* Signals that would end the parent before the child. */
static const int forwarded[] = { SIGINT, SIGTERM, SIGQUIT, SIGHUP };

static void close_if_open(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void start_pager(struct paging_ctx *ctx)
{
	ctx->pager = fork();
	if (!ctx->pager) {
		sigprocmask(SIG_SETMASK, &ctx->blocked, NULL);
		dup2(ctx->output, STDIN_FILENO);
		/* less: -F quit if one screen, -R colours, -S chop lines, -X keep the screen */
		setenv("LESS", "FRSX", 0);
		execl("/bin/sh", "sh", "-c", ctx->program, (char *)NULL);
		_exit(127);
	}
	if (ctx->pager < 0) {
		/* Closing @ctx->output makes the child's next write fail. */
		ctx->pager = 0;
		ctx->paged->pager = 127 << 8;
	}
	close_if_open(&ctx->output);
}

/*
 * Holds messages back while the pager runs or is about to start. A progress line (starting with
 * '\r') is of no use after the output, so it is written at once if the pager does not run yet.
 */
static void pass_messages(struct paging_ctx *ctx, bool has_output)
{
	char text[4096];
	ssize_t size = read(ctx->messages, text, sizeof(text));

	if (size <= 0) {
		if (!size || (errno != EAGAIN && errno != EINTR))
			close_if_open(&ctx->messages);
		return;
	}
	if (ctx->pager || (has_output && *text != '\r'))
		perf_str_mem(&ctx->held, text, (size_t)size);
	else
		perf_write_all(STDERR_FILENO, text, (size_t)size);
}

/* Forwards signals sent by kill(); those of keys reach child and pager from the terminal. */
static void paging_forward(const struct paging_ctx *ctx, const struct signalfd_siginfo *info)
{
	if (info->ssi_code == SI_USER && ctx->child)
		kill(ctx->child, (int)info->ssi_signo);
}

static void release_messages(struct paging_ctx *ctx)
{
	perf_write_all(STDERR_FILENO, perf_str_text(&ctx->held), ctx->held.length);
	perf_str_cut(&ctx->held, 0);
}

static void take_signal(struct paging_ctx *ctx)
{
	struct signalfd_siginfo info;

	if (read(ctx->signals, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo != SIGCHLD)
		paging_forward(ctx, &info);
	if (ctx->child && waitpid(ctx->child, &ctx->paged->status, WNOHANG) > 0)
		ctx->child = 0;
	if (ctx->pager && waitpid(ctx->pager, &ctx->paged->pager, WNOHANG) > 0) {
		ctx->pager = 0;
		release_messages(ctx);
	}
}

/* The child may have written between the last poll() and its end, so is_over() polls again. */
static bool is_over(const struct paging_ctx *ctx)
{
	struct pollfd polls[] = {
		{ .fd = ctx->output, .events = POLLIN },
		{ .fd = ctx->messages, .events = POLLIN },
	};

	if (ctx->child || ctx->pager)
		return false;
	poll(polls, PERF_ARRAY_SIZE(polls), 0);
	return !((polls[0].revents | polls[1].revents) & POLLIN);
}

static void stay_behind(struct paging_ctx *ctx)
{
	while (!is_over(ctx)) {
		struct pollfd polls[] = {
			{ .fd = ctx->signals, .events = POLLIN },
			{ .fd = ctx->output, .events = POLLIN },
			{ .fd = ctx->messages, .events = POLLIN },
		};

		if (poll(polls, PERF_ARRAY_SIZE(polls), -1) < 0)
			continue;
		if (polls[2].revents)
			pass_messages(ctx, polls[1].revents & POLLIN);
		else if (polls[1].revents & POLLIN)
			start_pager(ctx);
		else if (polls[1].revents)
			close_if_open(&ctx->output);
		if (polls[0].revents)
			take_signal(ctx);
	}
	release_messages(ctx);
	perf_str_free(&ctx->held);
	close_if_open(&ctx->output);
	close_if_open(&ctx->messages);
	close_if_open(&ctx->signals);
	sigprocmask(SIG_SETMASK, &ctx->blocked, NULL);
}

static void go_on(const struct paging_ctx *ctx, const int output[2], const int messages[2])
{
	sigprocmask(SIG_SETMASK, &ctx->blocked, NULL);
	/* After the pager has ended, write() fails with EPIPE instead. */
	signal(SIGPIPE, SIG_IGN);
	dup2(output[1], STDOUT_FILENO);
	if (messages[1] >= 0)
		dup2(messages[1], STDERR_FILENO);
	close(ctx->signals);
}

static void block_signals(struct paging_ctx *ctx)
{
	sigset_t wanted;
	size_t i;

	/* An inherited SIG_IGN would make waitpid() fail: the kernel reaps such children itself. */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&wanted);
	sigaddset(&wanted, SIGCHLD);
	for (i = 0; i < PERF_ARRAY_SIZE(forwarded); i++)
		sigaddset(&wanted, forwarded[i]);
	sigprocmask(SIG_BLOCK, &wanted, &ctx->blocked);
	ctx->signals = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
}

static int make_pipes(int output[2], int messages[2])
{
	if (pipe2(output, O_CLOEXEC))
		return -errno;
	if (!isatty(STDERR_FILENO) || !pipe2(messages, O_CLOEXEC))
		return 0;
	close(output[0]);
	close(output[1]);
	return -errno;
}

/**
 * perf_paging_begin() - send the standard output to a pager from now on
 * @program: the pager, a command line for the shell
 * @paged: filled in the parent
 * @error: filled on failure
 *
 * Context: before threads are created, with no output buffered for the standard output.
 *
 * Return: 0 in the child, whose output is paged; 1 in the parent after child and pager have
 * ended: the caller must end the process then; or a negative errno.
 */
int perf_paging_begin(const char *program, struct perf_paged *paged, struct perf_error *error)
{
	struct paging_ctx ctx = { .program = program, .paged = paged };
	int output[2], messages[2] = { -1, -1 };
	int err = make_pipes(output, messages);

	if (err)
		return perf_error_set(error, err, "cannot make a pipe: %s", strerror(-err));
	*paged = (struct perf_paged){ 0 };
	block_signals(&ctx);
	ctx.child = ctx.signals < 0 ? -1 : fork();
	if (ctx.child < 0)
		err = perf_error_set(error, errno, "cannot make a process: %m");
	else if (!ctx.child)
		go_on(&ctx, output, messages);
	close(output[1]);
	close_if_open(&messages[1]);
	if (ctx.child > 0) {
		ctx.output = output[0];
		ctx.messages = messages[0];
		stay_behind(&ctx);
		return 1;
	}
	close(output[0]);
	close_if_open(&messages[0]);
	if (!err)
		return 0;
	close_if_open(&ctx.signals);
	sigprocmask(SIG_SETMASK, &ctx.blocked, NULL);
	return err;
}
