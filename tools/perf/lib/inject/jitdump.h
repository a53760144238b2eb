/* SPDX-License-Identifier: GPL-2.0 */
/*
 * jitdump: a file in which a program that generates code at run time describes each function: its
 * time, address and code. The kernel's tools/perf/Documentation/jitdump-specification.txt
 * defines the format.
 */
#ifndef PERF_INJECT_JITDUMP_H
#define PERF_INJECT_JITDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>

/**
 * struct perf_jitdump - an open file
 * @fd: descriptor, negative if not open
 * @text: after perf_jitdump_read(): the file up to its first hole, @size bytes
 * @size: bytes of @text
 * @at: offset of the next record
 * @machine: EM_* of its code
 * @pid: pid of the program
 * @timestamp: time at which the file was created, ns
 * @trusted: the file belongs to root or to the user of the tool
 * @device, @inode: identify the file, whichever path leads to it
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
 * struct perf_jitdump_code - a function that was loaded or moved
 * @time: ns of CLOCK_MONOTONIC
 * @pid, @tid: thread that generated it
 * @addr: its address
 * @size: bytes of @code
 * @index: its number in the dump
 * @moved: it was at another address before; @name and @code are NULL
 * @name: name of the function
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
int perf_jitdump_open(struct perf_jitdump *dump, const char *path, struct perf_error *error);
int perf_jitdump_read(struct perf_jitdump *dump, const char *path, struct perf_error *error);
bool perf_jitdump_next(struct perf_jitdump *dump, struct perf_jitdump_code *code);
void perf_jitdump_close(struct perf_jitdump *dump);
bool perf_jitdump_is_name(const char *path);

#endif /* PERF_INJECT_JITDUMP_H */
