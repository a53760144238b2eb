// SPDX-License-Identifier: GPL-2.0
/* Print integers and strings as printf(3) does, with conversions from a recording. */
#include <string.h>
#include <model/print_text.h>

/* Add prefix, zeros and digits, padded with blanks or zeros to the width. */
static void put_digits(struct perf_print_record *record, const struct perf_print_piece *piece,
		       const char *prefix, const char *digits, size_t count, int width,
		       int precision)
{
	bool left = piece->left || width < 0;
	size_t room = width < 0 ? -width : width, zeros = 0, used;

	if (precision > (int)count)
		zeros = precision - count;
	used = strlen(prefix) + count + zeros;
	room = room > used ? room - used : 0;
	if (!left && piece->zero && precision < 0) {
		zeros += room;
		room = 0;
	}
	if (!left)
		perf_str_fill(record->str, ' ', room);
	perf_str_add(record->str, prefix);
	perf_str_fill(record->str, '0', zeros);
	perf_str_mem(record->str, digits, count);
	if (left)
		perf_str_fill(record->str, ' ', room);
}

static bool is_plain(const struct perf_print_piece *piece, int width, int precision)
{
	return precision < 0 && width >= 0 && !piece->left && !piece->alternate && !piece->sign;
}

static void put_signed(struct perf_print_record *record, const struct perf_print_piece *piece,
		       uint64_t value, int width, int precision)
{
	unsigned int unused = 64 - piece->bytes * 8;
	int64_t number = (int64_t)(value << unused) >> unused;
	const char sign[] = { number < 0 ? '-' : piece->sign, '\0' };
	char text[20];
	size_t at = sizeof(text);
	uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;

	if (number >= 0 && is_plain(piece, width, precision)) {
		perf_str_u64(record->str, number, width, piece->zero ? '0' : ' ');
		return;
	}
	for (; left; left /= 10)
		text[--at] = '0' + left % 10;
	if (!number && precision)
		text[--at] = '0';
	put_digits(record, piece, sign, text + at, sizeof(text) - at, width, precision);
}

static void put_unsigned(struct perf_print_record *record, const struct perf_print_piece *piece,
			 uint64_t value, int width, int precision)
{
	static const char lower[] = "0123456789abcdef", upper[] = "0123456789ABCDEF";
	const char *letters = piece->conversion == 'X' ? upper : lower, *prefix = "";
	unsigned int base = piece->conversion == 'u' ? 10 : piece->conversion == 'o' ? 8 : 16;
	uint64_t left = perf_print_cast(value, piece->bytes);
	char text[24];
	size_t at = sizeof(text);

	if (is_plain(piece, width, precision) && piece->conversion == 'u') {
		perf_str_u64(record->str, left, width, piece->zero ? '0' : ' ');
		return;
	}
	if (is_plain(piece, width, precision) && piece->conversion == 'x') {
		perf_str_hex(record->str, left, width, piece->zero ? '0' : ' ');
		return;
	}
	if (piece->alternate && base == 16 && left)
		prefix = piece->conversion == 'X' ? "0X" : "0x";
	if (!left && precision)
		text[--at] = '0';
	for (; left; left /= base)
		text[--at] = letters[left % base];
	if (piece->alternate && base == 8 && precision <= (int)(sizeof(text) - at) &&
	    (at == sizeof(text) || text[at] != '0'))
		text[--at] = '0';
	put_digits(record, piece, prefix, text + at, sizeof(text) - at, width, precision);
}

/**
 * perf_print_integer() - add an integer
 * @record: output
 * @piece: conversion and flags
 * @value: the integer
 * @width: minimum number of characters, -PERF_PRINT_WIDTH_MAX to PERF_PRINT_WIDTH_MAX
 * @precision: minimum number of digits; negative: none
 */
void perf_print_integer(struct perf_print_record *record, const struct perf_print_piece *piece,
			uint64_t value, int width, int precision)
{
	char c = value;

	switch (piece->conversion) {
	case 'c':
		perf_print_padded(record, piece, &c, 1, width, -1);
		break;
	case 'd':
	case 'i':
		put_signed(record, piece, value, width, precision);
		break;
	default:
		put_unsigned(record, piece, value, width, precision);
	}
}

/** perf_print_padded() - add text as %s; @width and @precision as for an integer */
void perf_print_padded(struct perf_print_record *record, const struct perf_print_piece *piece,
		       const char *text, size_t length, int width, int precision)
{
	bool left = piece->left || width < 0;
	size_t room = width < 0 ? -width : width;

	if (precision >= 0 && length > (size_t)precision)
		length = precision;
	room = room > length ? room - length : 0;
	if (room && !left)
		perf_str_fill(record->str, ' ', room);
	perf_str_mem(record->str, text, length);
	if (room && left)
		perf_str_fill(record->str, ' ', room);
}
