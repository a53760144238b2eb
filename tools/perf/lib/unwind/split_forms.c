// SPDX-License-Identifier: GPL-2.0
/*
 * Indexes into tables of addresses, ranges and strings. Formats: DWARF 5, sections 7.5.5 (forms),
 * 7.25 (range lists), 7.26 (string offsets), 7.27 (addresses); of version 4 with GNU's forms,
 * "DebugFission" in GCC's wiki and DWARF 4, section 2.17.3.
 */
#include <unwind/split_forms.h>

#ifdef HAVE_DW
#include <dwarf.h>
#include <string.h>
#include <base/vec.h>

/**
 * perf_bytes_take() - read a number at the start
 * @bytes: bytes; the number is removed
 * @size: bytes of the number, at most 8
 * @value: result
 *
 * Return: false if there are fewer bytes.
 */
bool perf_bytes_take(struct perf_bytes *bytes, unsigned int size, uint64_t *value)
{
	unsigned int i;

	*value = 0;
	if (!bytes->at || (size_t)(bytes->end - bytes->at) < size)
		return false;
	for (i = 0; i < size; i++)
		if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
			*value |= (uint64_t)bytes->at[i] << 8 * i;
		else
			*value = *value << 8 | bytes->at[i];
	bytes->at += size;
	return true;
}

/**
 * perf_bytes_skip() - remove bytes at the start
 * @bytes: bytes; none are left if there are fewer
 * @count: number of bytes
 */
void perf_bytes_skip(struct perf_bytes *bytes, uint64_t count)
{
	if (!bytes->at || count > (uint64_t)(bytes->end - bytes->at))
		*bytes = (struct perf_bytes){ NULL, NULL };
	else
		bytes->at += count;
}

static bool take_leb128(struct perf_bytes *bytes, uint64_t *value)
{
	unsigned int shift = 0;

	*value = 0;
	while (bytes->at < bytes->end) {
		uint8_t byte = *bytes->at++;

		if (shift < 64)
			*value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return true;
		shift += 7;
	}
	return false;
}

/* ---- indexes ---------------------------------------------------------------------------- */

enum form_kind { FORM_OTHER, FORM_ADDRESS, FORM_STRING, FORM_RANGES, FORM_OFFSET };

/* Forms that hold an index or an offset, with their bytes; 0: LEB128. */
static const struct {
	unsigned int form;
	enum form_kind kind;
	unsigned int size;
} forms[] = {
	{ DW_FORM_addrx,		FORM_ADDRESS,	0 },
	{ DW_FORM_addrx1,		FORM_ADDRESS,	1 },
	{ DW_FORM_addrx2,		FORM_ADDRESS,	2 },
	{ DW_FORM_addrx3,		FORM_ADDRESS,	3 },
	{ DW_FORM_addrx4,		FORM_ADDRESS,	4 },
	{ DW_FORM_GNU_addr_index,	FORM_ADDRESS,	0 },
	{ DW_FORM_strx,			FORM_STRING,	0 },
	{ DW_FORM_strx1,		FORM_STRING,	1 },
	{ DW_FORM_strx2,		FORM_STRING,	2 },
	{ DW_FORM_strx3,		FORM_STRING,	3 },
	{ DW_FORM_strx4,		FORM_STRING,	4 },
	{ DW_FORM_GNU_str_index,	FORM_STRING,	0 },
	{ DW_FORM_rnglistx,		FORM_RANGES,	0 },
	{ DW_FORM_sec_offset,		FORM_OFFSET,	4 },
	{ DW_FORM_data4,		FORM_OFFSET,	4 },
};

/*
 * Read the index or offset in @attribute. libdw has not checked that @attribute ends within its
 * section.
 */
