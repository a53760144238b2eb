// SPDX-License-Identifier: GPL-2.0
/* Compression in gzip format. */
#include <errno.h>
#include <base/gzip.h>

#ifdef HAVE_ZLIB
#include <zlib.h>

/* windowBits of deflateInit2(): a 2^15 byte window, plus 16 for a gzip header, not a zlib one. */
#define GZIP_WINDOW	(15 + 16)

/**
 * perf_gzip() - compress bytes into a gzip file
 * @out: the compressed file is appended here
 * @data: bytes to compress
 * @size: bytes of @data, less than 4 GiB
 *
 * Return: 0, -ENOMEM, -EFBIG, -EIO, or -EOPNOTSUPP in a build without zlib.
 */
int perf_gzip(struct perf_str *out, const void *data, size_t size)
{
	z_stream stream = { .next_in = (Bytef *)data, .avail_in = (uInt)size };
	size_t most;
	int ret;

	if (size > UINT32_MAX)
		return -EFBIG;
	if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, 8,
			 Z_DEFAULT_STRATEGY) != Z_OK)
		return -ENOMEM;
	most = deflateBound(&stream, size);
	if (!perf_str_reserve(out, most)) {
		deflateEnd(&stream);
		return -ENOMEM;
	}
	stream.next_out = (Bytef *)out->text + out->length;
	stream.avail_out = (uInt)most;
	ret = deflate(&stream, Z_FINISH);
	out->length += stream.total_out;
	deflateEnd(&stream);
	return ret == Z_STREAM_END ? 0 : -EIO;
}
#else
int perf_gzip(struct perf_str *out, const void *data, size_t size)
{
	(void)out;
	(void)data;
	(void)size;
	return -EOPNOTSUPP;
}
#endif
