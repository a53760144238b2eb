// SPDX-License-Identifier: GPL-2.0
/*
 * Names of the cache events in sysfs, as tools spell them: L1-dcache-load-misses.
 *
 * Owns nothing: pure functions over const tables. Context: any.
 */
#include <linux/kernel.h>
#include <linux/perf_event.h>

#include "names.h"

static const char *const perf_power_caches[] = {
	[PERF_COUNT_HW_CACHE_L1D]	= "L1-dcache",
	[PERF_COUNT_HW_CACHE_L1I]	= "L1-icache",
	[PERF_COUNT_HW_CACHE_LL]	= "LLC",
	[PERF_COUNT_HW_CACHE_DTLB]	= "dTLB",
	[PERF_COUNT_HW_CACHE_ITLB]	= "iTLB",
	[PERF_COUNT_HW_CACHE_BPU]	= "branch",
	[PERF_COUNT_HW_CACHE_NODE]	= "node",
};

/* By operation: the names of all accesses and of those that missed. */
static const char *const perf_power_ops[][PERF_COUNT_HW_CACHE_RESULT_MAX] = {
	[PERF_COUNT_HW_CACHE_OP_READ]		= { "loads", "load-misses" },
	[PERF_COUNT_HW_CACHE_OP_WRITE]		= { "stores", "store-misses" },
	[PERF_COUNT_HW_CACHE_OP_PREFETCH]	= { "prefetches", "prefetch-misses" },
};

/**
 * perf_power_cache_name() - name of a cache event
 * @cache:  enum perf_hw_cache_id
 * @op:     enum perf_hw_cache_op_id
 * @result: enum perf_hw_cache_op_result_id
 * @name:   filled in
 * @size:   of @name
 */
void perf_power_cache_name(unsigned int cache, unsigned int op, unsigned int result, char *name,
			   size_t size)
{
	snprintf(name, size, "%s-%s", perf_power_caches[cache], perf_power_ops[op][result]);
}
