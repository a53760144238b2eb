// SPDX-License-Identifier: GPL-2.0
/*
 * Replacing control characters in text. Names of tasks, files, functions and events are
 * foreign: other users chose them, and a terminal would obey an escape sequence in them.
 * perf_text_sanitize() is for one name, which is one field of one line. perf_lines_sanitize()
 * is for whole output and runs over each byte that a command prints, so it compares 64 bytes
 * at a time, and only blocks with a suspicious byte are processed byte by byte. No state.
 *
 * Each byte of a replaced character becomes a '?', so that the length stays.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/sanitize.h>

/* Vector types: compilers emit 16-byte instructions for arithmetic on them if the CPU has any. */
typedef int8_t bytes16 __attribute__((vector_size(16)));
typedef uint8_t unsigned16 __attribute__((vector_size(16)));

#define BLOCK		64
#define PRINTABLE	('~' - ' ' + 1)
#define MARKED_MAX	1024

/**
 * perf_utf8_length() - the size of a UTF-8 character
 * @text: the character, in text ended by a zero byte
 *
 * Return: bytes of the character, 0 if it is invalid: truncated, overlong, half of a surrogate
 * pair, or above U+10FFFF.
 */
size_t perf_utf8_length(const char *text)
{
	const unsigned char *c = (const unsigned char *)text;
	unsigned char low = 0x80, high = 0xbf;
	size_t length, i;

	if (*c < 0x80)
		return 1;
	if (*c < 0xc2 || *c > 0xf4)
		return 0;
	length = *c < 0xe0 ? 2 : *c < 0xf0 ? 3 : 4;
	/* Exclude overlong encodings, surrogates and values above U+10FFFF. */
	if (*c == 0xe0)
		low = 0xa0;
	else if (*c == 0xed)
		high = 0x9f;
	else if (*c == 0xf0)
		low = 0x90;
	else if (*c == 0xf4)
		high = 0x8f;
	for (i = 1; i < length; i++) {
		if (c[i] < low || c[i] > high)
			return 0;
		low = 0x80;
		high = 0xbf;
	}
	return length;
}

/**
 * perf_utf8_controls() - is this a control character of more than one byte?
 * @text: the character
 * @length: result of perf_utf8_length()
 *
 * Control characters are U+0080 to U+009F, which terminals obey like escape sequences; U+2028
 * and U+2029, which end lines; U+202A to U+202E and U+2066 to U+2069, which change the display
 * order of the rest of a line.
 *
 * Return: true if @text is one of them.
 */
bool perf_utf8_controls(const char *text, size_t length)
{
	const unsigned char *c = (const unsigned char *)text;

	if (length == 2)
		return c[0] == 0xc2 && c[1] <= 0x9f;
	if (length != 3 || c[0] != 0xe2)
		return false;
	return (c[1] == 0x80 && c[2] >= 0xa8 && c[2] <= 0xae) ||
	       (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9);
}

/**
 * perf_utf8_cut() - size of an incomplete character at the end of text
 * @text: text
 * @length: bytes of @text
 *
 * Return: bytes of the incomplete character, 0 to 3.
 */
size_t perf_utf8_cut(const char *text, size_t length)
{
	const unsigned char *end = (const unsigned char *)text + length;
	size_t back;

	for (back = 1; back <= 3 && back <= length; back++) {
		unsigned char c = end[-(ptrdiff_t)back];

		if (c >= 0xc2 && c <= 0xf4)
			return back < (c < 0xe0 ? 2U : c < 0xf0 ? 3U : 4U) ? back : 0;
		if (c < 0x80 || c > 0xbf)
			return 0;
	}
	return 0;
}

/* Sanitizes the character at @c and returns its size. @keep is a mask of allowed characters. */
static size_t sanitize_character(char *c, uint32_t keep)
{
	unsigned char byte = *c;
	size_t length;

	if (byte < 0x80) {
		if ((byte < ' ' && !(keep >> byte & 1)) || byte == 0x7f)
			*c = '?';
		return 1;
	}
	length = perf_utf8_length(c);
	if (!length) {
		/* 0x80 to 0x9f are control characters to terminals in 8-bit mode */
		if (byte <= 0x9f)
			*c = '?';
		return 1;
	}
	if (perf_utf8_controls(c, length))
		memset(c, '?', length);
	return length;
}

/*
 * @bytes holds each byte plus one, signed: control characters become 1 to 0x20, 0x7f to 0xfe
 * negative, 0xff 0. The result has all bits set in each byte that may need replacing.
 */
static bytes16 suspicious16(const char *text)
{
	unsigned16 above;
	bytes16 bytes;

	memcpy(&above, text, sizeof(above));
	bytes = (bytes16)(above + 1);
	return (bytes < 0x21) & ~((bytes == '\n' + 1) | (bytes == '\t' + 1));
}

