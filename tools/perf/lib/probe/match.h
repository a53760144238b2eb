/* SPDX-License-Identifier: GPL-2.0 */
/* Match functions and files with the names that the user typed, for the files of this library. */
#ifndef PERF_PROBE_MATCH_H
#define PERF_PROBE_MATCH_H

#include <probe/debug_state.h>
#include <probe/spec.h>

bool perf_probe_match_linked(const char *linked, const char *wanted);

#ifdef HAVE_DW
bool perf_probe_match_file(const char *path, const char *wanted);
bool perf_probe_match_function(struct perf_probe_debug *debug, Dwarf_Die *die,
			       const struct perf_probe_spec *spec);
#endif

#endif /* PERF_PROBE_MATCH_H */
