// SPDX-License-Identifier: GPL-2.0-only
/*
 * A function of this program that runs in a process of its own. It ends when the process
 * that started it does.
 */
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/task.h>

/**
 * perf_task_start() - run a function in a new process
 * @run: what it returns is the exit code, 0 to 255
 * @context: for @run, as it is now
 * @error: filled on failure
 *
 * To be called before this process has threads.
 *
 * Return: the process, to be given to perf_task_end(); a negative errno on failure.
 */
pid_t perf_task_start(int (*run)(void *context), void *context, struct perf_error *error)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		return perf_error_set(error, errno, "cannot start a process: %m");
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	/* It may have ended before it could be asked to tell. */
	_exit(getppid() == parent ? run(context) : 0);
}

/**
 * perf_task_end() - wait for a process to end
 * @pid: from perf_task_start()
 *
 * Return: its exit code, -1 if it was killed.
 */
int perf_task_end(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
