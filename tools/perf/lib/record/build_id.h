/* SPDX-License-Identifier: GPL-2.0-only */
/* Build ids: the name that a linker gave to what it made. */
#ifndef PERF_RECORD_BUILD_ID_H
#define PERF_RECORD_BUILD_ID_H

#include <stddef.h>
#include <stdint.h>

/* Bytes there must be room for. */
#define PERF_BUILD_ID_SIZE	20

/**
 * perf_build_id_of_file() - build id of a program or library
 * @path: file
 * @id: result
 *
 * Return: bytes of the id, -ENOENT if the file has none, or what open() said.
 */
int perf_build_id_of_file(const char *path, uint8_t id[PERF_BUILD_ID_SIZE]);

/**
 * perf_build_id_of_kernel() - build id of the running kernel
 * @id: result
 *
 * Return: as above.
 */
int perf_build_id_of_kernel(uint8_t id[PERF_BUILD_ID_SIZE]);

/**
 * perf_build_id_of_module() - build id of a module of the running kernel
 * @name: as /proc/modules has it
 * @id: result
 *
 * Return: as above.
 */
int perf_build_id_of_module(const char *name, uint8_t id[PERF_BUILD_ID_SIZE]);

#endif /* PERF_RECORD_BUILD_ID_H */
