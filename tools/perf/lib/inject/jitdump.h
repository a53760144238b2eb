/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * jitdump: the file in which a program that makes code at run time tells when it made
 * which function where, with the code itself. Its format is described in the kernel's
 * tools/perf/Documentation/jitdump-specification.txt; programs of many people write it.
 */
#ifndef PERF_INJECT_JITDUMP_H
#define PERF_INJECT_JITDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>

/**
 * struct perf_jitdump - a file that is being read
 * @fd: of the file, or a negative errno
 * @text: after perf_jitdump_read(): the file up to its first hole, @size bytes
 * @at: where the next record begins
 * @machine: EM_* of its code
 * @pid: of the program
 * @timestamp: when the file was begun
 * @trusted: it belongs to root or to the user of the tool
 * @device, @inode: of the file, whatever the path is that leads to it
 */
struct perf_jitdump {
	int fd;
	char *text;
	size_t size;
	size_t at;
	uint16_t machine;
	int32_t pid;
	uint64_t timestamp;
	bool trusted;
	uint64_t device;
	uint64_t inode;
};

/**
 * struct perf_jitdump_code - a function that appeared or moved
 * @time: when, ns of CLOCK_MONOTONIC
 * @pid, @tid: who made it
 * @addr: where it is
 * @size: bytes of it
 * @index: its number in the program
 * @moved: it was elsewhere before; there is neither name nor code
 * @name: of the function
 * @code: its instructions
 */
struct perf_jitdump_code {
	uint64_t time;
	int32_t pid;
	int32_t tid;
	uint64_t addr;
	uint64_t size;
	uint64_t index;
	bool moved;
	const char *name;
	const void *code;
};

/**
 * perf_jitdump_open() - read the head of a file
 * @dump: result; close with perf_jitdump_close()
 * @path: file
 * @error: text
 *
 * Return: 0; -EINVAL if it is no such file, or one whose times are no ns; or what open()
 * said.
 */
int perf_jitdump_open(struct perf_jitdump *dump, const char *path, struct perf_error *error);

/**
 * perf_jitdump_read() - read the functions of a file, too
 * @dump: open
 * @path: file, for the message
 * @error: text
 *
 * Return: 0 or a negative errno: -EINVAL if there is less than the head says.
 */
int perf_jitdump_read(struct perf_jitdump *dump, const char *path, struct perf_error *error);

/**
 * perf_jitdump_next() - the next function
 * @dump: file
 * @code: result; its pointers live as long as @dump is open
 *
 * Return: false at the end of the file, or of what is whole in it.
 */
bool perf_jitdump_next(struct perf_jitdump *dump, struct perf_jitdump_code *code);

/** perf_jitdump_close() - free the file */
void perf_jitdump_close(struct perf_jitdump *dump);

/** perf_jitdump_is_name() - is this the path of such a file? "/tmp/jit-123.dump" */
bool perf_jitdump_is_name(const char *path);

#endif /* PERF_INJECT_JITDUMP_H */
