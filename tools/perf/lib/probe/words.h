/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The words of a definition. For the kernel's parser, a line end ends the definition, a blank the
 * word and a '#' both, and there is no way to quote them: a name or a path from another user's file
 * must hold none of them.
 */
#ifndef PERF_PROBE_WORDS_H
#define PERF_PROBE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <base/error.h>
#include <base/str.h>

/** perf_probe_is_name() - a letter or _, then letters, digits and _, @max bytes at most? */
bool perf_probe_is_name(const char *text, size_t length, size_t max);

/** perf_probe_put_name() - append a name made from any text: _ for other bytes, cut to @max */
void perf_probe_put_name(struct perf_str *to, const char *text, size_t max);

/** perf_probe_is_cold() - is this the name of a part of a function that only jumps reach? */
bool perf_probe_is_cold(const char *name);

/** perf_probe_suggest() - add "did you mean" to an error, if a name is similar enough */
void perf_probe_suggest(struct perf_error *error, const struct perf_nearest *nearest);

/** perf_probe_path_check() - can a definition name a program with this path? */
int perf_probe_path_check(const char *path, struct perf_error *error);

/** perf_probe_line_check() - is a line one whole definition, or the removal of one? */
int perf_probe_line_check(bool user, const char *line, struct perf_error *error);

#endif /* PERF_PROBE_WORDS_H */
