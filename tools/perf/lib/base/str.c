// SPDX-License-Identifier: GPL-2.0
/*
 * Growing strings. perf_str_u64() and perf_str_hex() do not use printf(), which takes several
 * times as long: text output of millions of samples spends its time in them. No shared state,
 * any thread.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <base/sanitize.h>
#include <base/str.h>

/**
 * perf_str_reserve() - make room
 * @str: the string
 * @more: bytes that will be added
 *
 * Return: false, with @str->failed set, if memory ran out.
 */
bool perf_str_reserve(struct perf_str *str, size_t more)
{
	size_t need = str->length + more + 1;
	size_t capacity;
	char *text;

	if (need <= str->capacity)
		return true;
	capacity = str->capacity ? str->capacity : 64;
	while (capacity < need)
		capacity *= 2;
	text = realloc(str->text, capacity);
	if (!text) {
		str->failed = true;
		return false;
	}
	str->text = text;
	str->text[str->length] = '\0';
	str->capacity = capacity;
	return true;
}

/**
 * perf_str_mem() - add bytes
 * @str: the string
 * @text: the bytes
 * @length: number of bytes
 */
void perf_str_mem(struct perf_str *str, const void *text, size_t length)
{
	if (!length || !perf_str_reserve(str, length))
		return;
	memcpy(str->text + str->length, text, length);
	str->length += length;
	str->text[str->length] = '\0';
}

/**
 * perf_str_add() - add a string
 * @str: the string to add to
 * @text: the string to be added
 */
void perf_str_add(struct perf_str *str, const char *text)
{
	perf_str_mem(str, text, strlen(text));
}

/**
 * perf_str_char() - add one character
 * @str: the string
 * @c: the character
 */
void perf_str_char(struct perf_str *str, char c)
{
	perf_str_mem(str, &c, 1);
}

/**
 * perf_str_fill() - add a character several times
 * @str: the string
 * @c: the character
 * @count: number of characters
 */
void perf_str_fill(struct perf_str *str, char c, size_t count)
{
	if (!count || !perf_str_reserve(str, count))
		return;
	memset(str->text + str->length, c, count);
	str->length += count;
	str->text[str->length] = '\0';
}

/**
 * perf_str_format() - add formatted text
 * @str: the string
 * @format: as for printf()
 */
void perf_str_format(struct perf_str *str, const char *format, ...)
{
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (length <= 0 || !perf_str_reserve(str, length))
		return;
	va_start(args, format);
	vsnprintf(str->text + str->length, length + 1, format, args);
	va_end(args);
	str->length += length;
}

/**
 * perf_str_foreign_args() - perf_str_foreign() with a list of arguments
 * @str: the string
 * @format: as for vprintf()
 * @args: arguments
 */
void perf_str_foreign_args(struct perf_str *str, const char *format, va_list args)
{
	va_list again;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length <= 0 || !perf_str_reserve(str, length))
		return;
	perf_format_foreign(str->text + str->length, length + 1, format, args);
	str->length += length;
}

/**
 * perf_str_foreign() - add text formatted from foreign arguments
 * @str: the string
 * @format: as for printf(); its own line ends and tabs stay, those of arguments do not
 */
void perf_str_foreign(struct perf_str *str, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	perf_str_foreign_args(str, format, args);
	va_end(args);
}

/**
 * perf_str_left() - add text at the left edge of a column
 * @str: the string
 * @text: the text; longer text is not cut
 * @width: of the column, in bytes
 */
void perf_str_left(struct perf_str *str, const char *text, size_t width)
{
	size_t length = strlen(text);

	perf_str_mem(str, text, length);
	if (length < width)
		perf_str_fill(str, ' ', width - length);
}

/**
 * perf_str_right() - add text at the right edge of a column
 * @str: the string
 * @text: the text; longer text is not cut
 * @width: of the column, in bytes
 */
void perf_str_right(struct perf_str *str, const char *text, size_t width)
{
	size_t length = strlen(text);

	if (length < width)
		perf_str_fill(str, ' ', width - length);
	perf_str_mem(str, text, length);
}

/**
 * perf_str_wrap() - append words, wrapped to a line width
 * @str: the string, whose last line ends at column @indent
 * @words: the words, separated by spaces
 * @indent: columns of indentation of each further line
 * @width: largest number of columns of a line, unless a single word is longer
 */
void perf_str_wrap(struct perf_str *str, const char *words, size_t indent, size_t width)
{
	size_t column = indent;

	while (*words) {
		size_t length = strcspn(words, " ");

		if (column > indent && column + 1 + length > width) {
			perf_str_char(str, '\n');
			perf_str_fill(str, ' ', indent);
			column = indent;
		} else if (column > indent) {
			perf_str_char(str, ' ');
			column++;
		}
		perf_str_mem(str, words, length);
		column += length;
		words += length;
		words += strspn(words, " ");
	}
}

/**
 * perf_str_u64() - add a decimal number
 * @str: the string
 * @value: the number
 * @width: smallest number of characters
 * @pad: character that fills @width on the left
 */
