/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The locations of jitted functions in the memory of each process.
 *
 * A JIT describes a function when it has written it, and makes the memory executable later: the
 * kernel then records a mapping of anonymous memory, which in a reader of the recording replaces
 * all earlier mappings of that range. perf_jit_memory_anonymous() returns the records to write
 * instead, so that every function stays visible to every reader.
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
 * struct perf_jit_process - memory of a process that has jitted functions
 * @anonymous: ranges that the copy of the recording shows as anonymous
 * @functions: functions; perf_mapping.ino holds perf_jit_piece.function
 */
struct perf_jit_process {
	struct perf_space *anonymous;
	struct perf_space *functions;
};

/**
 * struct perf_jit_memory - memory of all of these processes
 * @by_pid: pid to index in @list + 1; 0: the process has no function now
 * @list: processes
 * @epoch: counter for perf_space_map()
 *
 * All zero is no process. Free with perf_jit_memory_free().
 */
struct perf_jit_memory {
	struct perf_map by_pid;
	PERF_VEC(struct perf_jit_process) list;
	uint32_t epoch;
};

/**
 * struct perf_jit_piece - one of the records to write for a mapping of anonymous memory
 * @start: first address
 * @end: address after the last
 * @offset: offset of @start in the ELF file of the function
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
bool perf_jit_memory_keeps(const struct perf_jit_memory *memory,
			   const struct perf_event_header *header, const char *name);
bool perf_jit_memory_is_anonymous(const struct perf_jit_memory *memory,
				  const struct perf_event_header *header, const char *name);
int perf_jit_memory_anonymous(struct perf_jit_memory *memory,
			      const struct perf_event_header *header,
			      struct perf_jit_pieces *pieces);
void perf_jit_memory_free(struct perf_jit_memory *memory);

#endif /* PERF_INJECT_JIT_MEMORY_H */
