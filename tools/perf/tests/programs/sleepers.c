// SPDX-License-Identifier: GPL-2.0
/* Threads that sleep and compute, and a process that is woken through a pipe. */
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUNDS	20

static void *sleeper(void *unused)
{
	volatile int spin;
	int i;

	for (i = 0; i < ROUNDS; i++) {
		usleep(2000);
		for (spin = 0; spin < 100000; spin++)
			;
	}
	return unused;
}

int main(void)
{
	pthread_t threads[3];
	int ends[2], i;
	char byte;

	if (pipe(ends))
		return 1;
	if (!fork()) {
		for (i = 0; i < ROUNDS; i++)
			if (read(ends[0], &byte, 1) != 1)
				_exit(1);
		_exit(0);
	}
	for (i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, sleeper, NULL);
	for (i = 0; i < ROUNDS; i++) {
		usleep(1000);
		if (write(ends[1], "", 1) != 1)
			return 1;
	}
	for (i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	wait(NULL);
	return 0;
}
