// SPDX-License-Identifier: GPL-2.0
/* struct perf_list: a list that is longer than the screen. */
#include <tui/list.h>
#include <tui/screen.h>

/** perf_list_fit() - set @count and @page, and keep the selected line valid and visible */
void perf_list_fit(struct perf_list *list, size_t count, int page)
{
	list->count = count;
	list->page = page > 1 ? (size_t)page : 1;
	if (list->at >= count)
		list->at = count ? count - 1 : 0;
	if (list->top > list->at)
		list->top = list->at;
	if (list->at >= list->top + list->page)
		list->top = list->at - list->page + 1;
	/* Leave no rows empty at the end while there are lines above list->top. */
	if (list->top && list->top + list->page > count)
		list->top = count > list->page ? count - list->page : 0;
}

static void list_move(struct perf_list *list, bool down, size_t by)
{
	if (down)
		list->at = list->count - list->at > by ? list->at + by :
			   list->count ? list->count - 1 : 0;
	else
		list->at = list->at > by ? list->at - by : 0;
}

/**
 * perf_list_key() - move the selected line by a key
 * @list: list
 * @key: enum perf_key or a character
 *
 * Return: true for the keys that move: Up, Down, Page Up, Page Down, Home, End, and j k g G,
 * space, ^F ^B ^D ^U.
 */
bool perf_list_key(struct perf_list *list, int key)
{
	switch (key) {
	case PERF_KEY_UP:
	case 'k':
		list_move(list, false, 1);
		break;
	case PERF_KEY_DOWN:
	case 'j':
		list_move(list, true, 1);
		break;
	case PERF_KEY_PAGE_UP:
	case PERF_KEY_CONTROL('B'):
		list_move(list, false, list->page);
		break;
	case PERF_KEY_PAGE_DOWN:
	case PERF_KEY_CONTROL('F'):
	case ' ':
		list_move(list, true, list->page);
		break;
	case PERF_KEY_CONTROL('U'):
		list_move(list, false, list->page / 2 + 1);
		break;
	case PERF_KEY_CONTROL('D'):
		list_move(list, true, list->page / 2 + 1);
		break;
	case PERF_KEY_HOME:
	case 'g':
		list->at = 0;
		break;
	case PERF_KEY_END:
	case 'G':
		list->at = list->count ? list->count - 1 : 0;
		break;
	default:
		return false;
	}
	perf_list_fit(list, list->count, (int)list->page);
	return true;
}
