// SPDX-License-Identifier: GPL-2.0
/*
 * faulter: touches fresh pages, one page fault each, and frees them after every HELD pages.
 *
 * Usage: faulter [pages]
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define HELD	1024

int main(int argc, char **argv)
{
	long pages = argc > 1 ? strtol(argv[1], NULL, 0) : 1000;
	long page_size = sysconf(_SC_PAGESIZE);
	char *area;

	area = mmap(NULL, pages * page_size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (area == MAP_FAILED) {
		perror("mmap");
		return 1;
	}
	/* A huge page would take one fault for many pages; EINVAL: the kernel has none */
	if (madvise(area, pages * page_size, MADV_NOHUGEPAGE) && errno != EINVAL) {
		perror("madvise");
		return 1;
	}
	for (long i = 0; i < pages; i++) {
		area[i * page_size] = 1;
		if (i % HELD == HELD - 1)
			madvise(area + (i + 1 - HELD) * page_size, HELD * page_size,
				MADV_DONTNEED);
	}
	printf("faulter: %ld pages\n", pages);
	return 0;
}
