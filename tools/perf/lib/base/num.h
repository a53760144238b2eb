/* SPDX-License-Identifier: GPL-2.0 */
/* Parsing numbers that the user types, and formatting numbers for the user. */
#ifndef PERF_BASE_NUM_H
#define PERF_BASE_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <base/str.h>

bool perf_parse_u64(const char *text, uint64_t *value);
bool perf_parse_s64(const char *text, int64_t *value);
bool perf_parse_size(const char *text, uint64_t *bytes);
bool perf_parse_time(const char *text, uint64_t *ns);
bool perf_parse_double(const char *text, double *value);
void perf_group_digits(char *text, size_t size, const char *number);
void perf_str_size(struct perf_str *str, uint64_t bytes);
uint64_t perf_clock_ns(clockid_t clock);

#define PERF_NS_PER_SEC		1000000000ull
#define PERF_NS_PER_MS		1000000ull

#endif
