/* SPDX-License-Identifier: GPL-2.0-only */
/* Internals of perf_print_parse(); only the print_*.c files of this directory include them. */
#ifndef PERF_MODEL_PRINT_PARSE_H
#define PERF_MODEL_PRINT_PARSE_H

#include <base/str.h>
#include <model/print_format.h>

/**
 * struct perf_print_parser - state of perf_print_parse()
 * @print: result
 * @format: the tracepoint
 * @at: next character of the text, which ends with a zero byte
 * @is_unknown: the last expression is just the name of a constant without a known value
 * @depth: brackets and operators that are open
 * @err: 0 or the first error, which ends the parsing
 * @error: reason of @err
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

/** perf_print_refuse() - refuse the text; the first reason stays */
void perf_print_refuse(struct perf_print_parser *parser, const char *why, ...) PERF_PRINTF(2, 3);

/** perf_print_peek() - skip blanks; does @token come next? */
bool perf_print_peek(struct perf_print_parser *parser, const char *token);

/** perf_print_accept() - the same, and consume @token */
bool perf_print_accept(struct perf_print_parser *parser, const char *token);

/** perf_print_expect() - consume @token; refuse the text if another one comes next */
void perf_print_expect(struct perf_print_parser *parser, const char *token);

/**
 * perf_print_word() - consume a name
 * @parser: parser
 * @length: result: bytes of the name, 0 if no name comes next
 *
 * Return: start of the name.
 */
const char *perf_print_word(struct perf_print_parser *parser, size_t *length);

/**
 * perf_print_string() - consume one or more adjacent string literals
 * @parser: parser
 * @length: result: bytes of the string
 *
 * Return: the joined strings without quotes and escapes, ended by a zero byte.
 */
const char *perf_print_string(struct perf_print_parser *parser, uint32_t *length);

/** perf_print_number() - consume a number, or a character in quotes; false if none comes next */
bool perf_print_number(struct perf_print_parser *parser, uint64_t *value);

/** perf_print_add_node() - add an expression; return its index, or PERF_PRINT_NONE */
uint32_t perf_print_add_node(struct perf_print_parser *parser, struct perf_print_node node);

/** perf_print_expression() - parse an expression; return its index, or PERF_PRINT_NONE */
uint32_t perf_print_expression(struct perf_print_parser *parser);

/** perf_print_field() - the field called @name; without one, refuse the text and return NULL */
const struct perf_format_field *perf_print_field(struct perf_print_parser *parser,
						 const char *name, size_t length);

#endif /* PERF_MODEL_PRINT_PARSE_H */
