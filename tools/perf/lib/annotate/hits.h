/* SPDX-License-Identifier: GPL-2.0 */
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
int perf_hits_add(struct perf_hits *hits, unsigned int event, const struct perf_frame *frame,
		  uint64_t period);
struct perf_hit_total perf_hits_of(const struct perf_hit_function *function,
				   unsigned int event);
struct perf_hit_total perf_hits_at(const struct perf_hit_function *function, unsigned int event,
				   uint64_t start, uint64_t end);
struct perf_hit_function *perf_hits_find(const struct perf_hits *hits,
					 const struct perf_symbol *symbol);
void perf_hits_free(struct perf_hits *hits);

#endif /* PERF_ANNOTATE_HITS_H */
