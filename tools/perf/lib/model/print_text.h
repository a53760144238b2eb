/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Print a record of a tracepoint as text. No format and no value can cause a read outside the
 * record: bytes beyond its end count as 0 or as empty. perf_print_end() cuts the text at a length
 * that depends only on perf_print_record.size.
 */
#ifndef PERF_MODEL_PRINT_TEXT_H
#define PERF_MODEL_PRINT_TEXT_H

#include <base/str.h>
#include <model/print_format.h>
#include <model/static_texts.h>

/* perf_print_record.end allows these characters per record, and per byte of the record. */
#define PERF_PRINT_CHARS	4096
#define PERF_PRINT_CHARS_A_BYTE	32

/**
 * struct perf_print_record - a record to print
 * @print: print format; NULL for fields alone
 * @format: the tracepoint
 * @binary: for each field, whether a record had bytes in it that are no characters: later records
 *	print that field in hex, too; may be NULL
 * @raw: bytes of the record
 * @size: number of bytes in @raw
 * @texts: kernel texts that pointers in @raw may point to
 * @str: output
 * @end: limit for the length of @str; set by perf_print_begin()
 */
struct perf_print_record {
	const struct perf_print_format	*print;
	const struct perf_format	*format;
	bool				*binary;
	const uint8_t			*raw;
	size_t				size;
	const struct perf_static_texts	*texts;
	struct perf_str			*str;
	size_t				end;
};

/** perf_print_begin() - set the limit record->end; call it first */
void perf_print_begin(struct perf_print_record *record);

/** perf_print_is_full() - does the text exceed its limit, so that perf_print_end() cuts it? */
static inline bool perf_print_is_full(const struct perf_print_record *record)
{
	return record->str->length > record->end;
}

/** perf_print_end() - cut the text at its limit */
void perf_print_end(struct perf_print_record *record);

/** perf_print_text() - add the text of a record by its print format */
void perf_print_text(struct perf_print_record *record);

/**
 * perf_print_fields() - add each field of a record as " name=value"
 * @record: record to print. With perf_print_record.print, numbers use the conversions in it
 */
void perf_print_fields(struct perf_print_record *record);

/** perf_print_one_field() - add the value of a field, as perf_print_fields() prints it */
void perf_print_one_field(struct perf_print_record *record, const struct perf_format_field *field);

/** perf_print_value_of() - add the value of a conversion, without the characters before it */
void perf_print_value_of(struct perf_print_record *record, const struct perf_print_piece *piece);

/** perf_print_value() - value of an expression; 0 for a text */
uint64_t perf_print_value(const struct perf_print_record *record, uint32_t node);

/** perf_print_span() - bytes of a node's field; none unless all are in the record */
const uint8_t *perf_print_span(const struct perf_print_record *record,
			       const struct perf_print_node *node, size_t *size);

/**
 * perf_print_integer() - add an integer
 * @record: output
 * @piece: conversion and flags
 * @value: the integer
 * @width: minimum number of characters, -PERF_PRINT_WIDTH_MAX to PERF_PRINT_WIDTH_MAX
 * @precision: minimum number of digits; negative: none
 */
void perf_print_integer(struct perf_print_record *record, const struct perf_print_piece *piece,
			uint64_t value, int width, int precision);

/** perf_print_padded() - add text as %s; @width and @precision as for an integer */
void perf_print_padded(struct perf_print_record *record, const struct perf_print_piece *piece,
		       const char *text, size_t length, int width, int precision);

/** perf_print_pointer() - add the value of a %p conversion, by piece->kind */
void perf_print_pointer(struct perf_print_record *record, const struct perf_print_piece *piece,
			int width, int precision);

/** perf_print_bits() - add the numbers of the bits set among the first @nr_bits, as "0,3-5" */
void perf_print_bits(struct perf_print_record *record, const uint8_t *at, size_t size,
		     uint64_t nr_bits);

/** perf_print_mask() - add the bits in hex, highest first, with a comma every four bytes */
void perf_print_mask(struct perf_print_record *record, const uint8_t *at, size_t size);

#endif /* PERF_MODEL_PRINT_TEXT_H */
