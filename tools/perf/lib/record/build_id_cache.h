/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_build_id_cache_add() - keep a copy of a file
 * @root: directory of the cache, made if missing
 * @path: program or library
 * @error: filled on failure
 *
 * An existing entry stays. @path is hard-linked into the cache where possible, else copied.
 *
 * Return: 0; -ENOENT if the file has no build id; or a negative errno of the file system.
 */
int perf_build_id_cache_add(const char *root, const char *path, struct perf_error *error);

/**
 * perf_build_id_cache_remove() - remove the entry of a file
 * @root: directory of the cache
 * @path: program or library in its current version; NULL: remove all entries
 * @error: filled on failure
 *
 * Return: number of entries removed, -ENOENT if the file is not in the cache, or a negative errno
 * of the file system.
 */
int perf_build_id_cache_remove(const char *root, const char *path, struct perf_error *error);

/**
 * perf_build_id_cache_update() - replace the copy of a file, or add it
 * @root: directory of the cache, made if missing
 * @path: program or library
 * @error: filled on failure
 *
 * Only the entry with the build id of @path is replaced, not those of older versions.
 *
 * Return: as perf_build_id_cache_add().
 */
int perf_build_id_cache_update(const char *root, const char *path, struct perf_error *error);

/**
 * perf_build_id_cache_purge() - remove all versions of a file
 * @root: directory of the cache
 * @path: current or former path of the file, or a name such as "[vdso]"
 * @error: filled on failure
 *
 * Return: number of entries removed, 0 if there were none; or a negative errno of the file system.
 */
int perf_build_id_cache_purge(const char *root, const char *path, struct perf_error *error);

/**
 * perf_build_id_cache_keep() - keep a copy of an open file
 * @root: directory of the cache, made if missing
 * @path: absolute path of the mapping; may lead to another file in this mount namespace
 * @fd: the file
 * @id, @size: its build id
 *
 * @fd is copied, never linked, since other users may change the file.
 *
 * Return: 0; -EINVAL if @path cannot be used; or a negative errno of the file system.
 */
int perf_build_id_cache_keep(const char *root, const char *path, int fd, const uint8_t *id,
			     size_t size);

/**
 * perf_build_id_cache_has() - does the cache hold a file with symbols for a build id?
 * @root: directory of the cache
 * @id: build id
 * @size: bytes of @id
 */
bool perf_build_id_cache_has(const char *root, const uint8_t *id, size_t size);

/**
 * perf_build_id_cache_list() - list the entries of the cache
 * @root: directory of the cache
 * @text: a line for each entry is appended: build id, blank, path
 *
 * Return: number of entries.
 */
int perf_build_id_cache_list(const char *root, struct perf_str *text);

#endif /* PERF_RECORD_BUILD_ID_CACHE_H */
