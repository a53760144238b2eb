// SPDX-License-Identifier: GPL-2.0
/*
 * switcher: two processes on one CPU pass a byte back and forth through pipes, with two context
 * switches per round.
 *
 * Usage: switcher [rounds]
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int echo_bytes(int from, int to)
{
	char byte;

	while (read(from, &byte, 1) == 1) {
		if (write(to, &byte, 1) != 1)
			return 1;
	}
	return 0;
}

static int play(int from, int to, long rounds)
{
	char byte = 0;

	for (long i = 0; i < rounds; i++) {
		if (write(to, &byte, 1) != 1 || read(from, &byte, 1) != 1)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	long rounds = argc > 1 ? strtol(argv[1], NULL, 0) : 1000;
	int there[2], back[2], status;
	cpu_set_t cpus;
	pid_t child;

	CPU_ZERO(&cpus);
	CPU_SET(sched_getcpu(), &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus) || pipe(there) || pipe(back)) {
		perror("switcher");
		return 1;
	}
	child = fork();
	if (child < 0) {
		perror("fork");
		return 1;
	}
	if (!child) {
		close(there[1]);
		_exit(echo_bytes(there[0], back[1]));
	}
	if (play(back[0], there[1], rounds)) {
		fprintf(stderr, "switcher: the pipe broke\n");
		return 1;
	}
	close(there[1]);
	if (waitpid(child, &status, 0) != child || status) {
		fprintf(stderr, "switcher: the other side failed\n");
		return 1;
	}
	printf("switcher: %ld rounds\n", rounds);
	return 0;
}
