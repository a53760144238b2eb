// SPDX-License-Identifier: GPL-2.0
/*
 * Reading recordings with minimal rights.
 *
 * A command that only prints calls perf_confined_begin() before it opens the recording. A command
 * that writes a file, or has to remove files afterwards, calls perf_confined_run(): a confined
 * child reads the recording and writes the file opened before, and the parent, which has read no
 * input, gives the file its final name.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/confined.h"
#include "common/print.h"

/* PERF_CONFINE=no is for debuggers and similar tools, which trace or run code in the process. */
static bool confinement_wanted(void)
{
	const char *text = getenv("PERF_CONFINE");

	return !text || strcmp(text, "no");
}

/**
 * perf_confined_begin() - drop the rights that reading does not need, until the process ends
 * @allowed: what the command may write; NULL: only open descriptors
 */
void perf_confined_begin(const struct perf_confine *allowed)
{
	static const struct perf_confine nothing;

	if (confinement_wanted())
		perf_confine(allowed ? allowed : &nothing);
}

static void __attribute__((noreturn)) run_child(const struct perf_confined_work *work)
{
	/* Without its parent, nothing would commit work->output. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	perf_confined_begin(&work->allowed);
	exit(perf_print_finish(work->run(work->context)));
}

/* Return: the exit code of @child; 128 + the signal, as in a shell, if a signal ended it. */
static int wait_for(pid_t child)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
	int status = 0;

	/* Ctrl-C ends @child only: perf_confined_run() has to clean up. */
	sigaction(SIGINT, &ignore, &before);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	sigaction(SIGINT, &before, NULL);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/**
 * perf_confined_run() - run @work in a confined child, and commit its output
 * @command: the command named in messages
 * @work: the work
 *
 * Return: the exit code of @work->run, or PERF_EXIT_FAILED if fork() or perf_output_commit()
 * failed.
 */
int perf_confined_run(const struct perf_command *command, const struct perf_confined_work *work)
{
	struct perf_error error;
	pid_t child;
	int status;

	fflush(NULL);
	child = fork();
	if (!child)
		run_child(work);
	if (child < 0) {
		perf_error_set(&error, errno, "cannot make a process: %m");
		status = perf_command_fail(command, &error);
	} else {
		status = wait_for(child);
	}
	if (!work->output)
		return status;
	if (status != PERF_EXIT_OK && status != PERF_EXIT_PARTIAL)
		perf_output_drop(work->output);
	else if (perf_output_commit(work->output, &error))
		status = perf_command_fail(command, &error);
	return status;
}
