// SPDX-License-Identifier: GPL-2.0
/* Testing whether perf_confine() works on this kernel, by trying the denied accesses. */
#include <fcntl.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/confine.h>

/* A process may write /proc/self/comm, its own name, unless Landlock denies all writing. */
static bool may_write(void)
{
	int fd = open("/proc/self/comm", O_WRONLY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool may_call(void)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static void __attribute__((noreturn)) run_child(void)
{
	bool wrote = may_write(), called = may_call();
	unsigned int done = perf_confine(&(struct perf_confine){ 0 });

	if (!wrote || may_write())
		done &= ~PERF_CONFINED_FILES;
	if (!called || may_call())
		done &= ~PERF_CONFINED_CALLS;
	_exit((int)done);
}

/**
 * perf_confine_check() - confine a child process, which then tries the denied accesses
 *
 * Return: bits of enum perf_confined that perf_confine() returned, PERF_CONFINED_FILES and
 * PERF_CONFINED_CALLS only if the child's attempts failed; 0 if fork() failed.
 */
unsigned int perf_confine_check(void)
{
	pid_t child = fork();
	int status = 0;

	if (!child)
		run_child();
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return 0;
	return (unsigned int)WEXITSTATUS(status);
}
