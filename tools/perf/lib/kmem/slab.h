/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernel's slab allocator was asked for: tracepoints of a recording, added up. */
#ifndef PERF_KMEM_SLAB_H
#define PERF_KMEM_SLAB_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/reader.h>
#include <data/sample.h>
#include <model/format.h>

/* A tracepoint, with the fields that are looked at; NULL for those it lacks. */
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
 * struct perf_slab_row - what one function asked for, or what was at one address
 * @key: address of the function's call, or of the memory
 * @requested, @allocated: bytes
 * @hits: how often
 * @ping_pong: how often another CPU freed it
 */
struct perf_slab_row {
	uint64_t key;
	uint64_t requested;
	uint64_t allocated;
	uint64_t hits;
	uint64_t ping_pong;
};

/* Rows, by the time they were seen first, and their indexes by their keys. */
struct perf_slab_rows {
	PERF_VEC(struct perf_slab_row)	list;
	struct perf_map			by_key;
};

/* Memory that is in use, or was last. */
struct perf_slab_memory {
	uint64_t	bytes;
	size_t		caller;
	uint32_t	cpu;
	bool		used;
};

/**
 * struct perf_slab - all of a recording
 * @points: by index of the event
 * @callers, @addresses: what was asked for by whom, and what was where
 * @memory: of each row of @addresses
 * @requested, @allocated, @freed: bytes, in all
 * @allocations: how many
 * @borrowed: formats are those of this machine
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

/**
 * perf_slab_init() - look at the events of a recording
 * @slab: result; free with perf_slab_free(), also on failure
 * @data: recording
 * @error: filled on failure
 *
 * Return: 0; -EINVAL if nothing in it tells of the allocator; -ENOMEM.
 */
int perf_slab_init(struct perf_slab *slab, const struct perf_data *data,
		   struct perf_error *error);

/** perf_slab_sample() - add a sample of the event of this index; 0 or -ENOMEM */
int perf_slab_sample(struct perf_slab *slab, unsigned int index,
		     const struct perf_sample *sample);

/** perf_slab_free() - free all */
void perf_slab_free(struct perf_slab *slab);

#endif /* PERF_KMEM_SLAB_H */
