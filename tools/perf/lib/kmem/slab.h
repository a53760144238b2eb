/* SPDX-License-Identifier: GPL-2.0 */
/* Requests to the kernel's slab allocator: sums over the tracepoints of a recording. */
#ifndef PERF_KMEM_SLAB_H
#define PERF_KMEM_SLAB_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/reader.h>
#include <data/sample.h>
#include <model/format.h>

/* A tracepoint, with the fields in use; NULL for those it lacks. */
struct perf_slab_point {
	bool				known;
	bool				frees;
	struct perf_format		format;
	const struct perf_format_field	*site;
	const struct perf_format_field	*ptr;
	const struct perf_format_field	*requested;
	const struct perf_format_field	*allocated;
};

/**
 * struct perf_slab_row - sums of one call site, or of one address
 * @key: address of the call site, or of the memory
 * @requested: bytes requested
 * @allocated: bytes allocated
 * @hits: number of allocations
 * @ping_pong: number of frees on a CPU other than the allocating one
 */
struct perf_slab_row {
	uint64_t key;
	uint64_t requested;
	uint64_t allocated;
	uint64_t hits;
	uint64_t ping_pong;
};

/* Rows in the order of first occurrence; by_key: key to index in list. */
struct perf_slab_rows {
	PERF_VEC(struct perf_slab_row)	list;
	struct perf_map			by_key;
};

/* The latest allocation at an address. caller: index in perf_slab.callers; used: not freed. */
struct perf_slab_memory {
	uint64_t	bytes;
	size_t		caller;
	uint32_t	cpu;
	bool		used;
};

/**
 * struct perf_slab - the sums of a recording
 * @points: tracepoints, by index of the event
 * @callers: sums by call site
 * @addresses: sums by address
 * @memory: latest allocation of each row of @addresses
 * @requested: bytes requested, in total
 * @allocated: bytes allocated, in total
 * @freed: bytes freed, in total
 * @allocations: number of allocations
 * @borrowed: formats of this machine were used, since the recording has none
 */
struct perf_slab {
	PERF_VEC(struct perf_slab_point)	points;
	struct perf_slab_rows			callers;
	struct perf_slab_rows			addresses;
	PERF_VEC(struct perf_slab_memory)	memory;
	uint64_t				requested;
	uint64_t				allocated;
	uint64_t				freed;
	uint64_t				allocations;
	bool					borrowed;
};
int perf_slab_init(struct perf_slab *slab, const struct perf_data *data,
		   struct perf_error *error);
int perf_slab_sample(struct perf_slab *slab, unsigned int index,
		     const struct perf_sample *sample);
void perf_slab_free(struct perf_slab *slab);

#endif /* PERF_KMEM_SLAB_H */
