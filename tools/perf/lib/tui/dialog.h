/* SPDX-License-Identifier: GPL-2.0 */
/* perf_dialog_*(): a prompt, a text that can be scrolled, and a menu. */
#ifndef PERF_TUI_DIALOG_H
#define PERF_TUI_DIALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <tui/screen.h>

bool perf_dialog_ask(struct perf_screen *screen, const char *question, char *text, size_t size);
int perf_dialog_text(struct perf_screen *screen, const char *title, const char *text);
int perf_dialog_choose(struct perf_screen *screen, const char *title, const char *const *lines,
		       size_t nr, size_t at);

#endif /* PERF_TUI_DIALOG_H */
