/* SPDX-License-Identifier: GPL-2.0 */
/* Symbols of code that a program generated at run time (JIT), from /tmp/perf-PID.map. */
#ifndef PERF_MODEL_JIT_MAP_H
#define PERF_MODEL_JIT_MAP_H

#include <stdbool.h>
#include <model/symbols.h>

int perf_jit_map_load(const char *path, bool force, struct perf_symbols *symbols);
int perf_jit_map_load_live(int pid, const char *path, bool force, struct perf_symbols *symbols);
int perf_jit_map_parse(char *text, struct perf_symbols *symbols);

#endif /* PERF_MODEL_JIT_MAP_H */
