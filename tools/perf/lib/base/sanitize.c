// SPDX-License-Identifier: GPL-2.0-only
/*
 * Taking control characters out of text. Names of tasks, files, functions and events are
 * foreign: their makers chose them, and a terminal would obey an escape sequence in them.
 * perf_text_sanitize() is for one name, which is one field of one line. perf_lines_sanitize()
 * is for whole output and runs over each byte that a command prints, so it compares 64 bytes
 * at a time; only blocks with a suspicious byte are looked at byte by byte. No state.
 *
 * Each byte of a character that may not stay becomes a '?', so that widths stay.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/sanitize.h>

/* Compilers turn arithmetic on these into instructions of 16 bytes where the CPU has them. */
typedef int8_t bytes16 __attribute__((vector_size(16)));
typedef uint8_t unsigned16 __attribute__((vector_size(16)));

#define BLOCK		64
#define PRINTABLE	('~' - ' ' + 1)
#define MARKED_MAX	1024

/**
 * perf_utf8_length() - the size of a character
 * @text: its first byte; text that ends in a zero byte
 *
 * Return: bytes of the character, 0 if there is none: it is cut off, longer than it need be,
 * half of a surrogate pair, or above U+10FFFF.
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
	/* Three forms are invalid: too long an encoding, a surrogate, more than U+10FFFF. */
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
 * perf_utf8_controls() - does a character do something, rather than being shown?
 * @text: the character, of more than one byte
 * @length: as perf_utf8_length() returned it
 *
 * Those are U+0080 to U+009F, which terminals obey as they obey escape sequences; U+2028 and
 * U+2029, which end lines; U+202A to U+202E and U+2066 to U+2069, which turn the order round in
 * which the rest of a line is shown.
 *
 * Return: whether it is one of them.
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
 * perf_utf8_cut() - how much of the last character is there, if it is not complete
 * @text: text
 * @length: bytes of it
 *
 * Return: bytes at the end that begin a character of more bytes, 0 to 3.
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

/* Sanitize the character at @c and return its size. @keep has a bit for each that may stay. */
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
		/* A control character to terminals that show 8-bit text */
		if (byte <= 0x9f)
			*c = '?';
		return 1;
	}
	if (perf_utf8_controls(c, length))
		memset(c, '?', length);
	return length;
}

/*
 * A byte plus one, with a sign: 1 to 0x20 were control characters, what was 0x7f or more is
 * negative. All bits of a byte that may need work are set.
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

/* Are all bytes from ' ' to '~'? Others set the highest bit of a byte in one of three terms. */
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
 * perf_text_sanitize() - take control characters out of a name that others have chosen
 * @text: text, with a zero byte behind its end
 * @length: bytes of it
 * @keep: a control character that may stay, or 0
 *
 * Afterwards it is one field of one line, unless @keep separates such.
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
 * perf_lines_sanitize() - take control characters out of lines; tabs and line ends stay
 * @text: text, with a zero byte behind its end
 * @length: bytes of it
 * @separator: between fields of the lines, whose control characters stay; or NULL
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
 * @text: text, with a zero byte behind its end
 * @length: bytes of it
 * @separator: between fields, or NULL: of its first character, which other perfs look for
 *	alone, each byte inside the field becomes a '.'
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

/* As @format, but each control character is another one. False: it is too long. */
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

/* Sanitize what is the same in both texts: that was in the arguments. */
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
 * perf_format_foreign() - vsnprintf() whose arguments others have chosen
 * @text: where to write
 * @size: bytes there
 * @format: control characters in it are our own and stay; those of an argument do not, so that
 *	no argument begins another line
 * @args: arguments
 *
 * The text is made twice if there are any, the second time from a format that has others:
 * where the results differ, they are those of the format. A format that is too long for that,
 * or no memory, leaves line ends where they are.
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
