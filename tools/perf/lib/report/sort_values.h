/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Values of the sort keys for which each sample has its own: numbers. The key defines the
 * meaning: a count, an address, a frame of the machine, an object, a function or a text.
 *
 * Samples with the same values of all such keys share a tuple, which is part of their base.
 */
#ifndef PERF_REPORT_SORT_VALUES_H
#define PERF_REPORT_SORT_VALUES_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <report/sort.h>

struct perf_report;
struct perf_report_sample;

/**
 * struct perf_tuples - distinct tuples of values
 * @words: perf_sort.nr_values words for each tuple, tuple 0 first
 * @index: number + 1 of a tuple, by hash
 * @count: number of tuples
 *
 * All zero is empty.
 */
struct perf_tuples {
	PERF_VEC(uint64_t) words;
	struct perf_map index;
	uint32_t count;
};
uint32_t perf_sort_tuple(struct perf_report *report, const struct perf_report_sample *sample);
uint64_t perf_sort_value(const struct perf_report *report, uint32_t tuple,
			 enum perf_sort_key key);
int perf_sort_compare(const struct perf_report *report, enum perf_sort_key key, uint64_t a,
		      uint64_t b);
void perf_tuples_free(struct perf_tuples *tuples);

#endif /* PERF_REPORT_SORT_VALUES_H */
