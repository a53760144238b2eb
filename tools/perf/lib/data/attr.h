/* SPDX-License-Identifier: GPL-2.0-only */
/* struct perf_event_attr of any size and byte order. */
#ifndef PERF_DATA_ATTR_H
#define PERF_DATA_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/perf_event.h>

/**
 * perf_attr_decode() - an attr as a file has it
 * @bytes: the attr
 * @room: bytes that are there, of which attr.size are used
 * @swap: other byte order
 * @attr: result: members the file does not have are 0; size is what the file says
 * @newer: set to true if the file's attr has members unknown here that are not 0
 *
 * Return: bytes that the attr takes; 0 if it is cut off or its size is impossible.
 */
size_t perf_attr_decode(const void *bytes, size_t room, bool swap,
			struct perf_event_attr *attr, bool *newer);

/**
 * perf_attr_stored_size() - smallest published size that holds all members in use
 * @attr: of this machine
 *
 * Never smaller than PERF_ATTR_SIZE_VER5, which all readers in use know. Older readers
 * refuse attributes larger than their own.
 */
size_t perf_attr_stored_size(const struct perf_event_attr *attr);

#endif /* PERF_DATA_ATTR_H */
