// SPDX-License-Identifier: GPL-2.0
/*
 * Use of the event tables of processor families (struct perf_x86_model).
 *
 * perf_x86_model_apply() flattens a model and its bases into arrays of the PMU, once, so
 * that opening an event is a look-up. perf_x86_model_fault() checks a table by itself: a
 * test calls it for all of them, boot for the one in use.
 *
 * Owns: model, raw_mask, periods, extras, extra_counters, fixed, generic, cache and
 * offcore of struct perf_x86_pmu. No locks.
 * Context: boot, or a CPU that comes up; look-ups of a code: any.
 */
#include <linux/log2.h>
#include <linux/math.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "model.h"

#define PERF_X86_MOST_BASES	8

static bool perf_x86_is_listed(const u32 *known, u32 cpu)
{
	for (; known && *known; known++) {
		if (*known == cpu)
			return true;
	}
	return false;
}

/**
 * perf_x86_model_find - the model of a processor
 * @models: models to search, NULL ends them
 * @cpu:    cpuinfo_x86::x86_vfm
 *
 * Return: the model, NULL if none lists @cpu in its cpus.
 */
const struct perf_x86_model *perf_x86_model_find(const struct perf_x86_model *const *models,
						 u32 cpu)
{
	for (; *models; models++) {
		if (perf_x86_is_listed((*models)->cpus, cpu))
			return *models;
	}
	return NULL;
}

/**
 * perf_x86_model_find_small - the model of the small CPUs of a hybrid processor
 * @models: models to search, NULL ends them
 * @cpu:    cpuinfo_x86::x86_vfm
 *
 * Return: the model, NULL if none lists @cpu in its small.
 */
const struct perf_x86_model *perf_x86_model_find_small(const struct perf_x86_model *const *models,
						       u32 cpu)
{
	for (; *models; models++) {
		if (perf_x86_is_listed((*models)->small, cpu))
			return *models;
	}
	return NULL;
}

static u64 perf_x86_model_raw_mask(const struct perf_x86_model *model)
{
	unsigned int depth;

	for (depth = 0; !model->raw_mask && model->base && depth < PERF_X86_MOST_BASES; depth++)
		model = model->base;
	return model->raw_mask;
}

static u64 perf_x86_code_known(u64 code)
{
	return code == PERF_X86_NONE ? 0 : code;
}

static void perf_x86_apply_generic(struct perf_x86_pmu *pmu, const struct perf_x86_model *model)
{
	const struct perf_x86_generic_code *row;

	for (row = model->generic; row && row->code; row++)
		pmu->generic[row->id] = perf_x86_code_known(row->code);
}

static bool perf_x86_says_something(const struct perf_x86_cache_code *row)
{
	return row && (row->access || row->miss);
}

static void perf_x86_apply_cache(u64 (*codes)[PERF_COUNT_HW_CACHE_OP_MAX]
					     [PERF_COUNT_HW_CACHE_RESULT_MAX],
				 const struct perf_x86_cache_code *row)
{
	for (; perf_x86_says_something(row); row++) {
		u64 *code = codes[row->cache][row->op];

		if (row->access)
			code[PERF_COUNT_HW_CACHE_RESULT_ACCESS] = perf_x86_code_known(row->access);
		if (row->miss)
			code[PERF_COUNT_HW_CACHE_RESULT_MISS] = perf_x86_code_known(row->miss);
	}
}

static u64 perf_x86_all_extras(const struct perf_x86_extra *rows)
{
	const struct perf_x86_extra *row;
	u64 counters = 0;

	for (row = rows; row && row->code; row++)
		counters |= BIT_ULL(row - rows);
	return counters;
}

