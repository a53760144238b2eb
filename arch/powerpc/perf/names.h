/* SPDX-License-Identifier: GPL-2.0 */
/* Names of the cache events in sysfs. */
#ifndef _ARCH_POWERPC_PERF_NAMES_H
#define _ARCH_POWERPC_PERF_NAMES_H

#include <linux/types.h>

/* The longest name of a cache event, with its end. */
#define PERF_POWER_CACHE_NAME	32

void perf_power_cache_name(unsigned int cache, unsigned int op, unsigned int result, char *name,
			   size_t size);

#endif /* _ARCH_POWERPC_PERF_NAMES_H */
