/* SPDX-License-Identifier: GPL-2.0 */
/* Growing strings with fast formatters, and questions about strings. */
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
 * @text: the bytes, ended by a zero byte that @length does not count; NULL before the
 *	first byte was added, so print perf_str_text()
 * @length: bytes in use
 * @capacity: bytes allocated
 * @failed: memory ran out at some point and the string lacks a piece. Stays set, so
 *	that a caller may append a lot and look once.
 *
 * All zero is an empty string.
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
 * Return: its text, "" when there is none; valid until the string changes.
 */
static inline const char *perf_str_text(const struct perf_str *str)
{
	return str->text ? str->text : "";
}

/**
 * perf_starts_with() - does a string begin like this?
 * @text: the string
 * @prefix: the beginning
 *
 * Return: what follows the prefix, NULL if it does not begin so.
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
 * struct perf_nearest - a search for the name a person meant
 * @wanted: what was typed
 * @best: the nearest candidate so far, NULL if none is near enough; not a copy
 * @distance: its distance
 */
struct perf_nearest {
	const char	*wanted;
	const char	*best;
	unsigned int	distance;
};

void perf_nearest_init(struct perf_nearest *nearest, const char *wanted);
void perf_nearest_offer(struct perf_nearest *nearest, const char *candidate);

#endif
