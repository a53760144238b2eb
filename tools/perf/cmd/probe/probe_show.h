/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf probe shows of a program: lines, variables, functions. */
#ifndef PERF_CMD_PROBE_SHOW_H
#define PERF_CMD_PROBE_SHOW_H

#include <base/opt.h>
#include <probe/target.h>

/**
 * struct probe_options - what the options of perf probe say
 * @add: probes to make
 * @remove: names of events to remove
 * @define: probes to print
 * @list: names of events to list, NULL: do not
 * @lines: where to show lines, NULL: nowhere
 * @variables: probe whose variables to show, NULL: none
 * @functions: names of functions to show, NULL: none
 * @program: a program is probed
 * @module: a module of the kernel is probed
 * @vmlinux: the kernel's file
 * @symfs: directory that stands for /
 * @source: directory with sources, NULL: where they were compiled
 * @filter: names of variables and functions to show, NULL: all
 * @externs: variables of the file, too
 * @range: where in the function each variable is
 * @no_inlines: no copies that were inlined
 * @demangle: functions are shown by their names in the source
 * @bootconfig: print definitions as a boot configuration has them
 * @ignored: options that other perfs have and that mean nothing here
 * @most: places that a probe may be in
 * @force: give a name that is taken a number
 * @dry_run: make nothing
 * @quiet: print errors only
 * @verbose: tell what is read and written
 */
struct probe_options {
	struct perf_texts	add;
	struct perf_texts	remove;
	struct perf_texts	define;
	const char		*list;
	const char		*lines;
	const char		*variables;
	const char		*functions;
	const char		*program;
	const char		*module;
	const char		*vmlinux;
	const char		*symfs;
	const char		*source;
	const char		*filter;
	bool			externs;
	bool			range;
	bool			no_inlines;
	bool			demangle;
	bool			bootconfig;
	bool			ignored;
	int			most;
	bool			force;
	bool			dry_run;
	bool			quiet;
	int			verbose;
};

/** probe_show_lines() - -L: lines of the source, numbers at those that can be probed */
int probe_show_lines(const struct probe_options *opts, struct perf_probe_target *target,
		     struct perf_error *error);

/** probe_show_variables() - -V: variables at each place of a probe */
int probe_show_variables(const struct probe_options *opts, struct perf_probe_target *target,
			 struct perf_error *error);

/** probe_show_functions() - -F: names of functions */
int probe_show_functions(const struct probe_options *opts, struct perf_probe_target *target,
			 struct perf_error *error);

#endif
