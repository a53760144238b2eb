// SPDX-License-Identifier: GPL-2.0
/* report_options[], the options of perf report. */
#include <errno.h>
#include <string.h>
#include <base/num.h>

#include "report/report_options.h"

#define OPT(kind, member, ...) PERF_OPT_##kind(struct report_options, member, __VA_ARGS__)

/* Without --children or --no-children, neither opts->children nor no_children is set. */
static int parse_children(void *options, const struct perf_option *option, const char *text,
			  bool negated, struct perf_error *error)
{
	struct report_options *opts = options;

	(void)option;
	(void)text;
	(void)error;
	opts->children = !negated;
	opts->no_children = negated;
	return 0;
}

static int parse_call_graph(void *options, const struct perf_option *option, const char *text,
			    bool negated, struct perf_error *error)
{
	struct report_options *opts = options;

	(void)option;
	(void)error;
	opts->call_graph = negated ? "none" : text ? text : "";
	return 0;
}

/* A number without a unit is in nanoseconds, as in Debian's perf. */
static int parse_quantum(void *options, const struct perf_option *option, const char *text,
			 bool negated, struct perf_error *error)
{
	struct report_options *opts = options;

	(void)option;
	(void)negated;
	if ((perf_parse_u64(text, &opts->quantum) || perf_parse_time(text, &opts->quantum)) &&
	    opts->quantum)
		return 0;
	return perf_error_set(error, EINVAL, "--time-quantum %s: it is a time, as 10ms", text);
}

static int parse_pretty(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	struct report_options *opts = options;

	(void)option;
	(void)negated;
	opts->raw_counters = !strcmp(text, "raw");
	if (opts->raw_counters || !strcmp(text, "normal"))
		return 0;
	return perf_error_set(error, EINVAL, "--pretty %s: it is normal or raw", text);
}

static int set_no_branches(void *options, const struct perf_option *option, const char *text,
			   bool negated, struct perf_error *error)
{
	(void)option;
	(void)text;
	(void)error;
	((struct report_options *)options)->no_branches = !negated;
	return 0;
}

