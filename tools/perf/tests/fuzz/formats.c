// SPDX-License-Identifier: GPL-2.0
/*
 * Fuzzes formats of tracepoints. The input is a format file up to the first zero byte, a byte of
 * switches, and a record. The record is an allocation of its own, so the address sanitizer reports
 * reads beyond it; check_length() aborts if the text exceeds its limit.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <model/print_text.h>

#include "fuzz.h"

enum { OTHER_ORDER = 1, LONG_OF_4_BYTES = 2 };

static void check_length(const struct perf_str *str, size_t size)
{
	if (str->length > PERF_PRINT_CHARS + PERF_PRINT_CHARS_A_BYTE * size + strlen("..."))
		abort();
}

static void print_twice(struct perf_print_record *record)
{
	struct perf_str str = { 0 };

	record->str = &str;
	if (record->print) {
		perf_print_begin(record);
		perf_print_text(record);
		perf_print_end(record);
		check_length(&str, record->size);
	}
	perf_str_cut(&str, 0);
	perf_print_begin(record);
	perf_print_fields(record);
	perf_print_end(record);
	check_length(&str, record->size);
	perf_str_free(&str);
}

/* Read all fields, as the commands that decode tracepoints do. */
static void read_fields(const struct perf_print_record *record)
{
	const struct perf_format_field *field;
	/* volatile, so that the compiler keeps the reads */
	volatile uint64_t sum = 0;
	const uint8_t *bytes;
	size_t length, i;

	perf_vec_each(&record->format->fields, field) {
		sum += perf_format_number(record->format, field, record->raw, record->size);
		bytes = perf_format_bytes(record->format, field, record->raw, record->size,
					  &length);
		for (i = 0; bytes && i < length; i++)
			sum += bytes[i];
	}
	(void)sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = memchr(data, '\0', size);
	size_t text_size = end ? (size_t)(end - data) : size;
	size_t left = end ? size - text_size - 1 : 0;
	uint8_t switches = left ? end[1] : 0;
	struct perf_print_record record = { .size = left ? left - 1 : 0 };
	struct perf_print_format print;
	struct perf_format format;
	struct perf_error error;
	uint8_t *raw;

	if (perf_format_parse(&format, (const char *)data, text_size))
		return 0;
	format.swap = switches & OTHER_ORDER;
	raw = malloc(record.size + !record.size);
	if (raw && record.size)
		memcpy(raw, end + 2, record.size);
	record.raw = raw;
	record.format = &format;
	if (raw)
		read_fields(&record);
	if (raw && !perf_print_parse(&print, &format, switches & LONG_OF_4_BYTES ? 4 : 8, &error)) {
		record.print = &print;
		print_twice(&record);
		perf_print_free(&print);
		record.print = NULL;
	}
	if (raw)
		print_twice(&record);
	free(raw);
	perf_format_free(&format);
	return 0;
}
