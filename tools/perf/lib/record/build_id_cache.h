/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Copies of programs and libraries by build id, for reading recordings after the files
 * have changed: ~/.debug, in the layout that other tools know.
 */
#ifndef PERF_RECORD_BUILD_ID_CACHE_H
#define PERF_RECORD_BUILD_ID_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>
#include <base/str.h>

/**
 * perf_build_id_cache_add() - keep a copy of a file
 * @root: directory of the cache, is made if need be
 * @path: program or library
 * @err: text
 *
 * A file that is there already stays. Where possible it is a link, not a copy.
 *
 * Return: 0; -ENOENT if the file has no build id; or what the file system said.
 */
int perf_build_id_cache_add(const char *root, const char *path, struct perf_error *err);

/**
 * perf_build_id_cache_remove() - forget a file
 * @root: directory of the cache
 * @path: program or library, as it is now; NULL for all there are
 * @err: text
 *
 * Return: how many were removed, -ENOENT if the file is not in the cache, or what the file
 * system said.
 */
int perf_build_id_cache_remove(const char *root, const char *path, struct perf_error *err);

/**
 * perf_build_id_cache_update() - keep a copy of a file, in place of the one there may be
 * @root: directory of the cache, is made if need be
 * @path: program or library
 * @err: text
 *
 * Only what is kept under the file's own build id is replaced, not older versions.
 *
 * Return: as perf_build_id_cache_add().
 */
int perf_build_id_cache_update(const char *root, const char *path, struct perf_error *err);

/**
 * perf_build_id_cache_purge() - forget all versions of a file
 * @root: directory of the cache
 * @path: where it is or was, or a name as "[vdso]"
 * @err: text
 *
 * Return: how many were removed, which may be none; or what the file system said.
 */
int perf_build_id_cache_purge(const char *root, const char *path, struct perf_error *err);

/**
 * perf_build_id_cache_keep() - keep a copy of an open file
 * @root: directory of the cache, is made if need be
 * @path: that it was mapped by, which may lead elsewhere from here; absolute
 * @fd: the file
 * @id, @size: its build id
 *
 * It is a copy and no link, since others may change the file.
 *
 * Return: 0; -EINVAL if the path cannot be used; or what the file system said.
 */
int perf_build_id_cache_keep(const char *root, const char *path, int fd, const uint8_t *id,
			     size_t size);

/**
 * perf_build_id_cache_has() - is there something that can be used for a build id?
 * @root: directory of the cache
 * @id: build id
 * @size: bytes of it
 */
bool perf_build_id_cache_has(const char *root, const uint8_t *id, size_t size);

/**
 * perf_build_id_cache_list() - what is in the cache
 * @root: directory of the cache
 * @text: a line for each is appended: build id, blank, path
 *
 * Return: how many there are.
 */
int perf_build_id_cache_list(const char *root, struct perf_str *text);

#endif /* PERF_RECORD_BUILD_ID_CACHE_H */
