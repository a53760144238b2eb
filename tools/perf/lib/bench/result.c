// SPDX-License-Identifier: GPL-2.0
/* The pieces that every benchmark uses: rows of results, and waiting for its processes. */
#include <errno.h>
#include <stdio.h>
#include <sys/wait.h>
#include <bench/bench.h>

/** perf_bench_add_row() - add a measurement; returns NULL if memory ran out */
struct perf_bench_row *perf_bench_add_row(struct perf_bench_result *result, const char *name)
{
	struct perf_bench_row *row = perf_vec_push(&result->rows);

	if (row)
		snprintf(row->name, sizeof(row->name), "%s", name);
	return row;
}

/** perf_bench_add_operations() - add @count operations that took @ns; NULL without memory */
struct perf_bench_row *perf_bench_add_operations(struct perf_bench_result *result, uint64_t count,
						 uint64_t ns)
{
	struct perf_bench_row *row = perf_bench_add_row(result, "");

	if (!row)
		return NULL;
	row->ns = ns;
	row->count = count;
	result->kind = PERF_BENCH_OPERATIONS;
	return row;
}

/** perf_bench_result_free() - free heading and rows of a result */
void perf_bench_result_free(struct perf_bench_result *result)
{
	perf_str_free(&result->heading);
	perf_vec_free(&result->rows);
}

/** perf_bench_reap() - wait for processes; returns 0 if all exited with 0, else -ECHILD */
int perf_bench_reap(const int *pids, size_t nr)
{
	int status, failed = 0;
	size_t i;

	for (i = 0; i < nr; i++) {
		pid_t pid;

		do {
			pid = waitpid(pids[i], &status, 0);
		} while (pid < 0 && errno == EINTR);
		if (pid < 0 || status)
			failed = -ECHILD;
	}
	return failed;
}
