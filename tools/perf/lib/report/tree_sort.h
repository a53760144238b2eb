/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorting by insertion into a red-black tree.
 *
 * The order of a report's lines is not transitive: of one thread's functions with equal
 * shares callers come first, those of different threads go by name. What order such a
 * comparison gives depends on how it is used; a red-black tree gives the one that
 * people and scripts have always seen.
 */
#ifndef PERF_REPORT_TREE_SORT_H
#define PERF_REPORT_TREE_SORT_H

#include <stddef.h>
#include <stdint.h>

/**
 * perf_tree_sort() - order in which items leave the tree
 * @order: result: indexes of the items
 * @nr: how many
 * @compare: of two items by index: negative if the first comes first; the first is the
 *	one that is being inserted, an equal one goes behind
 * @context: for @compare
 *
 * Items are inserted in the order of their indexes.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_tree_sort(uint32_t *order, uint32_t nr,
		   int (*compare)(uint32_t new, uint32_t old, void *context), void *context);

#endif /* PERF_REPORT_TREE_SORT_H */
