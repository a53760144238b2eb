// SPDX-License-Identifier: GPL-2.0
/*
 * Threads whose names became known after they were sampled. perf_report_rename() moves their rows
 * to the base with the real name, and so to its tree of calls. Rows that become equal stay
 * separate: every reader of rows adds them up.
 */
#include <errno.h>
#include <report/rename.h>

/* Return the node of the same stack below another root; 0 without memory. */
static uint32_t move_call(struct perf_report *report, uint32_t call, uint32_t root)
{
	PERF_VEC(uint32_t) path = { 0 };
	uint32_t moved = root, *function;
	bool failed = false;

	for (; report->calls.list.at[call].parent && !failed;
	     call = report->calls.list.at[call].parent) {
		function = perf_vec_push(&path);
		if (function)
			*function = report->calls.list.at[call].function;
		failed = !function;
	}
	while (path.count && moved && !failed)
		moved = perf_calls_get(&report->calls, moved, path.at[--path.count]);
	perf_vec_free(&path);
	return failed ? 0 : moved;
}

/**
 * perf_report_rename() - move rows counted under a made up thread name to the real name
 * @report: report
 * @histogram: of @report, before its entries are made
 *
 * Return: 0 or -ENOMEM.
 */
int perf_report_rename(struct perf_report *report, struct perf_histogram *histogram)
{
	struct perf_base base;
	struct perf_row *row;
	uint32_t root, to;

	if (!report->machine || !report->machine->renamed.count ||
	    !perf_sort_has(&report->sort, PERF_SORT_COMM))
		return 0;
	perf_vec_each(&histogram->rows, row) {
		root = report->calls.list.at[row->call].root;
		base = report->bases.at[report->calls.list.at[root].entry];
		to = perf_machine_comm_now(report->machine, base.comm);
		if (to == base.comm)
			continue;
		base.comm = to;
		to = perf_report_base(report, &base);
		if (to == UINT32_MAX)
			return -ENOMEM;
		row->call = move_call(report, row->call, report->bases.at[to].root);
		if (!row->call)
			return -ENOMEM;
	}
	return 0;
}
