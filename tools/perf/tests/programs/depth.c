// SPDX-License-Identifier: GPL-2.0
/*
 * A program of known call depth: main calls level_1, and so on down to a system call, or to a
 * sleep. Arguments: how often, with that many milliseconds between; and of which kind.
 */
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Neither inlined, nor a jump in place of a call at its end. */
#define LEVEL	__attribute__((noinline, noclone))
#define STAY	__asm__ volatile("" ::: "memory")

LEVEL static void level_3(long milliseconds)
{
	struct timespec time = { .tv_nsec = milliseconds * 1000000 };

	syscall(SYS_getppid);
	if (milliseconds)
		syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, NULL);
	STAY;
}

LEVEL static void level_2(long milliseconds)
{
	level_3(milliseconds);
	STAY;
}

LEVEL static void level_1(long milliseconds)
{
	level_2(milliseconds);
	STAY;
}

int main(int argc, char **argv)
{
	long milliseconds = argc > 1 ? atol(argv[1]) : 0;
	long times = argc > 2 ? atol(argv[2]) : argc > 1 ? 1000 : 1;

	while (times-- > 0)
		level_1(milliseconds);
	return 0;
}
