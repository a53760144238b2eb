/* SPDX-License-Identifier: GPL-2.0-only */
/* The tree of a flame graph: nodes of the calls of a report with their totals. */
#ifndef PERF_PROFILE_FLAME_TREE_H
#define PERF_PROFILE_FLAME_TREE_H

#include <stdint.h>
#include <base/vec.h>
#include <report/histogram.h>

/**
 * struct perf_flame_tree - totals and children of nodes; all by number of the node
 * @totals: periods of all samples whose stack goes through the node
 * @first: its first child, 0 if there is none
 * @next: the next child of the same node, 0 if it is the last
 * @report: whose
 */
struct perf_flame_tree {
	PERF_VEC(uint64_t) totals;
	PERF_VEC(uint32_t) first;
	PERF_VEC(uint32_t) next;
	const struct perf_report *report;
};

/**
 * perf_flame_tree_build() - add up a histogram
 * @tree: result; free with perf_flame_tree_free(), also on failure
 * @report: report
 * @histogram: of it
 *
 * Return: 0 or -ENOMEM.
 */
int perf_flame_tree_build(struct perf_flame_tree *tree, const struct perf_report *report,
			  const struct perf_histogram *histogram);

/** perf_flame_tree_free() - free it */
void perf_flame_tree_free(struct perf_flame_tree *tree);

#endif /* PERF_PROFILE_FLAME_TREE_H */
