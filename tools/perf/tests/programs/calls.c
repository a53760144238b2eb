// SPDX-License-Identifier: GPL-2.0
/* Recursion, a function called from two places, system calls now and then. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

volatile unsigned long sink;

#define OUT_OF_LINE	__attribute__((noinline))

static OUT_OF_LINE void add(long count)
{
	for (long i = 0; i < count; i++)
		sink += i;
}

static OUT_OF_LINE void mix(long count)
{
	for (long i = 0; i < count; i++)
		sink ^= i * 3;
}

/* Inlined into recurse() with optimisation. */
static inline void both(long count)
{
	add(count);
	mix(count / 2);
	sink++;
}

OUT_OF_LINE void recurse(int depth, long count)
{
	if (depth)
		recurse(depth - 1, count);
	else
		both(count);
	sink++;
}

OUT_OF_LINE void other(long count)
{
	mix(count);
	sink++;
}

static OUT_OF_LINE void ask_kernel(void)
{
	FILE *file = fopen("/proc/self/stat", "r");
	char text[512];

	if (!file)
		exit(1);
	sink += fread(text, 1, sizeof(text), file);
	fclose(file);
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? atol(argv[1]) : 1000;

	for (long i = 0; i < rounds; i++) {
		recurse(i % 5, 20000);
		other(10000);
		if (i % 10 == 0)
			ask_kernel();
	}
	_exit(0);	/* perf loses the callers of what runs at exit */
}
