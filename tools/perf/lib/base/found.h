/* SPDX-License-Identifier: GPL-2.0-only */
/* Files that were recorded by their path, where others may have put a link since. */
#ifndef PERF_BASE_FOUND_H
#define PERF_BASE_FOUND_H

int perf_found_open(const char *path);

#endif
