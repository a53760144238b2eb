/* SPDX-License-Identifier: GPL-2.0 */
/* Expansion of PERF_RECORD_COMPRESSED, which carries pieces of one zstd stream. */
#ifndef PERF_DATA_INFLATE_H
#define PERF_DATA_INFLATE_H

#include <stddef.h>

struct perf_inflate;

#ifdef HAVE_ZSTD

/* Suffix for a message about records that could not be expanded. */
static inline const char *perf_inflate_missing(void)
{
	return "";
}

struct perf_inflate *perf_inflate_create(void);
void perf_inflate_free(struct perf_inflate *inflate);
long perf_inflate(struct perf_inflate *inflate, const unsigned char **from,
		  size_t *from_size, void *to, size_t to_size);

#else

#include <errno.h>

static inline const char *perf_inflate_missing(void)
{
	return ": this perf was built without zstd";
}

static inline struct perf_inflate *perf_inflate_create(void)
{
	return NULL;
}

static inline void perf_inflate_free(struct perf_inflate *inflate)
{
	(void)inflate;
}

static inline long perf_inflate(struct perf_inflate *inflate, const unsigned char **from,
				size_t *from_size, void *to, size_t to_size)
{
	(void)inflate;
	(void)from;
	(void)from_size;
	(void)to;
	(void)to_size;
	return -EINVAL;
}

#endif /* HAVE_ZSTD */

#endif /* PERF_DATA_INFLATE_H */
