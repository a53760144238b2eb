// SPDX-License-Identifier: GPL-2.0
/*
 * Two functions of one name: this file is compiled twice, with HALF 1 and 2. Its arguments
 * are how long each of them runs, in millions of rounds.
 */
#include <stdlib.h>
#include "same.h"

static volatile unsigned long sink;

static __attribute__((noinline)) void same(unsigned long rounds)
{
	for (unsigned long i = 0; i < rounds; i++)
		sink += i * HALF;
}

#if HALF == 1
void first(unsigned long rounds)
{
	same(rounds);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	first(strtoul(argv[1], NULL, 0) * 1000000);
	second(strtoul(argv[2], NULL, 0) * 1000000);
	return 0;
}
#else
void second(unsigned long rounds)
{
	same(rounds);
}
#endif
