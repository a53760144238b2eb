/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of several files, in recordings that have one build id for each name. */
#ifndef PERF_DATA_SHARED_NAMES_H
#define PERF_DATA_SHARED_NAMES_H

#include <stdbool.h>
#include <base/map.h>

/**
 * perf_data_shared_names() - find the names that a recording has for several files
 * @path: of the recording
 * @force: read a recording of another user
 * @names: the names are added
 *
 * The recording is read to its end. A recording that cannot be read has no such names.
 */
void perf_data_shared_names(const char *path, bool force, struct perf_intern *names);

#endif /* PERF_DATA_SHARED_NAMES_H */
