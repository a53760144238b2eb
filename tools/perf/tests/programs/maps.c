// SPDX-License-Identifier: GPL-2.0
/* Six threads that map memory, fill it and read from one pipe: they wait for each other. */
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define THREADS	6
#define ROUNDS	60
#define SIZE	(1 << 20)

static void *work(void *context)
{
	int *ends = context, i, at;
	char byte;

	for (i = 0; i < ROUNDS; i++) {
		char *map = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (map == MAP_FAILED)
			break;
		for (at = 0; at < SIZE; at += 4096)
			map[at] = 1;
		munmap(map, SIZE);
		if (write(ends[1], "x", 1) != 1 || read(ends[0], &byte, 1) != 1)
			break;
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int ends[2], i;

	if (pipe(ends))
		return 1;
	for (i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, work, ends))
			return 1;
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
