/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Opening files whose names, directories or contents other users have chosen.
 *
 * Any user may since have replaced a program or map file named in a recording by a pipe, a
 * device or a link; another user's directory may hold any of these under the name that the tool
 * reads by default. perf_input_open() checks the file type before it opens a file, so opening
 * has no side effect and never waits, and input.c limits the size of each kind of file.
 */
#ifndef PERF_BASE_INPUT_H
#define PERF_BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

/**
 * enum perf_input_kind - kind of an input file; input_rules[] in input.c holds the limits
 * @PERF_INPUT_OBJECT: an ELF program, library, module or kernel
 * @PERF_INPUT_JIT_MAP: symbols of code generated at run time, /tmp/perf-PID.map
 * @PERF_INPUT_JIT_DUMP: the generated code itself, jit-PID.dump
 * @PERF_INPUT_SYMBOLS: kernel symbols in the format of /proc/kallsyms
 * @PERF_INPUT_KCORE: kernel memory in the format of /proc/kcore
 * @PERF_INPUT_SOURCE: source text of a program
 * @PERF_INPUT_LIST: a text file written by or for the user
 * @PERF_INPUT_RECORDING: a recording in a file, or a file that is part of one
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

/* Size limit in bytes of PERF_INPUT_JIT_MAP. */
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
