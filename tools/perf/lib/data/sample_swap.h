/* SPDX-License-Identifier: GPL-2.0 */
/* Samples from machines of the other byte order. */
#ifndef PERF_DATA_SAMPLE_SWAP_H
#define PERF_DATA_SAMPLE_SWAP_H

#include <data/format.h>

void perf_sample_swap(struct perf_event_header *header, const struct perf_event_attr *attr);

#endif /* PERF_DATA_SAMPLE_SWAP_H */