static enum form_kind read_form(const struct perf_split_tables *tables,
				Dwarf_Attribute *attribute, uint64_t *value)
{
	struct perf_bytes bytes = { attribute->valp, tables->info.end };
	unsigned int form = dwarf_whatform(attribute);
	size_t i;

	if (bytes.at < tables->info.at || bytes.at >= bytes.end)
		return FORM_OTHER;
	for (i = 0; i < PERF_ARRAY_SIZE(forms); i++) {
		if (forms[i].form != form)
			continue;
		if (forms[i].size ? perf_bytes_take(&bytes, forms[i].size, value) :
				    take_leb128(&bytes, value))
			return forms[i].kind;
	}
	return FORM_OTHER;
}

/**
 * perf_split_address() - address with an index
 * @tables: tables of the unit that has the index
 * @index: index in tables->addresses
 * @address: result
 *
 * Return: false if there is no such address.
 */
bool perf_split_address(const struct perf_split_tables *tables, uint64_t index, uint64_t *address)
{
	struct perf_bytes bytes = tables->addresses;

	if (index > UINT32_MAX)
		return false;
	perf_bytes_skip(&bytes, index * tables->address_size);
	return perf_bytes_take(&bytes, tables->address_size, address);
}

/**
 * perf_split_string() - text of an attribute
 * @tables: tables of its unit, NULL if that is not split
 * @attribute: attribute
 *
 * Return: the text, valid as long as the files; NULL if there is none.
 */
const char *perf_split_string(const struct perf_split_tables *tables, Dwarf_Attribute *attribute)
{
	struct perf_bytes bytes;
	uint64_t index, offset;

	if (!tables || read_form(tables, attribute, &index) != FORM_STRING)
		return dwarf_formstring(attribute);
	bytes = tables->offsets;
	if (index > UINT32_MAX)
		return NULL;
	perf_bytes_skip(&bytes, index * sizeof(uint32_t));
	if (!perf_bytes_take(&bytes, sizeof(uint32_t), &offset))
		return NULL;
	bytes = tables->strings;
	perf_bytes_skip(&bytes, offset);
	if (!bytes.at || !memchr(bytes.at, '\0', bytes.end - bytes.at))
		return NULL;
	return (const char *)bytes.at;
}

/* ---- ranges ----------------------------------------------------------------------------- */

/* Operands of an entry: i index of an address, a address, n number. */
static const char *const entry_operands[] = {
	[DW_RLE_end_of_list] = "", [DW_RLE_base_addressx] = "i", [DW_RLE_startx_endx] = "ii",
	[DW_RLE_startx_length] = "in", [DW_RLE_offset_pair] = "nn", [DW_RLE_base_address] = "a",
	[DW_RLE_start_end] = "aa", [DW_RLE_start_length] = "an",
};

static bool take_operand(struct perf_die_ranges *ranges, char kind, uint64_t *value)
{
	const struct perf_split_tables *tables = ranges->tables;

	if (kind == 'a')
		return perf_bytes_take(&ranges->list, tables->address_size, value);
	return take_leb128(&ranges->list, value) &&
	       (kind == 'n' || perf_split_address(tables, *value, value));
}

/* Read the next entry of a version 5 list (DW_RLE_*); false at its end. */
static bool next_entry(struct perf_die_ranges *ranges, uint64_t *low, uint64_t *high)
{
	uint64_t kind, operands[2] = { 0 };
	const char *kinds;
	size_t i;

	while (perf_bytes_take(&ranges->list, 1, &kind) && kind != DW_RLE_end_of_list &&
	       kind < PERF_ARRAY_SIZE(entry_operands)) {
		kinds = entry_operands[kind];
		for (i = 0; kinds[i]; i++)
			if (!take_operand(ranges, kinds[i], &operands[i]))
				return false;
		*low = operands[0];
		*high = operands[1];
		switch (kind) {
		case DW_RLE_base_addressx:
		case DW_RLE_base_address:
			ranges->base = operands[0];
			continue;
		case DW_RLE_startx_length:
		case DW_RLE_start_length:
			*high += *low;
			return true;
		case DW_RLE_offset_pair:
			*low += ranges->base;
			*high += ranges->base;
			return true;
		default:
			return true;
		}
	}
	return false;
}

