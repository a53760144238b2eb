/* SPDX-License-Identifier: GPL-2.0-only */
/* The zstd stream whose pieces COMPRESSED records hold. */
#ifndef PERF_DATA_INFLATE_H
#define PERF_DATA_INFLATE_H

#include <stddef.h>

struct perf_inflate;

#ifdef HAVE_ZSTD

/* What to add to a message that something could not be expanded. */
static inline const char *perf_inflate_missing(void)
{
	return "";
}

/** perf_inflate_create() - start a stream; NULL without memory */
struct perf_inflate *perf_inflate_create(void);

/** perf_inflate_free() - end it; NULL is fine */
void perf_inflate_free(struct perf_inflate *inflate);

/**
 * perf_inflate() - expand a piece
 * @inflate: stream
 * @from: compressed bytes; advanced by what was used up
 * @from_size: how many; reduced by it
 * @to: where to
 * @to_size: room
 *
 * Return: bytes put at @to; -EINVAL if they are no zstd stream. If @to is full there may
 * be more to come, even with no bytes left to use up.
 */
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
