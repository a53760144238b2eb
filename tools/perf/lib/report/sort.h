/* SPDX-License-Identifier: GPL-2.0 */
/* Sort keys: the values that samples are counted by. */
#ifndef PERF_REPORT_SORT_H
#define PERF_REPORT_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>

/*
 * Sort keys. Keys from PERF_SORT_SOCKET on have a value in each sample, see sort_values.h; keys
 * from PERF_SORT_DSO_FROM on belong to a branch.
 */
enum perf_sort_key {
	PERF_SORT_COMM,
	PERF_SORT_DSO,
	PERF_SORT_SYMBOL,
	PERF_SORT_PID,
	PERF_SORT_CPU,
	PERF_SORT_SRCLINE,
	PERF_SORT_TRACE,	/* text of a tracepoint */
	PERF_SORT_SOCKET,
	PERF_SORT_SRCFILE,
	PERF_SORT_PARENT,	/* see parent.h */
	PERF_SORT_LOCAL_WEIGHT,
	PERF_SORT_WEIGHT,
	PERF_SORT_INS_LAT,
	PERF_SORT_STAGE,
	PERF_SORT_TRANSACTION,
	PERF_SORT_CGROUP,
	PERF_SORT_TIME,
	PERF_SORT_ADDR,
	PERF_SORT_SYMOFF,
	PERF_SORT_CODE_PAGE,
	PERF_SORT_DATA_PAGE,
	PERF_SORT_SYMBOL_DADDR,
	PERF_SORT_SYMBOL_IADDR,
	PERF_SORT_DSO_DADDR,
	PERF_SORT_PHYS_DADDR,
	PERF_SORT_CACHE_LINE,
	PERF_SORT_MEM,
	PERF_SORT_SNOOP,
	PERF_SORT_TLB,
	PERF_SORT_LOCKED,
	PERF_SORT_BLOCKED,
	PERF_SORT_DSO_FROM,
	PERF_SORT_DSO_TO,
	PERF_SORT_SYMBOL_FROM,
	PERF_SORT_SYMBOL_TO,
	PERF_SORT_ADDR_FROM,
	PERF_SORT_ADDR_TO,
	PERF_SORT_MISPREDICT,
	PERF_SORT_ABORT,
	PERF_SORT_IN_TX,
	PERF_SORT_CYCLES,
	PERF_SORT_KEYS,
};

/**
 * struct perf_sort - sort keys of a report, in the order of its columns
 * @keys: keys
 * @nr: number of keys
 * @places: by key with perf_sort_is_value(): its index in a tuple, + 1
 * @nr_values: number of such keys
 * @set: bit mask of @keys
 */
struct perf_sort {
	enum perf_sort_key keys[PERF_SORT_KEYS];
	unsigned int nr;
	unsigned int places[PERF_SORT_KEYS];
	unsigned int nr_values;
	uint64_t set;
};

_Static_assert(PERF_SORT_KEYS <= 64, "perf_sort.set has a bit for each key");
int perf_sort_parse(struct perf_sort *sort, const char *text, struct perf_error *error);
int perf_sort_find(const char *name, size_t size);
void perf_sort_add(struct perf_sort *sort, enum perf_sort_key key);
int perf_sort_unknown(const char *name, size_t size, const char *purpose,
		      const char *const *columns, unsigned int nr, struct perf_error *error);

/** perf_sort_has() - true if @key is in @sort */
static inline bool perf_sort_has(const struct perf_sort *sort, enum perf_sort_key key)
{
	return sort->set & 1ull << key;
}

bool perf_sort_has_branches(const struct perf_sort *sort);

/** perf_sort_is_value() - true if each sample has its own value for @key */
static inline bool perf_sort_is_value(enum perf_sort_key key)
{
	return key >= PERF_SORT_SOCKET;
}

#endif /* PERF_REPORT_SORT_H */
