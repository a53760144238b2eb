/* SPDX-License-Identifier: GPL-2.0 */
/* File names shared by several files: a BUILD_ID section has one build id for each name. */
#ifndef PERF_DATA_SHARED_NAMES_H
#define PERF_DATA_SHARED_NAMES_H

#include <stdbool.h>
#include <base/map.h>

void perf_data_shared_names(const char *path, bool force, struct perf_intern *names);

#endif /* PERF_DATA_SHARED_NAMES_H */
