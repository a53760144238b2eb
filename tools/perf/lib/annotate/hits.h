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
 * @addr: in the object
 * @event: index of the event
 * @nr: how many
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
 * @hits: in the order in which they were first seen
 */
struct perf_hit_function {
	struct perf_dso *dso;
	struct perf_symbol *symbol;
	PERF_VEC(struct perf_hit) hits;
	struct perf_map index;
};

/* Sums over all functions, with and without a symbol. */
struct perf_hit_total {
	uint64_t nr;
	uint64_t period;
};

/**
 * struct perf_hits - samples of all functions
 * @functions: those that were hit
 * @totals: by event
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
 * @frame: where it was
 * @period: events it stands for
 *
 * A sample without a symbol counts in the total only.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_hits_add(struct perf_hits *hits, unsigned int event, const struct perf_frame *frame,
		  uint64_t period);

/** perf_hits_of() - what one event has in a function */
struct perf_hit_total perf_hits_of(const struct perf_hit_function *function,
				   unsigned int event);

/**
 * perf_hits_at() - what one event has in a range of addresses of a function
 * @function: function
 * @event: index of the event
 * @start, @end: the range: an instruction
 */
struct perf_hit_total perf_hits_at(const struct perf_hit_function *function, unsigned int event,
				   uint64_t start, uint64_t end);

/** perf_hits_find() - a function's samples by its symbol, or NULL */
struct perf_hit_function *perf_hits_find(const struct perf_hits *hits,
					 const struct perf_symbol *symbol);

/** perf_hits_free() - free all */
void perf_hits_free(struct perf_hits *hits);

#endif /* PERF_ANNOTATE_HITS_H */
