/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Parser of a tracepoint's print format, the line "print fmt:" of its format file. The text comes
 * with a recording and anybody may have written it: perf_print_parse() checks all of it before a
 * record is printed by it, and refuses all constructs it does not support.
 *
 * Limits hold for every format (bytes of text, fields, depth of expressions) and for every record
 * (see print_text.h).
 */
#ifndef PERF_MODEL_PRINT_FORMAT_H
#define PERF_MODEL_PRINT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>
#include <base/vec.h>
#include <model/format.h>

/* The largest print format seen in a kernel has 4,840 bytes and 9 levels of brackets. */
#define PERF_PRINT_TEXT_MAX	(64 << 10)
#define PERF_PRINT_DEPTH_MAX	128
#define PERF_PRINT_WIDTH_MAX	1024

/* Kinds of expressions; kinds from PERF_PRINT_STRING on are texts. */
enum perf_print_kind {
	PERF_PRINT_NUMBER,
	PERF_PRINT_FIELD,
	PERF_PRINT_ITEM,		/* element @a of the array @field */
	PERF_PRINT_CAST,
	PERF_PRINT_NOT,
	PERF_PRINT_INVERT,
	PERF_PRINT_NEGATE,
	PERF_PRINT_BINARY,
	PERF_PRINT_CHOICE,		/* @a ? @b : @c */
	PERF_PRINT_DYNAMIC,		/* offset of a dynamic array */
	PERF_PRINT_DYNAMIC_LENGTH,
	PERF_PRINT_STRING,		/* in quotes */
	PERF_PRINT_FIELD_STRING,
	PERF_PRINT_FLAGS,
	PERF_PRINT_SYMBOLIC,
	PERF_PRINT_HEX,			/* @b bytes of @a */
	PERF_PRINT_HEX_STRING,
	PERF_PRINT_ARRAY,		/* @b elements of @a, of @c bytes each */
	PERF_PRINT_BITMASK,		/* in hex */
	PERF_PRINT_CPUMASK,		/* numbers of the bits, as "0,3-5" */
};

/**
 * struct perf_print_node - an expression
 * @kind: enum perf_print_kind
 * @op: enum perf_print_operator, for PERF_PRINT_BINARY
 * @height: levels of expressions below this one
 * @size: bytes of a cast's type, 0 if the cast keeps the value
 * @element: bytes of an array's elements, or of the target of a cast to a pointer
 * @a: index of the first operand
 * @b: index of the second operand
 * @c: index of the third operand
 * @value: a number; of a table of names, the index of the first
 * @count: number of names of a table
 * @length: bytes of @text
 * @text: string; delimiter of flags
 * @field: field of the record
 */
struct perf_print_node {
	uint8_t		kind;
	uint8_t		op;
	uint8_t		height;
	uint8_t		size;
	uint8_t		element;
	uint32_t	a, b, c;
	uint64_t	value;
	uint32_t	count;
	uint32_t	length;
	const char	*text;
	const struct perf_format_field *field;
};

/** enum perf_print_operator - operators of PERF_PRINT_BINARY */
enum perf_print_operator {
	PERF_PRINT_OR, PERF_PRINT_AND, PERF_PRINT_BIT_OR, PERF_PRINT_BIT_XOR, PERF_PRINT_BIT_AND,
	PERF_PRINT_EQUAL, PERF_PRINT_UNEQUAL, PERF_PRINT_LESS, PERF_PRINT_LESS_EQUAL,
	PERF_PRINT_GREATER, PERF_PRINT_GREATER_EQUAL, PERF_PRINT_LEFT, PERF_PRINT_RIGHT,
	PERF_PRINT_PLUS, PERF_PRINT_MINUS, PERF_PRINT_TIMES, PERF_PRINT_DIVIDE, PERF_PRINT_MODULO,
};

/**
 * struct perf_print_name - an entry in a table of names
 * @value: the value
 * @length: bytes of @text
 * @text: name of @value
 */
struct perf_print_name {
	uint64_t	value;
	uint32_t	length;
	const char	*text;
};

/* perf_print_name.value if it is negative or not known */
#define PERF_PRINT_UNKNOWN	UINT64_MAX

/* Instead of an index in perf_print_format.nodes: no node. */
#define PERF_PRINT_NONE		UINT32_MAX

/**
 * struct perf_print_piece - a part of the text: characters, then a conversion
 * @text: literal characters
 * @length: bytes of @text
 * @conversion: letter of the conversion as in printf(3); 0 if there is none
 * @bytes: bytes of an integer, by its length modifier: 1, 2, 4 or 8
 * @left: flag '-'
 * @zero: flag '0'
 * @alternate: flag '#'
 * @sign: flag '+' or ' ', or 0
 * @width: minimum number of characters
 * @precision: as in printf(3), -1 if there is none
 * @width_node: expression that replaces @width
 * @precision_node: expression that replaces @precision
 * @kind: type of a pointer: the letters behind %p, ended by 0
 * @node: the expression to print
 */
struct perf_print_piece {
	const char	*text;
	uint32_t	length;
	char		conversion;
	uint8_t		bytes;
	bool		left;
	bool		zero;
	bool		alternate;
	char		sign;
	int16_t		width;
	int16_t		precision;
	uint32_t	width_node;
	uint32_t	precision_node;
	char		kind[8];
	uint32_t	node;
};

/**
 * struct perf_print_format - a parsed print format
 * @pieces: pieces in the order of printing
 * @nodes: all expressions, operands first
 * @names: names of all tables
 * @by_field: for each field of the tracepoint, the index of the piece whose conversion prints the
 *	field alone, or PERF_PRINT_NONE
 * @strings: memory of the strings without their quotes and escapes
 * @strings_used: bytes used of @strings
 * @long_size: bytes of a long on the recording's machine
 */
struct perf_print_format {
	PERF_VEC(struct perf_print_piece) pieces;
	PERF_VEC(struct perf_print_node) nodes;
	PERF_VEC(struct perf_print_name) names;
	uint32_t	*by_field;
	char		*strings;
	size_t		strings_used;
	int		long_size;
};
int perf_print_parse(struct perf_print_format *print, const struct perf_format *format,
		     int long_size, struct perf_error *error);
void perf_print_free(struct perf_print_format *print);
uint64_t perf_print_operate(enum perf_print_operator op, uint64_t left, uint64_t right);

/** perf_print_cast() - truncate a value to @size bytes, unsigned; 0: keep it as it is */
static inline uint64_t perf_print_cast(uint64_t value, unsigned int size)
{
	return size && size < sizeof(value) ? value & ((1ull << size * 8) - 1) : value;
}

/** perf_print_is_text() - is an expression of this kind a text? */
static inline bool perf_print_is_text(uint8_t kind)
{
	return kind >= PERF_PRINT_STRING;
}

#endif /* PERF_MODEL_PRINT_FORMAT_H */
