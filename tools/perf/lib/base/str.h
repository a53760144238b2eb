/* SPDX-License-Identifier: GPL-2.0 */
/* Growing strings with fast formatters, and comparisons of strings. */
#ifndef PERF_BASE_STR_H
#define PERF_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <base/error.h>

/**
 * struct perf_str - a string that grows
 * @text: the bytes, followed by a zero byte; NULL before the first byte was added, so
 *	print perf_str_text()
 * @length: bytes in use, without the zero byte
 * @capacity: bytes allocated
 * @failed: memory ran out and the string lacks a piece. Stays set, so that a caller may
 *	append several times and test it once.
 *
 * A zeroed struct is an empty string.
 */
struct perf_str {
	char	*text;
	size_t	length;
	size_t	capacity;
	bool	failed;
};

bool perf_str_reserve(struct perf_str *str, size_t more);
void perf_str_mem(struct perf_str *str, const void *text, size_t length);
void perf_str_add(struct perf_str *str, const char *text);
void perf_str_char(struct perf_str *str, char c);
void perf_str_fill(struct perf_str *str, char c, size_t count);
void perf_str_format(struct perf_str *str, const char *format, ...) PERF_PRINTF(2, 3);
void perf_str_left(struct perf_str *str, const char *text, size_t width);
void perf_str_right(struct perf_str *str, const char *text, size_t width);
void perf_str_wrap(struct perf_str *str, const char *words, size_t indent, size_t width);
void perf_str_u64(struct perf_str *str, uint64_t value, size_t width, char pad);
void perf_str_hex(struct perf_str *str, uint64_t value, size_t width, char pad);
size_t perf_str_utf8(struct perf_str *str, const char *text);
void perf_str_json(struct perf_str *str, const char *text);
void perf_str_foreign(struct perf_str *str, const char *format, ...) PERF_PRINTF(2, 3);
void perf_str_foreign_args(struct perf_str *str, const char *format, va_list args);
void perf_str_sanitize(struct perf_str *str, size_t from, char keep);
void perf_str_field(struct perf_str *str, size_t from, const char *separator);
void perf_str_name(struct perf_str *str, const char *name);
void perf_str_cut(struct perf_str *str, size_t length);
char *perf_str_steal(struct perf_str *str);
void perf_str_free(struct perf_str *str);

/**
 * perf_str_text() - the bytes of a string
 * @str: the string
 *
 * Return: @str->text, or "" instead of NULL; valid until the string changes.
 */
static inline const char *perf_str_text(const struct perf_str *str)
{
	return str->text ? str->text : "";
}

/**
 * perf_starts_with() - does a string begin with a prefix?
 * @text: the string
 * @prefix: the prefix
 *
 * Return: the rest of @text after @prefix, NULL if @text does not begin with it.
 */
static inline const char *perf_starts_with(const char *text, const char *prefix)
{
	size_t length = strlen(prefix);

	return strncmp(text, prefix, length) ? NULL : text + length;
}

bool perf_ends_with(const char *text, const char *suffix);
bool perf_is_glob(const char *text);
bool perf_glob_match(const char *pattern, const char *text);
unsigned int perf_edit_distance(const char *a, const char *b);

/**
 * struct perf_nearest - a search for the nearest name to a mistyped one
 * @wanted: the mistyped name
 * @best: the nearest candidate so far, not copied; NULL if none is near enough
 * @distance: edit distance of @best; while @best is NULL, the first one too large
 */
struct perf_nearest {
	const char	*wanted;
	const char	*best;
	unsigned int	distance;
};

void perf_nearest_init(struct perf_nearest *nearest, const char *wanted);
void perf_nearest_offer(struct perf_nearest *nearest, const char *candidate);

#endif
