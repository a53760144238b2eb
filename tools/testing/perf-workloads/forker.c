// SPDX-License-Identifier: GPL-2.0
/*
 * forker: forks children one after the other, and waits for each.
 *
 * Usage: forker [children]
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	long children = argc > 1 ? strtol(argv[1], NULL, 0) : 100;

	for (long i = 0; i < children; i++) {
		pid_t child = fork();
		int status;

		if (child < 0) {
			perror("fork");
			return 1;
		}
		if (!child)
			_exit(0);
		if (waitpid(child, &status, 0) != child || status) {
			fprintf(stderr, "child %ld failed\n", i);
			return 1;
		}
	}
	printf("forker: %ld children\n", children);
	return 0;
}
