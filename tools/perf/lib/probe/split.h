/* SPDX-License-Identifier: GPL-2.0-only */
/* Units of a program whose debug information is in .dwo files, or in a .dwp package. */
#ifndef PERF_PROBE_SPLIT_H
#define PERF_PROBE_SPLIT_H

#include <probe/debug_state.h>

#ifdef HAVE_DW
#include <base/error.h>
#include <unwind/split_forms.h>

/** perf_probe_split_close() - free all split units */
void perf_probe_split_close(struct perf_probe_debug *debug);

/** perf_probe_split_entries() - entry of the unit with the functions of @unit; may be @unit */
Dwarf_Die perf_probe_split_entries(struct perf_probe_debug *debug, const Dwarf_Die *unit);

/** perf_probe_split_hint() - add a hint if split units of the program were not found */
void perf_probe_split_hint(const struct perf_probe_debug *debug, struct perf_error *error);

/** perf_probe_split_lines() - entry in the program of the unit of @die, which has the lines */
bool perf_probe_split_lines(struct perf_probe_debug *debug, Dwarf_Die *die, Dwarf_Die *unit);

/** perf_probe_split_file() - the file in which @function is declared, NULL: not known */
const char *perf_probe_split_file(struct perf_probe_debug *debug, Dwarf_Die *function);

/** perf_probe_split_tables() - tables of the unit of @die, NULL if it is in the program */
const struct perf_split_tables *perf_probe_split_tables(const struct perf_probe_debug *debug,
							const Dwarf_Die *die);
#endif

#endif /* PERF_PROBE_SPLIT_H */
