/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_dialog_*(): a prompt, a text that can be scrolled, and a menu. */
#ifndef PERF_TUI_DIALOG_H
#define PERF_TUI_DIALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <tui/screen.h>

/**
 * perf_dialog_ask() - let the user edit a line of text, in the last row
 * @screen: screen; the other rows stay unchanged
 * @question: printed in front of @text
 * @text: initial text; result
 * @size: bytes of @text
 *
 * Return: true after Enter, false after Escape, Ctrl C or PERF_KEY_GONE.
 */
bool perf_dialog_ask(struct perf_screen *screen, const char *question, char *text, size_t size);

/**
 * perf_dialog_text() - show text until the user leaves it
 * @screen: screen
 * @title: first row
 * @text: lines, may be longer and wider than the screen
 *
 * Return: the key that left it: q, Escape, Ctrl C, PERF_KEY_GONE, or Left when not scrolled.
 */
int perf_dialog_text(struct perf_screen *screen, const char *title, const char *text);

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
		       size_t nr, size_t at);

#endif /* PERF_TUI_DIALOG_H */
