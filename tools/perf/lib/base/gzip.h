/* SPDX-License-Identifier: GPL-2.0-only */
/* Compression in gzip format. */
#ifndef PERF_BASE_GZIP_H
#define PERF_BASE_GZIP_H

#include <stddef.h>
#include <base/str.h>

/**
 * perf_gzip() - compress bytes into a gzip file
 * @out: the compressed file is appended here
 * @data: bytes to compress
 * @size: bytes of @data, less than 4 GiB
 *
 * Return: 0, -ENOMEM, -EFBIG, -EIO, or -EOPNOTSUPP in a build without zlib.
 */
int perf_gzip(struct perf_str *out, const void *data, size_t size);

#endif /* PERF_BASE_GZIP_H */
