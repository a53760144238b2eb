/* SPDX-License-Identifier: GPL-2.0-only */
/* A list that is longer than the screen: which part of it is seen, which line is chosen. */
#ifndef PERF_TUI_LIST_H
#define PERF_TUI_LIST_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct perf_list - place in a list
 * @count: lines that there are
 * @at: the chosen one
 * @top: the first one that is seen
 * @page: how many are seen, at least 1
 * @across: columns that are left of the screen
 */
struct perf_list {
	size_t count;
	size_t at;
	size_t top;
	size_t page;
	size_t across;
};

/** perf_list_fit() - keep the chosen line within the list, and on the screen */
void perf_list_fit(struct perf_list *list, size_t count, int page);

/**
 * perf_list_key() - let a key move
 * @list: list
 * @key: key
 *
 * Return: true if it was one of those that move: arrows up and down, pages, begin and end,
 * and j k g G, space, ^F ^B ^D ^U.
 */
bool perf_list_key(struct perf_list *list, int key);

#endif /* PERF_TUI_LIST_H */
