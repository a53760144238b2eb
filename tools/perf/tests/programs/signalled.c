// SPDX-License-Identifier: GPL-2.0
/* A handler of a signal touches pages: the stack goes on behind it. */
#include <signal.h>

#define PAGES	20
#define PAGE	4096

static volatile char pages[(PAGES + 1) * PAGE];

static __attribute__((noinline)) void touch(void)
{
	int i;

	for (i = 0; i < PAGES; i++)
		pages[i * PAGE] = 1;
	__asm__ volatile("");
}

static void handler(int number)
{
	(void)number;
	touch();
	__asm__ volatile("");
}

__attribute__((noinline)) int interrupted(void)
{
	raise(SIGUSR1);
	return pages[0];
}

int main(void)
{
	signal(SIGUSR1, handler);
	return !interrupted();
}
