// SPDX-License-Identifier: GPL-2.0
/* struct perf_store: copies of records until perf_data_next() has returned them. */
#include <stdlib.h>
#include <string.h>
#include <data/store.h>

#define CHUNK_SIZE	(1024 * 1024)

struct perf_store_chunk {
	struct perf_store_chunk *next;
	struct perf_store_chunk **link;	/* pointer to this chunk, in store->all or a next */
	size_t used;
	size_t live;	/* number of records not released */
	_Alignas(8) unsigned char bytes[CHUNK_SIZE];
};

struct stored {
	struct perf_store_chunk *chunk;
	uint64_t offset;
	_Alignas(8) struct perf_event_header header;
};

static struct stored *stored_of(const struct perf_event_header *header)
{
	return (struct stored *)((uintptr_t)header - offsetof(struct stored, header));
}

static struct perf_store_chunk *add_chunk(struct perf_store *store)
{
	struct perf_store_chunk *chunk = malloc(sizeof(*chunk));

	if (!chunk)
		return NULL;
	chunk->used = 0;
	chunk->live = 0;
	chunk->next = store->all;
	chunk->link = &store->all;
	if (chunk->next)
		chunk->next->link = &chunk->next;
	store->all = chunk;
	store->bytes += sizeof(*chunk);
	return chunk;
}

static void free_chunk(struct perf_store *store, struct perf_store_chunk *chunk)
{
	*chunk->link = chunk->next;
	if (chunk->next)
		chunk->next->link = chunk->link;
	store->bytes -= sizeof(*chunk);
	free(chunk);
}

/**
 * perf_store_put() - copy a record
 * @store: all zero before the first call
 * @header: the record
 * @offset: of the record in the file, for perf_store_offset()
 *
 * Return: the copy, NULL without memory.
 */
const struct perf_event_header *perf_store_put(struct perf_store *store,
					       const struct perf_event_header *header,
					       uint64_t offset)
{
	size_t size = (offsetof(struct stored, header) + header->size + 7) & ~(size_t)7;
	struct perf_store_chunk *chunk = store->current, *old = chunk;
	struct stored *stored;

	if (chunk && !chunk->live)
		chunk->used = 0;
	if (!chunk || size > CHUNK_SIZE - chunk->used) {
		chunk = add_chunk(store);
		if (!chunk)
			return NULL;
		store->current = chunk;
		if (old && !old->live)
			free_chunk(store, old);
	}
	stored = (struct stored *)(chunk->bytes + chunk->used);
	stored->chunk = chunk;
	stored->offset = offset;
	memcpy(&stored->header, header, header->size);
	chunk->used += size;
	chunk->live++;
	return &stored->header;
}

/** perf_store_offset() - @offset of perf_store_put() */
uint64_t perf_store_offset(const struct perf_event_header *stored)
{
	return stored_of(stored)->offset;
}

/** perf_store_release() - free a record */
void perf_store_release(struct perf_store *store, const struct perf_event_header *stored)
{
	struct perf_store_chunk *chunk = stored_of(stored)->chunk;

	if (!--chunk->live && chunk != store->current)
		free_chunk(store, chunk);
}

/** perf_store_free() - free all records */
void perf_store_free(struct perf_store *store)
{
	while (store->all)
		free_chunk(store, store->all);
	store->current = NULL;
}
