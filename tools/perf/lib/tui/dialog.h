/* SPDX-License-Identifier: GPL-2.0-only */
/* Asking for a line of text, and showing text that is longer than the screen. */
#ifndef PERF_TUI_DIALOG_H
#define PERF_TUI_DIALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <tui/screen.h>

/**
 * perf_dialog_ask() - ask for a line of text, in the last row
 * @screen: screen; the other rows stay as they are
 * @question: what for
 * @text: what was there before; result
 * @size: of @text
 *
 * Return: true if it was ended by Enter, false if by Escape.
 */
bool perf_dialog_ask(struct perf_screen *screen, const char *question, char *text, size_t size);

/**
 * perf_dialog_text() - show text until a key ends it
 * @screen: screen
 * @title: in the first row
 * @text: lines
 *
 * Return: the key that ended it: 'q', Escape, left, or PERF_KEY_GONE.
 */
int perf_dialog_text(struct perf_screen *screen, const char *title, const char *text);

/**
 * perf_dialog_choose() - let one of several lines be chosen
 * @screen: screen
 * @title: in the first row
 * @lines: what to choose from
 * @nr: how many
 * @at: which one is chosen at first
 *
 * Return: its index, -1 if none.
 */
int perf_dialog_choose(struct perf_screen *screen, const char *title, const char *const *lines,
		       size_t nr, size_t at);

#endif /* PERF_TUI_DIALOG_H */
