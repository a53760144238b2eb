// SPDX-License-Identifier: GPL-2.0
/* Most of its time is in one function, nearly all of its page faults in another. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define OUT_OF_LINE	__attribute__((noinline))

volatile unsigned long sink;

OUT_OF_LINE void spin(long count)
{
	for (long i = 0; i < count; i++)
		sink += i;
}

OUT_OF_LINE void touch(volatile char *page)
{
	*page = 1;
}

int main(void)
{
	size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (page == MAP_FAILED)
		return 1;
	for (;;) {
		spin(100000);
		touch(page);
		madvise(page, size, MADV_DONTNEED);
	}
}
