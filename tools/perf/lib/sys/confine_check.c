// SPDX-License-Identifier: GPL-2.0-only
/* Seeing whether confinement holds on this kernel, by trying what it denies. */
#include <fcntl.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <sys/confine.h>

/* A process may write its own name, unless it may write nothing. */
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
 * perf_confine_check() - confine a child, which then tries
 *
 * Return: bits of enum perf_confined: what it could not do any more; 0 if no child could be made.
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
