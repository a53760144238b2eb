/* SPDX-License-Identifier: GPL-2.0 */
/* Units of a program whose debug information is in .dwo files, or in a .dwp package. */
#ifndef PERF_PROBE_SPLIT_H
#define PERF_PROBE_SPLIT_H

#include <probe/debug_state.h>

#ifdef HAVE_DW
#include <base/error.h>
#include <unwind/split_forms.h>

void perf_probe_split_close(struct perf_probe_debug *debug);
Dwarf_Die perf_probe_split_entries(struct perf_probe_debug *debug, const Dwarf_Die *unit);
void perf_probe_split_hint(const struct perf_probe_debug *debug, struct perf_error *error);
bool perf_probe_split_lines(struct perf_probe_debug *debug, Dwarf_Die *die, Dwarf_Die *unit);
const char *perf_probe_split_file(struct perf_probe_debug *debug, Dwarf_Die *function);
const struct perf_split_tables *perf_probe_split_tables(const struct perf_probe_debug *debug,
							const Dwarf_Die *die);
#endif

#endif /* PERF_PROBE_SPLIT_H */