void perf_str_u64(struct perf_str *str, uint64_t value, size_t width, char pad)
{
	char digits[20];
	size_t at = sizeof(digits);

	do {
		digits[--at] = '0' + value % 10;
		value /= 10;
	} while (value);
	if (sizeof(digits) - at < width)
		perf_str_fill(str, pad, width - (sizeof(digits) - at));
	perf_str_mem(str, digits + at, sizeof(digits) - at);
}

/**
 * perf_str_hex() - add a hexadecimal number, lower case, without 0x
 * @str: the string
 * @value: the number
 * @width: smallest number of characters
 * @pad: character that fills @width on the left
 */
void perf_str_hex(struct perf_str *str, uint64_t value, size_t width, char pad)
{
	char digits[16];
	size_t at = sizeof(digits);

	do {
		digits[--at] = "0123456789abcdef"[value & 15];
		value >>= 4;
	} while (value);
	if (sizeof(digits) - at < width)
		perf_str_fill(str, pad, width - (sizeof(digits) - at));
	perf_str_mem(str, digits + at, sizeof(digits) - at);
}

/**
 * perf_str_utf8() - add one character, always as valid UTF-8
 * @str: the string
 * @text: text, not empty. An invalid byte is added as U+FFFD: the kernel cuts task names at a
 *	number of bytes, and file names may hold any bytes
 *
 * Return: bytes of @text consumed.
 */
size_t perf_str_utf8(struct perf_str *str, const char *text)
{
	size_t length = perf_utf8_length(text);

	if (!length) {
		perf_str_add(str, "\xef\xbf\xbd");
		return 1;
	}
	perf_str_mem(str, text, length);
	return length;
}

/* Appends a JSON escape of a character of up to three bytes, U+0000 to U+FFFF. */
static void add_escaped(struct perf_str *str, const char *text, size_t length)
{
	const unsigned char *c = (const unsigned char *)text;
	unsigned int value = c[0];

	if (length == 2)
		value = (c[0] & 0x1f) << 6 | (c[1] & 0x3f);
	else if (length == 3)
		value = (c[0] & 0xf) << 12 | (c[1] & 0x3f) << 6 | (c[2] & 0x3f);
	perf_str_add(str, "\\u");
	perf_str_hex(str, value, 4, '0');
}

/**
 * perf_str_json() - add text as a JSON string, quotes and escapes included
 * @str: the string
 * @text: the text; invalid UTF-8 becomes U+FFFD. perf_str_json() escapes all control characters,
 *	even those of terminals, which JSON allows
 */
void perf_str_json(struct perf_str *str, const char *text)
{
	perf_str_char(str, '"');
	while (*text) {
		unsigned char c = *text;
		size_t length = c < 0x80 ? 1 : perf_utf8_length(text);

		if (c == '"' || c == '\\')
			perf_str_char(str, '\\');
		if (c < ' ' || c == 0x7f || (c >= 0x80 && perf_utf8_controls(text, length))) {
			add_escaped(str, text, length);
			text += length;
		} else {
			text += perf_str_utf8(str, text);
		}
	}
	perf_str_char(str, '"');
}

/**
 * perf_str_sanitize() - perf_text_sanitize() for the end of a string
 * @str: the string
 * @from: offset in bytes of the text to sanitize
 * @keep: a control character that may stay, or 0
 */
void perf_str_sanitize(struct perf_str *str, size_t from, char keep)
{
	if (from < str->length)
		perf_text_sanitize(str->text + from, str->length - from, keep);
}

/**
 * perf_str_field() - perf_field_sanitize() for the end of a string
 * @str: the string
 * @from: offset in bytes of the text to sanitize
 * @separator: field separator, or NULL
 */
void perf_str_field(struct perf_str *str, size_t from, const char *separator)
{
	if (from < str->length)
		perf_field_sanitize(str->text + from, str->length - from, separator);
}

/**
 * perf_str_name() - add a foreign name: of a task, file or function
 * @str: the string
 * @name: the name; perf_text_sanitize() replaces its control characters
 */
void perf_str_name(struct perf_str *str, const char *name)
{
	size_t from = str->length;

	perf_str_add(str, name);
	perf_str_sanitize(str, from, 0);
}

/**
 * perf_str_cut() - shorten a string, keeping its memory
 * @str: the string
 * @length: the new length; a length larger than the present one changes nothing
 */
void perf_str_cut(struct perf_str *str, size_t length)
{
	if (length >= str->length)
		return;
	str->length = length;
	str->text[length] = '\0';
}

/**
 * perf_str_steal() - move the text out of a string
 * @str: the string, empty afterwards
 *
 * Return: the text, to be freed with free(); NULL if memory ran out while it was built.
 */
char *perf_str_steal(struct perf_str *str)
{
	char *text = NULL;

	if (!str->failed && perf_str_reserve(str, 0))
		text = str->text;
	else
		free(str->text);
	*str = (struct perf_str){ 0 };
	return text;
}

/**
 * perf_str_free() - free a string's memory
 * @str: the string, empty afterwards
 */
void perf_str_free(struct perf_str *str)
{
	free(str->text);
	*str = (struct perf_str){ 0 };
}

