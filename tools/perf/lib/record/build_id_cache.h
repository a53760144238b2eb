/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Copies of programs and libraries by build id, for reading recordings after the files have
 * changed: ~/.debug, in the layout that other tools use.
 */
#ifndef PERF_RECORD_BUILD_ID_CACHE_H
#define PERF_RECORD_BUILD_ID_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>
#include <base/str.h>

int perf_build_id_cache_add(const char *root, const char *path, struct perf_error *error);
int perf_build_id_cache_remove(const char *root, const char *path, struct perf_error *error);
int perf_build_id_cache_update(const char *root, const char *path, struct perf_error *error);
int perf_build_id_cache_purge(const char *root, const char *path, struct perf_error *error);
int perf_build_id_cache_keep(const char *root, const char *path, int fd, const uint8_t *id,
			     size_t size);
bool perf_build_id_cache_has(const char *root, const uint8_t *id, size_t size);
int perf_build_id_cache_list(const char *root, struct perf_str *text);

#endif /* PERF_RECORD_BUILD_ID_CACHE_H */
