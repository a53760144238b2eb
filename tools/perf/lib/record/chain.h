/* SPDX-License-Identifier: GPL-2.0-only */
/* What people write to ask for call chains. */
#ifndef PERF_RECORD_CHAIN_H
#define PERF_RECORD_CHAIN_H

#include <base/error.h>
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

#endif /* PERF_RECORD_CHAIN_H */
