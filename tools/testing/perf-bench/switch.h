/* SPDX-License-Identifier: GPL-2.0 */
/* Round trips to another process and back. */
#ifndef PERF_BENCH_SWITCH_H
#define PERF_BENCH_SWITCH_H

#include <linux/perf_event.h>
#include <stdint.h>

int64_t bench_round_trip_with(const struct perf_event_attr *attr, unsigned int events);

#endif
