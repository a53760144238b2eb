/* SPDX-License-Identifier: GPL-2.0 */
/* Opening files at recorded paths, where other users may have put a link since. */
#ifndef PERF_BASE_FOUND_H
#define PERF_BASE_FOUND_H

int perf_found_open(const char *path);

#endif
