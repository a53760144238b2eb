/* SPDX-License-Identifier: GPL-2.0 */
/*
 * struct perf_cursor reads untrusted bytes: each read is checked against perf_cursor_left()
 * and converted to this machine's byte order.
 *
 * The first read beyond @end sets @bad, and it and all later reads return 0 or NULL, so a
 * decoder may read a whole structure and test @bad once.
 */
#ifndef PERF_DATA_CURSOR_H
#define PERF_DATA_CURSOR_H

#include <byteswap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct perf_cursor {
	const unsigned char *at;
	const unsigned char *end;
	bool swap;
	bool bad;
};

static inline struct perf_cursor perf_cursor_make(const void *bytes, size_t size, bool swap)
{
	const unsigned char *at = bytes;

	return (struct perf_cursor){ .at = at, .end = size ? at + size : at, .swap = swap };
}

static inline size_t perf_cursor_left(const struct perf_cursor *cursor)
{
	return (size_t)(cursor->end - cursor->at);
}

/* The next @size bytes; NULL, and @bad set, if fewer remain. */
static inline const void *perf_cursor_bytes(struct perf_cursor *cursor, size_t size)
{
	const void *bytes = cursor->at;

	if (cursor->bad || size > perf_cursor_left(cursor)) {
		cursor->bad = true;
		return NULL;
	}
	cursor->at += size;
	return bytes;
}

static inline uint16_t perf_cursor_u16(struct perf_cursor *cursor)
{
	const void *bytes = perf_cursor_bytes(cursor, sizeof(uint16_t));
	uint16_t value = 0;

	if (bytes)
		memcpy(&value, bytes, sizeof(value));
	return cursor->swap ? bswap_16(value) : value;
}

static inline uint32_t perf_cursor_u32(struct perf_cursor *cursor)
{
	const void *bytes = perf_cursor_bytes(cursor, sizeof(uint32_t));
	uint32_t value = 0;

	if (bytes)
		memcpy(&value, bytes, sizeof(value));
	return cursor->swap ? bswap_32(value) : value;
}

static inline uint64_t perf_cursor_u64(struct perf_cursor *cursor)
{
	const void *bytes = perf_cursor_bytes(cursor, sizeof(uint64_t));
	uint64_t value = 0;

	if (bytes)
		memcpy(&value, bytes, sizeof(value));
	return cursor->swap ? bswap_64(value) : value;
}

/*
 * @count, if that many items of at least @each bytes can follow; else 0, and @bad is set. The
 * caller's allocations are thus bounded by the bytes that are there.
 */
static inline size_t perf_cursor_count(struct perf_cursor *cursor, uint64_t count, size_t each)
{
	if (cursor->bad || count > perf_cursor_left(cursor) / each) {
		cursor->bad = true;
		return 0;
	}
	return (size_t)count;
}

#endif /* PERF_DATA_CURSOR_H */