/* Read the next pair of a version 4 list (.debug_ranges); false at its end. */
static bool next_pair(struct perf_die_ranges *ranges, uint64_t *low, uint64_t *high)
{
	const unsigned int size = ranges->tables->address_size;
	const uint64_t other_base = size == 4 ? UINT32_MAX : UINT64_MAX;

	while (perf_bytes_take(&ranges->list, size, low) &&
	       perf_bytes_take(&ranges->list, size, high) && (*low || *high)) {
		if (*low != other_base) {
			*low += ranges->base;
			*high += ranges->base;
			return true;
		}
		ranges->base = *high;
	}
	return false;
}

/*
 * Set ranges->list to the start of a list. DW_FORM_rnglistx is an index in the table of offsets,
 * which starts behind the header; the offsets count from there, too.
 */
static bool find_list(struct perf_die_ranges *ranges, Dwarf_Attribute *attribute)
{
	const unsigned int header = 12;
	struct perf_bytes table = ranges->tables->ranges;
	uint64_t value;

	ranges->list = table;
	switch (read_form(ranges->tables, attribute, &value)) {
	case FORM_RANGES:
		if (value > UINT32_MAX)
			return false;
		perf_bytes_skip(&table, header + value * sizeof(uint32_t));
		if (!perf_bytes_take(&table, sizeof(uint32_t), &value))
			return false;
		value += header;
		break;
	case FORM_OFFSET:
		break;
	default:
		return false;
	}
	perf_bytes_skip(&ranges->list, value);
	return ranges->list.at;
}

/* Read the range DW_AT_low_pc to DW_AT_high_pc; the latter is a length or an address. */
static bool find_single(struct perf_die_ranges *ranges)
{
	Dwarf_Attribute attribute;
	Dwarf_Word length;
	uint64_t index;

	if (!dwarf_attr(ranges->die, DW_AT_low_pc, &attribute) ||
	    read_form(ranges->tables, &attribute, &index) != FORM_ADDRESS ||
	    !perf_split_address(ranges->tables, index, &ranges->low) ||
	    !dwarf_attr(ranges->die, DW_AT_high_pc, &attribute))
		return false;
	if (read_form(ranges->tables, &attribute, &index) == FORM_ADDRESS)
		return perf_split_address(ranges->tables, index, &ranges->high);
	if (dwarf_formudata(&attribute, &length))
		return false;
	ranges->high = ranges->low + length;
	return true;
}

/**
 * perf_die_ranges_begin() - start the iteration
 * @ranges: initialized
 * @die: DIE; must outlive @ranges
 * @tables: tables of its unit, NULL if that is not split
 */
void perf_die_ranges_begin(struct perf_die_ranges *ranges, Dwarf_Die *die,
			   const struct perf_split_tables *tables)
{
	Dwarf_Attribute attribute;

	*ranges = (struct perf_die_ranges){ .die = die, .tables = tables };
	if (!tables)
		return;
	ranges->base = tables->base;
	if (!dwarf_attr(die, DW_AT_ranges, &attribute))
		ranges->single = find_single(ranges);
	else if (!find_list(ranges, &attribute))
		ranges->list = (struct perf_bytes){ NULL, NULL };
}

/**
 * perf_die_ranges_next() - the next range that is not empty
 * @ranges: iterator
 * @low: result: first address
 * @high: result: address behind the range
 *
 * Return: false if there is none.
 */
bool perf_die_ranges_next(struct perf_die_ranges *ranges, uint64_t *low, uint64_t *high)
{
	bool (*const next)(struct perf_die_ranges *, uint64_t *, uint64_t *) =
		ranges->tables && ranges->tables->version < 5 ? next_pair : next_entry;

	if (!ranges->tables) {
		while ((ranges->at = dwarf_ranges(ranges->die, ranges->at, &ranges->base, low,
						  high)) > 0)
			if (*low < *high)
				return true;
		return false;
	}
	if (ranges->single) {
		ranges->single = false;
		*low = ranges->low;
		*high = ranges->high;
		return *low < *high;
	}
	while (next(ranges, low, high))
		if (*low < *high)
			return true;
	return false;
}

#endif /* HAVE_DW */
