/* SPDX-License-Identifier: GPL-2.0 */
/*
 * attr.munmap, newer than the uapi header: records of unmapped memory. It is the last of the
 * single bits, which the header still reserves.
 */
#ifndef PERF_SYS_MUNMAP_H
#define PERF_SYS_MUNMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <linux/perf_event.h>

/* Offset of the single bits, and the last one. */
#define PERF_ATTR_BITS_OFFSET	(offsetof(struct perf_event_attr, read_format) + sizeof(uint64_t))
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define PERF_ATTR_MUNMAP	(1ULL << 63)
#else
#define PERF_ATTR_MUNMAP	1ULL
#endif

/** perf_attr_munmap() - does the event write PERF_RECORD_MUNMAP? */
static inline bool perf_attr_munmap(const struct perf_event_attr *attr)
{
	uint64_t bits;

	memcpy(&bits, (const char *)attr + PERF_ATTR_BITS_OFFSET, sizeof(bits));
	return bits & PERF_ATTR_MUNMAP;
}

/** perf_attr_set_munmap() - let the event write PERF_RECORD_MUNMAP, or not */
static inline void perf_attr_set_munmap(struct perf_event_attr *attr, bool on)
{
	char *at = (char *)attr + PERF_ATTR_BITS_OFFSET;
	uint64_t bits;

	memcpy(&bits, at, sizeof(bits));
	bits = on ? bits | PERF_ATTR_MUNMAP : bits & ~PERF_ATTR_MUNMAP;
	memcpy(at, &bits, sizeof(bits));
}

bool perf_munmap_offered(void);

#endif
