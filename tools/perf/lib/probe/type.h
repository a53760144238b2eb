/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Types in debug information, for the files of this library. For a type that is made of itself,
 * perf_probe_type_of() and perf_probe_type_size() fail.
 */
#ifndef PERF_PROBE_TYPE_H
#define PERF_PROBE_TYPE_H

#include <probe/debug_state.h>

#ifdef HAVE_DW
#include <base/str.h>

int perf_probe_type_of(Dwarf_Die *of, Dwarf_Die *type);
bool perf_probe_type_is_pointer(Dwarf_Die *type);
bool perf_probe_type_size(struct perf_probe_debug *debug, Dwarf_Die *type, uint64_t *size);
void perf_probe_type_put(struct perf_str *text, Dwarf_Die *of);
#endif

#endif /* PERF_PROBE_TYPE_H */
