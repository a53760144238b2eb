/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A record of a tracepoint as text. Nothing but the record is read, whatever its format and its
 * numbers say: what lies beyond it counts as 0 or as empty. The text is cut at a length that
 * depends on the record's alone.
 */
#ifndef PERF_MODEL_PRINT_TEXT_H
#define PERF_MODEL_PRINT_TEXT_H

#include <base/str.h>
#include <model/print_format.h>
#include <model/static_texts.h>

/* Characters of a record's text: some for the format, and as many for each byte of it. */
#define PERF_PRINT_CHARS	4096
#define PERF_PRINT_CHARS_A_BYTE	32

/**
 * struct perf_print_record - a record that is printed
 * @print: its text; NULL for fields alone
 * @format: its tracepoint
 * @binary: of each field, whether a record had bytes there that are no characters: then they
 *	are no text in any later one either; may be NULL
 * @raw: its bytes
 * @size: how many
 * @texts: that pointers in it may point to
 * @str: the text is added here
 * @end: and not beyond this length; perf_print_begin() sets it
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

/** perf_print_begin() - set the length the text may have; to be called first */
void perf_print_begin(struct perf_print_record *record);

/** perf_print_is_full() - the text is longer than it may be: perf_print_end() cuts it */
static inline bool perf_print_is_full(const struct perf_print_record *record)
{
	return record->str->length > record->end;
}

/** perf_print_end() - cut the text to the length it may have */
void perf_print_end(struct perf_print_record *record);

/** perf_print_text() - add the text of a record by its description */
void perf_print_text(struct perf_print_record *record);

/**
 * perf_print_fields() - add each field of a record as " name=value"
 * @record: what to print. With perf_print_record.print, a number is written as it is there
 */
void perf_print_fields(struct perf_print_record *record);

/** perf_print_one_field() - the value of a field, as perf_print_fields() writes it */
void perf_print_one_field(struct perf_print_record *record, const struct perf_format_field *field);

/** perf_print_value_of() - add the value of a conversion, without the characters before it */
void perf_print_value_of(struct perf_print_record *record, const struct perf_print_piece *piece);

/** perf_print_value() - the value of an expression; 0 of a text */
uint64_t perf_print_value(const struct perf_print_record *record, uint32_t node);

/** perf_print_span() - the bytes of an expression's field; none unless all are in the record */
const uint8_t *perf_print_span(const struct perf_print_record *record,
			       const struct perf_print_node *node, size_t *size);

/**
 * perf_print_integer() - add an integer
 * @record: where to
 * @piece: how
 * @value: the integer
 * @width: least number of characters, from -PERF_PRINT_WIDTH_MAX to that
 * @precision: least number of digits; negative: there is none
 */
void perf_print_integer(struct perf_print_record *record, const struct perf_print_piece *piece,
			uint64_t value, int width, int precision);

/** perf_print_padded() - add text as %s does; @width and @precision as for an integer */
void perf_print_padded(struct perf_print_record *record, const struct perf_print_piece *piece,
		       const char *text, size_t length, int width, int precision);

/** perf_print_pointer() - add what %p stands for */
void perf_print_pointer(struct perf_print_record *record, const struct perf_print_piece *piece,
			int width, int precision);

/** perf_print_bits() - add the numbers of the first @nr_bits bits that are set, as "0,3-5" */
void perf_print_bits(struct perf_print_record *record, const uint8_t *at, size_t size,
		     uint64_t nr_bits);

/** perf_print_mask() - add the bits in hex, the highest first, with a comma each four bytes */
void perf_print_mask(struct perf_print_record *record, const uint8_t *at, size_t size);

#endif /* PERF_MODEL_PRINT_TEXT_H */
