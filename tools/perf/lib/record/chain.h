/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call chains: perf_record_chain_parse() parses --call-graph, perf_record_chain_set() sets
 * attributes.
 */
#ifndef PERF_RECORD_CHAIN_H
#define PERF_RECORD_CHAIN_H

#include <base/error.h>
#include <event/spec.h>
#include <record/config.h>

/**
 * perf_record_chain_parse() - parse the argument of --call-graph
 * @config: result: @chain and @stack_size
 * @text: "fp" (or NULL), "dwarf", "dwarf,BYTES", "lbr" or "no"
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int perf_record_chain_parse(struct perf_record_config *config, const char *text,
			    struct perf_error *error);

/**
 * perf_record_chain_set() - set the attributes of an event that call chains need
 * @spec: the event; its own terms for call chains override @config
 * @config: kind, size of stack, length and parts of chains
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EOPNOTSUPP if this architecture does not support the kind.
 */
int perf_record_chain_set(struct perf_event_spec *spec, const struct perf_record_config *config,
			  struct perf_error *error);

#endif /* PERF_RECORD_CHAIN_H */
