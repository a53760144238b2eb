// SPDX-License-Identifier: GPL-2.0
/* perf_flame_tree_build(): totals of the nodes of a flame graph. */
#include <errno.h>
#include <profile/flame_tree.h>

/**
 * perf_flame_tree_build() - add up the rows of a histogram
 * @tree: result; free with perf_flame_tree_free(), also on failure
 * @report: report
 * @histogram: histogram of @report
 *
 * Return: 0 or -ENOMEM.
 */
int perf_flame_tree_build(struct perf_flame_tree *tree, const struct perf_report *report,
			  const struct perf_histogram *histogram)
{
	size_t nr = report->calls.list.count, i;
	const struct perf_row *row;

	tree->report = report;
	for (i = 0; i < nr; i++)
		if (!perf_vec_push(&tree->totals) || !perf_vec_push(&tree->first) ||
		    !perf_vec_push(&tree->next))
			return -ENOMEM;
	perf_vec_each(&histogram->rows, row)
		tree->totals.at[row->call] += row->period;
	/* A parent has a smaller index than its children, so @totals of node i is complete here. */
	for (i = nr; i-- > 1;) {
		uint32_t parent = report->calls.list.at[i].parent;

		if (!parent)
			continue;
		tree->totals.at[parent] += tree->totals.at[i];
		tree->next.at[i] = tree->first.at[parent];
		tree->first.at[parent] = i;
	}
	return 0;
}

/** perf_flame_tree_free() - free the tables */
void perf_flame_tree_free(struct perf_flame_tree *tree)
{
	perf_vec_free(&tree->totals);
	perf_vec_free(&tree->first);
	perf_vec_free(&tree->next);
}
