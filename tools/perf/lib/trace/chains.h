/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Call chains of a trace: the machine that resolves their addresses, and their text.
 */
#ifndef PERF_TRACE_CHAINS_H
#define PERF_TRACE_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <base/str.h>
#include <data/reader.h>
#include <data/sample.h>

struct perf_trace_chains;
struct perf_trace_chains *perf_trace_chains_create(const struct perf_data_env *env, bool live,
						   size_t max);
void perf_trace_chains_free(struct perf_trace_chains *chains);
bool perf_trace_chains_unwinds(const struct perf_trace_chains *chains);
int perf_trace_chains_record(struct perf_trace_chains *chains,
			     const struct perf_data_record *record);
long perf_trace_chain(struct perf_trace_chains *chains, const struct perf_sample *sample,
		      bool kernel, const struct perf_str **text);
int perf_trace_put_code(struct perf_trace_chains *chains, const struct perf_sample *sample,
			struct perf_str *text);
int perf_trace_put_data(struct perf_trace_chains *chains, const struct perf_sample *sample,
			struct perf_str *text);

#endif /* PERF_TRACE_CHAINS_H */
