/* SPDX-License-Identifier: GPL-2.0-only */
/* The tables behind the values of parameters: for the files of this library. */
#ifndef PERF_TRACE_VALUE_TABLES_H
#define PERF_TRACE_VALUE_TABLES_H

#include <trace/values.h>

extern const struct perf_value_table perf_values_clone;
extern const struct perf_value_table perf_values_futex;
extern const struct perf_value_table perf_values_ioctl;
extern const struct perf_value_table perf_values_open;
extern const struct perf_value_table perf_values_socket_flags;
extern const struct perf_value_table perf_values_socket_type;

/* In the order in which they are looked at: the more special first. */
extern const struct perf_value_rule perf_value_rules[];
extern const size_t perf_value_rule_count;

#endif /* PERF_TRACE_VALUE_TABLES_H */
