/* SPDX-License-Identifier: GPL-2.0-only */
/* Build ids: NT_GNU_BUILD_ID, identifiers that linkers write into the files they make. */
#ifndef PERF_RECORD_BUILD_ID_H
#define PERF_RECORD_BUILD_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* PERF_BUILD_ID_SIZE: bytes of the largest build id that is kept. */
#define PERF_BUILD_ID_SIZE	20

/* PERF_BUILD_ID_LEAST: bytes of the smallest build id that linkers write, an xxHash. */
#define PERF_BUILD_ID_LEAST	8

/**
 * perf_build_id_of_file() - build id of a program or library
 * @path: file
 * @id: result
 *
 * Return: bytes of @id, -ENOENT if the file has no build id, or the negative errno of open().
 */
int perf_build_id_of_file(const char *path, uint8_t id[PERF_BUILD_ID_SIZE]);

/**
 * perf_build_id_of_fd() - build id of an open file
 * @fd: file; its position is neither used nor changed
 * @id: result
 *
 * Return: as perf_build_id_of_file().
 */
int perf_build_id_of_fd(int fd, uint8_t id[PERF_BUILD_ID_SIZE]);

/**
 * perf_build_id_fits() - is @id the build id that a recording has?
 * @id: build id of a file
 * @size: bytes of @id, or a negative errno
 * @wanted: recorded build id, zero-padded where the recording does not hold its size
 * @wanted_size: bytes of @wanted, padding included
 *
 * Return: true if they are equal and @size is at least PERF_BUILD_ID_LEAST: a shorter id could be
 * equal by chance or on purpose.
 */
bool perf_build_id_fits(const uint8_t *id, int size, const uint8_t *wanted, size_t wanted_size);

/**
 * perf_build_id_of_kernel() - build id of the running kernel
 * @id: result
 *
 * Return: as perf_build_id_of_file().
 */
int perf_build_id_of_kernel(uint8_t id[PERF_BUILD_ID_SIZE]);

/**
 * perf_build_id_of_module() - build id of a module of the running kernel
 * @name: as in /proc/modules; -ENOENT if it is not a valid file name
 * @id: result
 *
 * Return: as perf_build_id_of_file().
 */
int perf_build_id_of_module(const char *name, uint8_t id[PERF_BUILD_ID_SIZE]);

#endif /* PERF_RECORD_BUILD_ID_H */
