// SPDX-License-Identifier: GPL-2.0
/*
 * Starting a program. The child waits for a byte on @go before exec; @failed closes on exec, so
 * end of file there means that exec succeeded.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/io.h>
#include <sys/child.h>

static void __attribute__((noreturn)) run_child(char *const argv[], bool quiet, int go, int failed)
{
	sigset_t blocked;
	int number;
	char byte;

	/* The waiting child must not outlive a killed parent. */
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (perf_read_all(go, &byte, 1) != 1)
		_exit(0);
	prctl(PR_SET_PDEATHSIG, 0);
	if (quiet) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
	}
	signal(SIGINT, SIG_DFL);
	signal(SIGPIPE, SIG_DFL);
	/* The tool blocks these signals. */
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGCHLD);
	sigaddset(&blocked, SIGINT);
	sigaddset(&blocked, SIGTERM);
	sigprocmask(SIG_UNBLOCK, &blocked, NULL);
	execvp(argv[0], argv);
	number = errno;
	if (perf_write_all(failed, &number, sizeof(number)))
		_exit(126);
	_exit(number == ENOENT ? 127 : 126);
}

/**
 * perf_child_prepare() - fork the process of a program, which then waits
 * @child: filled
 * @argv: the program and its arguments, ended by NULL
 * @quiet: discard the program's output
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_child_prepare(struct perf_child *child, char *const argv[], bool quiet,
		       struct perf_error *error)
{
	int go[2], failed[2];

	*child = (struct perf_child){ .go = -1, .failed = -1 };
	/* An inherited SIG_IGN would make wait4() fail: the kernel reaps such children itself. */
	signal(SIGCHLD, SIG_DFL);
	if (pipe2(go, O_CLOEXEC))
		return perf_error_set(error, errno, "cannot make a pipe: %m");
	if (pipe2(failed, O_CLOEXEC)) {
		perf_error_set(error, errno, "cannot make a pipe: %m");
		close(go[0]);
		close(go[1]);
		return -error->code;
	}
	child->pid = fork();
	if (!child->pid) {
		close(go[1]);
		close(failed[0]);
		run_child(argv, quiet, go[0], failed[1]);
	}
	if (child->pid < 0) {
		child->pid = 0;
		perf_error_set(error, errno, "cannot make a process: %m");
		close(go[1]);
		close(failed[0]);
	} else {
		child->go = go[1];
		child->failed = failed[0];
		error->code = 0;
	}
	close(go[0]);
	close(failed[1]);
	return -error->code;
}

/**
 * perf_child_start() - let a prepared program run
 * @child: the program
 * @name: name of the program, for messages
 * @error: filled on failure
 *
 * Return: 0 once the program executes; else a negative errno, with the process gone.
 */
int perf_child_start(struct perf_child *child, const char *name, struct perf_error *error)
{
	int number = 0;

	if (perf_write_all(child->go, "", 1)) {
		perf_child_abandon(child);
		return perf_error_set(error, ECHILD, "the process for '%s' is gone", name);
	}
	close(child->go);
	child->go = -1;
	if (perf_read_all(child->failed, &number, sizeof(number)) != sizeof(number))
		number = 0;
	close(child->failed);
	child->failed = -1;
	if (!number)
		return 0;
	perf_child_abandon(child);
	perf_error_set(error, number, "cannot run '%s': %s", name, strerror(number));
	if (number == ENOENT && !strchr(name, '/'))
		perf_error_hint(error, "it is not in a directory of PATH: give its path");
	else if (number == ENOENT && !access(name, F_OK))
		perf_error_hint(error, "the file is there, but the interpreter it names is not");
	else if (number == EACCES)
		perf_error_hint(error, "it has to be an executable file");
	return -number;
}

/**
 * perf_child_wait() - has the program ended?
 * @child: the program; @child->pid is 0 once it has ended
 * @block: wait until the program ends or a signal comes
 * @status: filled by wait4()
 * @usage: set to the resources used by the program and its waited-for children
 *
 * Return: true if the program has ended.
 */
bool perf_child_wait(struct perf_child *child, bool block, int *status, struct rusage *usage)
{
	if (!child->pid || wait4(child->pid, status, block ? 0 : WNOHANG, usage) != child->pid)
		return false;
	child->pid = 0;
	return true;
}

/**
 * perf_child_abandon() - end a program, even one that still waits
 * @child: the program, which may be zeroed
 */
void perf_child_abandon(struct perf_child *child)
{
	if (child->go > 0)
		close(child->go);
	if (child->failed > 0)
		close(child->failed);
	if (child->pid > 0) {
		kill(child->pid, SIGTERM);
		waitpid(child->pid, NULL, 0);
	}
	*child = (struct perf_child){ .go = -1, .failed = -1 };
}

/**
 * perf_child_exit_code() - the exit code of a program, for the tool to exit with
 * @status: from perf_child_wait()
 *
 * Return: the exit code, or 128 plus the number of the signal that ended the program.
 */
int perf_child_exit_code(int status)
{
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/**
 * perf_child_become() - replace this program by another one
 * @argv: the program, searched in PATH, and its arguments, ended by NULL
 *
 * Return: a negative errno if execvp() fails; otherwise perf_child_become() does not return.
 */
int perf_child_become(char *const argv[])
{
	execvp(argv[0], argv);
	return -errno;
}
