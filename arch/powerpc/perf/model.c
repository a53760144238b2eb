// SPDX-License-Identifier: GPL-2.0
/*
 * Attributes to event codes, and codes to the counters and fields they need.
 *
 * These functions hold for every processor; the differences are in its struct
 * perf_power_model.
 *
 * Owns nothing: pure functions over const tables. Context: any.
 */
#include <linux/errno.h>
#include <linux/nospec.h>
#include <linux/perf/cache_config.h>

#include "model.h"

static int perf_power_check_code(u64 code)
{
	if (code == PERF_POWER_NONSENSE)
		return -EINVAL;
	return code ? 0 : -EOPNOTSUPP;
}

/**
 * perf_power_generic_code() - code of a generic event
 * @model:  processor
 * @config: enum perf_hw_id
 * @code:   set
 *
 * Return: 0; -EOPNOTSUPP: @model does not count it, or there is no such event.
 */
int perf_power_generic_code(const struct perf_power_model *model, u64 config, u64 *code)
{
	if (config >= PERF_COUNT_HW_MAX)
		return -EOPNOTSUPP;
	/* array_index_nospec() cannot clamp an index wider than a long. */
	*code = model->generic[array_index_nospec((unsigned long)config, PERF_COUNT_HW_MAX)];
	return perf_power_check_code(*code);
}

/**
 * perf_power_cache_code() - code of a cache event
 * @model:  processor
 * @config: attr.config, for perf_cache_config_code()
 * @code:   set
 *
 * Return: 0; -EINVAL: @config has no meaning; -EOPNOTSUPP: @model does not count it.
 */
int perf_power_cache_code(const struct perf_power_model *model, u64 config, u64 *code)
{
	return perf_cache_config_code(model->cache, config, code) ?: perf_power_check_code(*code);
}

/**
 * perf_power_raw_code() - check a raw event code
 * @model:   processor
 * @config:  attr.config
 * @config1: attr.config1
 * @code:    set
 *
 * Return: 0; -EOPNOTSUPP: @config requests event-based branches, which @model does not have;
 * -EINVAL: bits that @model has no use for.
 */
int perf_power_raw_code(const struct perf_power_model *model, u64 config, u64 config1, u64 *code)
{
	/* On processors of other families the bit has no meaning. */
	const u64 ebb = IS_ENABLED(CONFIG_PPC_BOOK3S_64) ?
			BIT_ULL(PERF_EVENT_CONFIG_EBB_SHIFT) : 0;

	if ((config & ebb) && !model->has_ebb)
		return -EOPNOTSUPP;
	config &= ~ebb;
	if ((config & ~model->code_bits) || (config1 & ~model->config1_bits))
		return -EINVAL;
	*code = config;
	return 0;
}

static bool perf_power_is_broken(const struct perf_power_model *model, u64 code)
{
	const u32 *broken;

	for (broken = model->broken; broken && *broken; broken++) {
		if (*broken == code)
			return true;
	}
	return false;
}

static bool perf_power_demand_add(const struct perf_power_model *model, u64 code, u64 config1,
				  struct perf_power_demand *demand)
{
	struct perf_power_choice *choice = &demand->choice[demand->number];

	*choice = (struct perf_power_choice) { .code = code };
	if (perf_power_is_broken(model, code) || model->choose(model, config1, choice))
		return false;
	demand->number++;
	return true;
}

/* Append the code that @find() returns for each choice, after all choices: it is tried last. */
static void perf_power_demand_add_others(const struct perf_power_model *model,
					 u64 (*find)(u64 code), u64 config1,
					 struct perf_power_demand *demand)
{
	unsigned int i, number = find ? demand->number : 0;
	u64 other;

	for (i = 0; i < number; i++) {
		other = find(demand->choice[i].code);
		if (other)
			perf_power_demand_add(model, other, config1, demand);
	}
}

/* Append the other codes of the row of @equal that has @code. */
static void perf_power_demand_add_equal(const struct perf_power_model *model,
					const u64 (*equal)[PERF_POWER_EQUALS], unsigned int rows,
					u64 code, u64 config1, struct perf_power_demand *demand)
{
	unsigned int row, i, other;

	for (row = 0; row < rows; row++) {
		for (i = 0; i < PERF_POWER_EQUALS && equal[row][i]; i++) {
			if (equal[row][i] == code)
				break;
		}
		if (i == PERF_POWER_EQUALS || !equal[row][i])
			continue;
		for (other = 0; other < PERF_POWER_EQUALS && equal[row][other]; other++) {
			if (other != i)
				perf_power_demand_add(model, equal[row][other], config1, demand);
		}
		break;
	}
}

/**
 * perf_power_demand_init() - all the ways to count an event
 * @model:  processor
 * @attrs:  the event's attributes, with the requested code
 * @demand: filled in, @attrs->code first
 *
 * Return: 0; -EINVAL: @attrs->code cannot be counted.
 */
int perf_power_demand_init(const struct perf_power_model *model,
			   const struct perf_power_attrs *attrs, struct perf_power_demand *demand)
{
	unsigned int i, number;

	demand->number = 0;
	if (!perf_power_demand_add(model, attrs->code, attrs->config1, demand))
		return -EINVAL;

	perf_power_demand_add_equal(model, model->equal, model->equals, attrs->code,
				    attrs->config1, demand);
	number = attrs->in_task ? demand->number : 0;
	for (i = 0; i < number; i++)
		perf_power_demand_add_equal(model, model->equal_in_task, model->equals_in_task,
					    demand->choice[i].code, attrs->config1, demand);
	perf_power_demand_add_others(model, model->other_way, attrs->config1, demand);
	perf_power_demand_add_others(model, model->other_route, attrs->config1, demand);
	return 0;
}
