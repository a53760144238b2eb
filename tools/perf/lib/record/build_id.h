/* SPDX-License-Identifier: GPL-2.0-only */
/* Build ids: the name that a linker gave to what it made. */
#ifndef PERF_RECORD_BUILD_ID_H
#define PERF_RECORD_BUILD_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes there must be room for. */
#define PERF_BUILD_ID_SIZE	20

/* Bytes that linkers write at least: those of xxHash. */
#define PERF_BUILD_ID_LEAST	8

/**
 * perf_build_id_of_file() - build id of a program or library
 * @path: file
 * @id: result
 *
 * Return: bytes of the id, -ENOENT if the file has none, or what open() said.
 */
int perf_build_id_of_file(const char *path, uint8_t id[PERF_BUILD_ID_SIZE]);

/**
 * perf_build_id_of_fd() - the same for an open file
 * @fd: file; its position is not used
 * @id: result
 *
 * Return: as above.
 */
int perf_build_id_of_fd(int fd, uint8_t id[PERF_BUILD_ID_SIZE]);

/**
 * perf_build_id_fits() - is a build id that was found the one that a recording has?
 * @id: found
 * @size: bytes of it, or a negative errno
 * @wanted: recorded; zeroes may stand behind it, where the recording does not say its size
 * @wanted_size: bytes of that
 *
 * Return: true if both are the same, and long enough not to be so by chance or on purpose.
 */
bool perf_build_id_fits(const uint8_t *id, int size, const uint8_t *wanted, size_t wanted_size);

/**
 * perf_build_id_of_kernel() - build id of the running kernel
 * @id: result
 *
 * Return: as above.
 */
int perf_build_id_of_kernel(uint8_t id[PERF_BUILD_ID_SIZE]);

/**
 * perf_build_id_of_module() - build id of a module of the running kernel
 * @name: as /proc/modules has it; one that is no name of a file has no id
 * @id: result
 *
 * Return: as above.
 */
int perf_build_id_of_module(const char *name, uint8_t id[PERF_BUILD_ID_SIZE]);

#endif /* PERF_RECORD_BUILD_ID_H */
