/* SPDX-License-Identifier: GPL-2.0 */
/* Macros for perf_power_model.cache in the processors' tables. */
#ifndef _ARCH_POWERPC_PERF_CACHE_TABLE_H
#define _ARCH_POWERPC_PERF_CACHE_TABLE_H

#include "model.h"

#define C(_name)	PERF_COUNT_HW_CACHE_##_name

/* One operation of a cache: the code of all accesses, and of those that missed. */
#define PERF_CODES(_access, _miss)				\
	{ [C(RESULT_ACCESS)] = (_access), [C(RESULT_MISS)] = (_miss) }
#define PERF_NO_MISS(_access)	PERF_CODES(_access, PERF_POWER_NONSENSE)
#define PERF_NO_CODES	PERF_CODES(PERF_POWER_NONSENSE, PERF_POWER_NONSENSE)
#define PERF_OPS(_read, _write, _prefetch)					\
	{ [C(OP_READ)] = _read, [C(OP_WRITE)] = _write, [C(OP_PREFETCH)] = _prefetch }

/* Caches without OP_WRITE and OP_PREFETCH on every processor. */
#define PERF_READ_ONLY_CACHES(_dtlb_miss, _itlb_miss, _branch, _branch_miss)		\
	PERF_CACHES_WITH_DTLB(0, _dtlb_miss, _itlb_miss, _branch, _branch_miss)

/* The same, with the code of all translations of data. */
#define PERF_CACHES_WITH_DTLB(_dtlb, _dtlb_miss, _itlb_miss, _branch, _branch_miss)	\
	[C(DTLB)] = PERF_OPS(PERF_CODES(_dtlb, _dtlb_miss), PERF_NO_CODES, PERF_NO_CODES), \
	[C(ITLB)] = PERF_OPS(PERF_CODES(0, _itlb_miss), PERF_NO_CODES, PERF_NO_CODES),	\
	[C(BPU)] = PERF_OPS(PERF_CODES(_branch, _branch_miss), PERF_NO_CODES, PERF_NO_CODES), \
	[C(NODE)] = PERF_OPS(PERF_NO_CODES, PERF_NO_CODES, PERF_NO_CODES)

#endif /* _ARCH_POWERPC_PERF_CACHE_TABLE_H */