/**
 * perf_ends_with() - does a string end with a suffix?
 * @text: the string
 * @suffix: the suffix
 *
 * Return: true if @text ends with @suffix.
 */
bool perf_ends_with(const char *text, const char *suffix)
{
	size_t length = strlen(text);
	size_t end = strlen(suffix);

	return length >= end && !strcmp(text + length - end, suffix);
}

/**
 * perf_is_glob() - does a string hold a wildcard?
 * @text: the string
 *
 * Return: true if @text holds one of * ? [.
 */
bool perf_is_glob(const char *text)
{
	return strpbrk(text, "*?[");
}

/*
 * Compares one character or [] of the pattern with @c, and moves *@pattern past it.
 */
static bool glob_one(const char **pattern, char c)
{
	const char *at = *pattern;
	bool invert = false;
	bool found = false;

	if (*at == '\\' && at[1]) {
		*pattern = at + 2;
		return at[1] == c;
	}
	if (*at != '[' || !strchr(at + 1, ']')) {
		*pattern = at + 1;
		return *at == '?' || *at == c;
	}
	at++;
	if (*at == '!' || *at == '^') {
		invert = true;
		at++;
	}
	do {
		char low = *at++;
		char high = low;

		if (*at == '-' && at[1] && at[1] != ']') {
			high = at[1];
			at += 2;
		}
		found |= c >= low && c <= high;
	} while (*at && *at != ']');
	*pattern = *at ? at + 1 : at;
	return found != invert;
}

/**
 * perf_glob_match() - does a string match a shell pattern?
 * @pattern: with * ? [a-z] [!a-z] and \ before a literal character
 * @text: the string
 *
 * A mismatch goes back to the last star only, so the time is at worst proportional to the
 * product of both lengths.
 *
 * Return: true if all of @text matches.
 */
bool perf_glob_match(const char *pattern, const char *text)
{
	const char *star = NULL;
	const char *retry = NULL;

	while (*text) {
		const char *next = pattern;

		if (*pattern == '*') {
			star = ++pattern;
			retry = text;
		} else if (*pattern && glob_one(&next, *text)) {
			pattern = next;
			text++;
		} else if (star) {
			pattern = star;
			text = ++retry;
		} else {
			return false;
		}
	}
	while (*pattern == '*')
		pattern++;
	return !*pattern;
}

#define EDIT_MAX	64

static unsigned int min3(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int least = a < b ? a : b;

	return least < c ? least : c;
}

/**
 * perf_edit_distance() - the number of edits between two words
 * @a, @b: words
 *
 * perf_edit_distance() counts insertions, deletions, replacements and swaps of neighbours. Case
 * is ignored, and - equals _.
 *
 * Return: the distance; the length of the longer word if that exceeds 63 characters.
 */
unsigned int perf_edit_distance(const char *a, const char *b)
{
	unsigned int rows[3][EDIT_MAX + 1];
	size_t a_length = strlen(a);
	size_t b_length = strlen(b);
	size_t i, j;

	if (a_length >= EDIT_MAX || b_length >= EDIT_MAX)
		return a_length > b_length ? a_length : b_length;
	for (j = 0; j <= b_length; j++)
		rows[0][j] = j;
	for (i = 1; i <= a_length; i++) {
		unsigned int *row = rows[i % 3];
		const unsigned int *above = rows[(i + 2) % 3];
		const unsigned int *second = rows[(i + 1) % 3];

		row[0] = i;
		for (j = 1; j <= b_length; j++) {
			char x = a[i - 1] == '_' ? '-' : tolower(a[i - 1]);
			char y = b[j - 1] == '_' ? '-' : tolower(b[j - 1]);

			row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    second[j - 2] + 1 < row[j])
				row[j] = second[j - 2] + 1;
		}
	}
	return rows[a_length % 3][b_length];
}

/**
 * perf_nearest_init() - begin a search for the nearest name to a mistyped one
 * @nearest: the search
 * @wanted: the mistyped name
 *
 * A suggestion is at most 1 edit away from a name of up to 3 characters, 2 edits from one of up
 * to 5, and a third of the length from a longer one.
 */
void perf_nearest_init(struct perf_nearest *nearest, const char *wanted)
{
	size_t length = strlen(wanted);

	nearest->wanted = wanted;
	nearest->best = NULL;
	nearest->distance = (length < 6 ? 2 : length / 3) + 1;
	if (length <= 3)
		nearest->distance = 2;
}

/**
 * perf_nearest_offer() - add a candidate to a search
 * @nearest: the search
 * @candidate: a name, which must live as long as @nearest
 */
void perf_nearest_offer(struct perf_nearest *nearest, const char *candidate)
{
	size_t wanted = strlen(nearest->wanted), length = strlen(candidate);
	unsigned int distance;

	/* The difference in length is a lower bound of the distance */
	if ((length > wanted ? length - wanted : wanted - length) >= nearest->distance)
		return;
	distance = perf_edit_distance(nearest->wanted, candidate);
	if (distance < nearest->distance) {
		nearest->distance = distance;
		nearest->best = candidate;
	}
}
