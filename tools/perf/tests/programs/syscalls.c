// SPDX-License-Identifier: GPL-2.0
/* Makes system calls whose arguments perf trace shows; most of them fail, by intent. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void files(void)
{
	char buffer[16];
	int fd;

	syscall(SYS_read, 77, buffer, 10);
	syscall(SYS_openat, AT_FDCWD, "/nonexistent/x", O_WRONLY | O_APPEND);
	fd = (int)syscall(SYS_openat, AT_FDCWD, "made", O_RDWR | O_CREAT | O_TRUNC, 0644);
	syscall(SYS_lseek, fd, 5, SEEK_END);
	syscall(SYS_fcntl, fd, F_GETFL);
	syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, 40);
	syscall(SYS_flock, fd, LOCK_EX | LOCK_NB);
	syscall(SYS_ioctl, fd, 0x5413, buffer);
	syscall(SYS_ioctl, fd, 0x1234, 0);
	syscall(SYS_close, fd);
	syscall(SYS_write, 1, "", 0);
	syscall(SYS_unlinkat, AT_FDCWD, "made", 0);
	syscall(SYS_unlinkat, AT_FDCWD, "made", AT_REMOVEDIR);
	syscall(SYS_faccessat, AT_FDCWD, "made", R_OK | W_OK);
}

static void others(void)
{
	const struct timespec nap = { .tv_nsec = 20000000 };

	syscall(SYS_mmap, 0, 4096, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	syscall(SYS_mprotect, 4096, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
	syscall(SYS_madvise, 4096, 4096, MADV_DONTNEED);
	syscall(SYS_socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	syscall(SYS_socket, AF_UNIX, SOCK_DGRAM, 0);
	syscall(SYS_epoll_ctl, 3, EPOLL_CTL_ADD, 4, 0);
	syscall(SYS_kill, 99999999, SIGTERM);
	syscall(SYS_kill, getpid(), 0);
	syscall(SYS_prctl, PR_SET_NAME, "renamed");
	syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &nap, NULL);
	syscall(SYS_gettid);
	syscall(999);
}

int main(void)
{
	pid_t child;

	files();
	others();
	child = fork();
	if (!child)
		_exit(3);
	waitpid(child, NULL, 0);
	return 5;
}
