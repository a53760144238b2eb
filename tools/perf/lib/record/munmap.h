/* SPDX-License-Identifier: GPL-2.0 */
/* Records of unmapped memory, for readers that lack PERF_RECORD_MUNMAP. */
#ifndef PERF_RECORD_MUNMAP_H
#define PERF_RECORD_MUNMAP_H

#include <stdbool.h>

#include <base/str.h>
#include <data/format.h>

bool perf_record_is_munmap(const struct perf_event_header *header);
void perf_record_put_unmapped(struct perf_str *records, const struct perf_event_header *header);

#endif /* PERF_RECORD_MUNMAP_H */
