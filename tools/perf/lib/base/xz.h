/* SPDX-License-Identifier: GPL-2.0 */
/* Unpacking .xz files. perf_unxz() needs a build with liblzma. */
#ifndef PERF_BASE_XZ_H
#define PERF_BASE_XZ_H

#include <stddef.h>

int perf_unxz(const void *data, size_t size, size_t most, void **out, size_t *out_size);

#endif /* PERF_BASE_XZ_H */
