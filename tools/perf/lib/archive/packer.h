/* SPDX-License-Identifier: GPL-2.0-only */
/* Writes bytes to a file, compressed with zstd if the build has it. */
#ifndef PERF_ARCHIVE_PACKER_H
#define PERF_ARCHIVE_PACKER_H

#include <stddef.h>

struct perf_packer;

/** perf_packer_suffix() - suffix for names of the files: ".zst", or "" without zstd */
const char *perf_packer_suffix(void);

/**
 * perf_packer_create() - create a packer
 * @fd: file to write to; the caller keeps and closes it
 *
 * Return: the packer, NULL if memory ran out.
 */
struct perf_packer *perf_packer_create(int fd);

/**
 * perf_packer_write() - add bytes
 * @packer: packer
 * @bytes: the bytes
 * @size: number of bytes
 *
 * Return: 0 or a negative errno.
 */
int perf_packer_write(struct perf_packer *packer, const void *bytes, size_t size);

/**
 * perf_packer_finish() - write all buffered bytes and end the compressed stream
 *
 * Return: 0 or a negative errno.
 */
int perf_packer_finish(struct perf_packer *packer);

/** perf_packer_free() - free a packer; @packer may be NULL */
void perf_packer_free(struct perf_packer *packer);

#endif /* PERF_ARCHIVE_PACKER_H */
