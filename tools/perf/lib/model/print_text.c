// SPDX-License-Identifier: GPL-2.0
/* perf_print_text(): print records by their print formats. */
#include <string.h>
#include <model/print_text.h>

/** perf_print_begin() - set the limit record->end; call it first */
void perf_print_begin(struct perf_print_record *record)
{
	record->end = record->str->length + PERF_PRINT_CHARS +
		      record->size * PERF_PRINT_CHARS_A_BYTE;
}

/** perf_print_end() - cut the text at its limit */
void perf_print_end(struct perf_print_record *record)
{
	if (record->str->length <= record->end)
		return;
	perf_str_cut(record->str, record->end);
	perf_str_add(record->str, "...");
}

/**
 * struct print_spot - state while an argument is printed
 * @record: the record
 * @piece: conversion of the argument
 * @width: effective width
 * @precision: effective precision, -1 if there is none
 */
struct print_spot {
	struct perf_print_record	*record;
	const struct perf_print_piece	*piece;
	int				width;
	int				precision;
};

static void put_text(const struct print_spot *spot, const char *text, size_t length)
{
	perf_print_padded(spot->record, spot->piece, text, length, spot->width, spot->precision);
}

static void put_hex_value(const struct print_spot *spot, uint64_t value)
{
	perf_str_mem(spot->record->str, "0x", 2);
	perf_str_hex(spot->record->str, value, 0, ' ');
}

/* Each name printed removes its bits from the value. */
static void put_flags(const struct print_spot *spot, const struct perf_print_node *node)
{
	const struct perf_print_name *name = spot->record->print->names.at + node->value;
	const struct perf_print_name *end = name + node->count;
	uint64_t value = perf_print_value(spot->record, node->a);
	bool more = false;

	for (; name < end && !perf_print_is_full(spot->record); name++) {
		if (!value && name->value == PERF_PRINT_UNKNOWN) {
			put_text(spot, name->text, name->length);
			break;
		}
		if (!name->value || name->value == PERF_PRINT_UNKNOWN ||
		    (value & name->value) != name->value)
			continue;
		if (more)
			perf_str_mem(spot->record->str, node->text, node->length);
		put_text(spot, name->text, name->length);
		value &= ~name->value;
		more = true;
	}
	if (!value)
		return;
	if (more)
		perf_str_mem(spot->record->str, node->text, node->length);
	put_hex_value(spot, value);
}

static void put_symbolic(const struct print_spot *spot, const struct perf_print_node *node)
{
	const struct perf_print_name *name = spot->record->print->names.at + node->value;
	const struct perf_print_name *end = name + node->count;
	uint64_t value = perf_print_value(spot->record, node->a);

	for (; name < end; name++) {
		if (name->value == value) {
			put_text(spot, name->text, name->length);
			return;
		}
	}
	put_hex_value(spot, value);
}

static void put_hex(const struct print_spot *spot, const struct perf_print_node *node)
{
	const struct perf_print_format *print = spot->record->print;
	uint64_t count = perf_print_value(spot->record, node->b);
	size_t size, i;
	const uint8_t *at = perf_print_span(spot->record, &print->nodes.at[node->a], &size);

	for (i = 0; i < size && i < count && !perf_print_is_full(spot->record); i++) {
		if (i && node->kind == PERF_PRINT_HEX)
			perf_str_char(spot->record->str, ' ');
		perf_str_hex(spot->record->str, at[i], 2, '0');
	}
}

static uint64_t element_at(const struct perf_print_record *record, const uint8_t *at, size_t size)
{
	const struct perf_format_field field = { .size = size };

	return perf_format_number(record->format, &field, at, size);
}

static void put_array(const struct print_spot *spot, const struct perf_print_node *node)
{
	struct perf_print_record *record = spot->record;
	uint64_t count = perf_print_value(record, node->b);
	uint64_t element = perf_print_value(record, node->c), i;
	size_t size;
	const uint8_t *at = perf_print_span(record, &record->print->nodes.at[node->a], &size);

	if (element == 1 || element == 2 || element == 4 || element == 8) {
		for (i = 0; i < size / element && i < count && !perf_print_is_full(record); i++) {
			if (i)
				perf_str_char(record->str, ' ');
			perf_str_u64(record->str,
				     element_at(record, at + i * element, element), 0, ' ');
		}
	}
}

