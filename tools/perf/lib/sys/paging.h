/* SPDX-License-Identifier: GPL-2.0 */
/* A pager between a process and its terminal. */
#ifndef PERF_SYS_PAGING_H
#define PERF_SYS_PAGING_H

#include <base/error.h>

/**
 * struct perf_paged - how the processes ended
 * @status: waitpid() status of the paged process
 * @pager: waitpid() status of the pager; 0 if the pager was not started
 */
struct perf_paged {
	int status;
	int pager;
};

int perf_paging_begin(const char *program, struct perf_paged *paged, struct perf_error *error);

#endif /* PERF_SYS_PAGING_H */
