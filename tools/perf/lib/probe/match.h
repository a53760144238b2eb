/* SPDX-License-Identifier: GPL-2.0-only */
/* Is it the function, or the file, that a person named? For the files of this library. */
#ifndef PERF_PROBE_MATCH_H
#define PERF_PROBE_MATCH_H

#include <probe/debug_state.h>
#include <probe/spec.h>

/** perf_probe_match_linked() - is a name of a symbol that of the function that was typed? */
bool perf_probe_match_linked(const char *linked, const char *wanted);

#ifdef HAVE_DW
/** perf_probe_match_file() - does a path end with these directories and this file? */
bool perf_probe_match_file(const char *path, const char *wanted);

/** perf_probe_match_function() - is it the function of @spec? */
bool perf_probe_match_function(struct perf_probe_debug *debug, Dwarf_Die *die,
			       const struct perf_probe_spec *spec);
#endif

#endif /* PERF_PROBE_MATCH_H */
