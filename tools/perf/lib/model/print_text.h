/* SPDX-License-Identifier: GPL-2.0 */
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
void perf_print_begin(struct perf_print_record *record);

/** perf_print_is_full() - does the text exceed its limit, so that perf_print_end() cuts it? */
static inline bool perf_print_is_full(const struct perf_print_record *record)
{
	return record->str->length > record->end;
}

void perf_print_end(struct perf_print_record *record);
void perf_print_text(struct perf_print_record *record);
void perf_print_fields(struct perf_print_record *record);
void perf_print_one_field(struct perf_print_record *record, const struct perf_format_field *field);
void perf_print_value_of(struct perf_print_record *record, const struct perf_print_piece *piece);
uint64_t perf_print_value(const struct perf_print_record *record, uint32_t node);
const uint8_t *perf_print_span(const struct perf_print_record *record,
			       const struct perf_print_node *node, size_t *size);
void perf_print_integer(struct perf_print_record *record, const struct perf_print_piece *piece,
			uint64_t value, int width, int precision);
void perf_print_padded(struct perf_print_record *record, const struct perf_print_piece *piece,
		       const char *text, size_t length, int width, int precision);
void perf_print_pointer(struct perf_print_record *record, const struct perf_print_piece *piece,
			int width, int precision);
void perf_print_bits(struct perf_print_record *record, const uint8_t *at, size_t size,
		     uint64_t nr_bits);
void perf_print_mask(struct perf_print_record *record, const uint8_t *at, size_t size);

#endif /* PERF_MODEL_PRINT_TEXT_H */
