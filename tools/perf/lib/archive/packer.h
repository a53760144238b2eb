/* SPDX-License-Identifier: GPL-2.0-only */
/* Bytes into a file, compressed with zstd if this build has it. */
#ifndef PERF_ARCHIVE_PACKER_H
#define PERF_ARCHIVE_PACKER_H

#include <stddef.h>

struct perf_packer;

/** perf_packer_suffix() - what names of such files end in: ".zst", or "" without zstd */
const char *perf_packer_suffix(void);

/**
 * perf_packer_create() - begin
 * @fd: where the bytes go; stays the caller's
 *
 * Return: the packer, NULL without memory.
 */
struct perf_packer *perf_packer_create(int fd);

/**
 * perf_packer_write() - add bytes
 * @packer: packer
 * @bytes: bytes
 * @size: how many
 *
 * Return: 0 or a negative errno.
 */
int perf_packer_write(struct perf_packer *packer, const void *bytes, size_t size);

/**
 * perf_packer_finish() - write all that is still held back
 *
 * Return: 0 or a negative errno.
 */
int perf_packer_finish(struct perf_packer *packer);

/** perf_packer_free() - free; @packer may be NULL */
void perf_packer_free(struct perf_packer *packer);

#endif /* PERF_ARCHIVE_PACKER_H */
