// SPDX-License-Identifier: GPL-2.0
/* Print CPU sets and other bit masks in records of tracepoints. */
#include <model/print_text.h>

/* Bits 8 * @byte to 8 * @byte + 7 of a mask of longs of the recording's machine. */
static uint8_t bits_of_byte(const struct perf_print_record *record, const uint8_t *at, size_t byte)
{
	bool big_endian = record->format->swap == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

	return at[big_endian ? byte ^ (record->print->long_size - 1) : byte];
}

static bool has_bit(const struct perf_print_record *record, const uint8_t *at, size_t bit)
{
	return bits_of_byte(record, at, bit / 8) >> bit % 8 & 1;
}

/* Bytes of the whole longs in @size. */
static size_t long_bytes(const struct perf_print_record *record, size_t size)
{
	return size / record->print->long_size * record->print->long_size;
}

/** perf_print_bits() - add the numbers of the bits set among the first @nr_bits, as "0,3-5" */
void perf_print_bits(struct perf_print_record *record, const uint8_t *at, size_t size,
		     uint64_t nr_bits)
{
	uint64_t bits = long_bytes(record, size) * 8;
	size_t bit, last;
	bool more = false;

	if (bits > nr_bits)
		bits = nr_bits;
	for (bit = 0; bit < bits && !perf_print_is_full(record); bit = last + 1) {
		last = bit;
		if (!has_bit(record, at, bit))
			continue;
		while (last + 1 < bits && has_bit(record, at, last + 1))
			last++;
		if (more)
			perf_str_char(record->str, ',');
		more = true;
		perf_str_u64(record->str, bit, 0, ' ');
		if (last > bit) {
			perf_str_char(record->str, '-');
			perf_str_u64(record->str, last, 0, ' ');
		}
	}
}

/** perf_print_mask() - add the bits in hex, highest first, with a comma every four bytes */
void perf_print_mask(struct perf_print_record *record, const uint8_t *at, size_t size)
{
	size_t i;

	for (i = long_bytes(record, size); i-- && !perf_print_is_full(record); ) {
		perf_str_hex(record->str, bits_of_byte(record, at, i), 2, '0');
		if (i && !(i % 4))
			perf_str_char(record->str, ',');
	}
}
