/* SPDX-License-Identifier: GPL-2.0-only */
/* Symbols of code that a program generated at run time (JIT), from /tmp/perf-PID.map. */
#ifndef PERF_MODEL_JIT_MAP_H
#define PERF_MODEL_JIT_MAP_H

#include <stdbool.h>
#include <model/symbols.h>

/**
 * perf_jit_map_load() - read a perf map
 * @path: path of the map; each line has address and size in hexadecimal and a name that may contain
 *	blanks; line ends may be those of DOS
 * @force: read the map whoever owns it
 * @symbols: result, sealed. Addresses are those of the process. Of two functions at one address the
 *	later line counts: the program has reused the memory
 *
 * Return: 0; -ENOMEM; or the reason why the file was not read: -EINVAL if it is no regular file,
 * -ELOOP if it is a link, -EPERM if its owner is neither root, nor the caller, nor the user that
 * the process runs as, -EFBIG if it is too large.
 */
int perf_jit_map_load(const char *path, bool force, struct perf_symbols *symbols);

/**
 * perf_jit_map_load_live() - read the perf map of a running process
 * @pid: number of the process here; in a container, its map lies there under another number
 * @path, @force, @symbols: as for perf_jit_map_load(), if it is in no container
 *
 * Return: as perf_jit_map_load().
 */
int perf_jit_map_load_live(int pid, const char *path, bool force, struct perf_symbols *symbols);

/**
 * perf_jit_map_parse() - parse the text of a perf map
 * @text: from malloc(); owned by @symbols, or freed on failure
 * @symbols: result, sealed
 *
 * Return: 0 or -ENOMEM.
 */
int perf_jit_map_parse(char *text, struct perf_symbols *symbols);

#endif /* PERF_MODEL_JIT_MAP_H */
