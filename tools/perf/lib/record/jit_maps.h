/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Maps of code that processes in containers make at run time: /tmp/perf-PID.map in the container,
 * with the process's PID in its own namespace.
 *
 * A reader of the recording cannot open them once the process has ended, and other files may have
 * the same names outside. So PERF_FEATURE_JIT_MAPS holds their text.
 */
#ifndef PERF_RECORD_JIT_MAPS_H
#define PERF_RECORD_JIT_MAPS_H

#include <stddef.h>
#include <sys/types.h>
#include <base/vec.h>
#include <data/env.h>
#include <sys/inside.h>

/**
 * struct perf_jit_process - a process in a container that has mapped memory for code
 * @inside: the process; its @root is not open
 * @directory: descriptor of its /tmp, -1: none
 * @text: the map when last read; NULL: no map
 * @size: bytes of @text
 */
struct perf_jit_process {
	struct perf_inside inside;
	int directory;
	char *text;
	size_t size;
};

/** struct perf_jit_maps - maps of all processes; zeroed: none */
struct perf_jit_maps {
	PERF_VEC(struct perf_jit_process) list;
};

void perf_jit_maps_add(struct perf_jit_maps *maps, pid_t pid);
void perf_jit_maps_read(struct perf_jit_maps *maps);
void perf_jit_maps_list(const struct perf_jit_maps *maps, struct perf_data_env *env);
void perf_jit_maps_free(struct perf_jit_maps *maps);

#endif /* PERF_RECORD_JIT_MAPS_H */
