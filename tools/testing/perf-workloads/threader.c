// SPDX-License-Identifier: GPL-2.0
/*
 * threader: each thread burns CPU in a known call chain, outer -> middle -> inner. With
 * @wait, main() first waits for a line on standard input. It prints the CPU time that
 * getrusage() reports.
 *
 * Usage: threader [threads [milliseconds of CPU each [wait]]]
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MOST_THREADS	64

static long milliseconds;

static long thread_milliseconds(void)
{
	struct timespec used;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

/* Taking the frame's address gives a leaf function a frame */
#define KEEP_FRAME() do { asm volatile("" : : "r" (__builtin_frame_address(0))); } while (0)

static __attribute__((noipa)) void inner(unsigned long rounds)
{
	KEEP_FRAME();
	for (unsigned long i = 0; i < rounds; i++)
		asm volatile("" : : "r" (i));
}

static __attribute__((noipa)) void middle(void)
{
	inner(1000000); /* far longer than reading the clock, also where that leaves the process */
	KEEP_FRAME();
}

static __attribute__((noipa)) void outer(void)
{
	long start = thread_milliseconds();

	while (thread_milliseconds() - start < milliseconds)
		middle();
}

static void *burn(void *number)
{
	char name[16];

	snprintf(name, sizeof(name), "burner-%ld", (long)number);
	pthread_setname_np(pthread_self(), name);
	outer();
	return NULL;
}

static long microseconds(const struct timeval *user, const struct timeval *sys)
{
	return (user->tv_sec + sys->tv_sec) * 1000000L + user->tv_usec + sys->tv_usec;
}

int main(int argc, char **argv)
{
	long threads = argc > 1 ? strtol(argv[1], NULL, 0) : 1;
	struct rusage start, end;
	pthread_t thread[MOST_THREADS];
	char line[16];

	milliseconds = argc > 2 ? strtol(argv[2], NULL, 0) : 100;
	if (threads < 1 || threads > MOST_THREADS) {
		fprintf(stderr, "threader: 1 to %d threads\n", MOST_THREADS);
		return 1;
	}
	if (argc > 3 && !fgets(line, sizeof(line), stdin))
		return 1;
	getrusage(RUSAGE_SELF, &start);
	for (long i = 1; i < threads; i++) {
		if (pthread_create(&thread[i], NULL, burn, (void *)i)) {
			perror("pthread_create");
			return 1;
		}
	}
	outer();
	for (long i = 1; i < threads; i++)
		pthread_join(thread[i], NULL);
	getrusage(RUSAGE_SELF, &end);
	printf("threader: %ld threads, %ld us\n", threads,
	       microseconds(&end.ru_utime, &end.ru_stime) -
	       microseconds(&start.ru_utime, &start.ru_stime));
	return 0;
}
