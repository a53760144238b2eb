// SPDX-License-Identifier: GPL-2.0
/* Threads with names, children, one of which becomes another program. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

volatile unsigned long sink;

__attribute__((noinline)) void spin(long count)
{
	for (long i = 0; i < count; i++)
		sink += i;
}

static void *work(void *unused)
{
	pthread_setname_np(pthread_self(), "worker thread");
	for (int i = 0; i < 20; i++) {
		spin(500000);
		usleep(100);
	}
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		if (pthread_create(&threads[i], NULL, work, NULL))
			return 1;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 3; i++) {
		if (fork())
			continue;
		spin(10000000);
		if (i == 1)
			execl("/bin/true", "true", NULL);
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
	return 0;
}
