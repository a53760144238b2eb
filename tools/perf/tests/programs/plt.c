// SPDX-License-Identifier: GPL-2.0
/* Calls a short function of another object over and over: a part of the time is the PLT's. */
#include <strings.h>

static long sum;

__attribute__((noinline)) static void add(int nr)
{
	int i;

	for (i = 0; i < nr; i++)
		sum += ffs(i);
}

int main(void)
{
	int i;

	for (i = 0; i < 30; i++)
		add(3000000);
	return sum < 0;
}