const struct perf_option report_options[] = {
	OPT(FLAG, stdio, 0, "stdio", "write text (default unless on a terminal)"),
	PERF_COLOR_OPTION,
	OPT(FLAG, tui, 0, "tui", "browse on the terminal (default there)"),
	OPT(TEXT, table.sort, 's', "sort", "KEYS",
	    "count by these: comm, dso, symbol (sym), parent, pid (tid), cpu, socket, srcline, srcfile, "
	    "trace, time, addr, symoff, symbol_iaddr, cgroup, transaction, code_page_size; of memory accesses: "
	    "local_weight, weight, local_ins_lat (ins_lat), local_p_stage_cyc (p_stage_cyc), mem, "
	    "snoop, tlb, locked, blocked, symbol_daddr, dso_daddr, dcacheline, phys_daddr, "
	    "data_page_size; of branches: dso_from, dso_to, symbol_from, symbol_to, "
	    "addr_from, addr_to, mispredict, in_tx, abort, cycles; sample and period are columns; '+': besides "
	    "the usual ones"),
	TABLE_CHOICES(struct report_options, 'F'),
	OPT(TEXT, parent, 'p', "parent", "REGEX",
	    "count also by the caller whose name matches (key parent)"),
	OPT(FLAG, exclude_other, 'x', "exclude-other", "only what has such a caller"),
	OPT(FLAG, mem_mode, 0, "mem-mode", "count what memory accesses cost (weights)"),
	OPT(FLAG, branches, 'b', "branch-stack",
	    "count branches instead of samples (default if samples have nothing else)"),
	PERF_OPT_CALL(0, "no-branch-stack", NULL, set_no_branches, 0, 0,
		      "count samples, though they have branches"),
	PERF_OPT_CALL(0, "children", NULL, parse_children, 0, 0,
		      "count functions also for what they call (default with call stacks)"),
	PERF_OPT_CALL('g', "call-graph", "HOW", parse_call_graph, 0,
		      PERF_OPT_OPTIONAL_NEXT | PERF_OPT_NEGATABLE,
		      "call graphs: graph, fractal, flat, folded or none; least percent; "
		      "most branches; caller or callee; percent, period or count; "
		      "separated by commas"),
	OPT(FLAG, inverted, 'G', "inverted", "callers above callees"),
	OPT(FLAG, modes, 0, "show-cpu-utilization",
	    "columns with the shares of the kernel (sys) and of user mode (usr)"),
	OPT(FLAG, modes, 0, "showcpuutilization", "the same"),
	ANNOTATE_CHOICES(struct report_options),
	PERF_OPT_CALL(0, "time-quantum", "TIME", parse_quantum, 0, 0,
		      "count by time (key time) in parts of so many s, ms, us or ns (100ms)"),
	OPT(FLAG, full_paths, 0, "full-source-path",
	    "files of the source with their directories (keys srcline, srcfile)"),
	OPT(FLAG, nanoseconds, 0, "ns", "show times to the nanosecond"),
	OPT(TEXT, table.percent_limit, 0, "percent-limit", "PERCENT", "leave out lines with less"),
	OPT(TEXT, separator, 't', "field-separator", "CHAR", "put CHAR between columns, no blanks"),
	OPT(TEXT, session.filter.sockets, 0, "socket-filter", "LIST",
	    "only samples of these processor sockets"),
	OPT(FLAG, session.filter.known, 'U', "hide-unresolved",
	    "only samples, and functions in stacks, that have a symbol"),
	OPT(TEXT, session.filter.symbol_part, 0, "symbol-filter", "TEXT",
	    "only functions with TEXT in their names"),
	OPT(FLAG, group, 0, "group", "events of a group side by side (default)"),
	OPT(FLAG, skip_empty, 0, "skip-empty",
	    "no tables of events without samples; with --stats: no numbers that are 0 (default)"),
	OPT(FLAG, threads, 'T', "threads",
	    "then what each thread has counted (perf record -s)"),
	PERF_OPT_CALL(0, "pretty", "STYLE", parse_pretty, 0, 0,
		      "with -T: normal: events side by side, raw: a line for each"),
	OPT(FLAG, header, 0, "header", "begin with the header of the recording"),
	OPT(FLAG, session.header_only, 0, "header-only", "nothing but that"),
	OPT(FLAG, show_info, 'I', "show-info", "with topology and caches in the header"),
	OPT(FLAG, quiet, 'q', "quiet", "no comments"),
	OPT(FLAG, stats, 0, "stats", "nothing but how many records of which type there are"),
	OPT(FLAG, tasks, 0, "tasks", "nothing but the tasks, below those that made them"),
	OPT(FLAG, mmaps, 0, "mmaps", "the same, each with what it has mapped into memory"),
	PERF_DUMP_OPTION(struct report_options),
	OPT(FLAG, session.unordered, 0, "disable-order",
	    "records in the order of the file, not by time"),
	OPT(FLAG, raw_trace, 0, "raw-trace",
	    "the fields of tracepoints as they were recorded (key trace)"),
	OPT(INT, ignored_number, 0, "samples", "N",
	    "accepted, has no effect: 'perf script' shows single samples"),
	PERF_OPT_REFUSED(0, "total-cycles", NULL, 0, PERF_NO_BLOCKS),
	PERF_OPT_REFUSED(0, "branch-history", NULL, 0, PERF_NO_BRANCH_HISTORY),
	PERF_OPT_REFUSED(0, "show-ref-call-graph", NULL, 0,
			 "a graph is made of the stacks of its own event only",
			 "record all events with call stacks: 'perf record -g'"),
	PERF_OPT_REFUSED(0, "stitch-lbr", NULL, 0, PERF_NO_STITCHING),
	PERF_ITRACE_OPTION,
	OPT(COUNT, session.verbose, 'v', "verbose",
	    "objects with their paths; in front of functions the address of the first sample and "
	    "where symbols are from: k kallsyms, v vmlinux, d the object, n its .gnu_debugdata, l a debug link, "
	    "b below /usr/lib/debug by build id, f by path, B and D the cache of build ids, j a JIT's map; "
	    "on standard error the files of symbols, and why objects have none"),
	PERF_VMLINUX_OPTION(struct report_options),
	PERF_KERNEL_OPTIONS(struct report_options),
	PERF_ADDR2LINE_OPTION,
	PERF_MODULES_OPTION(struct report_options),
	PERF_SESSION_OPTIONS(struct report_options),
	PERF_SWITCH_OPTIONS(struct report_options),
	PERF_OPT_END
};
