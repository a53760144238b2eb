/* SPDX-License-Identifier: GPL-2.0 */
/* perf_record_put_lost(): records lost on the way into the rings, by event. */
#ifndef PERF_RECORD_LOST_H
#define PERF_RECORD_LOST_H

#include <record/state.h>
#include <record/synth.h>

int perf_record_put_lost(struct perf_record *record, struct perf_synth *synth,
			 struct perf_error *error);

#endif /* PERF_RECORD_LOST_H */
