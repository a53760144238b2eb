/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Attributes of a unit whose debug information is not in the program.
 *
 * With -gsplit-dwarf, a compiler leaves a skeleton of each unit in the program, with all addresses
 * in one table. The rest of the unit, in a file of its own or in a package, has indexes into that
 * table and into one of strings. libdw resolves them only in units that it found itself, by opening
 * any path that the program names, and reads no packages before its version 0.191.
 */
#ifndef PERF_UNWIND_SPLIT_FORMS_H
#define PERF_UNWIND_SPLIT_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef HAVE_DW
#include <elfutils/libdw.h>

/**
 * struct perf_bytes - a part of a file
 * @at: first byte, NULL if there are none
 * @end: end of the part
 */
struct perf_bytes {
	const uint8_t *at;
	const uint8_t *end;
};

/**
 * struct perf_split_tables - tables that the indexes of a unit refer to
 * @info: .debug_info.dwo of the unit
 * @addresses: .debug_addr of the program, from the unit's part on
 * @ranges: version 5: .debug_rnglists.dwo of the unit; 4: .debug_ranges of the program, from the
 *	unit's part on
 * @offsets: .debug_str_offsets.dwo of the unit, without its header
 * @strings: .debug_str.dwo
 * @base: address that ranges are relative to
 * @version: DWARF version
 * @address_size: 4 or 8
 */
struct perf_split_tables {
	struct perf_bytes info;
	struct perf_bytes addresses;
	struct perf_bytes ranges;
	struct perf_bytes offsets;
	struct perf_bytes strings;
	uint64_t base;
	unsigned int version;
	unsigned int address_size;
};

/**
 * struct perf_die_ranges - iterator over the address ranges of a DIE
 * @die: the DIE
 * @tables: tables of its unit, NULL if that is not split
 * @at: position for dwarf_ranges()
 * @low, @high: the only range, if @single
 * @single: one range is left, @low to @high
 * @list: encoded ranges that are left
 * @base: address that they are relative to
 */
struct perf_die_ranges {
	Dwarf_Die *die;
	const struct perf_split_tables *tables;
	ptrdiff_t at;
	uint64_t low;
	uint64_t high;
	bool single;
	struct perf_bytes list;
	uint64_t base;
};

bool perf_bytes_take(struct perf_bytes *bytes, unsigned int size, uint64_t *value);
void perf_bytes_skip(struct perf_bytes *bytes, uint64_t count);
bool perf_split_address(const struct perf_split_tables *tables, uint64_t index, uint64_t *address);
void perf_die_ranges_begin(struct perf_die_ranges *ranges, Dwarf_Die *die,
			   const struct perf_split_tables *tables);
bool perf_die_ranges_next(struct perf_die_ranges *ranges, uint64_t *low, uint64_t *high);
const char *perf_split_string(const struct perf_split_tables *tables, Dwarf_Attribute *attribute);

#endif /* HAVE_DW */
#endif /* PERF_UNWIND_SPLIT_FORMS_H */
