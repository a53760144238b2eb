/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records that cannot stay where they were read, kept until it is their turn.
 *
 * They come and go in nearly the same order, so memory is cut from chunks, and a chunk is
 * free when its last record is.
 */
#ifndef PERF_DATA_STORE_H
#define PERF_DATA_STORE_H

#include <stddef.h>
#include <stdint.h>
#include <linux/perf_event.h>

struct perf_store_chunk;

/**
 * struct perf_store - records
 * @current: chunk that is being filled
 * @all: list of all chunks
 * @bytes: taken by chunks
 */
struct perf_store {
	struct perf_store_chunk *current;
	struct perf_store_chunk *all;
	size_t bytes;
};

/**
 * perf_store_put() - keep a copy of a record
 * @store: all zero at first
 * @header: the record
 * @offset: in the file, is kept beside it
 *
 * Return: the copy, NULL without memory.
 */
const struct perf_event_header *perf_store_put(struct perf_store *store,
					       const struct perf_event_header *header,
					       uint64_t offset);

/** perf_store_offset() - what perf_store_put() was given */
uint64_t perf_store_offset(const struct perf_event_header *stored);

/** perf_store_release() - a record is not needed any more */
void perf_store_release(struct perf_store *store, const struct perf_event_header *stored);

/** perf_store_free() - free all records */
void perf_store_free(struct perf_store *store);

#endif /* PERF_DATA_STORE_H */