static bool is_plain_block(const char *text)
{
	union {
		bytes16		bytes;
		uint64_t	words[2];
	} found;

	found.bytes = suspicious16(text) | suspicious16(text + 16) | suspicious16(text + 32) |
		      suspicious16(text + 48);
	return !(found.words[0] | found.words[1]);
}

/* Are all 8 bytes ' ' to '~'? Any other byte sets bit 7 in at least one of the three terms. */
static bool is_plain_word(const char *text)
{
	const uint64_t ones = ~0ULL / 0xff;
	uint64_t word;

	memcpy(&word, text, sizeof(word));
	return !(((word - ones * ' ') | (word + ones) | word) & ones * 0x80);
}

static bool is_plain(const char *text, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++)
		if ((unsigned char)(text[i] - ' ') >= PRINTABLE)
			return false;
	return true;
}

/**
 * perf_text_sanitize() - replace control characters in a foreign name
 * @text: text, followed by a zero byte
 * @length: bytes of @text
 * @keep: a control character that may stay, or 0
 *
 * Afterwards @text is one field of one line, unless @keep separates fields or lines.
 */
void perf_text_sanitize(char *text, size_t length, char keep)
{
	uint32_t mask = keep > 0 && keep < ' ' ? 1U << keep : 0;
	char *end = text + length;

	while (text < end) {
		if (end - text >= 8 && is_plain_word(text))
			text += 8;
		else if ((unsigned char)(*text - ' ') < PRINTABLE)
			text++;
		else
			text += sanitize_character(text, mask);
	}
}

/**
 * perf_lines_sanitize() - replace control characters in lines; tabs and line ends stay
 * @text: text, followed by a zero byte
 * @length: bytes of @text
 * @separator: field separator, whose control characters stay; or NULL
 */
void perf_lines_sanitize(char *text, size_t length, const char *separator)
{
	uint32_t keep = 1U << '\n' | 1U << '\t';
	char *end = text + length, *stop;

	for (; separator && *separator; separator++)
		keep |= *separator > 0 && *separator < ' ' ? 1U << *separator : 0;
	while (text < end) {
		while (end - text >= BLOCK && is_plain_block(text))
			text += BLOCK;
		stop = end - text > BLOCK ? text + BLOCK : end;
		while (text < stop)
			text += sanitize_character(text, keep);
	}
}

/**
 * perf_field_sanitize() - make text one field of a line
 * @text: text, followed by a zero byte
 * @length: bytes of @text
 * @separator: field separator, or NULL. Each byte of its first character becomes a '.' in @text,
 *	as in other perfs, which replace that character only
 */
void perf_field_sanitize(char *text, size_t length, const char *separator)
{
	char *at = text, *end = text + length;
	size_t size;

	perf_text_sanitize(text, length, 0);
	if (!separator || !*separator)
		return;
	size = perf_utf8_length(separator);
	size = size ? size : 1;
	for (; (at = memmem(at, (size_t)(end - at), separator, size)); at += size)
		memset(at, '.', size);
}

/* Copies @format with each control character changed. Returns false if @format is too long. */
static bool mark_own(char marked[MARKED_MAX], const char *format)
{
	size_t i;

	for (i = 0; i < MARKED_MAX; i++) {
		bool control = format[i] && (unsigned char)format[i] < ' ';

		marked[i] = !control ? format[i] : format[i] == '\n' ? '\v' : '\n';
		if (!format[i])
			return true;
	}
	return false;
}

/* Sanitizes the bytes equal in both texts; the others are control characters of the format. */
static void sanitize_same(char *text, const char *other, size_t length)
{
	size_t i, start = 0;

	for (i = 0; i <= length; i++) {
		if (i < length && text[i] == other[i])
			continue;
		perf_text_sanitize(text + start, i - start, 0);
		start = i + 1;
	}
}

/**
 * perf_format_foreign() - vsnprintf() with foreign arguments
 * @text: filled
 * @size: bytes in @text
 * @format: its control characters stay; those of arguments are replaced, so that no argument
 *	begins another line
 * @args: arguments
 *
 * A result that is not plain ASCII is formatted a second time, from mark_own()'s copy of @format
 * with other control characters: the results differ at the control characters of @format. If
 * @format is too long for mark_own(), or memory runs out, all line ends stay.
 *
 * Return: as vsnprintf().
 */
int perf_format_foreign(char *text, size_t size, const char *format, va_list args)
{
	char marked[MARKED_MAX], *other = NULL;
	va_list again;
	size_t used;
	int length;

	va_copy(again, args);
	length = vsnprintf(text, size, format, args);
	used = length < 0 || !size ? 0 : (size_t)length < size ? (size_t)length : size - 1;
	if (!is_plain(text, used)) {
		if (mark_own(marked, format))
			other = malloc(used + 1);
		if (other) {
			vsnprintf(other, used + 1, marked, again);
			sanitize_same(text, other, used);
		} else {
			perf_text_sanitize(text, used, '\n');
		}
		free(other);
	}
	va_end(again);
	return length;
}
