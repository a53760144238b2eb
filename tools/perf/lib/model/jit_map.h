/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Symbols of code that a program made at run time (JIT), from /tmp/perf-PID.map.
 */
#ifndef PERF_MODEL_JIT_MAP_H
#define PERF_MODEL_JIT_MAP_H

#include <stdbool.h>
#include <model/symbols.h>

/**
 * perf_jit_map_load() - read a perf map
 * @path: the file: lines of address and size in hexadecimal, and a name that may have
 *	blanks in it; lines may end as those of DOS do
 * @force: read it whoever has made it
 * @symbols: result, sealed. Addresses are those of the process. Of two functions at one
 *	address the later one counts: the program has reused the memory
 *
 * Return: 0; -ENOMEM; or why the file could not be read: -EINVAL if it is no regular file,
 * -ELOOP if it is a link, -EPERM if it is neither root's nor the caller's nor that of the user
 * that the process runs as, -EFBIG if it is too large.
 */
int perf_jit_map_load(const char *path, bool force, struct perf_symbols *symbols);

/**
 * perf_jit_map_load_live() - read the perf map of a process that runs
 * @pid: its number here; in a container the map is in there, under another one
 * @path, @force, @symbols: as for perf_jit_map_load(), if it is in no container
 *
 * Return: as perf_jit_map_load().
 */
int perf_jit_map_load_live(int pid, const char *path, bool force, struct perf_symbols *symbols);

/**
 * perf_jit_map_parse() - the same from a text
 * @text: as a map has it; freed with @symbols, or by this
 * @symbols: result, sealed
 *
 * Return: 0 or -ENOMEM.
 */
int perf_jit_map_parse(char *text, struct perf_symbols *symbols);

#endif /* PERF_MODEL_JIT_MAP_H */
