// SPDX-License-Identifier: GPL-2.0
/* perf_print_fields(): the fields of a tracepoint's record, each by itself. */
#include <string.h>
#include <model/print_text.h>

static bool is_printable(const uint8_t *at, size_t size)
{
	size_t i;

	for (i = 0; i < size && at[i]; i++)
		if ((at[i] < ' ' && !(at[i] >= '\t' && at[i] <= '\r')) || at[i] >= 0x7f)
			return false;
	return true;
}

/* Arrays of u8 and s8 may hold characters, too. */
static bool has_characters(const struct perf_format_field *field)
{
	return strstr(field->type, "char") || strstr(field->type, "u8") ||
	       strstr(field->type, "s8");
}

static void put_bytes(struct perf_print_record *record, const struct perf_format_field *field)
{
	const struct perf_print_node node = { .field = field };
	size_t size, i;
	const uint8_t *at = perf_print_span(record, &node, &size);
	bool *binary = record->binary ? &record->binary[field - record->format->fields.at] : NULL;

	if (has_characters(field) && is_printable(at, size) && !(binary && *binary)) {
		perf_str_mem(record->str, (const char *)at, strnlen((const char *)at, size));
		return;
	}
	if (binary)
		*binary = true;
	perf_str_add(record->str, "ARRAY[");
	for (i = 0; i < size && !perf_print_is_full(record); i++) {
		if (i)
			perf_str_add(record->str, ", ");
		perf_str_hex(record->str, at[i], 2, '0');
	}
	perf_str_char(record->str, ']');
}

static bool ends_with_0x(const struct perf_print_piece *piece)
{
	return piece->length >= 2 && !memcmp(piece->text + piece->length - 2, "0x", 2);
}

/* Print a field by its piece in by_field; false if there is none. */
static bool put_as_printed(struct perf_print_record *record, size_t field)
{
	const struct perf_print_piece *piece;

	if (!record->print || record->print->by_field[field] == PERF_PRINT_NONE)
		return false;
	piece = &record->print->pieces.at[record->print->by_field[field]];
	if (ends_with_0x(piece))
		perf_str_mem(record->str, "0x", 2);
	perf_print_value_of(record, piece);
	return true;
}

static void put_number(struct perf_print_record *record, const struct perf_format_field *field)
{
	struct perf_print_piece how = { .conversion = 'u', .bytes = 8 };
	uint64_t value;

	value = perf_format_number(record->format, field, record->raw, record->size);
	if (field->is_pointer || (field->is_long && !field->is_signed)) {
		how.conversion = 'x';
		perf_str_mem(record->str, "0x", 2);
	} else if (field->is_signed) {
		how.conversion = 'd';
		how.width = field->size == 2 ? 2 : 0;
	}
	perf_print_integer(record, &how, value, how.width, -1);
}

/** perf_print_one_field() - add the value of a field, as perf_print_fields() prints it */
void perf_print_one_field(struct perf_print_record *record, const struct perf_format_field *field)
{
	if (field->is_array)
		put_bytes(record, field);
	else if (!put_as_printed(record, field - record->format->fields.at))
		put_number(record, field);
}

/**
 * perf_print_fields() - add each field of a record as " name=value"
 * @record: record to print. With perf_print_record.print, numbers use the conversions in it
 */
void perf_print_fields(struct perf_print_record *record)
{
	const struct perf_format_field *field;

	perf_vec_each(&record->format->fields, field) {
		if (field->common)
			continue;
		if (perf_print_is_full(record))
			break;
		perf_str_char(record->str, ' ');
		perf_str_add(record->str, field->name);
		perf_str_char(record->str, '=');
		perf_print_one_field(record, field);
	}
}
