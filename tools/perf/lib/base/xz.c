// SPDX-License-Identifier: GPL-2.0
/*
 * Unpacking .xz files with liblzma.
 *
 * The data is untrusted: a few bytes can claim a dictionary of 4 GiB and unpack to any size.
 * UNPACK_MEMORY limits the former, @most of perf_unxz() the latter.
 */
#include <errno.h>
#include <base/xz.h>

#ifdef HAVE_LZMA
#include <stdint.h>
#include <stdlib.h>
#include <lzma.h>

/* Unpacking needs 65 MiB after "xz -9", and no preset needs more. */
#define UNPACK_MEMORY	(80U << 20)
#define FIRST_SIZE	(64U << 10)

struct unpacked {
	uint8_t *bytes;
	size_t room;
	size_t most;
};

static int make_room(struct unpacked *unpacked, lzma_stream *stream)
{
	size_t room = unpacked->room ? unpacked->room * 2 : FIRST_SIZE;
	size_t used = unpacked->room - stream->avail_out;
	uint8_t *bytes;

	if (unpacked->room == unpacked->most)
		return -EFBIG;
	if (room > unpacked->most)
		room = unpacked->most;
	bytes = realloc(unpacked->bytes, room);
	if (!bytes)
		return -ENOMEM;
	stream->next_out = bytes + used;
	stream->avail_out = room - used;
	unpacked->bytes = bytes;
	unpacked->room = room;
	return 0;
}

static int errno_of(lzma_ret ret)
{
	switch (ret) {
	case LZMA_STREAM_END:
		return 0;
	case LZMA_MEM_ERROR:
		return -ENOMEM;
	case LZMA_MEMLIMIT_ERROR:
		return -EFBIG;
	default:
		return -EBADMSG;
	}
}

/**
 * perf_unxz() - unpack a .xz file
 * @data: a whole .xz file
 * @size: bytes of @data
 * @most: largest number of unpacked bytes
 * @out: set to the unpacked bytes, to be freed with free(); NULL on failure
 * @out_size: set to the number of bytes in @out
 *
 * Return: 0, -EBADMSG if @data is damaged, -EFBIG if unpacking exceeds @most or UNPACK_MEMORY,
 * -ENOMEM, or -EOPNOTSUPP in a build without liblzma.
 */
int perf_unxz(const void *data, size_t size, size_t most, void **out, size_t *out_size)
{
	lzma_stream stream = LZMA_STREAM_INIT;
	struct unpacked unpacked = { .most = most };
	lzma_ret ret;
	int err;

	ret = lzma_stream_decoder(&stream, UNPACK_MEMORY, 0);
	stream.next_in = data;
	stream.avail_in = size;
	err = 0;
	while (ret == LZMA_OK && !err) {
		err = stream.avail_out ? 0 : make_room(&unpacked, &stream);
		/* lzma_code() returns LZMA_BUF_ERROR for a stream that ends too early. */
		if (!err)
			ret = lzma_code(&stream, LZMA_FINISH);
	}
	if (!err)
		err = errno_of(ret);
	*out_size = unpacked.room - stream.avail_out;
	lzma_end(&stream);
	*out = unpacked.bytes;
	if (err) {
		free(unpacked.bytes);
		*out = NULL;
	}
	return err;
}

#else /* !HAVE_LZMA */

int perf_unxz(const void *data, size_t size, size_t most, void **out, size_t *out_size)
{
	(void)data;
	(void)size;
	(void)most;
	(void)out;
	(void)out_size;
	return -EOPNOTSUPP;
}

#endif
