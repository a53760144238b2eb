/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading the text of a tracepoint; only the files print_*.c of this directory include this. */
#ifndef PERF_MODEL_PRINT_PARSE_H
#define PERF_MODEL_PRINT_PARSE_H

#include <base/str.h>
#include <model/print_format.h>

/**
 * struct perf_print_parser - a text that is being read
 * @print: the result
 * @format: the tracepoint
 * @at: what is read next; the text ends with a zero byte
 * @is_unknown: the last expression is nothing but the name of a constant without a value
 * @depth: brackets and operators that are open
 * @err: 0 or what went wrong first; nothing more is read then
 * @error: why
 */
struct perf_print_parser {
	struct perf_print_format	*print;
	const struct perf_format	*format;
	const char			*at;
	bool				is_unknown;
	unsigned int			depth;
	int				err;
	struct perf_error		*error;
};

/** perf_print_refuse() - the text is refused; the first reason stays */
void perf_print_refuse(struct perf_print_parser *parser, const char *why, ...) PERF_PRINTF(2, 3);

/** perf_print_peek() - does this come next, after blanks? */
bool perf_print_peek(struct perf_print_parser *parser, const char *token);

/** perf_print_accept() - the same, and it is read */
bool perf_print_accept(struct perf_print_parser *parser, const char *token);

/** perf_print_expect() - read this; the text is refused if it does not come next */
void perf_print_expect(struct perf_print_parser *parser, const char *token);

/**
 * perf_print_word() - read a name
 * @parser: text
 * @length: result: its bytes, 0 if none comes next
 *
 * Return: where it begins.
 */
const char *perf_print_word(struct perf_print_parser *parser, size_t *length);

/**
 * perf_print_string() - read strings that stand behind one another
 * @parser: text
 * @length: result: bytes
 *
 * Return: the strings without quotes and escapes, ended by a zero byte.
 */
const char *perf_print_string(struct perf_print_parser *parser, uint32_t *length);

/** perf_print_number() - read a number, or a character in quotes; false if none comes next */
bool perf_print_number(struct perf_print_parser *parser, uint64_t *value);

/** perf_print_add_node() - a new expression; index of it, or PERF_PRINT_NONE */
uint32_t perf_print_add_node(struct perf_print_parser *parser, struct perf_print_node node);

/** perf_print_expression() - read an expression; index of it, or PERF_PRINT_NONE */
uint32_t perf_print_expression(struct perf_print_parser *parser);

/**
 * perf_print_call() - read the arguments of a function
 * @parser: text, behind the opening bracket
 * @name: of the function, known or not
 * @length: its bytes
 *
 * Return: index of the expression it is, or PERF_PRINT_NONE.
 */
uint32_t perf_print_call(struct perf_print_parser *parser, const char *name, size_t length);

/** perf_print_field() - the field of a name, NULL if the text is refused as there is none */
const struct perf_format_field *perf_print_field(struct perf_print_parser *parser,
						 const char *name, size_t length);

#endif /* PERF_MODEL_PRINT_PARSE_H */