/* Operations that no processor has: -EINVAL instead of -ENOENT. */
static const struct perf_x86_cache_code perf_x86_no_operations[] = {
	PERF_X86_CACHE(L1I, WRITE, PERF_X86_NONSENSE, PERF_X86_NONSENSE),
	PERF_X86_CACHE(ITLB, WRITE, PERF_X86_NONSENSE, PERF_X86_NONSENSE),
	PERF_X86_CACHE(ITLB, PREFETCH, PERF_X86_NONSENSE, PERF_X86_NONSENSE),
	PERF_X86_CACHE(BPU, WRITE, PERF_X86_NONSENSE, PERF_X86_NONSENSE),
	PERF_X86_CACHE(BPU, PREFETCH, PERF_X86_NONSENSE, PERF_X86_NONSENSE),
	{ }
};

/**
 * perf_x86_model_apply - copy a model's events into a PMU
 * @pmu:   the PMU
 * @model: the model
 */
void perf_x86_model_apply(struct perf_x86_pmu *pmu, const struct perf_x86_model *model)
{
	const struct perf_x86_model *chain[PERF_X86_MOST_BASES], *base;
	const struct perf_x86_cache_code *offcore = NULL;
	unsigned int number = 0;

	pmu->model = model;
	pmu->raw_mask = perf_x86_model_raw_mask(model);
	pmu->periods = NULL;
	pmu->extras = NULL;
	pmu->fixed = NULL;
	pmu->topdown = NULL;
	pmu->transactions = NULL;
	pmu->shared = PERF_X86_SHARED_NONE;
	pmu->metrics = 0;
	for (base = model; base && number < PERF_X86_MOST_BASES; base = base->base)
		chain[number++] = base;
	for (base = model; base; base = base->base) {
		pmu->periods = pmu->periods ?: base->periods;
		pmu->extras = pmu->extras ?: base->extras;
		pmu->fixed = pmu->fixed ?: base->fixed;
		pmu->topdown = pmu->topdown ?: base->topdown;
		pmu->transactions = pmu->transactions ?: base->transactions;
		pmu->shared = pmu->shared ?: base->shared;
		pmu->metrics = pmu->metrics ?: base->metrics;
		offcore = offcore ?: base->offcore;
	}
	pmu->extra_counters = perf_x86_all_extras(pmu->extras);
	memset(pmu->offcore, 0, sizeof(pmu->offcore));
	perf_x86_apply_cache(pmu->offcore, offcore);
	perf_x86_apply_cache(pmu->cache, perf_x86_no_operations);
	while (number--) {
		perf_x86_apply_generic(pmu, chain[number]);
		perf_x86_apply_cache(pmu->cache, chain[number]->cache);
	}
}

/*
 * Counters that can count an event.
 */
static unsigned int perf_x86_limit_last(const struct perf_x86_limit *limit)
{
	return limit->last ?: limit->first;
}

static const struct perf_x86_limit *perf_x86_find_limit(const struct perf_x86_model *model,
							u64 code)
{
	unsigned int event = perf_x86_event_select(code), umask = perf_x86_unit_mask(code);
	const struct perf_x86_limit *limit;

	for (; model; model = model->base) {
		for (limit = model->limits; limit && limit->counters; limit++) {
			if (event >= limit->first && event <= perf_x86_limit_last(limit) &&
			    (limit->umask < 0 || limit->umask == umask))
				return limit;
		}
	}
	return NULL;
}

/* Fixed counters have no edge detection, inversion, threshold and the like. */
static u64 perf_x86_fixed_for(const struct perf_x86_fixed *row, u64 code)
{
	for (; row && row->code; row++) {
		if ((code & ~ARCH_PERFMON_EVENTSEL_ANY) == row->code)
			return BIT_ULL(INTEL_PMC_IDX_FIXED + row->counter);
	}
	return 0;
}

/*
 * Haswell: with HSW_IN_TX_CHECKPOINTED an aborted transaction's events are subtracted
 * again, on counter 2 only (SDM volume 3, "Performance Monitoring and Intel TSX"). On AMD
 * the bit is part of AMD64_EVENTSEL_EVENT.
 */
#define CHECKPOINT_COUNTER	BIT_ULL(2)

