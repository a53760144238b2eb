/* SPDX-License-Identifier: GPL-2.0 */
/* Compression in gzip format. */
#ifndef PERF_BASE_GZIP_H
#define PERF_BASE_GZIP_H

#include <stddef.h>
#include <base/str.h>

int perf_gzip(struct perf_str *out, const void *data, size_t size);

#endif /* PERF_BASE_GZIP_H */
