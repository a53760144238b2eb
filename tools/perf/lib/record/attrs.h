/* SPDX-License-Identifier: GPL-2.0-only */
/* From what is to be recorded to the attributes of the events. */
#ifndef PERF_RECORD_ATTRS_H
#define PERF_RECORD_ATTRS_H

#include <base/error.h>
#include <event/spec.h>
#include <record/config.h>

/**
 * perf_record_attrs() - set the attributes of events to be recorded
 * @list: at least one event. An event without counts is added where side-band records
 *	need one of their own
 * @config: what is to be recorded
 * @max_freq: what the kernel allows, 0 if not known
 * @err: text
 *
 * Return: 0 or a negative errno: -EINVAL for what contradicts itself.
 */
int perf_record_attrs(struct perf_event_list *list, const struct perf_record_config *config,
		      uint64_t max_freq, struct perf_error *err);

/**
 * perf_record_maps_data() - are mappings that hold no code recorded too?
 * @list: events, with their attributes
 * @config: what is to be recorded
 *
 * They are where data addresses lie; and some readers look there for the tables that
 * unwinding needs, which linkers put outside of the code.
 */
bool perf_record_maps_data(const struct perf_event_list *list,
			   const struct perf_record_config *config);

/**
 * perf_record_attr_each() - sample each hit of an event, unless it says how often
 * @spec: event; period and rate are set
 */
void perf_record_attr_each(struct perf_event_spec *spec);

/** perf_record_program_alone() - is it a program to be run, not what runs already? */
bool perf_record_program_alone(const struct perf_record_config *config);

#endif /* PERF_RECORD_ATTRS_H */
