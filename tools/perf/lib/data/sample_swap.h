/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples from machines of the other byte order. */
#ifndef PERF_DATA_SAMPLE_SWAP_H
#define PERF_DATA_SAMPLE_SWAP_H

#include <data/format.h>

/**
 * perf_sample_swap() - convert a PERF_RECORD_SAMPLE in place
 * @header: the whole record; the header itself is already converted
 * @attr: of its event, converted
 *
 * Ends at the first field that goes beyond the record; raw data, stacks and AUX data stay
 * as they are.
 */
void perf_sample_swap(struct perf_event_header *header, const struct perf_event_attr *attr);

#endif /* PERF_DATA_SAMPLE_SWAP_H */
