/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values of those sort keys that each sample has for itself: numbers. What a number means
 * depends on the key: a count, an address, a frame of the machine, an object, a text.
 *
 * Samples with the same values of all of them share a tuple, which is a part of their base.
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
 * struct perf_tuples - different sets of values
 * @words: @size of each tuple, one after the other; tuple 0 is first
 *
 * All zero is empty.
 */
struct perf_tuples {
	PERF_VEC(uint64_t) words;
	struct perf_map index;
	uint32_t count;
};

/**
 * perf_sort_tuple() - values of a sample
 * @report: report; its sort keys decide which
 * @sample: sample
 *
 * Return: number of the tuple, UINT32_MAX without memory.
 */
uint32_t perf_sort_tuple(struct perf_report *report, const struct perf_report_sample *sample);

/**
 * perf_sort_value() - one value of a tuple
 * @report: report
 * @tuple: number
 * @key: one of its sort keys, for which perf_sort_is_value() holds
 */
uint64_t perf_sort_value(const struct perf_report *report, uint32_t tuple,
			 enum perf_sort_key key);

/**
 * perf_sort_compare() - which of two values comes first, where the shares are equal
 * @report: report
 * @key: that they are of
 * @a, @b: values
 *
 * Names come in alphabetical order, weights greatest first, other numbers smallest first.
 *
 * Return: negative if @a does.
 */
int perf_sort_compare(const struct perf_report *report, enum perf_sort_key key, uint64_t a,
		      uint64_t b);

/** perf_tuples_free() - free them */
void perf_tuples_free(struct perf_tuples *tuples);

#endif /* PERF_REPORT_SORT_VALUES_H */
