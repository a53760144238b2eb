/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_data_same_event(): do events of two recordings count the same? */
#ifndef PERF_DATA_SAME_EVENT_H
#define PERF_DATA_SAME_EVENT_H

#include <stdbool.h>
#include <data/reader.h>

/**
 * perf_data_same_event() - do two events count the same?
 * @a: an event
 * @b: an event, of the same or another recording
 *
 * Modifiers (":u", ":pp") are ignored: they select the modes that are counted, and the
 * precision. The kernel numbers tracepoints and dynamic PMUs at boot, so that only names
 * identify their events across machines.
 */
bool perf_data_same_event(const struct perf_data_event *a, const struct perf_data_event *b);

#endif /* PERF_DATA_SAME_EVENT_H */
