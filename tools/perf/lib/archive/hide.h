/* SPDX-License-Identifier: GPL-2.0 */
/* Kernel symbols without the secret base address of the kernel. */
#ifndef PERF_ARCHIVE_HIDE_H
#define PERF_ARCHIVE_HIDE_H

#include <stdbool.h>

bool perf_archive_hide_base(char *text);

#endif /* PERF_ARCHIVE_HIDE_H */
