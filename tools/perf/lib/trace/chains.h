/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_trace_chains_create() - create an empty machine for call chains
 * @env: environment in the header of a recording; all zero for this machine
 * @live: the traced processes run on this machine, now
 * @max: most frames of a chain, 0 for the default
 *
 * Return: the chains, to be freed with perf_trace_chains_free(); NULL if memory ran out.
 */
struct perf_trace_chains *perf_trace_chains_create(const struct perf_data_env *env, bool live,
						   size_t max);

/** perf_trace_chains_free() - free @chains, which may be NULL */
void perf_trace_chains_free(struct perf_trace_chains *chains);

/** perf_trace_chains_unwinds() - test whether this build can unwind copies of stacks */
bool perf_trace_chains_unwinds(const struct perf_trace_chains *chains);

/**
 * perf_trace_chains_record() - apply a side-band record: processes, names, mappings
 * @chains: chains
 * @record: the record; records must come in the order of time
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_chains_record(struct perf_trace_chains *chains,
			     const struct perf_data_record *record);

/**
 * perf_trace_chain() - format the call chain of a sample
 * @chains: chains, with all records before the sample applied
 * @sample: decoded sample
 * @kernel: include the kernel's part
 * @text: set to the text: a line for each frame, and for each function inlined into it,
 *	innermost first. Valid until the next call
 *
 * Return: number of lines, 0 if the sample has no chain; -ENOMEM.
 */
long perf_trace_chain(struct perf_trace_chains *chains, const struct perf_sample *sample,
		      bool kernel, const struct perf_str **text);

/**
 * perf_trace_put_code() - add the code location of a sample: "function+0x12", or an address
 * @chains: chains, with all records before the sample applied
 * @sample: decoded sample
 * @text: the location is added
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_put_code(struct perf_trace_chains *chains, const struct perf_sample *sample,
			struct perf_str *text);

/**
 * perf_trace_put_data() - add the location of a sample's data address: "file@0x12 (d.)"
 * @chains: chains, with all records before the sample applied
 * @sample: decoded sample
 * @text: the location is added
 *
 * The letters in brackets: d data, x code, ? unknown; then . for a program, k in the kernel.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_put_data(struct perf_trace_chains *chains, const struct perf_sample *sample,
			struct perf_str *text);

#endif /* PERF_TRACE_CHAINS_H */
