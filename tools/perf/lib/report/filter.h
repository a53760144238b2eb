/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which samples are looked at.
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

/* From the first to the last number, both included. */
struct perf_filter_range {
	uint64_t first;
	uint64_t last;
};

/**
 * struct perf_filter - conditions that all must hold; an empty list is no condition
 * @cpus, @sockets: where
 * @socket_list: @sockets as the user said them, or NULL
 * @pids, @tids: whose
 * @times: when, ns
 * @time_list: @times as the user said them, or NULL
 * @comms, @dsos, @symbols: names, each in a text separated by commas, or NULL
 * @address_size: numbers in @symbols are addresses, each the first of so many
 * @symbol_part: what the name of a function has to contain, or NULL
 * @known: only samples, and functions in stacks, whose symbol is known
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
 * struct perf_filter_texts - the same as options say it; NULL: no condition
 * @cpus, @sockets: "0-3,8"
 * @pids, @tids: "12,34"
 * @time: "START,STOP" in seconds, either may be left out, several separated by blanks; or parts
 *	of the recording, "10%-20%,30%-40%", "10%/2,10%/4"
 * @comms, @dsos, @symbols: names separated by commas
 * @address_size, @symbol_part, @known: as in the filter
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

/**
 * perf_filter_parse() - understand conditions
 * @filter: result; free with perf_filter_free(), also on failure
 * @texts: what was asked for; must outlive @filter
 * @env: of the recording, for times in percent
 * @error: text
 *
 * Return: 0 or -EINVAL, -ENOMEM.
 */
int perf_filter_parse(struct perf_filter *filter, const struct perf_filter_texts *texts,
		      const struct perf_data_env *env, struct perf_error *error);

/** perf_filter_free() - free the lists */
void perf_filter_free(struct perf_filter *filter);

int perf_ranges_parse(void *list, const char *text, const char *what, struct perf_error *error);

/** perf_in_ranges() - is a value in one of the ranges, of which there are some? */
bool perf_in_ranges(const struct perf_filter_range *ranges, size_t nr, uint64_t value);

/* Anything passes where nothing was asked for. */
#define PERF_PASSES(list, value)						\
	(!(list)->count || perf_in_ranges((list)->at, (list)->count, value))

/**
 * perf_filter_place() - is a sample of the CPUs and times that are looked at?
 * @filter: conditions
 * @sample: the sample
 */
static inline bool perf_filter_place(const struct perf_filter *filter,
				     const struct perf_sample *sample)
{
	return PERF_PASSES(&filter->cpus, sample->cpu) &&
	       PERF_PASSES(&filter->times, sample->time);
}

/** perf_filter_time() - is a sample of the times that are looked at? */
static inline bool perf_filter_time(const struct perf_filter *filter,
				    const struct perf_sample *sample)
{
	return PERF_PASSES(&filter->times, sample->time);
}

/**
 * perf_filter_task() - is a sample of the processes and threads that are looked at?
 * @filter: conditions
 * @sample: the sample
 */
static inline bool perf_filter_task(const struct perf_filter *filter,
				    const struct perf_sample *sample)
{
	return PERF_PASSES(&filter->pids, sample->pid) && PERF_PASSES(&filter->tids, sample->tid);
}

/**
 * perf_filter_socket() - is a processor socket one that is looked at?
 * @filter: conditions
 * @socket: its number, -1 if it is not known
 */
bool perf_filter_socket(const struct perf_filter *filter, int32_t socket);

/**
 * perf_filter_name() - is a name in a list?
 * @list: names separated by commas; NULL: any name passes
 * @name: name
 */
bool perf_filter_name(const char *list, const char *name);

/** perf_filter_address() - is an address one that the list of functions names? */
bool perf_filter_address(const struct perf_filter *filter, uint64_t ip);

/** perf_filter_symbols() - are there conditions on the names of functions? */
bool perf_filter_symbols(const struct perf_filter *filter);

/** perf_filter_symbol() - does a function pass, by its name? @name may be NULL */
bool perf_filter_symbol(const struct perf_filter *filter, const char *name);

/** perf_filter_dso() - does an object pass, by its name or its path? @dso may be NULL */
bool perf_filter_dso(const struct perf_filter *filter, const struct perf_dso *dso);

/**
 * perf_filter_value() - what each sample that passes has for a key
 * @filter: conditions
 * @key: any key
 *
 * Return: the one name that passes; NULL if there are several, or no condition.
 */
const char *perf_filter_value(const struct perf_filter *filter, enum perf_sort_key key);

#endif /* PERF_REPORT_FILTER_H */
