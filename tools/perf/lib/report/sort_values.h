/* SPDX-License-Identifier: GPL-2.0-only */
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

/**
 * perf_sort_tuple() - return the tuple of a sample's values
 * @report: report with the sort keys
 * @sample: sample
 *
 * Return: number of the tuple, UINT32_MAX without memory.
 */
uint32_t perf_sort_tuple(struct perf_report *report, const struct perf_report_sample *sample);

/**
 * perf_sort_value() - return one value of a tuple
 * @report: report
 * @tuple: number of the tuple
 * @key: sort key of @report with perf_sort_is_value()
 */
uint64_t perf_sort_value(const struct perf_report *report, uint32_t tuple,
			 enum perf_sort_key key);

/**
 * perf_sort_compare() - compare two values of a key
 * @report: report
 * @key: key of both values
 * @a, @b: values
 *
 * Functions and objects come by name, weights, latencies, cycles and transactions greatest first,
 * all other values (texts by their number in perf_report.lines) smallest first.
 *
 * Return: negative if @a comes first.
 */
int perf_sort_compare(const struct perf_report *report, enum perf_sort_key key, uint64_t a,
		      uint64_t b);

/** perf_tuples_free() - free all tuples */
void perf_tuples_free(struct perf_tuples *tuples);

#endif /* PERF_REPORT_SORT_VALUES_H */