/**
 * perf_x86_is_checkpointed - is an event rolled back with an aborted transaction?
 * @pmu:  the PMU
 * @code: the event's code
 *
 * Return: true if it is.
 */
bool perf_x86_is_checkpointed(const struct perf_x86_pmu *pmu, u64 code)
{
	return (code & HSW_IN_TX_CHECKPOINTED) && !(pmu->raw_mask & PERF_X86_WIDE_EVENT);
}

static u64 perf_x86_extra_kind_counters(const struct perf_x86_pmu *pmu,
					enum perf_x86_extra_kind kind)
{
	const struct perf_x86_extra *row;
	u64 counters = 0;

	for (row = pmu->extras; row && row->code; row++) {
		if (row->kind == kind)
			counters |= BIT_ULL(row - pmu->extras);
	}
	return counters & pmu->extra_counters;
}

/* The counters whose rows are of the kind of @code; 0 if it needs no register. */
static u64 perf_x86_extra_counters(const struct perf_x86_pmu *pmu, u64 code)
{
	const struct perf_x86_extra *row;

	code &= ARCH_PERFMON_EVENTSEL_EVENT | ARCH_PERFMON_EVENTSEL_UMASK;
	for (row = pmu->extras; row && row->code; row++) {
		if (row->code == code)
			return perf_x86_extra_kind_counters(pmu, row->kind);
	}
	return 0;
}

/* Does an event need a value in one more register? */
static bool perf_x86_has_extra(const struct perf_x86_pmu *pmu, u64 code)
{
	return perf_x86_extra_counters(pmu, code);
}

/**
 * perf_x86_has_extra_kind - can events of a kind be counted?
 * @pmu:  the PMU
 * @kind: the kind
 *
 * Return: false if the processor lacks their registers.
 */
bool perf_x86_has_extra_kind(const struct perf_x86_pmu *pmu, enum perf_x86_extra_kind kind)
{
	return perf_x86_extra_kind_counters(pmu, kind);
}

/* The counters whose extra register can hold a value. */
static u64 perf_x86_extra_accept(const struct perf_x86_pmu *pmu, u64 value)
{
	const struct perf_x86_extra *row;
	u64 counters = 0;

	for (row = pmu->extras; row && row->code; row++) {
		if (!(value & ~row->bits))
			counters |= BIT_ULL(row - pmu->extras);
	}
	return counters;
}

/* Valid bits of FRONTEND_RETIRED's register with another event; 0: the event does not use it. */
static u64 perf_x86_frontend_bits(const struct perf_x86_pmu *pmu, u64 code)
{
	const struct perf_x86_model *model;
	const struct perf_x86_frontend *row;
	unsigned int depth;

	code &= ARCH_PERFMON_EVENTSEL_EVENT | ARCH_PERFMON_EVENTSEL_UMASK;
	for (model = pmu->model, depth = 0; model && depth <= PERF_X86_MOST_BASES;
	     model = model->base, depth++) {
		for (row = model->frontend; row && row->code; row++) {
			if (row->code == code)
				return row->bits;
		}
	}
	return 0;
}

/**
 * perf_x86_takes_extra - does an event use one more register?
 * @pmu:   the PMU
 * @code:  the event's code
 * @value: attr.config1
 *
 * Return: true if it does, so that perf_x86_extra_allowed() has its counters.
 */
bool perf_x86_takes_extra(const struct perf_x86_pmu *pmu, u64 code, u64 value)
{
	return perf_x86_has_extra(pmu, code) || (value && perf_x86_frontend_bits(pmu, code));
}

/**
 * perf_x86_extra_allowed - the counters of an event that uses one more register
 * @pmu:   the PMU
 * @code:  the event's code
 * @value: value of the register
 *
 * Return: mask of counters; 0: no register can hold @value.
 */
u64 perf_x86_extra_allowed(const struct perf_x86_pmu *pmu, u64 code, u64 value)
{
	u64 bits = perf_x86_frontend_bits(pmu, code);

	if (!bits)
		return perf_x86_model_counters(pmu, code) & perf_x86_extra_accept(pmu, value);
	return value & ~bits ? 0 : perf_x86_extra_kind_counters(pmu, PERF_X86_FRONTEND);
}

