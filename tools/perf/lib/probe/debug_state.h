/* SPDX-License-Identifier: GPL-2.0-only */
/* Opened debug information: for the files of this library. */
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
 * @address: as the linker placed it
 * @list: from the innermost to that of the unit; around a copy that was inlined there is only the
 *	unit of its function, since the variables of its callers are not of its source
 */
struct perf_probe_scopes {
	Dwarf_Addr address;
	PERF_VEC(Dwarf_Die) list;
};

/**
 * struct perf_probe_debug - debug information of a program
 * @dwfl: keeps everything
 * @module: the program in it
 * @bias: from addresses of the linker's to those of @module
 * @dwarf: the information itself; addresses in it are the linker's
 * @callbacks: how its files are found
 * @directory: below which libdwfl searches for them
 * @shared: entries that @dwarf shares with other programs, NULL: none
 * @shared_fd: the file of @shared, -1: none
 * @elf: the program, with its code
 * @machine: e_machine
 * @bits: of an address
 * @size: bytes of .debug_info and of tables of symbols
 * @steps: that the present search may still take, see dies.h
 * @searches: that have begun and not ended, within each other
 * @scopes: those asked for last
 * @split: units that were split off, NULL: none was met
 * @endless: the present search has used them up, or met entries nested too deeply
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
