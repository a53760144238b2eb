// SPDX-License-Identifier: GPL-2.0-only
/*
 * A pager between a process and its terminal.
 *
 * perf_paging_begin() goes on in a child, whose standard output is a pipe. This process stays
 * behind: it starts the pager with the first byte that comes, waits for both, and ends last, so
 * that the shell gets the terminal back when the pager reads no more keys. The child may give up
 * its rights; this process and the pager have not seen what it reads.
 *
 * If the standard error output is the terminal too, messages of the child come through this
 * process, which holds them back while the pager has the terminal.
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

/* The process that stays behind. */
struct paging {
	const char *program;
	struct perf_paged *paged;
	pid_t child;		/* 0: it has ended */
	pid_t pager;		/* 0: it has not begun, or has ended */
	int output;		/* of the child; -1 when the pager has it, or there was none */
	int messages;		/* of the child; -1: they go to the terminal themselves */
	int signals;
	sigset_t blocked;	/* before */
	struct perf_str held;
};

/* Signals that would end this process before the child. */
static const int forwarded[] = { SIGINT, SIGTERM, SIGQUIT, SIGHUP };

static void close_if_open(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void start_pager(struct paging *paging)
{
	paging->pager = fork();
	if (!paging->pager) {
		sigprocmask(SIG_SETMASK, &paging->blocked, NULL);
		dup2(paging->output, STDIN_FILENO);
		/* less: end if all is on the page, show colours, cut lines, leave the page there */
		setenv("LESS", "FRSX", 0);
		execl("/bin/sh", "sh", "-c", paging->program, (char *)NULL);
		_exit(127);
	}
	if (paging->pager < 0) {
		/* The child's next write fails. */
		paging->pager = 0;
		paging->paged->pager = 127 << 8;
	}
	close_if_open(&paging->output);
}

/* A line that replaces itself says how far the child is, which has no place behind the output. */
static void pass_messages(struct paging *paging, bool has_output)
{
	char text[4096];
	ssize_t size = read(paging->messages, text, sizeof(text));

	if (size <= 0) {
		if (!size || (errno != EAGAIN && errno != EINTR))
			close_if_open(&paging->messages);
		return;
	}
	if (paging->pager || (has_output && *text != '\r'))
		perf_str_mem(&paging->held, text, (size_t)size);
	else
		perf_write_all(STDERR_FILENO, text, (size_t)size);
}

/* Keys reach the child and the pager by themselves. */
static void forward(const struct paging *paging, const struct signalfd_siginfo *info)
{
	if (info->ssi_code == SI_USER && paging->child)
		kill(paging->child, (int)info->ssi_signo);
}

static void release_messages(struct paging *paging)
{
	perf_write_all(STDERR_FILENO, perf_str_text(&paging->held), paging->held.length);
	perf_str_cut(&paging->held, 0);
}

static void take_signal(struct paging *paging)
{
	struct signalfd_siginfo info;

	if (read(paging->signals, &info, sizeof(info)) != sizeof(info))
		return;
	if (info.ssi_signo != SIGCHLD)
		forward(paging, &info);
	if (paging->child && waitpid(paging->child, &paging->paged->status, WNOHANG) > 0)
		paging->child = 0;
	if (paging->pager && waitpid(paging->pager, &paging->paged->pager, WNOHANG) > 0) {
		paging->pager = 0;
		release_messages(paging);
	}
}

/* The child may have written when it had ended already for poll(). */
static bool is_over(const struct paging *paging)
{
	struct pollfd polls[] = {
		{ .fd = paging->output, .events = POLLIN },
		{ .fd = paging->messages, .events = POLLIN },
	};

	if (paging->child || paging->pager)
		return false;
	poll(polls, PERF_ARRAY_SIZE(polls), 0);
	return !((polls[0].revents | polls[1].revents) & POLLIN);
}

static void stay_behind(struct paging *paging)
{
	while (!is_over(paging)) {
		struct pollfd polls[] = {
			{ .fd = paging->signals, .events = POLLIN },
			{ .fd = paging->output, .events = POLLIN },
			{ .fd = paging->messages, .events = POLLIN },
		};

		if (poll(polls, PERF_ARRAY_SIZE(polls), -1) < 0)
			continue;
		if (polls[2].revents)
			pass_messages(paging, polls[1].revents & POLLIN);
		else if (polls[1].revents & POLLIN)
			start_pager(paging);
		else if (polls[1].revents)
			close_if_open(&paging->output);
		if (polls[0].revents)
			take_signal(paging);
	}
	release_messages(paging);
	perf_str_free(&paging->held);
	close_if_open(&paging->output);
	close_if_open(&paging->messages);
	close_if_open(&paging->signals);
	sigprocmask(SIG_SETMASK, &paging->blocked, NULL);
}

static void go_on(const struct paging *paging, const int output[2], const int messages[2])
{
	sigprocmask(SIG_SETMASK, &paging->blocked, NULL);
	/* A pager that was left is noticed by the write that fails. */
	signal(SIGPIPE, SIG_IGN);
	dup2(output[1], STDOUT_FILENO);
	if (messages[1] >= 0)
		dup2(messages[1], STDERR_FILENO);
	close(paging->signals);
}

static void block_signals(struct paging *paging)
{
	sigset_t wanted;
	size_t i;

	/* The parent may have it ignored: children could not be waited for then. */
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&wanted);
	sigaddset(&wanted, SIGCHLD);
	for (i = 0; i < PERF_ARRAY_SIZE(forwarded); i++)
		sigaddset(&wanted, forwarded[i]);
	sigprocmask(SIG_BLOCK, &wanted, &paging->blocked);
	paging->signals = signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
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
 * perf_paging_begin() - from now on a pager has what is written to the standard output
 * @program: the pager, a command line for the shell
 * @paged: result, in the process that has stayed behind
 * @error: filled on failure
 *
 * Context: before threads are made; nothing is buffered for the standard output.
 *
 * Return: 0 in the process that is paged, which goes on; 1 in the one that has stayed behind, when
 * that process and the pager have ended: it has to end too; or a negative errno.
 */
int perf_paging_begin(const char *program, struct perf_paged *paged, struct perf_error *error)
{
	struct paging paging = { .program = program, .paged = paged };
	int output[2], messages[2] = { -1, -1 };
	int err = make_pipes(output, messages);

	if (err)
		return perf_error_set(error, err, "cannot make a pipe: %s", strerror(-err));
	*paged = (struct perf_paged){ 0 };
	block_signals(&paging);
	paging.child = paging.signals < 0 ? -1 : fork();
	if (paging.child < 0)
		err = perf_error_set(error, errno, "cannot make a process: %m");
	else if (!paging.child)
		go_on(&paging, output, messages);
	close(output[1]);
	close_if_open(&messages[1]);
	if (paging.child > 0) {
		paging.output = output[0];
		paging.messages = messages[0];
		stay_behind(&paging);
		return 1;
	}
	close(output[0]);
	close_if_open(&messages[0]);
	if (!err)
		return 0;
	close_if_open(&paging.signals);
	sigprocmask(SIG_SETMASK, &paging.blocked, NULL);
	return err;
}
