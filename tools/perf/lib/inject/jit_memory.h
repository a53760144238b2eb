/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The places of a jitdump's functions in the memory of a process.
 *
 * A JIT describes a function when it has written it, and makes the memory executable later: the
 * kernel then records a mapping of anonymous memory, which for a reader of the recording takes
 * the place of all that was mapped there. perf_jit_memory_anonymous() says how such a mapping is
 * to be written so that every function stays visible to every reader.
 */
#ifndef PERF_INJECT_JIT_MEMORY_H
#define PERF_INJECT_JIT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/format.h>
#include <model/space.h>

/**
 * struct perf_jit_process - memory of a process that has functions of a jitdump
 * @anonymous: ranges that the copy of the recording shows as anonymous
 * @functions: functions; perf_mapping.ino is the caller's number of each
 */
struct perf_jit_process {
	struct perf_space *anonymous;
	struct perf_space *functions;
};

/**
 * struct perf_jit_memory - memory of all of these processes
 * @by_pid: number of a process to its index in @list + 1, 0: it has no function now
 * @list: processes
 * @epoch: counter of perf_space_map()
 *
 * All zero is no process. Free with perf_jit_memory_free().
 */
struct perf_jit_memory {
	struct perf_map by_pid;
	PERF_VEC(struct perf_jit_process) list;
	uint32_t epoch;
};

/**
 * struct perf_jit_piece - a part of what is written for a mapping of anonymous memory
 * @start: first address
 * @end: address behind it
 * @offset: address in the file of the function that @start is
 * @function: the caller's number of the function; 0: the mapping itself
 */
struct perf_jit_piece {
	uint64_t start;
	uint64_t end;
	uint64_t offset;
	uint64_t function;
};

/* Pieces in the order in which they are written. */
struct perf_jit_pieces {
	PERF_VEC(struct perf_jit_piece) list;
};

int perf_jit_memory_function(struct perf_jit_memory *memory, int32_t pid,
			     const struct perf_jit_piece *piece);
int perf_jit_memory_apply(struct perf_jit_memory *memory, const struct perf_event_header *header);
bool perf_jit_memory_is_anonymous(const struct perf_jit_memory *memory,
				  const struct perf_event_header *header, const char *name);
int perf_jit_memory_anonymous(struct perf_jit_memory *memory,
			      const struct perf_event_header *header,
			      struct perf_jit_pieces *pieces);
void perf_jit_memory_free(struct perf_jit_memory *memory);

#endif /* PERF_INJECT_JIT_MEMORY_H */
