/* SPDX-License-Identifier: GPL-2.0 */
/* Part of offcpu_test.c and offcpu_sample_test.c: the clock, and ways to sleep at a known place. */
#ifndef _OFFCPU_SLEEP_H
#define _OFFCPU_SLEEP_H

#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "sample_places.h"

SECTION_BOUNDS(offcpu_rest);

static inline __u64 now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC_RAW, &time);
	return time.tv_sec * 1000000000ULL + time.tv_nsec;
}

/* A frame between rest() and the system call, whose own function may have none */
static __attribute__((__noinline__, __unused__)) void nap(__u64 ns)
{
	struct timespec time = { .tv_nsec = ns };

	syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, NULL);
	asm volatile("" : : : "memory");
}

/* Sleeps, and stays a frame of the call chain meanwhile */
IN_SECTION(offcpu_rest) static void rest(__u64 ns)
{
	nap(ns);
	asm volatile("" : : : "memory");
}

static inline long sleeps(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nvcsw;
}

/* A nap ends without sleep if the machine stands still from its beginning to its end. */
static inline void sleep_for_sure(__u64 ns)
{
	long before = sleeps();

	do
		rest(ns);
	while (sleeps() == before);
}

#endif /* _OFFCPU_SLEEP_H */
