/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sorting by insertion into a red-black tree.
 *
 * perf_report_compare_field() is not transitive: with equal shares, functions of one thread come
 * callers first, those of different threads by name. The result then depends on the algorithm; a
 * red-black tree gives the order that Debian's perf prints and scripts rely on.
 */
#ifndef PERF_REPORT_TREE_SORT_H
#define PERF_REPORT_TREE_SORT_H

#include <stddef.h>
#include <stdint.h>

int perf_tree_sort(uint32_t *order, uint32_t nr,
		   int (*compare)(uint32_t new, uint32_t old, void *context), void *context);

#endif /* PERF_REPORT_TREE_SORT_H */
