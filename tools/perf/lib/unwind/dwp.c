// SPDX-License-Identifier: GPL-2.0
/*
 * Packages of debug information. Format: DWARF 5, section 7.3.5; of version 4 "DebugFissionDWP" in
 * GCC's wiki.
 *
 * libdw before version 0.191 cannot read a unit of a package, but it can read an object with only
 * that unit's parts, as perf_dwp_image() makes.
 */
#include <unwind/dwp.h>

#ifdef HAVE_DW
#include <base/vec.h>

/* Limit for find_row(). A linker fills two thirds of a table at most, so a free slot is near. */
#define SLOTS_TRIED	1024
#define HEADER_SIZE	16
#define WORD		sizeof(uint32_t)

/* libdw reads the parts up to this one; split_forms.c reads the others. */
#define LAST_PART	PERF_SPLIT_LINE

/* Number of each section in package_index.columns, by version; 0: none. */
static const struct {
	uint8_t version_4;
	uint8_t version_5;
} columns[PERF_SPLIT_PARTS] = {
	[PERF_SPLIT_INFO]		= { 1, 1 },
	[PERF_SPLIT_ABBREV]		= { 3, 3 },
	[PERF_SPLIT_LINE]		= { 4, 4 },
	[PERF_SPLIT_OFFSETS]		= { 6, 6 },
	[PERF_SPLIT_RANGES]		= { 0, 8 },
	[PERF_SPLIT_LOCATIONS_4]	= { 5, 0 },
	[PERF_SPLIT_LOCATIONS_5]	= { 0, 5 },
};

/* The index: header fields and the tables behind the header. */
struct package_index {
	struct perf_bytes ids;
	struct perf_bytes rows;
	struct perf_bytes columns;
	struct perf_bytes offsets;
	struct perf_bytes sizes;
	uint64_t version;
	uint64_t nr_columns;
	uint64_t nr_units;
	uint64_t nr_slots;
};

/* Remove a table of @size bytes from the start of @rest and return it. */
static struct perf_bytes take_table(struct perf_bytes *rest, uint64_t size)
{
	struct perf_bytes table = *rest;

	perf_bytes_skip(rest, size);
	table.end = rest->at;
	return rest->at ? table : (struct perf_bytes){ NULL, NULL };
}

static bool read_index(struct perf_elf *package, struct package_index *index)
{
	struct perf_bytes rest = perf_split_bytes(package, ".debug_cu_index");
	uint64_t cells;

	if (!rest.at || rest.end - rest.at < HEADER_SIZE ||
	    !perf_bytes_take(&rest, WORD, &index->version) ||
	    !perf_bytes_take(&rest, WORD, &index->nr_columns) ||
	    !perf_bytes_take(&rest, WORD, &index->nr_units) ||
	    !perf_bytes_take(&rest, WORD, &index->nr_slots))
		return false;
	/* In version 5 the first word is two halves: index->version and an unused one. */
	if (index->version >> 16)
		index->version >>= 16;
	if ((index->version != 2 && index->version != 5) || !index->nr_slots ||
	    index->nr_slots & (index->nr_slots - 1) || index->nr_columns > 32)
		return false;
	cells = index->nr_units * index->nr_columns;
	index->ids = take_table(&rest, index->nr_slots * sizeof(uint64_t));
	index->rows = take_table(&rest, index->nr_slots * WORD);
	index->columns = take_table(&rest, index->nr_columns * WORD);
	index->offsets = take_table(&rest, cells * WORD);
	index->sizes = take_table(&rest, cells * WORD);
	return index->sizes.at;
}

/* Read a number of a table; read_index() has checked the table's size. */
static uint64_t number_at(struct perf_bytes table, uint64_t at, unsigned int size)
{
	uint64_t value = 0;

	perf_bytes_skip(&table, at * size);
	perf_bytes_take(&table, size, &value);
	return value;
}

