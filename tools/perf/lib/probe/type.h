/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Types in debug information, for the files of this library. A type that is made of itself ends
 * each of these with an error.
 */
#ifndef PERF_PROBE_TYPE_H
#define PERF_PROBE_TYPE_H

#include <probe/debug_state.h>

#ifdef HAVE_DW
#include <base/str.h>

/** perf_probe_type_of() - the type of @of, behind typedefs and qualifiers */
int perf_probe_type_of(Dwarf_Die *of, Dwarf_Die *type);

/** perf_probe_type_is_pointer() - is it a pointer or a reference? */
bool perf_probe_type_is_pointer(Dwarf_Die *type);

/** perf_probe_type_size() - bytes of a type */
bool perf_probe_type_size(struct perf_probe_debug *debug, Dwarf_Die *type, uint64_t *size);

/** perf_probe_type_put() - add the type of @of as one word and stars */
void perf_probe_type_put(struct perf_str *text, Dwarf_Die *of);
#endif

#endif /* PERF_PROBE_TYPE_H */
