// SPDX-License-Identifier: GPL-2.0
/*
 * deep [MILLISECONDS]: a loop below two dozen frames.
 * deep 0 ROUNDS FILE: so many rounds of it, however long they take; the rounds, the elapsed
 * and the CPU seconds go to FILE.
 */
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

static double clock_seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int argc, char **argv)
{
	double start = clock_seconds(CLOCK_MONOTONIC), limit = argc > 1 ? atof(argv[1]) / 1e3 : 1;
	long rounds = argc > 2 ? atol(argv[2]) : 0, done = 0;
	FILE *file;

	do {
		deeper(20, 100000);
		done++;
	} while (rounds ? done < rounds : clock_seconds(CLOCK_MONOTONIC) - start < limit);
	if (argc > 3) {
		file = fopen(argv[3], "w");
		if (!file)
			return 1;
		fprintf(file, "%ld %.6f %.6f\n", done, clock_seconds(CLOCK_MONOTONIC) - start,
			clock_seconds(CLOCK_PROCESS_CPUTIME_ID));
		if (fclose(file))
			return 1;
	}
	printf("%lu\n", sum);
	return 0;
}
