// SPDX-License-Identifier: GPL-2.0
/* perf_dialog_*(): a prompt, a text that can be scrolled, and a menu. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/vec.h>
#include <tui/dialog.h>
#include <tui/list.h>

#define LINE_MAX_SIZE	512
#define ACROSS_STEP	16

/**
 * perf_dialog_ask() - let the user edit a line of text, in the last row
 * @screen: screen; the other rows stay unchanged
 * @question: printed in front of @text
 * @text: initial text; result
 * @size: bytes of @text
 *
 * Return: true after Enter, false after Escape, Ctrl C or PERF_KEY_GONE.
 */
bool perf_dialog_ask(struct perf_screen *screen, const char *question, char *text, size_t size)
{
	char line[LINE_MAX_SIZE];
	size_t length;
	int key;

	for (;;) {
		length = strlen(text);
		snprintf(line, sizeof(line), "%s%s_", question, text);
		perf_screen_put(screen, perf_screen_rows(screen) - 1, 0, line, PERF_LOOK_HEAD,
				true);
		perf_screen_show(screen);
		key = perf_screen_key(screen, -1);
		if (key == PERF_KEY_ENTER)
			return true;
		if (key == PERF_KEY_ESCAPE || key == PERF_KEY_GONE ||
		    key == PERF_KEY_CONTROL('C'))
			return false;
		if (key == PERF_KEY_BACKSPACE && length)
			text[length - 1] = '\0';
		if (key == PERF_KEY_CONTROL('U'))
			*text = '\0';
		if (key >= ' ' && key < 0x100 && length + 1 < size) {
			text[length] = (char)key;
			text[length + 1] = '\0';
		}
	}
}

static void dialog_draw(struct perf_screen *screen, const char *title, const char *const *lines,
			size_t nr, struct perf_list *list, bool choose)
{
	int rows = perf_screen_rows(screen), row;
	const char *text;
	size_t i;

	perf_list_fit(list, nr, rows - 1);
	perf_screen_clear(screen);
	perf_screen_put(screen, 0, 0, title, PERF_LOOK_TITLE, true);
	for (row = 1; row < rows; row++) {
		i = list->top + (size_t)row - 1;
		if (i >= nr)
			break;
		text = lines[i];
		text += strlen(text) > list->across ? list->across : strlen(text);
		perf_screen_put(screen, row, 0, text, choose && i == list->at ?
				PERF_LOOK_SELECTED : PERF_LOOK_PLAIN, choose && i == list->at);
	}
	perf_screen_show(screen);
}

/* Handle keys in a text without a selected line: they scroll at once. False for other keys. */
static bool dialog_scroll(struct perf_list *list, int key)
{
	if (key == PERF_KEY_DOWN || key == 'j')
		list->at = list->top + list->page;
	else if (key == PERF_KEY_UP || key == 'k')
		list->at = list->top ? list->top - 1 : 0;
	else if (key == PERF_KEY_RIGHT)
		list->across += ACROSS_STEP;
	else if (key == PERF_KEY_LEFT && list->across)
		list->across -= ACROSS_STEP;
	else
		return perf_list_key(list, key);
	perf_list_fit(list, list->count, (int)list->page);
	return true;
}

static bool is_end(int key)
{
	return key == 'q' || key == PERF_KEY_ESCAPE || key == PERF_KEY_GONE ||
	       key == PERF_KEY_CONTROL('C') || key == PERF_KEY_LEFT;
}

/**
 * perf_dialog_text() - show text until the user leaves it
 * @screen: screen
 * @title: first row
 * @text: lines, may be longer and wider than the screen
 *
 * Return: the key that left it: q, Escape, Ctrl C, PERF_KEY_GONE, or Left when not scrolled.
 */
int perf_dialog_text(struct perf_screen *screen, const char *title, const char *text)
{
	PERF_VEC(const char *) lines = { 0 };
	char *copy = strdup(text), *at, *end;
	struct perf_list list = { 0 };
	const char **line;
	int key;

	for (at = copy; at && *at; at = end ? end + 1 : NULL) {
		end = strchr(at, '\n');
		if (end)
			*end = '\0';
		line = perf_vec_push(&lines);
		if (!line)
			break;
		*line = at;
	}
	do {
		dialog_draw(screen, title, lines.at, lines.count, &list, false);
		key = perf_screen_key(screen, -1);
	} while (dialog_scroll(&list, key) || !is_end(key));
	perf_vec_free(&lines);
	free(copy);
	return key;
}

/**
 * perf_dialog_choose() - let the user select one of several lines
 * @screen: screen
 * @title: first row
 * @lines: the lines
 * @nr: number of @lines
 * @at: index of the line selected at first
 *
 * Return: index of the line, -1 if the user has left without one.
 */
int perf_dialog_choose(struct perf_screen *screen, const char *title, const char *const *lines,
		       size_t nr, size_t at)
{
	struct perf_list list = { .at = at };
	int key;

	for (;;) {
		dialog_draw(screen, title, lines, nr, &list, true);
		key = perf_screen_key(screen, -1);
		if (key == PERF_KEY_ENTER || key == PERF_KEY_RIGHT)
			return nr ? (int)list.at : -1;
		if (is_end(key))
			return -1;
		perf_list_key(&list, key);
	}
}
