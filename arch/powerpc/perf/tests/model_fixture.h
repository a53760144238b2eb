/* SPDX-License-Identifier: GPL-2.0 */
/* Used by the unit tests that assign counters to the events of a processor. */
#ifndef _ARCH_POWERPC_PERF_MODEL_FIXTURE_H
#define _ARCH_POWERPC_PERF_MODEL_FIXTURE_H

#include <kunit/test.h>

#include "model.h"

/* The selectors that a 64-bit processor has in MMCR0: @selects_in_mmcr0. */
#define PERF_MMCR0_SELECTS	(GENMASK_ULL(12, 8) | GENMASK_ULL(5, 1))

/* The ways to count an event; the test ends if there is none. */
static inline struct perf_power_demand *
perf_model_demand(struct kunit *test, const struct perf_power_model *model,
		  const struct perf_power_attrs *attrs)
{
	struct perf_power_demand *demand = kunit_kzalloc(test, sizeof(*demand), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, demand);
	KUNIT_ASSERT_EQ(test, perf_power_demand_init(model, attrs, demand), 0);
	return demand;
}

#endif /* _ARCH_POWERPC_PERF_MODEL_FIXTURE_H */
