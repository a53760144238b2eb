/* SPDX-License-Identifier: GPL-2.0-only */
/* Writing tar archives, in the format of POSIX.1-1988 (ustar) with GNU's long names. */
#ifndef PERF_ARCHIVE_TAR_H
#define PERF_ARCHIVE_TAR_H

#include <archive/packer.h>

/**
 * perf_tar_file() - add a file
 * @packer: packer of the archive
 * @name: name in the archive
 * @fd: the file, at its start. Its size is that at the time of the call
 *
 * Return: 0 or a negative errno; -EIO if the file shrinks meanwhile.
 */
int perf_tar_file(struct perf_packer *packer, const char *name, int fd);

/**
 * perf_tar_bytes() - add a file from memory
 * @packer: packer of the archive
 * @name: name in the archive
 * @bytes: contents
 * @size: size of @bytes
 *
 * Return: 0 or a negative errno.
 */
int perf_tar_bytes(struct perf_packer *packer, const char *name, const void *bytes, size_t size);

/**
 * perf_tar_link() - add a symbolic link
 * @packer: packer of the archive
 * @name: name in the archive
 * @target: target of the link
 *
 * Return: 0 or a negative errno.
 */
int perf_tar_link(struct perf_packer *packer, const char *name, const char *target);

/** perf_tar_end() - end the archive; 0 or a negative errno */
int perf_tar_end(struct perf_packer *packer);

#endif /* PERF_ARCHIVE_TAR_H */
