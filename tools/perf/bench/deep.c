// SPDX-License-Identifier: GPL-2.0-only
/* deep [MILLISECONDS]: a loop below two dozen frames. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile unsigned long sum;

static __attribute__((noinline)) void work(long rounds)
{
	for (long i = 0; i < rounds; i++)
		sum = sum + i;
}

static __attribute__((noinline)) void more_work(long rounds)
{
	for (long i = 0; i < rounds; i++)
		sum = sum ^ i;
}

static __attribute__((noinline)) void deeper(int depth, long rounds)
{
	if (depth) {
		deeper(depth - 1, rounds);
	} else {
		work(rounds);
		more_work(rounds / 2);
	}
	sum = sum + 1;
}

int main(int argc, char **argv)
{
	double limit = argc > 1 ? atof(argv[1]) : 1000, passed;
	struct timespec start, now;

	clock_gettime(CLOCK_MONOTONIC, &start);
	do {
		deeper(20, 100000);
		clock_gettime(CLOCK_MONOTONIC, &now);
		passed = (now.tv_sec - start.tv_sec) * 1e3 + (now.tv_nsec - start.tv_nsec) / 1e6;
	} while (passed < limit);
	printf("%lu\n", sum);
	return 0;
}
