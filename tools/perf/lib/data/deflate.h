/* SPDX-License-Identifier: GPL-2.0-only */
/* Compression for PERF_RECORD_COMPRESSED, which carries pieces of one zstd stream. */
#ifndef PERF_DATA_DEFLATE_H
#define PERF_DATA_DEFLATE_H

#include <stddef.h>

struct perf_deflate;

#ifdef HAVE_ZSTD

/**
 * perf_deflate_create() - start a zstd stream
 * @level: zstd level, 1 to 22
 *
 * Return: the stream, NULL without memory.
 */
struct perf_deflate *perf_deflate_create(int level);

/** perf_deflate_free() - free the stream; @deflate may be NULL */
void perf_deflate_free(struct perf_deflate *deflate);

/**
 * perf_deflate() - compress a piece and flush
 * @deflate: stream
 * @from: input bytes; advanced past those consumed
 * @from_size: bytes at @from; reduced by those consumed
 * @to: output buffer
 * @to_size: bytes at @to
 *
 * Return: bytes written to @to; negative if zstd failed. While @to is filled entirely the
 * caller must call again, even with @from_size 0: the flush is not complete.
 */
long perf_deflate(struct perf_deflate *deflate, const unsigned char **from, size_t *from_size,
		  void *to, size_t to_size);

#else

static inline struct perf_deflate *perf_deflate_create(int level)
{
	(void)level;
	return NULL;
}

static inline void perf_deflate_free(struct perf_deflate *deflate)
{
	(void)deflate;
}

static inline long perf_deflate(struct perf_deflate *deflate, const unsigned char **from,
				size_t *from_size, void *to, size_t to_size)
{
	(void)deflate;
	(void)from;
	(void)from_size;
	(void)to;
	(void)to_size;
	return -1;
}

#endif /* HAVE_ZSTD */

#endif /* PERF_DATA_DEFLATE_H */
