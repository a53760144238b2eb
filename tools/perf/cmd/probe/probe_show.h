/* SPDX-License-Identifier: GPL-2.0 */
/* Listings of perf probe: lines, variables and functions of a program. */
#ifndef PERF_CMD_PROBE_SHOW_H
#define PERF_CMD_PROBE_SHOW_H

#include <base/opt.h>
#include <probe/target.h>

/**
 * struct probe_options - options of perf probe
 * @add: probes to create
 * @remove: names of events to delete
 * @define: probes to print
 * @list: names of events to list, or NULL
 * @lines: location whose source lines to print, or NULL
 * @variables: probe whose variables to print, or NULL
 * @functions: pattern of functions to print, or NULL
 * @program: program to probe
 * @module: kernel module to probe
 * @vmlinux: file of the kernel
 * @symfs: directory that stands for /
 * @source: directory with sources, NULL: where they were compiled
 * @filter: pattern of variables and functions to print, NULL: all
 * @externs: print variables of the file, too
 * @range: print the offsets in the function where each variable is live
 * @no_inlines: skip inlined copies of a function
 * @demangle: print functions by their names in the source
 * @bootconfig: print definitions in boot configuration format
 * @ignored: options of other perfs that have no effect here
 * @most: maximum number of locations of a probe
 * @force: add a number to a name in use
 * @dry_run: create no probe
 * @quiet: print errors only
 * @verbose: print what is read and written
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

int probe_show_lines(const struct probe_options *opts, struct perf_probe_target *target,
		     struct perf_error *error);
int probe_show_variables(const struct probe_options *opts, struct perf_probe_target *target,
			 struct perf_error *error);
int probe_show_functions(const struct probe_options *opts, struct perf_probe_target *target,
			 struct perf_error *error);

#endif
