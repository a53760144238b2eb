/* SPDX-License-Identifier: GPL-2.0 */
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
void perf_print_refuse(struct perf_print_parser *parser, const char *why, ...) PERF_PRINTF(2, 3);
bool perf_print_peek(struct perf_print_parser *parser, const char *token);
bool perf_print_accept(struct perf_print_parser *parser, const char *token);
void perf_print_expect(struct perf_print_parser *parser, const char *token);
const char *perf_print_word(struct perf_print_parser *parser, size_t *length);
const char *perf_print_string(struct perf_print_parser *parser, uint32_t *length);
bool perf_print_number(struct perf_print_parser *parser, uint64_t *value);
uint32_t perf_print_add_node(struct perf_print_parser *parser, struct perf_print_node node);
uint32_t perf_print_expression(struct perf_print_parser *parser);
const struct perf_format_field *perf_print_field(struct perf_print_parser *parser,
						 const char *name, size_t length);

#endif /* PERF_MODEL_PRINT_PARSE_H */
