/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The terminal: lines of text with colours, and keys. By ncurses.
 *
 * One at a time: a process has one terminal. All of it is for the thread that opened it.
 */
#ifndef PERF_TUI_SCREEN_H
#define PERF_TUI_SCREEN_H

#include <stdbool.h>
#include <base/error.h>

/* Keys that are no characters. Characters are themselves; control keys 1 to 31. */
enum perf_key {
	PERF_KEY_NONE		= 0,	/* the time is over */
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
	PERF_KEY_RESIZE,	/* the terminal has another size now: draw again */
	PERF_KEY_GONE,		/* the terminal was closed */
};

#define PERF_KEY_CONTROL(c)	((c) & 31)

/* How text looks. Without colours: bold, reverse, or as usual. */
enum perf_look {
	PERF_LOOK_PLAIN,
	PERF_LOOK_TITLE,
	PERF_LOOK_HEAD,
	PERF_LOOK_SELECTED,
	PERF_LOOK_HOT,		/* a large share */
	PERF_LOOK_WARM,		/* not a small one */
	PERF_LOOK_SOURCE,
	PERF_LOOK_TARGET,	/* where the selected jump goes */
	PERF_LOOKS,
};

struct perf_screen;

/** perf_screen_possible() - are standard input and output a terminal, and is there ncurses? */
bool perf_screen_possible(void);

/**
 * perf_screen_open() - take over the terminal
 * @screen: result; give the terminal back with perf_screen_close()
 * @error: text
 *
 * Return: 0; -EOPNOTSUPP in a build without ncurses; -ENOTTY if there is no terminal, or
 * one that nothing is known of.
 */
int perf_screen_open(struct perf_screen **screen, struct perf_error *error);

/** perf_screen_close() - give the terminal back; @screen may be NULL */
void perf_screen_close(struct perf_screen *screen);

/** perf_screen_rows(), perf_screen_columns() - how large it is; either may be 1 */
int perf_screen_rows(const struct perf_screen *screen);
int perf_screen_columns(const struct perf_screen *screen);

/** perf_screen_clear() - begin to draw */
void perf_screen_clear(struct perf_screen *screen);

/**
 * perf_screen_put() - draw a line, or the end of one
 * @screen: screen
 * @row, @column: where; outside of the screen nothing is drawn
 * @text: UTF-8 or whatever the locale says; what does not fit is cut off
 * @look: how
 * @fill: the rest of the row gets the same look
 */
void perf_screen_put(struct perf_screen *screen, int row, int column, const char *text,
		     enum perf_look look, bool fill);

/** perf_screen_show() - show what was drawn */
void perf_screen_show(struct perf_screen *screen);

/**
 * perf_screen_key() - wait for a key
 * @screen: screen
 * @timeout_ms: how long; -1: as long as it takes
 *
 * Return: a character or enum perf_key.
 */
int perf_screen_key(struct perf_screen *screen, int timeout_ms);

/**
 * perf_screen_wait() - wait for a key or for something else
 * @screen: screen
 * @fd: a descriptor that becomes readable
 * @timeout_ms: how long; -1: as long as it takes
 *
 * Return: true if @fd can be read, or is at its end; false if there may be a key, the size
 * may have changed, or the time is over.
 */
bool perf_screen_wait(struct perf_screen *screen, int fd, int timeout_ms);

#endif /* PERF_TUI_SCREEN_H */
