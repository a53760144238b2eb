/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_list: the visible part and the selected line of a list. */
#ifndef PERF_TUI_LIST_H
#define PERF_TUI_LIST_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct perf_list - position in a list
 * @count: number of lines
 * @at: index of the selected line
 * @top: index of the first visible line
 * @page: number of rows for lines, at least 1
 * @across: columns scrolled out to the left
 */
struct perf_list {
	size_t count;
	size_t at;
	size_t top;
	size_t page;
	size_t across;
};
void perf_list_fit(struct perf_list *list, size_t count, int page);
bool perf_list_key(struct perf_list *list, int key);

#endif /* PERF_TUI_LIST_H */
