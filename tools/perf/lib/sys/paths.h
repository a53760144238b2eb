/* SPDX-License-Identifier: GPL-2.0 */
/* Paths in the kernel's file systems: sysfs, procfs, tracefs, control groups. */
#ifndef PERF_SYS_PATHS_H
#define PERF_SYS_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <base/error.h>

#define PERF_SYS_PMUS	"/sys/bus/event_source/devices"
#define PERF_PATH_MAX	4096

bool perf_path(char *path, size_t size, const char *format, ...) PERF_PRINTF(3, 4);
bool perf_read_number(const char *path, int64_t *number);
const char *perf_tracefs(void);
bool perf_cgroup_root(char *root, size_t size);
int perf_cgroup_open(const char *name, struct perf_error *error);
int perf_paranoid(void);

#endif
