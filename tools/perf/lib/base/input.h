/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Opening files whose names, places or contents others have chosen.
 *
 * A recording names programs and maps that anybody may have exchanged for a pipe, a device or
 * a link since; a directory of another user may hold any of these under the name that the tool
 * reads by default. perf_input_open() looks at a file before it opens it, so that opening has
 * no consequence and never waits, and each kind of file has a limit to its size.
 */
#ifndef PERF_BASE_INPUT_H
#define PERF_BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/**
 * enum perf_input_kind - what a file is read as; the table in input.c has their limits
 * @PERF_INPUT_OBJECT: a program, library, module or kernel in ELF
 * @PERF_INPUT_JIT_MAP: symbols of code that was made at run time, /tmp/perf-PID.map
 * @PERF_INPUT_JIT_DUMP: the code itself, jit-PID.dump
 * @PERF_INPUT_SYMBOLS: symbols of the kernel, as /proc/kallsyms has them
 * @PERF_INPUT_KCORE: memory of the kernel, as /proc/kcore has it
 * @PERF_INPUT_SOURCE: text of a program
 * @PERF_INPUT_LIST: a text that the user has written or had written
 * @PERF_INPUT_RECORDING: a recording, or a part of one, that is a file
 */
enum perf_input_kind {
	PERF_INPUT_OBJECT,
	PERF_INPUT_JIT_MAP,
	PERF_INPUT_JIT_DUMP,
	PERF_INPUT_SYMBOLS,
	PERF_INPUT_KCORE,
	PERF_INPUT_SOURCE,
	PERF_INPUT_LIST,
	PERF_INPUT_RECORDING,
	PERF_INPUT_KINDS
};

/* Largest file of symbols of code made at run time that is read. */
#define PERF_INPUT_JIT_MAP_MAX	(256U << 20)

int perf_input_look(const char *path, int flags, struct stat *status);
int perf_input_reopen(int found, const char *path, int flags);
int perf_input_open(enum perf_input_kind kind, const char *path);
char *perf_input_read(enum perf_input_kind kind, const char *path, size_t *size);
char *perf_input_read_named(enum perf_input_kind kind, const char *path, size_t *size);
char *perf_input_read_fd(enum perf_input_kind kind, int fd, size_t *size);
bool perf_input_is_trusted(const struct stat *status);
bool perf_input_is_public(const char *path);
bool perf_input_is_shared(const struct stat *status);

#endif
