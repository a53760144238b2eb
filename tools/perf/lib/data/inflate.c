// SPDX-License-Identifier: GPL-2.0
/* Expansion of PERF_RECORD_COMPRESSED, which carries pieces of one zstd stream. */
#include <data/inflate.h>

#ifdef HAVE_ZSTD

#include <errno.h>
#include <zstd.h>

/** perf_inflate_create() - start a zstd stream; NULL without memory */
struct perf_inflate *perf_inflate_create(void)
{
	return (struct perf_inflate *)ZSTD_createDStream();
}

/** perf_inflate_free() - free the stream; @inflate may be NULL */
void perf_inflate_free(struct perf_inflate *inflate)
{
	ZSTD_freeDStream((ZSTD_DStream *)inflate);
}

/**
 * perf_inflate() - expand a piece
 * @inflate: stream
 * @from: compressed bytes; advanced past those consumed
 * @from_size: bytes at @from; reduced by those consumed
 * @to: output buffer
 * @to_size: bytes at @to
 *
 * Return: bytes written to @to; -EINVAL if @from is no zstd stream. If @to is filled entirely,
 * zstd may hold more output, even with @from_size 0.
 */
long perf_inflate(struct perf_inflate *inflate, const unsigned char **from,
		  size_t *from_size, void *to, size_t to_size)
{
	ZSTD_inBuffer in = { .src = *from, .size = *from_size };
	ZSTD_outBuffer out = { .dst = to, .size = to_size };
	size_t result, before;

	do {
		before = in.pos + out.pos;
		result = ZSTD_decompressStream((ZSTD_DStream *)inflate, &out, &in);
		if (ZSTD_isError(result))
			return -EINVAL;
	} while (out.pos < out.size && in.pos < in.size && in.pos + out.pos > before);
	*from += in.pos;
	*from_size -= in.pos;
	return (long)out.pos;
}

#endif /* HAVE_ZSTD */
