/* SPDX-License-Identifier: GPL-2.0 */
/* perf_mmap2_add(): MMAP2 records that are added to a copy. */
#ifndef PERF_INJECT_MMAP2_H
#define PERF_INJECT_MMAP2_H

#include <stdint.h>
#include <base/str.h>
#include <data/format.h>

int perf_mmap2_add(struct perf_str *records, struct perf_record_mmap2 *mmap, const char *path,
		   const struct perf_event_attr *attr, uint64_t time);

#endif /* PERF_INJECT_MMAP2_H */
