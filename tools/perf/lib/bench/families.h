/* SPDX-License-Identifier: GPL-2.0 */
/* The benchmark functions for the table perf_benches[]; each has the type of perf_bench.run. */
#ifndef PERF_BENCH_FAMILIES_H
#define PERF_BENCH_FAMILIES_H

#include <bench/bench.h>

#define PERF_BENCH(name)								\
	int perf_bench_##name(const struct perf_bench_options *options,			\
			      struct perf_bench_result *result, struct perf_error *error)

PERF_BENCH(pipe);
PERF_BENCH(messaging);
PERF_BENCH(getppid);
PERF_BENCH(getpgid);
PERF_BENCH(fork);
PERF_BENCH(execve);
PERF_BENCH(memcpy);
PERF_BENCH(memset);
PERF_BENCH(futex_hash);
PERF_BENCH(futex_wake);
PERF_BENCH(epoll_wait);
PERF_BENCH(epoll_ctl);
PERF_BENCH(event_open);
PERF_BENCH(event_read);
PERF_BENCH(event_toggle);
PERF_BENCH(event_map);
PERF_BENCH(event_sample);
PERF_BENCH(event_switch);

#endif /* PERF_BENCH_FAMILIES_H */
