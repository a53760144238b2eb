/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A cursor over bytes of unknown quality: every read is checked against what remains, and
 * converted to this machine's byte order.
 *
 * After the first read beyond the end all further ones give zero; so a decoder may read a
 * whole structure and look at @bad once.
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

/* The next @size bytes, NULL if there are not as many. */
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
 * A count of things that take at least @each bytes: more of them than can follow is an
 * error, so that nothing is allocated for what is not there.
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