/* Bits of perf_x86_limit::counters that are no counters. */
#define PERF_X86_LIMIT_FLAGS	(PERF_X86_NOWHERE | PERF_X86_SHARED | PERF_X86_PAIR)

/**
 * perf_x86_model_counters - the counters that can count an event
 * @pmu:  the PMU
 * @code: the event's code
 *
 * Return: mask of counters, 0 if there is none.
 */
u64 perf_x86_model_counters(const struct perf_x86_pmu *pmu, u64 code)
{
	const struct perf_x86_limit *limit = perf_x86_find_limit(pmu->model, code);
	u64 counters = GENMASK_ULL(PERF_X86_GENERAL - 1, 0);

	if (perf_x86_has_extra(pmu, code))
		counters = perf_x86_extra_counters(pmu, code);
	else if (limit)
		counters = limit->counters & ~PERF_X86_LIMIT_FLAGS;
	if (perf_x86_is_checkpointed(pmu, code))
		counters &= CHECKPOINT_COUNTER;
	if (pmu->regs.fixed_select)
		counters |= perf_x86_fixed_for(pmu->fixed, code);
	return counters & pmu->counters;
}

/**
 * perf_x86_is_pair - does an event need a pair of counters?
 * @pmu:  the PMU
 * @code: the event's code
 *
 * Context: any.
 * Return: true if it does; perf_x86_model_counters() then returns the lower ones.
 */
bool perf_x86_is_pair(const struct perf_x86_pmu *pmu, u64 code)
{
	const struct perf_x86_limit *limit = perf_x86_find_limit(pmu->model, code);

	return limit && (limit->counters & PERF_X86_PAIR);
}

/**
 * perf_x86_is_shared - does an event use a register that other CPUs use as well?
 * @pmu:  the PMU
 * @code: the event's code
 *
 * Return: true if it does.
 */
bool perf_x86_is_shared(const struct perf_x86_pmu *pmu, u64 code)
{
	const struct perf_x86_limit *limit;

	switch (pmu->shared) {
	case PERF_X86_SHARED_CORE:
		return perf_x86_has_extra(pmu, code);
	case PERF_X86_SHARED_NODE:
		limit = perf_x86_find_limit(pmu->model, code);
		return limit && (limit->counters & PERF_X86_SHARED);
	default:
		return false;
	}
}

/**
 * perf_x86_model_period - how far before its overflow a counter is set
 * @pmu:  the PMU, its periods not NULL
 * @code: the event's code
 * @left: events that are left of the period
 *
 * Context: any.
 * Return: @left, but at least perf_x86_period::least, rounded down to a multiple of
 * perf_x86_period::align.
 */
s64 perf_x86_model_period(const struct perf_x86_pmu *pmu, u64 code, s64 left)
{
	const struct perf_x86_period *row;

	code &= ARCH_PERFMON_EVENTSEL_EVENT | ARCH_PERFMON_EVENTSEL_UMASK;
	for (row = pmu->periods; row->least; row++) {
		if (row->code && row->code != code)
			continue;
		left = max_t(s64, left, row->least);
		return row->align ? round_down(left, row->align) : left;
	}
	return left;
}

/*
 * Checking a table.
 */
static bool perf_x86_code_is_raw(u64 code, u64 raw_mask)
{
	return code >= PERF_X86_NONE || !(code & ~raw_mask);
}

static const char *perf_x86_generic_fault(const struct perf_x86_generic_code *rows, u64 raw_mask)
{
	const struct perf_x86_generic_code *row, *other;

	for (row = rows; row && row->code; row++) {
		if (row->id >= PERF_COUNT_HW_MAX)
			return "a generic event that does not exist";
		if (!perf_x86_code_is_raw(row->code, raw_mask))
			return "a generic event with bits that are not for events";
		for (other = rows; other < row; other++) {
			if (other->id == row->id)
				return "a generic event twice";
		}
	}
	return NULL;
}

