/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_probe_debug: for the files of this library. */
#ifndef PERF_PROBE_DEBUG_STATE_H
#define PERF_PROBE_DEBUG_STATE_H

#ifdef HAVE_DW
#include <stdbool.h>
#include <stdint.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <base/vec.h>

/**
 * struct perf_probe_scopes - the entries around an address
 * @address: link-time address
 * @list: from the innermost entry to that of the unit. Around an inlined copy there is only the
 *	unit of its function, since variables of its callers are not in its source
 */
struct perf_probe_scopes {
	Dwarf_Addr address;
	PERF_VEC(Dwarf_Die) list;
};

/**
 * struct perf_probe_debug - debug information of a program
 * @dwfl: libdwfl session, owns @module, @dwarf and @elf
 * @module: the program
 * @bias: @module's addresses minus link-time addresses
 * @dwarf: debug information; its addresses are link-time addresses
 * @callbacks: find the files
 * @directory: libdwfl searches for files below it
 * @shared: entries that @dwarf shares with other programs, NULL: none
 * @shared_fd: file of @shared, -1: none
 * @elf: the program, with its code
 * @machine: e_machine of @elf
 * @bits: bits of an address
 * @size: bytes of .debug_info and of symbol tables, with the split units opened so far
 * @steps: steps left to the current search, see dies.h
 * @searches: nesting depth of searches
 * @scopes: last result of perf_probe_scopes_find()
 * @split: split units, NULL: none was met
 * @endless: the current search has used up @steps, or met entries nested too deeply
 */
struct perf_probe_debug {
	Dwfl		*dwfl;
	Dwfl_Module	*module;
	Dwarf_Addr	bias;
	Dwarf		*dwarf;
	Dwfl_Callbacks	callbacks;
	char		*directory;
	Dwarf		*shared;
	int		shared_fd;
	Elf		*elf;
	unsigned int	machine;
	unsigned int	bits;
	uint64_t	size;
	uint64_t	steps;
	unsigned int	searches;
	struct perf_probe_scopes scopes;
	struct perf_probe_split *split;
	bool		endless;
};
#endif

#endif /* PERF_PROBE_DEBUG_STATE_H */
