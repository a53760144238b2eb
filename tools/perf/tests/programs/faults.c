// SPDX-License-Identifier: GPL-2.0
/* faults N: N page faults, one after the other; huge pages do not make them fewer. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	long left = argc > 1 ? atol(argv[1]) : 0;

	while (left-- > 0) {
		volatile char *page = mmap(NULL, size, PROT_READ | PROT_WRITE,
					   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (page == MAP_FAILED)
			return 1;
		*page = 1;
		munmap((void *)page, size);
	}
	return 0;
}
