/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Paths of the file descriptors of a process, as numbers.
 *
 * A table has pages, which a process and its children share until one of them changes:
 * a fork takes no memory, and the first change after it that of a page and of the list of
 * pages, however many files are open.
 */
#ifndef PERF_TRACE_FDS_H
#define PERF_TRACE_FDS_H

#include <stdbool.h>
#include <stdint.h>

/* Descriptors from this number on are not kept. */
#define PERF_FDS_MAX	65536

struct perf_fds_pages;

/* All zero is an empty table. */
struct perf_fds {
	struct perf_fds_pages *pages;
};

/**
 * perf_fds_get() - what is kept of a descriptor
 * @fds: table
 * @fd: number, below PERF_FDS_MAX
 * @value: result; untouched if nothing is kept
 *
 * Return: whether something is kept.
 */
bool perf_fds_get(const struct perf_fds *fds, uint32_t fd, uint32_t *value);

/**
 * perf_fds_set() - keep a number for a descriptor
 * @fds: table
 * @fd: number, below PERF_FDS_MAX
 * @value: what to keep; UINT32_MAX - 1 is not possible
 *
 * Return: 0 or -ENOMEM.
 */
int perf_fds_set(struct perf_fds *fds, uint32_t fd, uint32_t value);

/** perf_fds_share() - a table becomes the same as another one; what it had is gone */
void perf_fds_share(struct perf_fds *fds, const struct perf_fds *from);

/** perf_fds_free() - forget all */
void perf_fds_free(struct perf_fds *fds);

#endif /* PERF_TRACE_FDS_H */
