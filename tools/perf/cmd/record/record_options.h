/* SPDX-License-Identifier: GPL-2.0 */
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

/* @type has a member events, a struct record_events. */
#define RECORD_EVENT_OPTIONS(type, events_help, pfm_help)				\
	PERF_OPT_CALL('e', "event", "EVENTS", record_options_events,			\
		      offsetof(type, events), 0, events_help),				\
	PERF_OPT_CALL(0, "pfm-events", "EVENTS", record_options_events,			\
		      offsetof(type, events), 0, pfm_help),				\
	PERF_OPT_CALL(0, "filter", "FILTER", record_options_filter,			\
		      offsetof(type, events), 0,					\
		      "only hits of the tracepoints of the -e before that the filter lets through")

#define RECORD_PAGES_OPTION(type)							\
	PERF_OPT_CALL('m', "mmap-pages", "PAGES", record_options_pages,			\
		      offsetof(type, config), 0,					\
		      "pages of a ring, or a size as 1M; behind a comma those for trace data")

int record_options_branches(void *options, const struct perf_option *option, const char *text,
			    bool negated, struct perf_error *error);
int record_options_pages(void *options, const struct perf_option *option, const char *text,
			 bool negated, struct perf_error *error);

/**
 * struct record_events - the events of all -e, and filters of those that are tracepoints
 * @list: the events; empty: the default event
 * @filters: filters of the first @nr_filters events; NULL for an event without a filter
 * @nr_filters: number of elements of @filters
 * @last: index in @list of the first event of the last -e
 */
struct record_events {
	struct perf_event_list list;
	const char **filters;
	size_t nr_filters;
	size_t last;
};

int record_options_events(void *options, const struct perf_option *option, const char *text,
			  bool negated, struct perf_error *error);
int record_options_filter(void *options, const struct perf_option *option, const char *text,
			  bool negated, struct perf_error *error);
int record_events_filter(struct record_events *events, const struct perf_option *option,
			 const char *text, struct perf_error *error);
void record_events_free(struct record_events *events);
int record_options_realtime(int priority, struct perf_error *error);

#endif /* PERF_CMD_RECORD_OPTIONS_H */
