/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where bytes of a recording come from: a mapped file, or a descriptor that is read once.
 */
#ifndef PERF_DATA_SOURCE_H
#define PERF_DATA_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct perf_source - bytes, in order
 * @map: the file or a copy of it, NULL if it is read instead
 * @size: of @map
 * @position: offset of the next byte
 * @end: offset behind the last byte that may be taken; for a descriptor UINT64_MAX
 * @dropped: offset up to which pages of @map were given back
 * @fd: descriptor, or -1 for @map
 * @buffer: bytes read ahead, of which [@first, @last) were not taken yet
 * @room: of @buffer
 * @is_copy: @map is a copy: its pages would not come back if they were given back
 * @at_end: nothing more comes from @fd
 * @wait: called with @wait_context and @fd before each read that may have to wait; returns 0
 *	when bytes are there, a negative errno to end as if the read had failed; may be NULL
 * @error: negative errno of a read that failed
 */
struct perf_source {
	const unsigned char *map;
	uint64_t size;
	uint64_t position;
	uint64_t end;
	uint64_t dropped;
	int fd;
	unsigned char *buffer;
	size_t first;
	size_t last;
	size_t room;
	bool is_copy;
	bool at_end;
	int (*wait)(void *context, int fd);
	void *wait_context;
	int error;
};

/**
 * perf_source_map() - take bytes from a file
 * @source: is initialised; end with perf_source_close()
 * @fd: a regular file; not needed afterwards
 * @size: its size, not 0
 *
 * Return: 0 or what mmap() said.
 */
int perf_source_map(struct perf_source *source, int fd, uint64_t size);

/**
 * perf_source_copy() - take bytes from a copy of a file, which nobody can change
 * @source: is initialised; end with perf_source_close()
 * @fd: a regular file; not needed afterwards
 * @size: its size, not 0. Holes take no memory
 *
 * Return: 0, or what mmap() or read() said; -EIO if the file has become shorter.
 */
int perf_source_copy(struct perf_source *source, int fd, uint64_t size);

/**
 * perf_source_read() - take bytes from a descriptor
 * @source: is initialised; end with perf_source_close()
 * @fd: is closed at the end
 */
void perf_source_read(struct perf_source *source, int fd);

/* Pages of a map are given back so many bytes at a time. */
#define PERF_SOURCE_STEP	(16ULL << 20)

/* Those just before the position stay: ordering looks back at about two rounds of records. */
#define PERF_SOURCE_KEEP	(8ULL << 20)

/** perf_source_peek_read() - perf_source_peek() of a descriptor */
const unsigned char *perf_source_peek_read(struct perf_source *source, size_t size);

/** perf_source_skip_read() - perf_source_skip() of a descriptor */
bool perf_source_skip_read(struct perf_source *source, uint64_t size);

/** perf_source_drop_pages() - perf_source_drop() when there is enough of a map to give back */
void perf_source_drop_pages(struct perf_source *source);

/**
 * perf_source_left() - bytes that can still be peeked at, as far as that is known
 * @source: source; a descriptor counts what has been read already
 */
static inline uint64_t perf_source_left(const struct perf_source *source)
{
	if (!source->map)
		return source->last - source->first;
	return source->position < source->end ? source->end - source->position : 0;
}

/**
 * perf_source_peek() - look at the next bytes without taking them
 * @source: source
 * @size: how many
 *
 * Return: them, in one piece, valid until the next call; NULL if not as many are left, or
 * there is no memory.
 */
static inline const unsigned char *perf_source_peek(struct perf_source *source, size_t size)
{
	if (!source->map)
		return perf_source_peek_read(source, size);
	return size <= perf_source_left(source) ? source->map + source->position : NULL;
}

/**
 * perf_source_skip() - take bytes
 * @source: source
 * @size: how many
 *
 * Return: true if there were as many.
 */
static inline bool perf_source_skip(struct perf_source *source, uint64_t size)
{
	uint64_t left = perf_source_left(source);

	if (!source->map)
		return perf_source_skip_read(source, size);
	source->position += size < left ? size : left;
	return size <= left;
}

/**
 * perf_source_drop() - pages of a map before the position are not likely to be needed
 * @source: source
 *
 * Keeps the memory that a large file occupies small. Pointers stay valid: the pages come
 * back when they are looked at.
 */
static inline void perf_source_drop(struct perf_source *source)
{
	if (source->map && !source->is_copy &&
	    source->position >= source->dropped + PERF_SOURCE_STEP + PERF_SOURCE_KEEP)
		perf_source_drop_pages(source);
}

/** perf_source_close() - unmap, close, free */
void perf_source_close(struct perf_source *source);

#endif /* PERF_DATA_SOURCE_H */
