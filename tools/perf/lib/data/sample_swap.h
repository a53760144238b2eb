/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples from machines of the other byte order. */
#ifndef PERF_DATA_SAMPLE_SWAP_H
#define PERF_DATA_SAMPLE_SWAP_H

#include <data/format.h>

/**
 * perf_sample_swap() - convert a PERF_RECORD_SAMPLE in place
 * @header: the whole record; the header itself is already converted
 * @attr: converted attr of the event
 *
 * perf_sample_swap() stops at the first field that extends beyond the record. Raw data, stacks
 * and AUX data stay unconverted.
 */
void perf_sample_swap(struct perf_event_header *header, const struct perf_event_attr *attr);

#endif /* PERF_DATA_SAMPLE_SWAP_H */
