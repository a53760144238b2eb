/* SPDX-License-Identifier: GPL-2.0-only */
/* Opened debug information: for the files of this library. */
#ifndef PERF_PROBE_DEBUG_STATE_H
#define PERF_PROBE_DEBUG_STATE_H

#ifdef HAVE_DW
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

/**
 * struct perf_probe_debug - debug information of a program
 * @dwfl: keeps everything
 * @module: the program in it
 * @bias: from addresses of the linker's to those of @module
 * @dwarf: the information itself; addresses in it are the linker's
 * @elf: the program, with its code
 * @machine: e_machine
 * @bits: of an address
 */
struct perf_probe_debug {
	Dwfl		*dwfl;
	Dwfl_Module	*module;
	Dwarf_Addr	bias;
	Dwarf		*dwarf;
	Elf		*elf;
	unsigned int	machine;
	unsigned int	bits;
};
#endif

#endif /* PERF_PROBE_DEBUG_STATE_H */
