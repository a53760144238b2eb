// SPDX-License-Identifier: GPL-2.0
/*
 * paths N: N page faults of one function, which is reached on two paths by turns. Pauses let a
 * reader with small rings keep up on any host.
 */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define OUT_OF_LINE	__attribute__((noinline))
#define PAUSE_EVERY	20
#define PAUSE_US	1000

static volatile long faults;

static OUT_OF_LINE void fault(void)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	volatile char *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		exit(1);
	*page = 1;
	munmap((void *)page, size);
	faults++;
}

static OUT_OF_LINE void left(void)
{
	fault();
	faults++;
}

static OUT_OF_LINE void right(void)
{
	fault();
	faults++;
}

int main(int argc, char **argv)
{
	long nr = argc > 1 ? atol(argv[1]) : 0;

	for (long i = 0; i < nr; i++) {
		if (i % 2)
			left();
		else
			right();
		if (i % PAUSE_EVERY == 0)
			usleep(PAUSE_US);
	}
	return 0;
}
