/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Copies of programs and libraries by build id, for reading recordings after the files
 * have changed: ~/.debug, in the layout that other tools know.
 */
#ifndef PERF_RECORD_BUILD_ID_CACHE_H
#define PERF_RECORD_BUILD_ID_CACHE_H

#include <stdbool.h>
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
 * perf_build_id_cache_list() - what is in the cache
 * @root: directory of the cache
 * @text: a line for each is appended: build id, blank, path
 *
 * Return: how many there are.
 */
int perf_build_id_cache_list(const char *root, struct perf_str *text);

#endif /* PERF_RECORD_BUILD_ID_CACHE_H */
