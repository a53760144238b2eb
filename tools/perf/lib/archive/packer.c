// SPDX-License-Identifier: GPL-2.0
/* Writes bytes to a file, compressed with zstd if the build has it. */
#include <errno.h>
#include <stdlib.h>
#include <archive/packer.h>
#include <base/io.h>

#ifdef HAVE_ZSTD
#include <zstd.h>

struct perf_packer {
	int fd;
	ZSTD_CCtx *context;
	size_t room;
	char out[];
};

/** perf_packer_suffix() - suffix for names of the files: ".zst", or "" without zstd */
const char *perf_packer_suffix(void)
{
	return ".zst";
}

/**
 * perf_packer_create() - create a packer
 * @fd: file to write to; the caller keeps and closes it
 *
 * Return: the packer, NULL if memory ran out.
 */
struct perf_packer *perf_packer_create(int fd)
{
	size_t room = ZSTD_CStreamOutSize();
	struct perf_packer *packer = malloc(sizeof(*packer) + room);

	if (!packer)
		return NULL;
	packer->fd = fd;
	packer->room = room;
	packer->context = ZSTD_createCCtx();
	if (packer->context)
		return packer;
	free(packer);
	return NULL;
}

static int packer_pack(struct perf_packer *packer, ZSTD_inBuffer *in, ZSTD_EndDirective how)
{
	size_t left;
	int err;

	do {
		ZSTD_outBuffer out = { .dst = packer->out, .size = packer->room };

		left = ZSTD_compressStream2(packer->context, &out, in, how);
		if (ZSTD_isError(left))
			return -EIO;
		err = perf_write_all(packer->fd, out.dst, out.pos);
		if (err)
			return err;
	} while (in->pos < in->size || (how == ZSTD_e_end && left));
	return 0;
}

/**
 * perf_packer_write() - add bytes
 * @packer: packer
 * @bytes: the bytes
 * @size: number of bytes
 *
 * Return: 0 or a negative errno.
 */
int perf_packer_write(struct perf_packer *packer, const void *bytes, size_t size)
{
	ZSTD_inBuffer in = { .src = bytes, .size = size };

	return packer_pack(packer, &in, ZSTD_e_continue);
}

/**
 * perf_packer_finish() - write all buffered bytes and end the compressed stream
 *
 * Return: 0 or a negative errno.
 */
int perf_packer_finish(struct perf_packer *packer)
{
	ZSTD_inBuffer in = { 0 };

	return packer_pack(packer, &in, ZSTD_e_end);
}

/** perf_packer_free() - free a packer; @packer may be NULL */
void perf_packer_free(struct perf_packer *packer)
{
	if (packer)
		ZSTD_freeCCtx(packer->context);
	free(packer);
}

#else /* !HAVE_ZSTD */

struct perf_packer {
	int fd;
};

const char *perf_packer_suffix(void)
{
	return "";
}

struct perf_packer *perf_packer_create(int fd)
{
	struct perf_packer *packer = malloc(sizeof(*packer));

	if (packer)
		packer->fd = fd;
	return packer;
}

int perf_packer_write(struct perf_packer *packer, const void *bytes, size_t size)
{
	return perf_write_all(packer->fd, bytes, size);
}

int perf_packer_finish(struct perf_packer *packer)
{
	(void)packer;
	return 0;
}

void perf_packer_free(struct perf_packer *packer)
{
	free(packer);
}
#endif
