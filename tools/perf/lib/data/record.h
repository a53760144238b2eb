/* SPDX-License-Identifier: GPL-2.0-only */
/* Records of a file: length checks and conversion between byte orders. */
#ifndef PERF_DATA_RECORD_H
#define PERF_DATA_RECORD_H

#include <stdbool.h>
#include <data/format.h>

/**
 * perf_record_known() - is a record type in the table of types?
 * @type: perf_event_header.type
 */
bool perf_record_known(uint32_t type);

/**
 * perf_record_valid() - does a record have the fixed part of its type, and counts that fit?
 * @header: whole record, in this machine's byte order; perf_record_known() is true
 *
 * Return: false if not. Always true for samples, which perf_sample_decode() checks.
 */
bool perf_record_valid(const struct perf_event_header *header);

/**
 * perf_record_swap() - convert a record from the other byte order, in place
 * @header: whole record, aligned to 8 bytes; the header itself is already converted
 * @attr: converted attr of the record's event, for samples and trailers; NULL for tool records
 *
 * Strings and the raw data of samples stay unconverted, as do the words of a sample behind a
 * count that does not fit.
 */
void perf_record_swap(struct perf_event_header *header, const struct perf_event_attr *attr);

#endif /* PERF_DATA_RECORD_H */
