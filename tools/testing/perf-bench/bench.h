/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf-bench: path length of each operation on perf events, in instructions.
 *
 * For a guest with one CPU whose time stamp counter counts instructions (QEMU's -icount
 * shift=0,sleep=off); powerpc's time base counts one per two instructions. Each figure is taken
 * over a fixed number of rounds: interrupts in some of them do not show, and every run gives the
 * same figure.
 */
#ifndef PERF_BENCH_H
#define PERF_BENCH_H

#include <stdint.h>

#include "machine.h"

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))
#define __noreturn		__attribute__((__noreturn__))

/**
 * struct bench_step - an operation to time
 * @before: called before each round, untimed; may be NULL
 * @step:   the operation, timed
 * @after:  called after each round, untimed; may be NULL
 * @data:   passed to @before, @step and @after
 * @rounds: number of rounds
 */
struct bench_step {
	void		(*before)(void *data);
	void		(*step)(void *data);
	void		(*after)(void *data);
	void		*data;
	unsigned int	rounds;
};

/*
 * Ticks of a round of @step, less those of an empty round. bench_cost() returns the least of all
 * rounds; bench_typical_cost() the median, for operations whose path varies by chance.
 */
int64_t bench_cost(const struct bench_step *step);
int64_t bench_typical_cost(const struct bench_step *step);
int64_t bench_median(uint64_t *ticks, unsigned int number);
void bench_report_each(const char *what, unsigned int number, int64_t ticks);
void bench_report(const char *name, int64_t ticks);
void __noreturn bench_die(const char *what);
void __noreturn bench_wrong(const char *what);

/* Sizes of the rows that show how the cost of an operation grows. */
#define BENCH_SIZES	{ 16, 64, 256, 1024 }
#define BENCH_SIZE_MAX	1024

/* The families of rows; each runs in a process of its own. */
void bench_switch(void);
void bench_fork(void);
void bench_exec(void);
void bench_exit(void);
void bench_control(void);
void bench_open(void);
void bench_many(void);
void bench_group(void);
void bench_read(void);
void bench_sample(void);
void bench_tracepoint(void);
void bench_map(void);
void bench_munmap(void);
void bench_hw(void);
void bench_branches(void);
void bench_precise(void);
void bench_ibs(void);
void bench_memory(void);
void bench_time(void);
void bench_stretch(void);

#endif
