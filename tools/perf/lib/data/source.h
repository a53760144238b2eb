/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_source: bytes of a mapped file, or of a descriptor that is read once. */
#ifndef PERF_DATA_SOURCE_H
#define PERF_DATA_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct perf_source - the bytes of a recording, in order
 * @map: the file or a copy of it, NULL if @fd is read instead
 * @size: bytes of @map
 * @position: offset of the next byte
 * @end: offset behind the last byte to use; UINT64_MAX for @fd
 * @dropped: offset up to which perf_source_drop() freed pages of @map
 * @fd: descriptor, or -1 for @map
 * @buffer: bytes read ahead; those in [@first, @last) were not skipped yet
 * @room: bytes of @buffer
 * @is_copy: @map is anonymous memory, whose pages must not be dropped
 * @at_end: read() of @fd has returned 0 or failed
 * @wait: called with @wait_context and @fd before each read(); returns 0 when bytes are there,
 *	or a negative errno, which counts as a failed read(); may be NULL
 * @error: negative errno of a read() or allocation that failed, or 0
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
int perf_source_map(struct perf_source *source, int fd, uint64_t size);
int perf_source_copy(struct perf_source *source, int fd, uint64_t size);
void perf_source_read(struct perf_source *source, int fd);

/* perf_source_drop() frees pages of a map at least so many bytes at a time. */
#define PERF_SOURCE_STEP	(16ULL << 20)

/* Bytes before source->position that stay: struct perf_order has about two rounds queued. */
#define PERF_SOURCE_KEEP	(8ULL << 20)

const unsigned char *perf_source_peek_read(struct perf_source *source, size_t size);
bool perf_source_skip_read(struct perf_source *source, uint64_t size);
void perf_source_drop_pages(struct perf_source *source);

/**
 * perf_source_left() - number of bytes left up to @end, or in the buffer of a descriptor
 * @source: source
 */
static inline uint64_t perf_source_left(const struct perf_source *source)
{
	if (!source->map)
		return source->last - source->first;
	return source->position < source->end ? source->end - source->position : 0;
}

/**
 * perf_source_peek() - get the next bytes without skipping them
 * @source: source
 * @size: number of bytes
 *
 * Return: the bytes, in one piece, valid until the next call; NULL if fewer are left, or
 * without memory.
 */
static inline const unsigned char *perf_source_peek(struct perf_source *source, size_t size)
{
	if (!source->map)
		return perf_source_peek_read(source, size);
	return size <= perf_source_left(source) ? source->map + source->position : NULL;
}

/**
 * perf_source_skip() - advance the position
 * @source: source
 * @size: number of bytes
 *
 * Return: false if fewer bytes were left; all of them are skipped then.
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
 * perf_source_drop() - free pages of a map that are unlikely to be needed again
 * @source: source
 *
 * This limits the memory that a large file occupies. Pointers into @source->map stay valid: an
 * access reads the page from the file again.
 */
static inline void perf_source_drop(struct perf_source *source)
{
	if (source->map && !source->is_copy &&
	    source->position >= source->dropped + PERF_SOURCE_STEP + PERF_SOURCE_KEEP)
		perf_source_drop_pages(source);
}

void perf_source_close(struct perf_source *source);

#endif /* PERF_DATA_SOURCE_H */
