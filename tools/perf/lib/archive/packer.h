/* SPDX-License-Identifier: GPL-2.0 */
/* Writes bytes to a file, compressed with zstd if the build has it. */
#ifndef PERF_ARCHIVE_PACKER_H
#define PERF_ARCHIVE_PACKER_H

#include <stddef.h>

struct perf_packer;
const char *perf_packer_suffix(void);
struct perf_packer *perf_packer_create(int fd);
int perf_packer_write(struct perf_packer *packer, const void *bytes, size_t size);
int perf_packer_finish(struct perf_packer *packer);
void perf_packer_free(struct perf_packer *packer);

#endif /* PERF_ARCHIVE_PACKER_H */
