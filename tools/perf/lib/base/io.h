/* SPDX-License-Identifier: GPL-2.0 */
/* Whole files and complete writes. */
#ifndef PERF_BASE_IO_H
#define PERF_BASE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include <base/error.h>
#include <base/str.h>

ssize_t perf_read_all(int fd, void *data, size_t size);
int perf_write_all(int fd, const void *data, size_t size);
char *perf_read_file(const char *path, size_t *size);
char *perf_read_rest(int fd, size_t limit, size_t *size);
ssize_t perf_read_line(const char *path, char *line, size_t size);
int perf_write_line(const char *path, const char *text);

#endif
