/* SPDX-License-Identifier: GPL-2.0 */
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

bool perf_probe_is_name(const char *text, size_t length, size_t max);
void perf_probe_put_name(struct perf_str *to, const char *text, size_t max);
bool perf_probe_is_cold(const char *name);
void perf_probe_suggest(struct perf_error *error, const struct perf_nearest *nearest);
int perf_probe_path_check(const char *path, struct perf_error *error);
int perf_probe_line_check(bool user, const char *line, struct perf_error *error);

#endif /* PERF_PROBE_WORDS_H */
