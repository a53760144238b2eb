/* SPDX-License-Identifier: GPL-2.0 */
/* Writing tar archives, in the format of POSIX.1-1988 (ustar) with GNU's long names. */
#ifndef PERF_ARCHIVE_TAR_H
#define PERF_ARCHIVE_TAR_H

#include <archive/packer.h>

int perf_tar_file(struct perf_packer *packer, const char *name, int fd);
int perf_tar_bytes(struct perf_packer *packer, const char *name, const void *bytes, size_t size);
int perf_tar_link(struct perf_packer *packer, const char *name, const char *target);
int perf_tar_end(struct perf_packer *packer);

#endif /* PERF_ARCHIVE_TAR_H */
