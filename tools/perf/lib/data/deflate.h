/* SPDX-License-Identifier: GPL-2.0 */
/* Compression for PERF_RECORD_COMPRESSED, which carries pieces of one zstd stream. */
#ifndef PERF_DATA_DEFLATE_H
#define PERF_DATA_DEFLATE_H

#include <stddef.h>

struct perf_deflate;

#ifdef HAVE_ZSTD

struct perf_deflate *perf_deflate_create(int level);
void perf_deflate_free(struct perf_deflate *deflate);
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
