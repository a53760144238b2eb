/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Small programs whose time is known to depend on one thing the kernel does: measured
 * again after a change, they tell whether that thing became faster.
 *
 * Nothing here prints: a benchmark fills a result, perf_bench_text() words it.
 */
#ifndef PERF_BENCH_BENCH_H
#define PERF_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <base/error.h>
#include <base/opt.h>
#include <base/str.h>
#include <base/vec.h>

/**
 * struct perf_bench_options - what can be chosen; each benchmark has a table of those that
 *	mean something to it, and sets its defaults itself where 0 was given
 * @loops: how often
 * @groups: of senders and receivers
 * @threads: how many
 * @seconds: for how long
 * @size: bytes
 * @futexes: of each thread
 * @wakes: threads woken by one call
 * @events: opened together
 * @function: one of several ways, NULL for all
 * @threaded: threads instead of processes
 * @pipes: pipes instead of socket pairs
 * @shared: futexes that processes could share
 * @silent: nothing of single threads or runs
 */
struct perf_bench_options {
	uint64_t loops;
	int groups;
	int threads;
	int seconds;
	uint64_t size;
	int futexes;
	int wakes;
	int events;
	const char *function;
	bool threaded;
	bool pipes;
	bool shared;
	bool silent;
};

/* How a result is worded. */
enum perf_bench_kind {
	PERF_BENCH_OPERATIONS,	/* time, time of one, how many a second */
	PERF_BENCH_TIME,	/* time */
	PERF_BENCH_BANDWIDTH,	/* bytes a second, by row */
	PERF_BENCH_RATES,	/* operations a second of each thread, their mean */
	PERF_BENCH_RUNS,	/* time of each run, their mean */
};

/**
 * struct perf_bench_row - one measurement of several
 * @name: what it is of, may be several lines
 * @ns: how long it took
 * @count: operations, or bytes
 */
struct perf_bench_row {
	char name[160];
	uint64_t ns;
	uint64_t count;
};

/**
 * struct perf_bench_result - what was measured. All zero before
 * @kind: how it is worded
 * @heading: lines that say what was done
 * @rows: measurements
 * @unit_ops: PERF_BENCH_RUNS: what each run does to how many, as "Wokeup"
 * @tight: no empty line behind the heading
 *
 * Free with perf_bench_result_free().
 */
struct perf_bench_result {
	enum perf_bench_kind kind;
	struct perf_str heading;
	PERF_VEC(struct perf_bench_row) rows;
	const char *unit_ops;
	bool tight;
};

/**
 * struct perf_bench - a benchmark
 * @collection: it belongs to
 * @name: of its own
 * @help: one line
 * @options: table of those of struct perf_bench_options that it takes
 * @run: does it. Returns 0 or a negative errno
 */
struct perf_bench {
	const char *collection;
	const char *name;
	const char *help;
	const struct perf_option *options;
	int (*run)(const struct perf_bench_options *options, struct perf_bench_result *result,
		   struct perf_error *error);
};

/**
 * struct perf_bench_collection - benchmarks of one kind
 * @name: as typed
 * @help: one line
 */
struct perf_bench_collection {
	const char *name;
	const char *help;
};

/* All benchmarks, those of a collection together; the end has no name. */
extern const struct perf_bench perf_benches[];
extern const struct perf_bench_collection perf_bench_collections[];

/** perf_bench_add_row() - add a measurement; NULL without memory */
struct perf_bench_row *perf_bench_add_row(struct perf_bench_result *result, const char *name);

/**
 * perf_bench_text() - word a result
 * @result: result
 * @silent: nothing of single threads or runs
 * @text: is added to
 */
void perf_bench_text(const struct perf_bench_result *result, bool silent, struct perf_str *text);

/** perf_bench_text_simple() - the figure alone, as scripts want it */
void perf_bench_text_simple(const struct perf_bench_result *result, struct perf_str *text);

/** perf_bench_result_free() - free what a result holds */
void perf_bench_result_free(struct perf_bench_result *result);

/** perf_bench_reap() - wait for processes; 0 if all of them ended well, else -ECHILD */
int perf_bench_reap(const int *pids, size_t nr);

#endif /* PERF_BENCH_BENCH_H */
