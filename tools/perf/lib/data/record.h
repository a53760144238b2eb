/* SPDX-License-Identifier: GPL-2.0-only */
/* Records as a file has them: are they whole, and what are they in this byte order? */
#ifndef PERF_DATA_RECORD_H
#define PERF_DATA_RECORD_H

#include <stdbool.h>
#include <data/format.h>

/**
 * perf_record_known() - is the type of a record one that readers can make use of?
 * @type: perf_event_header.type
 */
bool perf_record_known(uint32_t type);

/**
 * perf_record_valid() - is a record as long as its type says, with counts that fit?
 * @header: whole record, in this machine's byte order; of a type that is known
 *
 * Samples are not looked into: perf_sample_decode() does.
 */
bool perf_record_valid(const struct perf_event_header *header);

/**
 * perf_record_swap() - convert a record from the other byte order, in place
 * @header: whole record, 8 byte aligned; the header itself is already converted
 * @attr: of the event it is from, for samples and trailers; NULL for tool records. Must
 *	itself be converted
 *
 * Strings and the raw data of samples stay as they are. Words behind a count that does
 * not fit are left alone.
 */
void perf_record_swap(struct perf_event_header *header, const struct perf_event_attr *attr);

#endif /* PERF_DATA_RECORD_H */
