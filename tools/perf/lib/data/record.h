/* SPDX-License-Identifier: GPL-2.0 */
/* Records of a file: length checks and conversion between byte orders. */
#ifndef PERF_DATA_RECORD_H
#define PERF_DATA_RECORD_H

#include <stdbool.h>
#include <data/format.h>

bool perf_record_known(uint32_t type);
bool perf_record_valid(const struct perf_event_header *header);
void perf_record_swap(struct perf_event_header *header, const struct perf_event_attr *attr);

#endif /* PERF_DATA_RECORD_H */
