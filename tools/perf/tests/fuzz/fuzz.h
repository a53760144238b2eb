/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the fuzz targets: the input as a descriptor or a file, and checks that abort. */
#ifndef PERF_TESTS_FUZZ_H
#define PERF_TESTS_FUZZ_H

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* libFuzzer or replay/main.c calls this once for each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* abort(), as a bad access does, so that libFuzzer keeps the input. */
#define fuzz_check(condition) do {						\
	if (!(condition)) {							\
		fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
		abort();							\
	}									\
} while (0)

/* exit(): the machine failed, not the tool. */
static inline void fuzz_give_up(const char *what)
{
	perror(what);
	exit(1);
}

/* Make the compiler compute @sum, so that every byte added to it is read. */
static inline void fuzz_use(uint64_t sum)
{
	static volatile uint64_t used;

	used = sum;
	(void)used;
}

/* Read all bytes, so that the address sanitizer reports those out of bounds. */
static inline uint64_t fuzz_sum(const void *data, size_t size)
{
	const uint8_t *bytes = data;
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < size; i++)
		sum += bytes[i];
	return sum;
}

/* Return the input as a regular file without a name. */
static inline int fuzz_memfd(const void *data, size_t size)
{
	int fd = memfd_create("fuzz", MFD_CLOEXEC);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET))
		fuzz_give_up("memfd_create");
	return fd;
}

/* Write the input to @name in the current directory, replacing the previous run's. */
static inline void fuzz_file(const char *name, const void *data, size_t size)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		fuzz_give_up(name);
	close(fd);
}

/*
 * Return the read end of a pipe with the input, cut at 1 MiB as more would block; *-max_len is
 * smaller.
 */
static inline int fuzz_pipe(const void *data, size_t size)
{
	int fds[2];

	if (pipe2(fds, O_CLOEXEC) || fcntl(fds[1], F_SETPIPE_SZ, 1 << 20) < 0)
		fuzz_give_up("pipe");
	if (size > 1 << 20)
		size = 1 << 20;
	if (size && write(fds[1], data, size) != (ssize_t)size)
		fuzz_give_up("write");
	close(fds[1]);
	return fds[0];
}

#endif
