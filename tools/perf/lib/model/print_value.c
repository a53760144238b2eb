// SPDX-License-Identifier: GPL-2.0
/*
 * perf_print_value() and perf_print_span(): values of expressions and bytes of fields in a record.
 */
#include <string.h>
#include <model/print_text.h>

/* Read without sign extension: the conversion takes the sign from the highest bit it keeps. */
static uint64_t read_unsigned(const struct perf_print_record *record, const uint8_t *at,
			      size_t size)
{
	uint64_t value = 0;
	size_t i;

	if (size != 1 && size != 2 && size != 4 && size != 8)
		return 0;
	for (i = 0; i < size; i++)
		value = value << 8 | at[record->format->swap ==
					(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) ?
					i : size - 1 - i];
	return value;
}

/* Bytes at an offset; NULL if not all of them are in the record. */
static const uint8_t *bytes_at(const struct perf_print_record *record, size_t offset, size_t size)
{
	if (offset > record->size || size > record->size - offset)
		return NULL;
	return record->raw + offset;
}

static uint64_t field_number(const struct perf_print_record *record,
			     const struct perf_format_field *field)
{
	const uint8_t *at = bytes_at(record, field->offset, field->size);

	return at ? read_unsigned(record, at, field->size) : 0;
}

/** perf_print_span() - bytes of a node's field; none unless all are in the record */
const uint8_t *perf_print_span(const struct perf_print_record *record,
			       const struct perf_print_node *node, size_t *size)
{
	const struct perf_format_field *field = node->field;
	const uint8_t *at;
	uint64_t location;
	size_t offset;

	*size = 0;
	if (!field)
		return (const uint8_t *)"";
	offset = field->offset;
	*size = field->size;
	if (field->dynamic) {
		location = field_number(record, field);
		offset = (location & 0xffff) + (field->relative ? field->offset + 4 : 0);
		*size = location >> 16 & 0xffff;
	}
	at = bytes_at(record, offset, *size);
	if (at)
		return at;
	*size = 0;
	return (const uint8_t *)"";
}

static uint64_t item_number(const struct perf_print_record *record,
			    const struct perf_print_node *node)
{
	uint64_t index = perf_print_value(record, node->a);
	size_t size;
	const uint8_t *at = perf_print_span(record, node, &size);

	if (!node->element || index >= size / node->element)
		return 0;
	return read_unsigned(record, at + index * node->element, node->element);
}

static uint64_t dynamic_number(const struct perf_print_record *record,
			       const struct perf_print_node *node)
{
	uint64_t location = field_number(record, node->field);

	return node->kind == PERF_PRINT_DYNAMIC ? location & 0xffff : location >> 16 & 0xffff;
}

/** perf_print_value() - value of an expression; 0 for a text */
uint64_t perf_print_value(const struct perf_print_record *record, uint32_t index)
{
	const struct perf_print_node *node = &record->print->nodes.at[index];

	switch (node->kind) {
	case PERF_PRINT_NUMBER:
		return node->value;
	case PERF_PRINT_FIELD:
		return field_number(record, node->field);
	case PERF_PRINT_ITEM:
		return item_number(record, node);
	case PERF_PRINT_CAST:
		return perf_print_cast(perf_print_value(record, node->a), node->size);
	case PERF_PRINT_NOT:
		return !perf_print_value(record, node->a);
	case PERF_PRINT_INVERT:
		return ~perf_print_value(record, node->a);
	case PERF_PRINT_NEGATE:
		return -perf_print_value(record, node->a);
	case PERF_PRINT_BINARY:
		return perf_print_operate(node->op, perf_print_value(record, node->a),
					  perf_print_value(record, node->b));
	case PERF_PRINT_CHOICE:
		return perf_print_value(record, perf_print_value(record, node->a) ?
					node->b : node->c);
	case PERF_PRINT_DYNAMIC:
	case PERF_PRINT_DYNAMIC_LENGTH:
		return dynamic_number(record, node);
	default:
		return 0;
	}
}
