// SPDX-License-Identifier: GPL-2.0
/* Functions with arguments, members, an inlined copy and static data, to be probed. */
#include <stdio.h>
#include <string.h>

struct point {
	int x, y;
	struct point *next;
	char name[8];
	struct {
		int inner;
	};
};

static int total = 41;

__attribute__((noinline)) int scale(struct point *p, int factor, const char *label)
{
	int i, sum = 0;

	for (i = 0; i < factor; i++)
		sum += p->x * i + (int)strlen(label);
	total += sum;
	return sum;
}

static inline int twice(int v)
{
	return v * 2;
}

int main(int argc, char **argv)
{
	struct point q = { 7, 8, NULL, "second", { 5 } }, p = { 3, 4, &q, "first", { -6 } };

	(void)argv;
	printf("%d\n", scale(&p, 5 + argc, "hello") + twice(argc));
	return 0;
}
