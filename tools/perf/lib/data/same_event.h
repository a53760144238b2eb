/* SPDX-License-Identifier: GPL-2.0 */
/* perf_data_same_event(): do events of two recordings count the same? */
#ifndef PERF_DATA_SAME_EVENT_H
#define PERF_DATA_SAME_EVENT_H

#include <stdbool.h>
#include <data/reader.h>

bool perf_data_same_event(const struct perf_data_event *a, const struct perf_data_event *b);

#endif /* PERF_DATA_SAME_EVENT_H */