static const char *perf_x86_cache_fault(const struct perf_x86_cache_code *rows, u64 raw_mask)
{
	const struct perf_x86_cache_code *row, *other;

	for (row = rows; perf_x86_says_something(row); row++) {
		if (row->cache >= PERF_COUNT_HW_CACHE_MAX || row->op >= PERF_COUNT_HW_CACHE_OP_MAX)
			return "a cache event that does not exist";
		if (!perf_x86_code_is_raw(row->access, raw_mask) ||
		    !perf_x86_code_is_raw(row->miss, raw_mask))
			return "a cache event with bits that are not for events";
		for (other = rows; other < row; other++) {
			if (other->cache == row->cache && other->op == row->op)
				return "a cache event twice";
		}
	}
	return NULL;
}

static bool perf_x86_limit_covers(const struct perf_x86_limit *limit,
				  const struct perf_x86_limit *other)
{
	return limit->first <= other->first &&
	       perf_x86_limit_last(limit) >= perf_x86_limit_last(other) &&
	       (limit->umask < 0 || limit->umask == other->umask);
}

static const char *perf_x86_limits_fault(const struct perf_x86_limit *rows)
{
	const struct perf_x86_limit *row, *other;

	for (row = rows; row && row->counters; row++) {
		if (row->first > perf_x86_limit_last(row) || perf_x86_limit_last(row) > 0xfff ||
		    row->umask > 0xff)
			return "a limit for events that do not exist";
		if (row->counters & ~(PERF_X86_LIMIT_FLAGS | GENMASK_ULL(PERF_X86_GENERAL - 1, 0)))
			return "a limit to counters that are not general";
		/* perf_assign_add_pair() moves at most one event, to any counter. */
		if ((row->counters ^ rows->counters) & PERF_X86_PAIR)
			return "a pair of counters beside other limits";
		for (other = rows; other < row; other++) {
			if (perf_x86_limit_covers(other, row))
				return "a limit that an earlier one hides";
		}
	}
	return NULL;
}

static const char *perf_x86_periods_fault(const struct perf_x86_period *rows)
{
	const struct perf_x86_period *row;

	for (row = rows; row && row->least; row++) {
		if (row->align && (!is_power_of_2(row->align) || row->least % row->align))
			return "a shortest period that is none";
		if (row > rows && !row[-1].code)
			return "a period that an earlier one hides";
	}
	return NULL;
}

static const char *perf_x86_extras_fault(const struct perf_x86_model *part)
{
	const struct perf_x86_extra *row, *other;

	for (row = part->extras; row && row->code; row++) {
		for (other = part->extras; other < row; other++) {
			if (other->code == row->code || other->msr == row->msr)
				return "a register for two counters";
		}
		if (!row->bits)
			return "a register without bits";
	}
	return NULL;
}

/**
 * perf_x86_model_fault - check a model and its bases
 * @model: the model
 *
 * Return: text of the first fault, or NULL.
 */
const char *perf_x86_model_fault(const struct perf_x86_model *model)
{
	const u64 raw_mask = perf_x86_model_raw_mask(model);
	const struct perf_x86_model *part;
	const char *fault;
	unsigned int depth = 0;

	if (!raw_mask)
		return "no bits for events";
	for (part = model; part; part = part->base) {
		if (++depth > PERF_X86_MOST_BASES)
			return "too many bases, or a circle of them";
		if (!part->name)
			return "no name";
		fault = perf_x86_generic_fault(part->generic, raw_mask) ?:
			perf_x86_cache_fault(part->cache, raw_mask) ?:
			perf_x86_cache_fault(part->offcore, U64_MAX) ?:
			perf_x86_limits_fault(part->limits) ?:
			perf_x86_periods_fault(part->periods) ?:
			perf_x86_extras_fault(part);
		if (fault)
			return fault;
	}
	return NULL;
}
