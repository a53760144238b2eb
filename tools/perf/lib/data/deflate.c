// SPDX-License-Identifier: GPL-2.0
/* Compression for PERF_RECORD_COMPRESSED, which carries pieces of one zstd stream. */
#include <data/deflate.h>

#ifdef HAVE_ZSTD

#include <zstd.h>

/**
 * perf_deflate_create() - start a zstd stream
 * @level: zstd level, 1 to 22
 *
 * Return: the stream, NULL without memory.
 */
struct perf_deflate *perf_deflate_create(int level)
{
	ZSTD_CCtx *context = ZSTD_createCCtx();

	if (context)
		ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
	return (struct perf_deflate *)context;
}

/** perf_deflate_free() - free the stream; @deflate may be NULL */
void perf_deflate_free(struct perf_deflate *deflate)
{
	ZSTD_freeCCtx((ZSTD_CCtx *)deflate);
}

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
		  void *to, size_t to_size)
{
	ZSTD_inBuffer in = { .src = *from, .size = *from_size };
	ZSTD_outBuffer out = { .dst = to, .size = to_size };
	size_t result;

	/* ZSTD_e_flush: the records written so far stay readable if the recorder is killed. */
	result = ZSTD_compressStream2((ZSTD_CCtx *)deflate, &out, &in, ZSTD_e_flush);
	if (ZSTD_isError(result))
		return -1;
	*from += in.pos;
	*from_size -= in.pos;
	return (long)out.pos;
}

#endif /* HAVE_ZSTD */
