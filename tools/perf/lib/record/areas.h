/* SPDX-License-Identifier: GPL-2.0-only */
/* Trace data of a recording: the AUX areas beside the rings. */
#ifndef PERF_RECORD_AREAS_H
#define PERF_RECORD_AREAS_H

#include <record/config.h>
#include <record/rings.h>

/**
 * perf_record_areas_map() - map an AUX area for each ring whose events trace
 * @rings: mapped rings
 * @config: @trace_pages and @trace_mode are used
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_areas_map(struct perf_record_rings *rings,
			  const struct perf_record_config *config, struct perf_error *error);

/**
 * perf_record_area_drain() - write out the trace data of a ring
 * @rings: rings
 * @index: index of the ring. Threads may drain different rings concurrently
 * @newest: an area in overwrite mode, whose event is disabled: write at most so many bytes, 0: all
 * @writer: output
 * @error: filled on failure
 *
 * Events that the kernel disabled for lack of room are enabled again, unless @rings->stopped.
 *
 * Return: 1 if data was written, 0 if there was none, or a negative errno.
 */
int perf_record_area_drain(struct perf_record_rings *rings, size_t index, uint64_t newest,
			   struct perf_data_writer *writer, struct perf_error *error);

/**
 * perf_record_areas_snapshot_begin() - disable all events that trace, so that areas do not change
 * @rings: rings
 */
void perf_record_areas_snapshot_begin(struct perf_record_rings *rings);

/**
 * perf_record_areas_snapshot_end() - write out all areas, then enable their events again
 * @rings: rings
 * @newest: write at most so many bytes of each area, 0: all
 * @writer: output
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_areas_snapshot_end(struct perf_record_rings *rings, uint64_t newest,
				   struct perf_data_writer *writer, struct perf_error *error);

#endif /* PERF_RECORD_AREAS_H */
