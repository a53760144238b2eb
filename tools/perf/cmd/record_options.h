/* SPDX-License-Identifier: GPL-2.0-only */
/* Options of all commands that record, to a file or to be looked at. */
#ifndef PERF_CMD_RECORD_OPTIONS_H
#define PERF_CMD_RECORD_OPTIONS_H

#include <base/opt.h>
#include <record/config.h>

/* Rows of an option table; the options struct has a member config. */
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

/** record_options_branches() - -b, -j; option->value is where the configuration is */
int record_options_branches(void *options, const struct perf_option *option, const char *text,
			    bool negated, struct perf_error *error);

/** record_options_pages() - -m, as above */
int record_options_pages(void *options, const struct perf_option *option, const char *text,
			 bool negated, struct perf_error *error);

/**
 * record_options_realtime() - let this process run before others, and those it starts
 * @priority: of SCHED_FIFO; 0: as it is
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int record_options_realtime(int priority, struct perf_error *error);

#endif /* PERF_CMD_RECORD_OPTIONS_H */
