/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Benchmarks whose time depends mostly on one operation of the kernel, to be run before and
 * after a change of that operation.
 *
 * A benchmark does not print: it fills a struct perf_bench_result, which perf_bench_text()
 * formats.
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
 * struct perf_bench_options - options of all benchmarks; 0 stands for the benchmark's default.
 *	perf_bench.options lists the options of one benchmark
 * @loops: number of iterations
 * @groups: number of groups of senders and receivers
 * @threads: number of threads
 * @seconds: duration in seconds
 * @size: bytes copied or filled in one iteration
 * @futexes: futexes or, for epoll, file descriptors of each thread
 * @wakes: threads woken by one FUTEX_WAKE
 * @events: number of events in the group
 * @function: name of one variant, NULL for all
 * @threaded: use threads instead of processes
 * @pipes: use pipes instead of socket pairs
 * @shared: use futexes that processes can share
 * @silent: omit single threads and runs from the output
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

/* Figures that perf_bench_text() prints for a result. */
enum perf_bench_kind {
	PERF_BENCH_OPERATIONS,	/* total time, time per operation, operations per second */
	PERF_BENCH_TIME,	/* total time */
	PERF_BENCH_BANDWIDTH,	/* bytes per second of each row */
	PERF_BENCH_RATES,	/* operations per second of each thread, and their mean */
	PERF_BENCH_RUNS,	/* time of each run, and the mean */
};

/**
 * struct perf_bench_row - one measurement
 * @name: description, one or more lines; may be empty
 * @ns: duration in nanoseconds
 * @count: number of operations, or of bytes (PERF_BENCH_BANDWIDTH)
 */
struct perf_bench_row {
	char name[160];
	uint64_t ns;
	uint64_t count;
};

/**
 * struct perf_bench_result - the measurements of a benchmark
 * @kind: figures to print
 * @heading: lines that describe the benchmark run
 * @rows: measurements
 * @unit_ops: unused
 * @tight: omit the empty line after @heading
 *
 * The caller zeroes the struct first, and frees its members with perf_bench_result_free().
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
 * @collection: name of its collection
 * @name: name within @collection
 * @help: description of one line
 * @options: table of the benchmark's options, which fill struct perf_bench_options
 * @run: runs the benchmark; returns 0 or a negative errno
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
 * @name: name on the command line
 * @help: description of one line
 */
struct perf_bench_collection {
	const char *name;
	const char *help;
};

/* All benchmarks, grouped by collection; in both tables the last element has a NULL name. */
extern const struct perf_bench perf_benches[];
extern const struct perf_bench_collection perf_bench_collections[];
struct perf_bench_row *perf_bench_add_row(struct perf_bench_result *result, const char *name);
struct perf_bench_row *perf_bench_add_operations(struct perf_bench_result *result, uint64_t count,
						 uint64_t ns);
void perf_bench_text(const struct perf_bench_result *result, bool silent, struct perf_str *text);
void perf_bench_text_simple(const struct perf_bench_result *result, struct perf_str *text);
void perf_bench_result_free(struct perf_bench_result *result);
int perf_bench_reap(const int *pids, size_t nr);

#endif /* PERF_BENCH_BENCH_H */
