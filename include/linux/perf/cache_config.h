/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Decoding attr.config of an event of type PERF_TYPE_HW_CACHE, for PMU drivers.
 */
#ifndef _LINUX_PERF_CACHE_CONFIG_H
#define _LINUX_PERF_CACHE_CONFIG_H

#include <uapi/linux/perf_event.h>

#include <linux/types.h>

int perf_cache_config_code(const u64 (*codes)[PERF_COUNT_HW_CACHE_OP_MAX]
					     [PERF_COUNT_HW_CACHE_RESULT_MAX],
			   u64 config, u64 *code);

#endif /* _LINUX_PERF_CACHE_CONFIG_H */
