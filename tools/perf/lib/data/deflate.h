/* SPDX-License-Identifier: GPL-2.0-only */
/* Making COMPRESSED records: pieces of one zstd stream. */
#ifndef PERF_DATA_DEFLATE_H
#define PERF_DATA_DEFLATE_H

#include <stddef.h>

struct perf_deflate;

#ifdef HAVE_ZSTD

/**
 * perf_deflate_create() - start a stream
 * @level: from 1 to 22
 *
 * Return: the stream, NULL without memory.
 */
struct perf_deflate *perf_deflate_create(int level);

/** perf_deflate_free() - end it; NULL is fine */
void perf_deflate_free(struct perf_deflate *deflate);

/**
 * perf_deflate() - compress a piece and flush
 * @deflate: stream
 * @from: bytes; advanced by what was used up
 * @from_size: how many; reduced by it
 * @to: where to
 * @to_size: room
 *
 * Return: bytes put at @to; negative if zstd failed. If @to is full call again, even with
 * no bytes left, until it is not.
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
