/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call chains of what is traced: the machine that their addresses are of, and their text.
 */
#ifndef PERF_TRACE_CHAINS_H
#define PERF_TRACE_CHAINS_H

#include <stdbool.h>
#include <stddef.h>
#include <base/str.h>
#include <data/reader.h>
#include <data/sample.h>

struct perf_trace_chains;

/**
 * perf_trace_chains_create() - begin with a machine of which nothing is known yet
 * @env: what is known of the machine of a recording; all zero for this machine
 * @live: its processes run here and now
 * @max: most frames of a chain, 0 for the default
 *
 * Return: free with perf_trace_chains_free(); NULL without memory.
 */
struct perf_trace_chains *perf_trace_chains_create(const struct perf_data_env *env, bool live,
						   size_t max);

/** perf_trace_chains_free() - free; @chains may be NULL */
void perf_trace_chains_free(struct perf_trace_chains *chains);

/** perf_trace_chains_unwinds() - can this build unwind copies of stacks? */
bool perf_trace_chains_unwinds(const struct perf_trace_chains *chains);

/**
 * perf_trace_chains_record() - a record that is no sample: processes, names, mappings
 * @chains: chains
 * @record: records must come in the order of time
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_chains_record(struct perf_trace_chains *chains,
			     const struct perf_data_record *record);

/**
 * perf_trace_chain() - the call chain of a sample
 * @chains: chains
 * @sample: taken apart, with the machine as it was then
 * @kernel: the kernel's part too
 * @text: result: a line for each frame, and for each function that was inlined into it,
 *	innermost first; what it held is gone. Valid until the next call
 *
 * Return: number of lines, 0 if the sample has no chain; -ENOMEM.
 */
long perf_trace_chain(struct perf_trace_chains *chains, const struct perf_sample *sample,
		      bool kernel, const struct perf_str **text);

/**
 * perf_trace_put_code() - add where a sample was: "function+0x12", or an address
 * @chains: chains
 * @sample: taken apart, with the machine as it was then
 * @text: added to
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_put_code(struct perf_trace_chains *chains, const struct perf_sample *sample,
			struct perf_str *text);

/**
 * perf_trace_put_data() - add what the address of a sample is of: "file@0x12 (d.)"
 * @chains: chains
 * @sample: as for perf_trace_put_code()
 * @text: added to
 *
 * The letters in brackets: d data, x code, ? unknown; then . of a program, k while in the kernel.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_put_data(struct perf_trace_chains *chains, const struct perf_sample *sample,
			struct perf_str *text);

#endif /* PERF_TRACE_CHAINS_H */
