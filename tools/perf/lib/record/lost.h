/* SPDX-License-Identifier: GPL-2.0-only */
/* perf_record_put_lost(): records lost on the way into the rings, by event. */
#ifndef PERF_RECORD_LOST_H
#define PERF_RECORD_LOST_H

#include <record/state.h>
#include <record/synth.h>

/**
 * perf_record_put_lost() - append LOST_SAMPLES records
 * @record: recording with opened events
 * @synth: output; its trailer must be that of the events' records
 * @error: filled on failure
 *
 * Appends a record for each event id with losses since the last call, with the id if records have
 * ids. @record->counts.lost_samples grows by their sum. Kernels before 6.0 do not have
 * PERF_FORMAT_LOST: no record is appended.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_record_put_lost(struct perf_record *record, struct perf_synth *synth,
			 struct perf_error *error);

#endif /* PERF_RECORD_LOST_H */
