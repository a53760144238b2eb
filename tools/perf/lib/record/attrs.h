/* SPDX-License-Identifier: GPL-2.0-only */
/* Event attributes from a struct perf_record_config. */
#ifndef PERF_RECORD_ATTRS_H
#define PERF_RECORD_ATTRS_H

#include <base/error.h>
#include <event/spec.h>
#include <record/config.h>

/**
 * perf_record_attrs() - set the attributes of events to be recorded
 * @list: at least one event. A dummy event is appended if side-band records need one
 * @config: recording options
 * @max_freq: highest sampling frequency that the kernel allows, in Hz; 0: unknown
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EINVAL for contradictory options.
 */
int perf_record_attrs(struct perf_event_list *list, const struct perf_record_config *config,
		      uint64_t max_freq, struct perf_error *error);

/**
 * perf_record_maps_data() - are mappings without code recorded too?
 * @list: events, with their attributes
 * @config: recording options
 *
 * Addresses of PERF_SAMPLE_ADDR lie in these mappings, and tables for PERF_SAMPLE_STACK_USER, which
 * linkers put outside of the code.
 */
bool perf_record_maps_data(const struct perf_event_list *list,
			   const struct perf_record_config *config);

/**
 * perf_record_attr_each() - sample each hit of an event, unless its terms set a period or frequency
 * @spec: event; its period or frequency is set
 */
void perf_record_attr_each(struct perf_event_spec *spec);

/**
 * perf_record_program_alone() - is @config->argv the only target, without CPUs, pids, tids or user?
 */
bool perf_record_program_alone(const struct perf_record_config *config);

#endif /* PERF_RECORD_ATTRS_H */
