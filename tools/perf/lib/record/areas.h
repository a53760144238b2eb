/* SPDX-License-Identifier: GPL-2.0-only */
/* Trace data of a recording: the AUX areas beside the rings. */
#ifndef PERF_RECORD_AREAS_H
#define PERF_RECORD_AREAS_H

#include <record/config.h>
#include <record/rings.h>

/**
 * perf_record_areas_map() - map the areas of those rings whose events trace
 * @rings: mapped rings
 * @config: how large, and what for
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_areas_map(struct perf_record_rings *rings,
			  const struct perf_record_config *config, struct perf_error *err);

/**
 * perf_record_area_drain() - write out the trace of a ring
 * @rings: rings
 * @index: which one. Different rings may be drained by different threads at a time
 * @newest: of an area that keeps the newest trace, whose event is disabled: bytes that are
 *	enough, 0: all
 * @writer: where to
 * @err: text
 *
 * Events that ended because there was no room go on, unless the recording has them stopped.
 *
 * Return: 1 if there was something, 0, or a negative errno.
 */
int perf_record_area_drain(struct perf_record_rings *rings, size_t index, uint64_t newest,
			   struct perf_data_writer *writer, struct perf_error *err);

/**
 * perf_record_areas_snapshot_begin() - let the areas stand still
 * @rings: rings
 */
void perf_record_areas_snapshot_begin(struct perf_record_rings *rings);

/**
 * perf_record_areas_snapshot_end() - write them out, let them go on
 * @rings: rings
 * @newest: bytes of each that are enough, 0: all
 * @writer: where to
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_areas_snapshot_end(struct perf_record_rings *rings, uint64_t newest,
				   struct perf_data_writer *writer, struct perf_error *err);

#endif /* PERF_RECORD_AREAS_H */
