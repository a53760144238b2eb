/* SPDX-License-Identifier: GPL-2.0 */
/* Tables of names and formats of parameters, for value_tables.c and values.c only. */
#ifndef PERF_TRACE_VALUE_TABLES_H
#define PERF_TRACE_VALUE_TABLES_H

#include <trace/values.h>

extern const struct perf_value_table perf_values_clone;
extern const struct perf_value_table perf_values_futex;
extern const struct perf_value_table perf_values_ioctl;
extern const struct perf_value_table perf_values_open;
extern const struct perf_value_table perf_values_socket_flags;
extern const struct perf_value_table perf_values_socket_type;

/* In the order that perf_value_rule() searches: special rules come first. */
extern const struct perf_value_rule perf_value_rules[];
extern const size_t perf_value_rule_count;

#endif /* PERF_TRACE_VALUE_TABLES_H */
