// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading recordings with the least of rights.
 *
 * A command that prints gives up its rights itself, before it opens the recording. One that makes
 * a file, or has something to remove afterwards, lets a child do the reading: the file was opened
 * before, and this process, which has looked at nothing, gives it its name.
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

/* For debuggers and the like, which have to look into the process or to run in it. */
static bool is_wanted(void)
{
	const char *text = getenv("PERF_CONFINE");

	return !text || strcmp(text, "no");
}

/**
 * perf_confined_begin() - give up what reading does not need, for the rest of the process
 * @allowed: what the command may write; NULL: nothing but what is open
 */
void perf_confined_begin(const struct perf_confine *allowed)
{
	static const struct perf_confine nothing;

	if (is_wanted())
		perf_confine(allowed ? allowed : &nothing);
}

static void __attribute__((noreturn)) run_child(const struct perf_confined_work *work)
{
	/* Nobody gives the file its name any more. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	perf_confined_begin(&work->allowed);
	exit(perf_print_finish(work->run(work->context)));
}

/* The exit code of the child; that of a signal is what a shell makes of it. */
static int wait_for(pid_t child)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
	int status = 0;

	/* A key that ends the child lets this process clean up. */
	sigaction(SIGINT, &ignore, &before);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	sigaction(SIGINT, &before, NULL);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/**
 * perf_confined_run() - let a child without rights do it
 * @command: on whose behalf
 * @work: what
 *
 * Return: the exit code of @work->run, or one that says that its output could not be made.
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
