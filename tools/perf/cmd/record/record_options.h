/* SPDX-License-Identifier: GPL-2.0-only */
/* Options of all commands that record samples: perf record, perf top and others. */
#ifndef PERF_CMD_RECORD_OPTIONS_H
#define PERF_CMD_RECORD_OPTIONS_H

#include <base/opt.h>
#include <event/spec.h>
#include <record/config.h>

/* Rows of an option table; @type has a member config, a struct perf_record_config. */
#define RECORD_BRANCH_OPTIONS(type)							\
	PERF_OPT_CALL('b', "branch-any", NULL, record_options_branches,		\
		      offsetof(type, config), 0, "the branches taken before"),		\
	PERF_OPT_CALL('j', "branch-filter", "FILTERS", record_options_branches,	\
		      offsetof(type, config), 0,					\
		      "branches of these kinds: any, any_call, any_ret, ind_call, "	\
		      "cond, u, k, ...")

#define RECORD_PAGES_OPTION(type)							\
	PERF_OPT_CALL('m', "mmap-pages", "PAGES", record_options_pages,			\
		      offsetof(type, config), 0,					\
		      "pages of a ring, or a size as 1M; behind a comma those for trace data")

int record_options_branches(void *options, const struct perf_option *option, const char *text,
			    bool negated, struct perf_error *error);
int record_options_pages(void *options, const struct perf_option *option, const char *text,
			 bool negated, struct perf_error *error);

/**
 * struct record_filters - filters of tracepoints
 * @at: filters of the first @count events; NULL for an event without a filter
 * @count: number of elements of @at
 * @last_events: index of the first event of the last -e
 */
struct record_filters {
	const char **at;
	size_t count;
	size_t last_events;
};

int record_filters_set(struct record_filters *filters, const struct perf_event_list *list,
		       const struct perf_option *option, const char *text,
		       struct perf_error *error);
int record_options_realtime(int priority, struct perf_error *error);

#endif /* PERF_CMD_RECORD_OPTIONS_H */
