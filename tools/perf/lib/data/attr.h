/* SPDX-License-Identifier: GPL-2.0-only */
/* struct perf_event_attr of any size and byte order. */
#ifndef PERF_DATA_ATTR_H
#define PERF_DATA_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/perf_event.h>

/**
 * perf_attr_decode() - read an attr from a file
 * @bytes: the attr
 * @room: bytes available at @bytes, of which attr.size are used
 * @swap: @bytes are in the other byte order
 * @attr: result: members that the file lacks are 0; size is that of the file's attr
 * @newer: set to true if the file's attr has non-zero members or bits unknown here
 *
 * Return: bytes that the attr occupies; 0 if it is cut off or its size is impossible.
 */
size_t perf_attr_decode(const void *bytes, size_t room, bool swap,
			struct perf_event_attr *attr, bool *newer);

/**
 * perf_attr_stored_size() - smallest published size that holds all non-zero members
 * @attr: in this machine's size and byte order
 *
 * The size is at least PERF_ATTR_SIZE_VER5, which all readers in use accept. Older readers
 * refuse attributes larger than their own.
 */
size_t perf_attr_stored_size(const struct perf_event_attr *attr);

#endif /* PERF_DATA_ATTR_H */
