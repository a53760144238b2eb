// SPDX-License-Identifier: GPL-2.0
/*
 * Decoding attr.config of an event of type PERF_TYPE_HW_CACHE.
 *
 * The layout is user ABI: bits 0 to 7 are an enum perf_hw_cache_id, bits 8 to 15 an enum
 * perf_hw_cache_op_id, bits 16 to 23 an enum perf_hw_cache_op_result_id; all others must be 0.
 *
 * Owns nothing. Context: any.
 */
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/nospec.h>
#include <linux/perf/cache_config.h>

/**
 * perf_cache_config_code() - look up a cache event in a driver's table
 * @codes:  the driver's code of each cache, operation and result
 * @config: attr.config
 * @code:   set if 0 is returned
 *
 * @config comes from user space, so each index is clamped against speculation.
 *
 * Return: 0; -EINVAL: @config names no cache, operation or result.
 */
int perf_cache_config_code(const u64 (*codes)[PERF_COUNT_HW_CACHE_OP_MAX]
					     [PERF_COUNT_HW_CACHE_RESULT_MAX],
			   u64 config, u64 *code)
{
	unsigned long cache = config & 0xff, op = config >> 8 & 0xff, result = config >> 16;

	if (config >> 32 || cache >= PERF_COUNT_HW_CACHE_MAX || op >= PERF_COUNT_HW_CACHE_OP_MAX ||
	    result >= PERF_COUNT_HW_CACHE_RESULT_MAX)
		return -EINVAL;
	cache = array_index_nospec(cache, PERF_COUNT_HW_CACHE_MAX);
	op = array_index_nospec(op, PERF_COUNT_HW_CACHE_OP_MAX);
	result = array_index_nospec(result, PERF_COUNT_HW_CACHE_RESULT_MAX);
	*code = codes[cache][op][result];
	return 0;
}
