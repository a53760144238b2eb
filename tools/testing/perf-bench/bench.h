/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf-bench: path length of each operation on perf events, in instructions.
 *
 * Meant for a guest with one CPU whose time stamp counter counts instructions
 * (QEMU's -icount shift=0,sleep=off); powerpc's time base counts them by twos. A
 * figure is taken over a fixed number of rounds, so that what an interrupt adds to
 * some of them does not show and each run says the same.
 */
#ifndef PERF_BENCH_H
#define PERF_BENCH_H

#include <stdint.h>

#include "machine.h"

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define __noreturn		__attribute__((__noreturn__))

/**
 * struct bench_step - something to be timed
 * @before: run ahead of each round, untimed; may be NULL
 * @step:   what is timed
 * @after:  run behind each round, untimed; may be NULL
 * @data:   passed to the three
 * @rounds: how often
 */
struct bench_step {
	void		(*before)(void *data);
	void		(*step)(void *data);
	void		(*after)(void *data);
	void		*data;
	unsigned int	rounds;
};

/*
 * Ticks of a round, without those that taking the time takes: the least, or, for
 * what takes one of several ways by chance, the median.
 */
int64_t bench_cost(const struct bench_step *step);
int64_t bench_typical_cost(const struct bench_step *step);

/* Print a row, if it was asked for. */
void bench_report(const char *name, int64_t ticks);

/* End the process: @what failed, errno says how. */
void __noreturn bench_die(const char *what);

/* The families of rows, each run in a process of its own. */
void bench_switch(void);
void bench_fork(void);
void bench_control(void);
void bench_open(void);
void bench_read(void);
void bench_sample(void);
void bench_tracepoint(void);
void bench_map(void);
void bench_hw(void);

#endif
