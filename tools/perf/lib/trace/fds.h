/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Maps the file descriptors of a process to numbers, which stand for their paths.
 *
 * A table consists of pages. A process and its children share pages until one of them changes a
 * page: perf_fds_share() allocates nothing, and the first perf_fds_set() after it copies one page
 * and the list of pages, however many files are open.
 */
#ifndef PERF_TRACE_FDS_H
#define PERF_TRACE_FDS_H

#include <stdbool.h>
#include <stdint.h>

/* Limit: tables hold descriptors below this number only. */
#define PERF_FDS_MAX	65536

struct perf_fds_pages;

/* A table; empty if all zero. */
struct perf_fds {
	struct perf_fds_pages *pages;
};
bool perf_fds_get(const struct perf_fds *fds, uint32_t fd, uint32_t *value);
int perf_fds_set(struct perf_fds *fds, uint32_t fd, uint32_t value);
void perf_fds_share(struct perf_fds *fds, const struct perf_fds *from);
void perf_fds_free(struct perf_fds *fds);

#endif /* PERF_TRACE_FDS_H */
