// SPDX-License-Identifier: GPL-2.0
/*
 * Running a function of this program in a process of its own, which receives SIGTERM when its
 * parent ends.
 */
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/task.h>

/**
 * perf_task_start() - run a function in a new process
 * @run: the function; its result is the exit code, 0 to 255
 * @context: argument of @run
 * @error: filled on failure
 *
 * Context: before threads are created.
 *
 * Return: the process id, for perf_task_end(); a negative errno on failure.
 */
pid_t perf_task_start(int (*run)(void *context), void *context, struct perf_error *error)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		return perf_error_set(error, errno, "cannot start a process: %m");
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	/* The parent may have ended before prctl(). */
	_exit(getppid() == parent ? run(context) : 0);
}

/**
 * perf_task_end() - wait for a process to end
 * @pid: from perf_task_start()
 *
 * Return: the exit code, -1 if a signal ended the process or waitpid() failed.
 */
int perf_task_end(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
