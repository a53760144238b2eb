/* SPDX-License-Identifier: GPL-2.0-only */
/* What was lost on the way into the rings, by event. */
#ifndef PERF_RECORD_LOST_H
#define PERF_RECORD_LOST_H

#include <record/state.h>
#include <record/synth.h>

/**
 * perf_record_put_lost() - append LOST_SAMPLES records
 * @record: recording with opened events
 * @synth: where to; its trailer must be that of the events' records
 * @err: text
 *
 * There is one for each id whose event lost any since the last call, with the id if records
 * have ids. Their sum is added to the counts of the current file. A kernel before 6.0 does
 * not count, and nothing is appended.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_record_put_lost(struct perf_record *record, struct perf_synth *synth,
			 struct perf_error *err);

#endif /* PERF_RECORD_LOST_H */
