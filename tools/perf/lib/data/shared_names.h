/* SPDX-License-Identifier: GPL-2.0-only */
/* File names shared by several files: a BUILD_ID section has one build id for each name. */
#ifndef PERF_DATA_SHARED_NAMES_H
#define PERF_DATA_SHARED_NAMES_H

#include <stdbool.h>
#include <base/map.h>

/**
 * perf_data_shared_names() - collect the names that several files of a recording share
 * @path: of the recording
 * @force: read a recording of another user
 * @names: the names are added
 *
 * perf_data_shared_names() reads all records. It adds no names if the recording cannot be read.
 */
void perf_data_shared_names(const char *path, bool force, struct perf_intern *names);

#endif /* PERF_DATA_SHARED_NAMES_H */
