/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whether events of two recordings count the same.
 */
#ifndef PERF_DATA_SAME_EVENT_H
#define PERF_DATA_SAME_EVENT_H

#include <stdbool.h>
#include <data/reader.h>

/**
 * perf_data_same_event() - whether two events count the same
 * @a: an event
 * @b: an event, of another recording perhaps
 *
 * Modifiers (":u", ":pp") do not count: they choose which part of the events is counted, and how
 * exactly. The kernel numbers tracepoints and the PMUs that it finds at boot, so that only
 * names identify their events on two machines.
 *
 * Return: true if they count the same.
 */
bool perf_data_same_event(const struct perf_data_event *a, const struct perf_data_event *b);

#endif /* PERF_DATA_SAME_EVENT_H */
