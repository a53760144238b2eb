/* SPDX-License-Identifier: GPL-2.0 */
/* Round trips to another process and back. */
#ifndef PERF_BENCH_SWITCH_H
#define PERF_BENCH_SWITCH_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * struct partner - a process that sends each byte back
 * @pid:  process id
 * @to:   pipe to it
 * @from: pipe from it
 */
struct partner {
	pid_t	pid;
	int	to;
	int	from;
};

struct partner partner_start(void);
void partner_stop(const struct partner *partner);
void partner_round_trip(void *data);
int64_t bench_round_trip_with(const struct perf_event_attr *attr, unsigned int events);

#endif
