/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_event_attr of any size and byte order. */
#ifndef PERF_DATA_ATTR_H
#define PERF_DATA_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/perf_event.h>

size_t perf_attr_decode(const void *bytes, size_t room, bool swap,
			struct perf_event_attr *attr, bool *newer);
size_t perf_attr_stored_size(const struct perf_event_attr *attr);

#endif /* PERF_DATA_ATTR_H */
