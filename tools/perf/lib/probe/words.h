/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The words of a definition. The kernel takes a line end for the end of a definition, a blank
 * for the end of a word and a '#' for the end of both, and has no way to quote: a name or a
 * path from a file of somebody else must hold none of them.
 */
#ifndef PERF_PROBE_WORDS_H
#define PERF_PROBE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <base/error.h>
#include <base/str.h>

/** perf_probe_is_name() - is it a letter or _, then letters, digits and _, @max bytes at most? */
bool perf_probe_is_name(const char *text, size_t length, size_t max);

/** perf_probe_put_name() - add a name made from any text: _ for each other byte, cut to @max */
void perf_probe_put_name(struct perf_str *to, const char *text, size_t max);

/** perf_probe_is_cold() - is it the name of a part of a function that only jumps reach? */
bool perf_probe_is_cold(const char *name);

/** perf_probe_suggest() - add "did you mean" to an error, if a name was near enough */
void perf_probe_suggest(struct perf_error *error, const struct perf_nearest *nearest);

/** perf_probe_path_check() - can a program of this path be named in a definition? */
int perf_probe_path_check(const char *path, struct perf_error *error);

/** perf_probe_line_check() - is it one whole definition, or the removal of one? */
int perf_probe_line_check(bool user, const char *line, struct perf_error *error);

#endif /* PERF_PROBE_WORDS_H */
