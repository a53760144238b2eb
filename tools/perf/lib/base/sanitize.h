/* SPDX-License-Identifier: GPL-2.0 */
/* Replacing control characters in text that is written to a terminal or read line by line. */
#ifndef PERF_BASE_SANITIZE_H
#define PERF_BASE_SANITIZE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

size_t perf_utf8_length(const char *text);
bool perf_utf8_controls(const char *text, size_t length);
size_t perf_utf8_cut(const char *text, size_t length);
void perf_text_sanitize(char *text, size_t length, char keep);
void perf_lines_sanitize(char *text, size_t length, const char *separator);
void perf_field_sanitize(char *text, size_t length, const char *separator);
int perf_format_foreign(char *text, size_t size, const char *format, va_list args);

#endif
