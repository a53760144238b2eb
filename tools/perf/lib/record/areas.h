/* SPDX-License-Identifier: GPL-2.0 */
/* Trace data of a recording: the AUX areas beside the rings. */
#ifndef PERF_RECORD_AREAS_H
#define PERF_RECORD_AREAS_H

#include <record/config.h>
#include <record/rings.h>

int perf_record_areas_map(struct perf_record_rings *rings,
			  const struct perf_record_config *config, struct perf_error *error);
int perf_record_area_drain(struct perf_record_rings *rings, size_t index, uint64_t newest,
			   struct perf_data_writer *writer, struct perf_error *error);
void perf_record_areas_snapshot_begin(struct perf_record_rings *rings);
int perf_record_areas_snapshot_end(struct perf_record_rings *rings, uint64_t newest,
				   struct perf_data_writer *writer, struct perf_error *error);

#endif /* PERF_RECORD_AREAS_H */
