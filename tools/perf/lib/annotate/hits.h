/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples counted by instruction. */
#ifndef PERF_ANNOTATE_HITS_H
#define PERF_ANNOTATE_HITS_H

#include <stddef.h>
#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <model/machine.h>

/**
 * struct perf_hit - samples of one event at one address
 * @addr: address in the object
 * @event: index of the event
 * @nr: number of samples
 * @period: sum of their periods
 */
struct perf_hit {
	uint64_t addr;
	unsigned int event;
	uint64_t nr;
	uint64_t period;
};

/**
 * struct perf_hit_function - samples of one function
 * @dso: object
 * @symbol: function
 * @hits: samples by event and address, in order of first occurrence
 * @index: event and address to index in @hits + 1
 */
struct perf_hit_function {
	struct perf_dso *dso;
	struct perf_symbol *symbol;
	PERF_VEC(struct perf_hit) hits;
	struct perf_map index;
};

/* @nr samples and the sum of their periods, of one event. */
struct perf_hit_total {
	uint64_t nr;
	uint64_t period;
};

/**
 * struct perf_hits - samples of all functions
 * @functions: functions with samples
 * @totals: by event: all samples, with and without a symbol
 * @by_symbol: symbol to index in @functions + 1
 *
 * All zero is empty.
 */
struct perf_hits {
	PERF_VEC(struct perf_hit_function *) functions;
	PERF_VEC(struct perf_hit_total) totals;
	struct perf_map by_symbol;
};

/**
 * perf_hits_add() - count a sample
 * @hits: counts
 * @event: index of the event
 * @frame: frame of the sample
 * @period: period of the sample
 *
 * A sample without a symbol counts only in @hits->totals.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_hits_add(struct perf_hits *hits, unsigned int event, const struct perf_frame *frame,
		  uint64_t period);

/** perf_hits_of() - samples of one event in a function */
struct perf_hit_total perf_hits_of(const struct perf_hit_function *function,
				   unsigned int event);

/**
 * perf_hits_at() - samples of one event in a range of addresses of a function
 * @function: function
 * @event: index of the event
 * @start, @end: the range, such as an instruction; @end excluded
 */
struct perf_hit_total perf_hits_at(const struct perf_hit_function *function, unsigned int event,
				   uint64_t start, uint64_t end);

/** perf_hits_find() - samples of a function by its symbol, or NULL */
struct perf_hit_function *perf_hits_find(const struct perf_hits *hits,
					 const struct perf_symbol *symbol);

/** perf_hits_free() - free all */
void perf_hits_free(struct perf_hits *hits);

#endif /* PERF_ANNOTATE_HITS_H */
