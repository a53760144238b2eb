// SPDX-License-Identifier: GPL-2.0
/*
 * toucher: writes and reads one variable a known number of times, each in a function of its
 * own, for breakpoints and probes.
 *
 * With @wait of 1, main() first waits for a line on standard input.
 * Usage: toucher [writes [reads [wait]]]
 */
#include <stdio.h>
#include <stdlib.h>

static long touched;

static __attribute__((noipa)) long touch(long value)
{
	touched = value;
	return 2 * value;
}

static __attribute__((noipa)) long look(void)
{
	return touched;
}

int main(int argc, char **argv)
{
	long writes = argc > 1 ? strtol(argv[1], NULL, 0) : 100;
	long reads = argc > 2 ? strtol(argv[2], NULL, 0) : 100;
	long sum = 0;

	if (argc > 3 && strtol(argv[3], NULL, 0) && getchar() == EOF)
		return 1;
	for (long i = 1; i <= writes; i++)
		sum += touch(i);
	for (long i = 0; i < reads; i++)
		sum += look();
	printf("toucher: %ld writes and %ld reads at %p by %p, sum %ld\n",
	       writes, reads, (void *)&touched, (void *)&touch, sum);
	return 0;
}