/* Text in the record, or a kernel text that the field points to, or the pointer in hex. */
static void put_field_text(const struct print_spot *spot, const struct perf_print_node *node)
{
	const struct perf_print_record *record = spot->record;
	const struct perf_format_field *field = node->field;
	const char *text;
	uint64_t address;
	size_t size;

	if (!field->is_array && (int)field->size == record->print->long_size) {
		address = perf_format_number(record->format, field, record->raw, record->size);
		text = record->texts ? perf_static_texts_find(record->texts, address) : NULL;
		if (text)
			perf_str_add(spot->record->str, text);
		else
			perf_str_hex(spot->record->str, address, 0, ' ');
		return;
	}
	text = (const char *)perf_print_span(record, node, &size);
	put_text(spot, text, strnlen(text, size));
}

static void put_string(const struct print_spot *spot, uint32_t index)
{
	const struct perf_print_node *node = &spot->record->print->nodes.at[index];
	const uint8_t *bits;
	size_t size;

	while (node->kind == PERF_PRINT_CHOICE)
		node = &spot->record->print->nodes.at[perf_print_value(spot->record, node->a) ?
						      node->b : node->c];
	switch (node->kind) {
	case PERF_PRINT_STRING:
		put_text(spot, node->text, node->length);
		break;
	case PERF_PRINT_FIELD:
	case PERF_PRINT_FIELD_STRING:
		put_field_text(spot, node);
		break;
	case PERF_PRINT_FLAGS:
		put_flags(spot, node);
		break;
	case PERF_PRINT_SYMBOLIC:
		put_symbolic(spot, node);
		break;
	case PERF_PRINT_HEX:
	case PERF_PRINT_HEX_STRING:
		put_hex(spot, node);
		break;
	case PERF_PRINT_ARRAY:
		put_array(spot, node);
		break;
	case PERF_PRINT_BITMASK:
		bits = perf_print_span(spot->record, node, &size);
		perf_print_mask(spot->record, bits, size);
		break;
	case PERF_PRINT_CPUMASK:
		bits = perf_print_span(spot->record, node, &size);
		perf_print_bits(spot->record, bits, size, UINT64_MAX);
		break;
	default:
		/* A number as %s: the memory it points to is not recorded. */
		break;
	}
}

static int clamp_width(uint64_t value)
{
	int width = (int)value;

	return width > PERF_PRINT_WIDTH_MAX ? PERF_PRINT_WIDTH_MAX :
	       width < -PERF_PRINT_WIDTH_MAX ? -PERF_PRINT_WIDTH_MAX : width;
}

/** perf_print_value_of() - add the value of a conversion, without the characters before it */
void perf_print_value_of(struct perf_print_record *record, const struct perf_print_piece *piece)
{
	struct print_spot spot = {
		.record = record, .piece = piece,
		.width = piece->width, .precision = piece->precision,
	};

	if (piece->width_node != PERF_PRINT_NONE)
		spot.width = clamp_width(perf_print_value(record, piece->width_node));
	if (piece->precision_node != PERF_PRINT_NONE)
		spot.precision = clamp_width(perf_print_value(record, piece->precision_node));
	if (piece->conversion == 's')
		put_string(&spot, piece->node);
	else if (piece->conversion == 'p')
		perf_print_pointer(record, piece, spot.width, spot.precision);
	else
		perf_print_integer(record, piece, perf_print_value(record, piece->node),
				   spot.width, spot.precision);
}

/** perf_print_text() - add the text of a record by its print format */
void perf_print_text(struct perf_print_record *record)
{
	const struct perf_print_piece *piece;

	perf_vec_each(&record->print->pieces, piece) {
		if (perf_print_is_full(record))
			break;
		perf_str_mem(record->str, piece->text, piece->length);
		if (piece->conversion)
			perf_print_value_of(record, piece);
	}
}
