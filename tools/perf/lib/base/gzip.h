/* SPDX-License-Identifier: GPL-2.0-only */
/* Compression as gzip does it. */
#ifndef PERF_BASE_GZIP_H
#define PERF_BASE_GZIP_H

#include <stddef.h>
#include <base/str.h>

/**
 * perf_gzip() - compress
 * @out: the compressed file is added here
 * @data: what to compress
 * @size: bytes of @data, less than 4 GiB
 *
 * Return: 0, -ENOMEM, -EFBIG, -EOPNOTSUPP in a build without zlib.
 */
int perf_gzip(struct perf_str *out, const void *data, size_t size);

#endif /* PERF_BASE_GZIP_H */
