// SPDX-License-Identifier: GPL-2.0
/* Samples counted by instruction. */
#include <errno.h>
#include <annotate/hits.h>

/* Keys of perf_hit_function.index: the event in the low bits, the offset from the symbol above. */
#define EVENT_BITS	10

static struct perf_hit_function *get_function(struct perf_hits *hits,
					      const struct perf_frame *frame)
{
	struct perf_hit_function **slot, *made;
	uint64_t *value;
	bool added;

	value = perf_map_put(&hits->by_symbol, (uintptr_t)frame->symbol, &added);
	if (!value)
		return NULL;
	if (*value)
		return hits->functions.at[*value - 1];
	made = calloc(1, sizeof(*made));
	slot = made ? perf_vec_push(&hits->functions) : NULL;
	if (!slot) {
		free(made);
		return NULL;
	}
	made->dso = frame->dso;
	made->symbol = frame->symbol;
	*slot = made;
	*value = hits->functions.count;
	return made;
}

static struct perf_hit *get_hit(struct perf_hit_function *function, unsigned int event,
				uint64_t addr)
{
	uint64_t key = (addr - function->symbol->start) << EVENT_BITS | event, *value;
	struct perf_hit *hit;
	bool added;

	value = perf_map_put(&function->index, key, &added);
	if (!value)
		return NULL;
	if (*value)
		return &function->hits.at[*value - 1];
	hit = perf_vec_push(&function->hits);
	if (!hit)
		return NULL;
	hit->addr = addr;
	hit->event = event;
	*value = function->hits.count;
	return hit;
}

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
		  uint64_t period)
{
	struct perf_hit_function *function;
	struct perf_hit *hit;

	while (hits->totals.count <= event)
		if (!perf_vec_push(&hits->totals))
			return -ENOMEM;
	hits->totals.at[event].nr++;
	hits->totals.at[event].period += period;
	if (!frame->symbol)
		return 0;
	function = get_function(hits, frame);
	hit = function ? get_hit(function, event, frame->addr) : NULL;
	if (!hit)
		return -ENOMEM;
	hit->nr++;
	hit->period += period;
	return 0;
}

/** perf_hits_of() - samples of one event in a function */
struct perf_hit_total perf_hits_of(const struct perf_hit_function *function, unsigned int event)
{
	return perf_hits_at(function, event, 0, UINT64_MAX);
}

/**
 * perf_hits_at() - samples of one event in a range of addresses of a function
 * @function: function
 * @event: index of the event
 * @start, @end: the range, such as an instruction; @end excluded
 */
struct perf_hit_total perf_hits_at(const struct perf_hit_function *function, unsigned int event,
				   uint64_t start, uint64_t end)
{
	struct perf_hit_total total = { 0 };
	const struct perf_hit *hit;

	perf_vec_each(&function->hits, hit) {
		if (hit->event != event || hit->addr < start || hit->addr >= end)
			continue;
		total.nr += hit->nr;
		total.period += hit->period;
	}
	return total;
}

/** perf_hits_find() - samples of a function by its symbol, or NULL */
struct perf_hit_function *perf_hits_find(const struct perf_hits *hits,
					 const struct perf_symbol *symbol)
{
	uint64_t value;

	if (!perf_map_get(&hits->by_symbol, (uintptr_t)symbol, &value) || !value)
		return NULL;
	return hits->functions.at[value - 1];
}

/** perf_hits_free() - free all */
void perf_hits_free(struct perf_hits *hits)
{
	size_t i;

	for (i = 0; i < hits->functions.count; i++) {
		perf_vec_free(&hits->functions.at[i]->hits);
		perf_map_free(&hits->functions.at[i]->index);
		free(hits->functions.at[i]);
	}
	perf_vec_free(&hits->functions);
	perf_vec_free(&hits->totals);
	perf_map_free(&hits->by_symbol);
}
