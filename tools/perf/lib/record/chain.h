/* SPDX-License-Identifier: GPL-2.0-only */
/* Call chains: what people write to ask for them, and what that means for an event. */
#ifndef PERF_RECORD_CHAIN_H
#define PERF_RECORD_CHAIN_H

#include <base/error.h>
#include <event/spec.h>
#include <record/config.h>

/**
 * perf_record_chain_parse() - understand --call-graph
 * @config: result
 * @text: "fp" (or NULL), "dwarf", "dwarf,BYTES", "lbr" or "no"
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int perf_record_chain_parse(struct perf_record_config *config, const char *text,
			    struct perf_error *error);

/**
 * perf_record_chain_set() - set the attributes of an event that call chains need
 * @spec: the event; what its own terms say of call chains wins
 * @config: kind, size of stack, length and parts of the chains of other events
 * @err: text
 *
 * Return: 0 or a negative errno: -EOPNOTSUPP for what this architecture does not have.
 */
int perf_record_chain_set(struct perf_event_spec *spec, const struct perf_record_config *config,
			  struct perf_error *err);

#endif /* PERF_RECORD_CHAIN_H */
