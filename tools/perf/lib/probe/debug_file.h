/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files with the debug information of a program, for the files of this library. Their names come
 * from the program, and the owner of its directory chooses their contents: FIFOs and devices are
 * not opened.
 */
#ifndef PERF_PROBE_DEBUG_FILE_H
#define PERF_PROBE_DEBUG_FILE_H

#include <probe/debug_state.h>

#ifdef HAVE_DW
#include <base/error.h>

int perf_probe_debug_file_open(const char *path);
int perf_probe_debug_file_find(Dwfl_Module *module, void **userdata, const char *name,
			       Dwarf_Addr base, const char *program, const char *link,
			       GElf_Word crc, char **path);
int perf_probe_debug_file_shared(struct perf_probe_debug *debug, const char *program,
				 struct perf_error *error);
#endif

#endif /* PERF_PROBE_DEBUG_FILE_H */
