/* SPDX-License-Identifier: GPL-2.0 */
/* Event attributes from a struct perf_record_config. */
#ifndef PERF_RECORD_ATTRS_H
#define PERF_RECORD_ATTRS_H

#include <base/error.h>
#include <event/spec.h>
#include <record/config.h>

int perf_record_attrs(struct perf_event_list *list, const struct perf_record_config *config,
		      uint64_t max_freq, struct perf_error *error);
bool perf_record_maps_data(const struct perf_event_list *list,
			   const struct perf_record_config *config);
void perf_record_attr_each(struct perf_event_spec *spec);
bool perf_record_program_alone(const struct perf_record_config *config);

#endif /* PERF_RECORD_ATTRS_H */
