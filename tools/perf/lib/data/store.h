/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_store: copies of records until perf_data_next() has returned them.
 *
 * Records are stored and released in nearly the same order, so perf_store_put() cuts memory
 * from chunks, and perf_store_release() of the last record in a chunk frees the chunk.
 */
#ifndef PERF_DATA_STORE_H
#define PERF_DATA_STORE_H

#include <stddef.h>
#include <stdint.h>
#include <linux/perf_event.h>

struct perf_store_chunk;

/**
 * struct perf_store - copies of records
 * @current: chunk that perf_store_put() fills; stays even if all its records were released
 * @all: list of all chunks
 * @bytes: memory of all chunks
 */
struct perf_store {
	struct perf_store_chunk *current;
	struct perf_store_chunk *all;
	size_t bytes;
};
const struct perf_event_header *perf_store_put(struct perf_store *store,
					       const struct perf_event_header *header,
					       uint64_t offset);
uint64_t perf_store_offset(const struct perf_event_header *stored);
void perf_store_release(struct perf_store *store, const struct perf_event_header *stored);
void perf_store_free(struct perf_store *store);

#endif /* PERF_DATA_STORE_H */
