// SPDX-License-Identifier: GPL-2.0
/*
 * hot: burns CPU in a known call tree, so that its profile has a known shape.
 *
 * main -> run -> (heavy 4 : light 1) -> spin. Usage: hot [milliseconds]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static unsigned long sum;

static __attribute__((noipa)) void spin(unsigned long rounds)
{
	for (unsigned long i = 0; i < rounds; i++) {
		sum += i;
		/* Keeps the compiler from computing the sum in one step */
		asm("" : "+m" (sum));
	}
}

static __attribute__((noipa)) void heavy(void)
{
	spin(40000);
}

static __attribute__((noipa)) void light(void)
{
	spin(10000);
}

static __attribute__((noipa)) void run(long milliseconds)
{
	struct timespec now, start;

	clock_gettime(CLOCK_MONOTONIC, &start);
	do {
		heavy();
		light();
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while ((now.tv_sec - start.tv_sec) * 1000 +
		 (now.tv_nsec - start.tv_nsec) / 1000000 < milliseconds);
}

int main(int argc, char **argv)
{
	run(argc > 1 ? strtol(argv[1], NULL, 0) : 1000);
	printf("hot: sum %lu\n", sum);
	return 0;
}
