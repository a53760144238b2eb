/* SPDX-License-Identifier: GPL-2.0 */
/* The tree of a flame graph: the nodes of perf_report.calls with their totals. */
#ifndef PERF_PROFILE_FLAME_TREE_H
#define PERF_PROFILE_FLAME_TREE_H

#include <stdint.h>
#include <base/vec.h>
#include <report/histogram.h>

/**
 * struct perf_flame_tree - totals and children of nodes, by index in @report->calls
 * @totals: sum of the periods of all samples whose stack contains the node
 * @first: first child of the node, 0 if it has none
 * @next: next child of the node's parent, 0 if it is the last
 * @report: report with the nodes
 */
struct perf_flame_tree {
	PERF_VEC(uint64_t) totals;
	PERF_VEC(uint32_t) first;
	PERF_VEC(uint32_t) next;
	const struct perf_report *report;
};
int perf_flame_tree_build(struct perf_flame_tree *tree, const struct perf_report *report,
			  const struct perf_histogram *histogram);
void perf_flame_tree_free(struct perf_flame_tree *tree);

#endif /* PERF_PROFILE_FLAME_TREE_H */
