/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filters of samples: by CPU, task, time and names.
 */
#ifndef PERF_REPORT_FILTER_H
#define PERF_REPORT_FILTER_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/vec.h>
#include <data/reader.h>
#include <model/machine.h>
#include <report/sort.h>

/* Numbers from @first to @last, both included. */
struct perf_filter_range {
	uint64_t first;
	uint64_t last;
};

/**
 * struct perf_filter - conditions that must all hold; an empty list is no condition
 * @cpus, @sockets: CPUs, and processor sockets of CPUs
 * @socket_list: @sockets as given by the user, or NULL
 * @time_list: @times as given by the user, or NULL
 * @pids, @tids: processes and threads
 * @times: sample.time, ns
 * @comms, @dsos, @symbols: names, each list separated by commas, or NULL
 * @address_size: number of bytes that pass from each hexadecimal address in @symbols
 * @symbol_part: string that the name of a function must contain, or NULL
 * @known: only samples, and functions in stacks, that have a symbol
 */
struct perf_filter {
	PERF_VEC(struct perf_filter_range) cpus;
	PERF_VEC(struct perf_filter_range) sockets;
	const char *socket_list;
	const char *time_list;
	PERF_VEC(struct perf_filter_range) pids;
	PERF_VEC(struct perf_filter_range) tids;
	PERF_VEC(struct perf_filter_range) times;
	const char *comms;
	const char *dsos;
	const char *symbols;
	uint64_t address_size;
	const char *symbol_part;
	bool known;
};

/**
 * struct perf_filter_texts - the same conditions as options give them; NULL: no condition
 * @cpus, @sockets: "0-3,8"
 * @pids, @tids: "12,34"
 * @time: "START,STOP" in seconds, either may be left out, several separated by blanks; or parts
 *	of the recording, "10%-20%,30%-40%", "10%/2,10%/4"
 * @comms, @dsos, @symbols: names separated by commas
 * @address_size, @symbol_part, @known: as in struct perf_filter
 */
struct perf_filter_texts {
	const char *cpus;
	const char *sockets;
	const char *pids;
	const char *tids;
	const char *time;
	const char *comms;
	const char *dsos;
	const char *symbols;
	uint64_t address_size;
	const char *symbol_part;
	bool known;
};
int perf_filter_parse(struct perf_filter *filter, const struct perf_filter_texts *texts,
		      const struct perf_data_env *env, struct perf_error *error);
void perf_filter_free(struct perf_filter *filter);

int perf_ranges_parse(void *list, const char *text, const char *what, struct perf_error *error);
bool perf_in_ranges(const struct perf_filter_range *ranges, size_t nr, uint64_t value);

/* An empty list passes every value. */
#define PERF_PASSES(list, value)						\
	(!(list)->count || perf_in_ranges((list)->at, (list)->count, value))

/**
 * perf_filter_place() - true if the CPU and the time of a sample pass
 * @filter: conditions
 * @sample: sample
 */
static inline bool perf_filter_place(const struct perf_filter *filter,
				     const struct perf_sample *sample)
{
	return PERF_PASSES(&filter->cpus, sample->cpu) &&
	       PERF_PASSES(&filter->times, sample->time);
}

/** perf_filter_time() - true if the time of a sample passes */
static inline bool perf_filter_time(const struct perf_filter *filter,
				    const struct perf_sample *sample)
{
	return PERF_PASSES(&filter->times, sample->time);
}

/**
 * perf_filter_task() - true if the process and the thread of a sample pass
 * @filter: conditions
 * @sample: sample
 */
static inline bool perf_filter_task(const struct perf_filter *filter,
				    const struct perf_sample *sample)
{
	return PERF_PASSES(&filter->pids, sample->pid) && PERF_PASSES(&filter->tids, sample->tid);
}

bool perf_filter_socket(const struct perf_filter *filter, int32_t socket);
bool perf_filter_name(const char *list, const char *name);
bool perf_filter_address(const struct perf_filter *filter, uint64_t ip);
bool perf_filter_symbols(const struct perf_filter *filter);
bool perf_filter_symbol(const struct perf_filter *filter, const char *name);
bool perf_filter_dso(const struct perf_filter *filter, const struct perf_dso *dso);
const char *perf_filter_value(const struct perf_filter *filter, enum perf_sort_key key);

#endif /* PERF_REPORT_FILTER_H */
