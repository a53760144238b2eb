// SPDX-License-Identifier: GPL-2.0
/* top_options[], the options of perf top. */
#include <errno.h>
#include <base/num.h>
#include <record/chain.h>

#include "common/settings.h"
#include "record/record_options.h"
#include "top/top_options.h"

#define TYPE struct top_options
#define OPT(kind, member, ...) PERF_OPT_##kind(TYPE, member, __VA_ARGS__)

static int set_freq(void *options, const struct perf_option *option, const char *text,
		    bool negated, struct perf_error *error)
{
	struct perf_record_config *config = &((struct top_options *)options)->config;
	bool period = option->letter == 'c';
	uint64_t number;

	(void)negated;
	if (!perf_parse_u64(text, &number) || !number)
		return perf_error_set(error, EINVAL, "-%c wants a number, not '%s'",
				      option->letter, text);
	config->freq = period ? 0 : number;
	config->period = period ? number : 0;
	config->freq_given = true;
	return 0;
}

static int set_chain(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct top_options *opts = options;

	if (option->letter == 'g' && !negated)
		text = perf_settings_chain(opts->settings, "top.call-graph");
	return perf_record_chain_parse(&opts->config, negated ? "no" : text, error);
}

const struct perf_option top_options[] = {
	RECORD_EVENT_OPTIONS(TYPE, "events, as 'perf list' shows them",
			     "events, in libpfm's spelling: 'perf list pfm'"),
	PERF_OPT_CALL('F', "freq", "N", set_freq, 0, 0, "N samples a second (4000)"),
	PERF_OPT_CALL('c', "count", "N", set_freq, 0, 0, "a sample every N events"),
	OPT(FLAG, config.group, 0, "group", "all events as one group, shown side by side"),
	PERF_OPT_HEADING("Of whom"),
	OPT(FLAG, config.all_cpus, 'a', "all-cpus", "all CPUs (default)"),
	OPT(TEXT, config.cpus, 'C', "cpu", "CPUS", "these CPUs only, as 0,2-3"),
	OPT(TEXT, config.pids, 'p', "pid", "PIDS", "these processes"),
	OPT(TEXT, config.tids, 't', "tid", "TIDS", "these threads"),
	OPT(TEXT, config.user, 'u', "uid", "USER", "processes of a user"),
	OPT(TEXT, config.cgroup_names, 'G', "cgroup", "NAMES", "in these control groups"),
	OPT(FLAG, config.no_inherit, 'i', "no-inherit", "not of threads that begin meanwhile"),
	OPT(FLAG, hide_kernel, 'K', "hide_kernel_symbols", "not in the kernel"),
	OPT(FLAG, hide_user, 'U', "hide_user_symbols", "in the kernel only"),
	OPT(TEXT, session.filter.comms, 0, "comms", "LIST", "only threads of these names"),
	OPT(TEXT, session.filter.dsos, 0, "dsos", "LIST", "only these objects"),
	OPT(TEXT, session.filter.symbols, 0, "symbols", "LIST", "only these functions"),
	OPT(FLAG, config.cgroups, 0, "all-cgroups",
	    "control groups, those made meanwhile too (key cgroup)"),
	OPT(FLAG, config.namespaces, 0, "namespaces", "namespaces of tasks"),
	OPT(FLAG, no_bpf, 0, "no-bpf-event", "nothing of BPF programs"),
	RECORD_BRANCH_OPTIONS(TYPE),
	PERF_SWITCH_OPTIONS(TYPE),
	PERF_OPT_HEADING("How it is sampled"),
	RECORD_PAGES_OPTION(TYPE),
	OPT(FLAG, config.overwrite, 0, "overwrite",
	    "let new samples replace those that there was no time to read"),
	OPT(INT, realtime, 'r', "realtime", "PRIORITY", "run with real-time priority"),
	OPT(TEXT, ignored_text, 0, "num-thread-synthesize", "N",
	    "accepted for compatibility: one thread reads what there is at the start"),
	OPT(TEXT, ignored_text, 0, "proc-map-timeout", "MS",
	    "accepted, has no effect: mappings are read however long it takes"),
	OPT(FLAG, ignored, 0, "force",
	    "accepted, has no effect: no file is read that may be another user's"),
	PERF_OPT_HEADING("How it is shown"),
	OPT(COUNT, verbose, 'v', "verbose",
	    "begin with what was opened, and how (on standard error)"),
	OPT(FLAG, stdio, 0, "stdio", "pages of text (default unless on a terminal)"),
	OPT(FLAG, tui, 0, "tui", "browse on the terminal (default there)"),
	OPT(TEXT, delay, 'd', "delay", "SECONDS", "time between two pages (2)"),
	OPT(INT, pages, 0, "pages", "N", "end after N pages"),
	OPT(INT, entries, 'E', "entries", "N", "text: at most N lines (as many as fit)"),
	OPT(TEXT, table.sort, 's', "sort", "KEYS", "count by these, see perf report (dso,symbol)"),
	TABLE_CHOICES(TYPE, 0),
	OPT(TEXT, details, 0, "sym-annotate", "NAME",
	    "text: the instructions of this function instead of a table"),
	ANNOTATE_CHOICES(TYPE),
	OPT(FLAG, ignored, 0, "raw-trace",
	    "accepted, has no effect: tracepoints are counted by where they are"),
	OPT(FLAG, zero, 'z', "zero", "each page begins anew: older samples do not count"),
	OPT(U64, count_filter, 'f', "count-filter", "N", "no functions with fewer samples"),
	OPT(TEXT, table.percent_limit, 0, "percent-limit", "PERCENT",
	    "leave out lines with less (0.01)"),
	PERF_OPT_HEADING("Call stacks"),
	PERF_OPT_CALL('g', NULL, NULL, set_chain, 0, 0,
		      "call stacks, as --call-graph fp unless configured"),
	PERF_OPT_CALL(0, "call-graph", "HOW", set_chain, 0, PERF_OPT_NEGATABLE,
		      "call stacks: fp, dwarf[,BYTES] or lbr"),
	PERF_OPT_CALL(0, "children", NULL, perf_session_option, offsetof(TYPE, no_children), 0,
		      "count functions also for what they call (default with call stacks)"),
	PERF_OPT_INT(TYPE, max_stack, 0, "max-stack", "N", "at most N frames of a stack"),
	PERF_OPT_REFUSED(0, "branch-history", NULL, 0, PERF_NO_BRANCH_HISTORY),
	PERF_OPT_REFUSED(0, "stitch-lbr", NULL, 0, PERF_NO_STITCHING),
	PERF_OPT_HEADING("Symbols"),
	OPT(TEXT, session.vmlinux, 'k', "vmlinux", "FILE", "file with the kernel's code"),
	PERF_KERNEL_OPTIONS(TYPE),
	PERF_ADDR2LINE_OPTION,
	OPT(FLAG, dump_symbols, 'D', "dump-symtab",
	    "at the end: all symbols of the objects that had samples (on standard error)"),
	OPT(TEXT, session.kallsyms, 0, "kallsyms", "FILE", "symbols of the kernel"),
	PERF_OPT_CALL(0, "demangle", NULL, perf_session_option,
		      offsetof(TYPE, session.no_demangle), 0,
		      "show C++ and Rust names as in the source (default)"),
	PERF_OPT_END
};
