// SPDX-License-Identifier: GPL-2.0
/* Tokens of a print format. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <base/sanitize.h>
#include <model/print_parse.h>

/** perf_print_refuse() - refuse the text; the first reason stays */
void perf_print_refuse(struct perf_print_parser *parser, const char *why, ...)
{
	char text[200];
	va_list args;

	if (parser->err)
		return;
	va_start(args, why);
	vsnprintf(text, sizeof(text), why, args);
	va_end(args);
	perf_text_sanitize(text, strlen(text), 0);
	parser->err = perf_error_set(parser->error, EINVAL, "%s", text);
	/* Skip the rest, so that every caller's loop ends. */
	parser->at += strlen(parser->at);
}

static void skip_blanks(struct perf_print_parser *parser)
{
	while (isspace((unsigned char)*parser->at))
		parser->at++;
}

/** perf_print_peek() - skip blanks; does @token come next? */
bool perf_print_peek(struct perf_print_parser *parser, const char *token)
{
	skip_blanks(parser);
	return perf_starts_with(parser->at, token);
}

/** perf_print_accept() - the same, and consume @token */
bool perf_print_accept(struct perf_print_parser *parser, const char *token)
{
	if (!perf_print_peek(parser, token))
		return false;
	parser->at += strlen(token);
	return true;
}

/** perf_print_expect() - consume @token; refuse the text if another one comes next */
void perf_print_expect(struct perf_print_parser *parser, const char *token)
{
	if (!perf_print_accept(parser, token))
		perf_print_refuse(parser, *parser->at ? "'%s' was expected before '%.20s'" :
				  "'%s' was expected at the end%s", token, parser->at);
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/**
 * perf_print_word() - consume a name
 * @parser: parser
 * @length: result: bytes of the name, 0 if no name comes next
 *
 * Return: start of the name.
 */
const char *perf_print_word(struct perf_print_parser *parser, size_t *length)
{
	const char *start;

	skip_blanks(parser);
	start = parser->at;
	if (!isdigit((unsigned char)*start))
		while (is_word_char(*parser->at))
			parser->at++;
	*length = parser->at - start;
	return start;
}

/* Return the character of an escape in a format file; @c is the one behind the backslash. */
static char lex_unescape(char c)
{
	static const char letters[] = "nt", values[] = "\n\t";
	const char *at = c ? strchr(letters, c) : NULL;

	return at ? values[at - letters] : c;
}

static void copy_quoted(struct perf_print_parser *parser)
{
	struct perf_print_format *print = parser->print;
	const char *at = parser->at;

	for (; *at && *at != '"'; at++) {
		if (*at == '\\' && at[1])
			at++, print->strings[print->strings_used++] = lex_unescape(*at);
		else
			print->strings[print->strings_used++] = *at;
	}
	parser->at = at;
	perf_print_expect(parser, "\"");
}

/**
 * perf_print_string() - consume one or more adjacent string literals
 * @parser: parser
 * @length: result: bytes of the string
 *
 * Return: the joined strings without quotes and escapes, ended by a zero byte.
 */
const char *perf_print_string(struct perf_print_parser *parser, uint32_t *length)
{
	struct perf_print_format *print = parser->print;
	size_t start = print->strings_used;

	*length = 0;
	perf_print_expect(parser, "\"");
	if (parser->err)
		return "";
	do
		copy_quoted(parser);
	while (!parser->err && perf_print_accept(parser, "\""));
	/* For this byte at least two quotes were read, so print->strings has room. */
	*length = print->strings_used - start;
	print->strings[print->strings_used++] = '\0';
	return print->strings + start;
}

static bool take_character(struct perf_print_parser *parser, uint64_t *value)
{
	const char *at = parser->at + 1;

	if (*at == '\\' && at[1])
		*value = lex_unescape(*++at);
	else
		*value = (unsigned char)*at;
	parser->at = *at ? at + 1 : at;
	perf_print_expect(parser, "'");
	return true;
}

/** perf_print_number() - consume a number, or a character in quotes; false if none comes next */
bool perf_print_number(struct perf_print_parser *parser, uint64_t *value)
{
	char *end;

	skip_blanks(parser);
	if (*parser->at == '\'')
		return take_character(parser, value);
	if (!isdigit((unsigned char)*parser->at))
		return false;
	errno = 0;
	*value = strtoull(parser->at, &end, 0);
	if (errno)
		perf_print_refuse(parser, "the number '%.24s' is too large", parser->at);
	if (parser->err)
		return true;
	parser->at = end + strspn(end, "uUlL");
	if (is_word_char(*parser->at))
		perf_print_refuse(parser, "'%.20s' is no number", end);
	return true;
}
