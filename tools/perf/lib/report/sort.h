/* SPDX-License-Identifier: GPL-2.0-only */
/* By what samples are counted. */
#ifndef PERF_REPORT_SORT_H
#define PERF_REPORT_SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>

/*
 * Sort keys. Those from PERF_SORT_SOCKET on have a value for each sample, see sort_values.h;
 * those from PERF_SORT_DSO_FROM on are of a branch.
 */
enum perf_sort_key {
	PERF_SORT_COMM,
	PERF_SORT_DSO,
	PERF_SORT_SYMBOL,
	PERF_SORT_PID,
	PERF_SORT_CPU,
	PERF_SORT_SRCLINE,
	PERF_SORT_TRACE,	/* the text of a tracepoint */
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
 * struct perf_sort - by what samples are counted, in the order of the columns
 * @keys: keys
 * @nr: how many
 * @places: of a key that has values: its place in a tuple, + 1
 * @nr_values: how many of @keys have values
 */
struct perf_sort {
	enum perf_sort_key keys[PERF_SORT_KEYS];
	unsigned int nr;
	unsigned int places[PERF_SORT_KEYS];
	unsigned int nr_values;
	uint64_t set;
};

_Static_assert(PERF_SORT_KEYS <= 64, "perf_sort.set has a bit for each key");

/**
 * perf_sort_parse() - understand --sort
 * @sort: result
 * @text: names separated by commas
 * @error: text, with the names that there are
 */
int perf_sort_parse(struct perf_sort *sort, const char *text, struct perf_error *error);

/**
 * perf_sort_find() - the key of a name
 *
 * Return: enum perf_sort_key, or -1.
 */
int perf_sort_find(const char *name, size_t size);

/** perf_sort_add() - add a key behind the others, unless it is there */
void perf_sort_add(struct perf_sort *sort, enum perf_sort_key key);

/**
 * perf_sort_unknown() - say that a name is none, and which ones there are
 * @name: name, of @size bytes
 * @size: bytes
 * @purpose: "to sort by"
 * @columns: names of columns that are no sort keys
 * @nr: how many
 * @error: text
 *
 * Return: -EINVAL.
 */
int perf_sort_unknown(const char *name, size_t size, const char *purpose,
		      const char *const *columns, unsigned int nr, struct perf_error *error);

/** perf_sort_has() - is a key among them? */
static inline bool perf_sort_has(const struct perf_sort *sort, enum perf_sort_key key)
{
	return sort->set & 1ull << key;
}

/** perf_sort_has_branches() - is a key of branches among them? */
bool perf_sort_has_branches(const struct perf_sort *sort);

/** perf_sort_is_value() - has each sample a value of its own for a key? */
static inline bool perf_sort_is_value(enum perf_sort_key key)
{
	return key >= PERF_SORT_SOCKET;
}

#endif /* PERF_REPORT_SORT_H */
