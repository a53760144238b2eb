/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Call chains: perf_record_chain_parse() parses --call-graph, perf_record_chain_set() sets
 * attributes.
 */
#ifndef PERF_RECORD_CHAIN_H
#define PERF_RECORD_CHAIN_H

#include <base/error.h>
#include <event/spec.h>
#include <record/config.h>

int perf_record_chain_parse(struct perf_record_config *config, const char *text,
			    struct perf_error *error);
int perf_record_chain_set(struct perf_event_spec *spec, const struct perf_record_config *config,
			  struct perf_error *error);

#endif /* PERF_RECORD_CHAIN_H */
