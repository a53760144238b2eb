/* SPDX-License-Identifier: GPL-2.0 */
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

int perf_build_id_of_file(const char *path, uint8_t id[PERF_BUILD_ID_SIZE]);
int perf_build_id_of_fd(int fd, uint8_t id[PERF_BUILD_ID_SIZE]);
bool perf_build_id_fits(const uint8_t *id, int size, const uint8_t *wanted, size_t wanted_size);
int perf_build_id_of_kernel(uint8_t id[PERF_BUILD_ID_SIZE]);
int perf_build_id_of_module(const char *name, uint8_t id[PERF_BUILD_ID_SIZE]);

#endif /* PERF_RECORD_BUILD_ID_H */
