// SPDX-License-Identifier: GPL-2.0
/*
 * perf_power_twin(): another counter's selector for the same event.
 *
 * Owns nothing: pure functions over const tables. Context: any.
 */
#include "twins.h"

static u64 perf_power_field(u64 code, u64 field)
{
	return (code & field) / (field & -field);
}

static u64 perf_power_with(u64 code, u64 field, u64 value)
{
	return (code & ~field) | value * (field & -field);
}

/**
 * perf_power_twin() - the code of the same event on another counter
 * @twins:        table of a processor
 * @code:         event code
 * @pmc_field:    bits of @code that name the counter
 * @select_field: bits of @code that are its selector
 *
 * All other fields of the code stay.
 *
 * Return: 0 if no row of @twins has the counter and the selector of @code.
 */
u64 perf_power_twin(const struct perf_power_twins *twins, u64 code, u64 pmc_field,
		    u64 select_field)
{
	u64 pmc = perf_power_field(code, pmc_field), select = perf_power_field(code, select_field);

	for (; twins->pmc; twins++) {
		if (twins->pmc == pmc && twins->select == select)
			return perf_power_with(perf_power_with(code, pmc_field, twins->other_pmc),
					       select_field, twins->other_select);
		if (twins->other_pmc == pmc && twins->other_select == select)
			return perf_power_with(perf_power_with(code, pmc_field, twins->pmc),
					       select_field, twins->select);
	}
	return 0;
}
