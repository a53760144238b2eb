/* SPDX-License-Identifier: GPL-2.0 */
/* Open a recording for reading, after checking its owner. */
#ifndef PERF_DATA_FIND_H
#define PERF_DATA_FIND_H

#include <stdbool.h>
#include <sys/stat.h>
#include <base/error.h>

int perf_data_find(const char *path, bool force, struct perf_error *error);
int perf_data_check_owner(int fd, const struct stat *status, const char *path, bool force,
			  struct perf_error *error);

#endif /* PERF_DATA_FIND_H */
