/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_screen: the terminal, by ncurses: lines of text with colours, and keys.
 *
 * Context: a process has one struct perf_screen at a time, and only the thread that called
 * perf_screen_open() uses it.
 */
#ifndef PERF_TUI_SCREEN_H
#define PERF_TUI_SCREEN_H

#include <stdbool.h>
#include <base/error.h>

/* Keys other than characters. A character is its own code; control keys are 1 to 31. */
enum perf_key {
	PERF_KEY_NONE		= 0,	/* timeout */
	PERF_KEY_TAB		= 9,
	PERF_KEY_ENTER		= 13,
	PERF_KEY_ESCAPE		= 27,
	PERF_KEY_UP		= 0x1000,
	PERF_KEY_DOWN,
	PERF_KEY_LEFT,
	PERF_KEY_RIGHT,
	PERF_KEY_PAGE_UP,
	PERF_KEY_PAGE_DOWN,
	PERF_KEY_HOME,
	PERF_KEY_END,
	PERF_KEY_BACKTAB,
	PERF_KEY_BACKSPACE,
	PERF_KEY_RESIZE,	/* the size of the terminal changed: draw again */
	PERF_KEY_GONE,		/* the terminal was closed */
};

#define PERF_KEY_CONTROL(c)	((c) & 31)

/* Look of text. Without colours: bold, reverse, underlined or normal. */
enum perf_look {
	PERF_LOOK_PLAIN,
	PERF_LOOK_TITLE,
	PERF_LOOK_HEAD,
	PERF_LOOK_SELECTED,
	PERF_LOOK_HOT,		/* a large share of the samples */
	PERF_LOOK_WARM,		/* a medium share of the samples */
	PERF_LOOK_SOURCE,
	PERF_LOOK_TARGET,	/* target of the selected jump */
	PERF_LOOKS,
};

struct perf_screen;
bool perf_screen_possible(void);
int perf_screen_open(struct perf_screen **screen, struct perf_error *error);
void perf_screen_close(struct perf_screen *screen);
int perf_screen_rows(const struct perf_screen *screen);
int perf_screen_columns(const struct perf_screen *screen);
void perf_screen_clear(struct perf_screen *screen);
void perf_screen_put(struct perf_screen *screen, int row, int column, const char *text,
		     enum perf_look look, bool fill);
void perf_screen_show(struct perf_screen *screen);
int perf_screen_key(struct perf_screen *screen, int timeout_ms);
bool perf_screen_wait(struct perf_screen *screen, int fd, int timeout_ms);

#endif /* PERF_TUI_SCREEN_H */