/* Return the row of unit @id, from 1; 0 if there is none. */
static uint64_t find_row(const struct package_index *index, uint64_t id)
{
	const uint64_t mask = index->nr_slots - 1, step = (id >> 32 & mask) | 1;
	uint64_t slot = id & mask, row, tries;

	for (tries = 0; tries < SLOTS_TRIED && tries < index->nr_slots; tries++) {
		row = number_at(index->rows, slot, WORD);
		if (!row || row > index->nr_units)
			return 0;
		if (number_at(index->ids, slot, sizeof(id)) == id)
			return row;
		slot = (slot + step) & mask;
	}
	return 0;
}

static struct perf_bytes part_of(struct perf_elf *package, const struct package_index *index,
				 uint64_t row, enum perf_split_part part)
{
	const uint8_t wanted = index->version == 5 ? columns[part].version_5 :
						     columns[part].version_4;
	struct perf_bytes whole;
	uint64_t column, cell;

	for (column = 0; column < index->nr_columns; column++) {
		if (!wanted || number_at(index->columns, column, WORD) != wanted)
			continue;
		cell = (row - 1) * index->nr_columns + column;
		whole = perf_split_bytes(package, perf_split_section_name(part));
		perf_bytes_skip(&whole, number_at(index->offsets, cell, WORD));
		return take_table(&whole, number_at(index->sizes, cell, WORD));
	}
	return (struct perf_bytes){ NULL, NULL };
}

/**
 * perf_dwp_room() - limit for the bytes of all images of a package's units
 * @package: package
 *
 * Units share no bytes that perf_dwp_image() copies: all images need the package's size, plus
 * PERF_SPLIT_IMAGE_HEAD each. A damaged index could claim the whole package for each unit.
 */
size_t perf_dwp_room(struct perf_elf *package)
{
	struct perf_bytes index = perf_split_bytes(package, ".debug_cu_index"), whole;
	size_t room = index.at ? (index.end - index.at) * PERF_SPLIT_IMAGE_HEAD / WORD : 0;
	enum perf_split_part part;

	for (part = 0; part <= LAST_PART; part++) {
		whole = perf_split_bytes(package, perf_split_section_name(part));
		room += whole.end - whole.at;
	}
	return room;
}

/**
 * perf_dwp_find() - find the parts of a unit
 * @package: package
 * @id: id of the unit, from its skeleton
 * @parts: result, PERF_SPLIT_PARTS entries; missing parts are empty
 *
 * Return: false if the unit, its .debug_info.dwo or its .debug_abbrev.dwo is missing.
 */
bool perf_dwp_find(struct perf_elf *package, uint64_t id, struct perf_bytes *parts)
{
	struct package_index index;
	enum perf_split_part part;
	uint64_t row;

	row = read_index(package, &index) ? find_row(&index, id) : 0;
	if (!row)
		return false;
	for (part = 0; part < PERF_SPLIT_PARTS; part++)
		parts[part] = part_of(package, &index, row, part);
	return parts[PERF_SPLIT_INFO].at && parts[PERF_SPLIT_ABBREV].at;
}

/**
 * perf_dwp_image() - copy a unit of a package into an object of its own
 * @package: package
 * @parts: parts of the unit, from perf_dwp_find()
 * @room: bytes that the object may have; reduced by the bytes it has
 *
 * Return: the object, NULL without memory or room.
 */
struct perf_elf *perf_dwp_image(struct perf_elf *package, const struct perf_bytes *parts,
				size_t *room)
{
	struct perf_split_section list[LAST_PART + 1];
	enum perf_split_part part;

	for (part = 0; part <= LAST_PART; part++)
		list[part] = (struct perf_split_section){
			perf_split_section_name(part), parts[part],
		};
	return perf_split_image(perf_elf_machine(package), list, PERF_ARRAY_SIZE(list), room);
}

#endif /* HAVE_DW */
