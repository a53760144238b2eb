// SPDX-License-Identifier: GPL-2.0
/*
 * stat_options[], the options of perf stat, and stat_options_check(), which checks them together.
 */
#include <errno.h>

#include <base/num.h>

#include "stat/stat_options.h"

/**
 * stat_parse_by() - parse an option that sets the unit of aggregation
 * @option: option, whose value is the unit
 * @text: argument, a cache level; or NULL
 * @negated: do not aggregate by this unit
 * @by: result
 * @cache_level: result: 1 to PERF_CACHE_LEVELS; 0: the last level
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int stat_parse_by(const struct perf_option *option, const char *text, bool negated,
		  enum perf_stat_by *by, int *cache_level, struct perf_error *error)
{
	*by = negated ? PERF_STAT_ALL : (enum perf_stat_by)option->value;
	*cache_level = 0;
	if (!text)
		return 0;
	if ((text[0] != 'L' && text[0] != 'l') || text[1] < '1' ||
	    text[1] > '0' + PERF_CACHE_LEVELS || text[2])
		return perf_error_set(error, EINVAL, "a cache level is L1 to L%d, not '%s'",
				      PERF_CACHE_LEVELS, text);
	*cache_level = text[1] - '0';
	return 0;
}

static int set_by(void *options, const struct perf_option *option, const char *text, bool negated,
		  struct perf_error *error)
{
	struct stat_options *opts = options;

	return stat_parse_by(option, text, negated, &opts->by, &opts->cache_level, error);
}

static int set_delay(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct stat_options *opts = options;

	(void)option;
	(void)negated;
	if (perf_parse_s64(text, &opts->delay) && opts->delay >= -1 && opts->delay <= INT32_MAX)
		return 0;
	return perf_error_set(error, EINVAL,
			      "-D is milliseconds, or -1 to begin disabled, not '%s'", text);
}

static int set_control(void *options, const struct perf_option *option, const char *text,
		       bool negated, struct perf_error *error)
{
	(void)option;
	(void)negated;
	return perf_control_open(&((struct stat_options *)options)->control, text, error);
}

static int set_scale(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	(void)option;
	(void)text;
	(void)error;
	((struct stat_options *)options)->no_scale = negated;
	return 0;
}

#define TYPE	struct stat_options
#define NO_BPF	"this perf does not count by way of BPF",				\
		"without it each event has a counter of its own"
#define BY(name_, value_, help_)	PERF_OPT_CALL(0, name_, NULL, set_by, value_, 0, help_)

const struct perf_option stat_options[] = {
	PERF_OPT_HEADING("What to count"),
	PERF_OPT_LIST(TYPE, what.events, 'e', "event", "EVENTS",
		      "count these instead of the default set; 'perf list' shows what there is"),
	PERF_OPT_LIST(TYPE, what.pfm_events, 0, "pfm-events", "EVENTS",
		      "count these, too, with all names in libpfm's spelling: 'perf list pfm'"),
	PERF_OPT_TEXT(TYPE, what.metrics, 'M', "metrics", "METRICS",
		      "count what these ratios are made of: IPC, branch_misses and so on"),
	PERF_OPT_FLAG(TYPE, what.metric_no_group, 0, "metric-no-group",
		      "count events of a metric each in its turn, not all at the same times"),
	PERF_OPT_FLAG(TYPE, what.metric_no_merge, 0, "metric-no-merge",
		      "count events of each metric for it alone, even if another has them, too"),
	PERF_OPT_FLAG(TYPE, ignored, 0, "metric-no-threshold",
		      "no effect: ratios have no thresholds here, and nothing is counted for them"),
	PERF_OPT_REFUSED(0, "record-tpebs", NULL, 0,
			 "latencies of retiring instructions are not sampled beside a count",
			 "metrics here need none"),
	PERF_OPT_FLAG(TYPE, what.topdown, 0, "topdown",
		      "what pipeline slots were spent on, where the processor counts it"),
	PERF_OPT_INT(TYPE, what.td_level, 0, "td-level", "LEVEL",
		     "with --topdown: in how much detail, 1 or 2; 0: as much as there is"),
	PERF_OPT_FLAG(TYPE, what.transaction, 'T', "transaction",
		      "what transactions in memory did, where the processor has them"),
	PERF_OPT_FLAG(TYPE, what.smi_cost, 0, "smi-cost",
		      "how many cycles the firmware took by its interrupts, as with --metric-only"),
	PERF_OPT_TEXT(TYPE, what.cputype, 0, "cputype", "KIND",
		      "where CPUs are of several kinds, count events on those of KIND: core, atom"),
	PERF_OPT_FLAG(TYPE, ignored, 0, "hybrid-merge",
		      "no effect: events of a name are one row unless -A says otherwise"),
	PERF_OPT_REFUSED(0, "iostat", "PORTS", PERF_OPT_OPTIONAL,
			 "traffic of PCIe root ports is not counted",
			 "'perf list pmu' shows the events of PMUs outside of processors"),
	PERF_OPT_REFUSED(0, "bpf-counters", NULL, 0, NO_BPF),
	PERF_OPT_REFUSED('b', "bpf-prog", "IDS", 0, NO_BPF),
	PERF_OPT_LIST(TYPE, filters, 0, "filter", "FILTER",
		      "count the tracepoints only where the filter lets them through"),
	PERF_OPT_COUNT(TYPE, what.detailed, 'd', "detailed",
		       "count caches too; more each time, up to three times"),
	PERF_OPT_FLAG(TYPE, what.group, 'g', "group", "make all events one group"),
	PERF_OPT_FLAG(TYPE, what.all_user, 0, "all-user", "count in user mode only"),
	PERF_OPT_FLAG(TYPE, what.all_kernel, 0, "all-kernel", "count in the kernel only"),
	PERF_OPT_FLAG(TYPE, no_inherit, 'i', "no-inherit", "do not count in child tasks"),
	PERF_OPT_FLAG(TYPE, what.null, 'n', "null", "count nothing, measure time only"),
	PERF_OPT_HEADING("Where to count"),
	PERF_OPT_FLAG(TYPE, all_cpus, 'a', "all-cpus",
		      "on all CPUs, whatever runs there; default without a program"),
	PERF_OPT_TEXT(TYPE, cpus, 'C', "cpu", "CPUS", "on these CPUs, as 0-3,7"),
	PERF_OPT_TEXT(TYPE, pids, 'p', "pid", "PIDS", "in all threads of these processes"),
	PERF_OPT_TEXT(TYPE, tids, 't', "tid", "TIDS", "in these threads"),
	PERF_OPT_TEXT(TYPE, what.cgroups, 'G', "cgroup", "NAMES",
		      "in control groups: one for all events, or one for each; needs -a or -C"),
	PERF_OPT_TEXT(TYPE, what.for_each_cgroup, 0, "for-each-cgroup", "NAMES",
		      "each event in each of these control groups; needs -a or -C"),
	PERF_OPT_HEADING("When to count"),
	PERF_OPT_INT(TYPE, repeat, 'r', "repeat", "N",
		     "run the program N times and show means and errors; 0: again and again until "
		     "interrupted, and show each run"),
	PERF_OPT_INT(TYPE, interval, 'I',
		     "interval-print",
		     "MS", "print counts every MS milliseconds"),
	PERF_OPT_INT(TYPE, interval_count, 0, "interval-count", "N",
		     "print N intervals and no more; without a program, end then"),
	PERF_OPT_FLAG(TYPE, interval_clear, 0, "interval-clear",
		      "clear the screen before each interval"),
	PERF_OPT_FLAG(TYPE, summary, 0, "summary", "with -I: show the sums of all at the end"),
	PERF_OPT_INT(TYPE, timeout, 0, "timeout", "MS",
		     "stop after MS milliseconds, and end the program"),
	PERF_OPT_CALL('D', "delay", "MS", set_delay, 0, 0,
		      "begin MS milliseconds after the start; -1: when --control enables them"),
	PERF_OPT_CALL(0, "control", "CHANNEL", set_control, 0, 0,
		      "take commands: fd:CONTROL[,ACK] or fifo:CONTROL[,ACK]"),
	PERF_OPT_FLAG(TYPE, sync, 'S', "sync", "write out file system buffers before each run"),
	PERF_OPT_TEXT(TYPE, pre, 0, "pre", "COMMAND", "run this before each run, uncounted"),
	PERF_OPT_TEXT(TYPE, post, 0, "post", "COMMAND", "run this after each run, uncounted"),
	PERF_OPT_HEADING("What to show"),
	PERF_OPT_FLAG(TYPE, no_aggregation, 'A', "no-aggr",
		      "a row for each CPU, and for each PMU where one name stands for several"),
	PERF_OPT_FLAG(TYPE, percore_threads, 0, "percore-show-thread",
		      "with -A: a row for each CPU of events with the term percore, too"),
	BY("per-thread", PERF_STAT_THREAD, "a row for each thread"),
	BY("per-core", PERF_STAT_CORE, "a row for each core"),
	PERF_OPT_CALL(0, "per-cache", "LEVEL", set_by, PERF_STAT_CACHE, PERF_OPT_OPTIONAL,
		      "a row for each cache of LEVEL, L1 to L4; else for each last-level cache"),
	BY("per-cluster", PERF_STAT_CLUSTER, "a row for each cluster of cores"),
	BY("per-die", PERF_STAT_DIE, "a row for each die"),
	BY("per-socket", PERF_STAT_SOCKET, "a row for each package"),
	BY("per-node", PERF_STAT_NODE, "a row for each memory node"),
	PERF_OPT_FLAG(TYPE, no_merge, 0, "no-merge",
		      "the same as -A"),
	PERF_OPT_FLAG(TYPE, metric_only, 0, "metric-only",
		      "a line for each unit, with ratios of counts only"),
	PERF_OPT_CALL(0, "scale", NULL, set_scale, 0, 0,
		      "estimate counts of events that shared their counter (default); "
		      "--no-scale shows raw counts"),
	PERF_OPT_TEXT(TYPE, separator, 'x', "field-separator", "SEP",
		      "print fields with SEP between them"),
	PERF_OPT_FLAG(TYPE, no_csv_summary, 0, "no-csv-summary",
		      "with --summary: do not put 'summary' before fields"),
	PERF_OPT_FLAG(TYPE, json, 'j', "json-output", "print a JSON object a line"),
	PERF_OPT_FLAG(TYPE, big_num, 'B', "big-num",
		      "group the digits of counts as the locale does; the default"),
	PERF_OPT_FLAG(TYPE, table, 0, "table", "with -r: show the time of each run"),
	PERF_OPT_TEXT(TYPE, output, 'o', "output", "FILE",
		      "print to FILE instead of stderr; - is stderr"),
	PERF_OPT_FLAG(TYPE, append, 0, "append", "with -o: add to the file"),
	PERF_OPT_INT(TYPE, log_fd, 0, "log-fd", "FD", "print to this file descriptor"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "print why events are not supported"),
	PERF_OPT_FLAG(TYPE, quiet, 0, "quiet", "print nothing"),
	PERF_OPT_END
};

/**
 * stat_options_check() - reject options that exclude each other; fill in defaults
 * @opts: options
 * @argc: number of words of the program to run, 0: no program
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int stat_options_check(struct stat_options *opts, int argc, struct perf_error *error)
{
	if (!argc && !stat_on_cpus(opts) && !opts->pids && !opts->tids)
		opts->all_cpus = true;
	if (opts->pids && opts->tids)
		return perf_error_set(error, EINVAL, "-p and -t exclude each other");
	if ((opts->pids || opts->tids) && stat_on_cpus(opts))
		return perf_error_set(error, EINVAL,
				      "-p and -t follow threads to whichever CPU; they exclude -a and -C");
	if (opts->what.td_level && !opts->what.topdown)
		return perf_error_set(error, EINVAL, "--td-level needs --topdown");
	if (opts->what.smi_cost)
		opts->metric_only = true;
	if (opts->no_aggregation || opts->no_merge)
		opts->by = PERF_STAT_CPU;
	if (opts->by == PERF_STAT_THREAD && !opts->pids && !opts->tids && !stat_on_cpus(opts))
		return perf_error_set(error, EINVAL,
				      "--per-thread needs threads that run already: -p, -t or -a");
	if (opts->by != PERF_STAT_ALL && opts->by != PERF_STAT_THREAD && !stat_on_cpus(opts))
		return perf_error_set(error, EINVAL, "counts by CPU, core and so on need -a or -C");
	if ((opts->what.cgroups || opts->what.for_each_cgroup) && !stat_on_cpus(opts))
		return perf_error_set(error, EINVAL, "control groups need -a or -C");
	if (opts->what.cgroups && opts->what.for_each_cgroup)
		return perf_error_set(error, EINVAL, "-G and --for-each-cgroup exclude each other");
	if (opts->output && opts->log_fd >= 0)
		return perf_error_set(error, EINVAL, "-o and --log-fd exclude each other");
	if (opts->json && opts->separator)
		return perf_error_set(error, EINVAL, "-j and -x exclude each other");
	if (opts->interval_count && !opts->interval)
		return perf_error_set(error, EINVAL, "--interval-count needs -I");
	if (opts->record && opts->repeat != 1)
		return perf_error_set(error, EINVAL, "-r and record exclude each other");
	if (opts->record && opts->by == PERF_STAT_CLUSTER)
		return perf_error_set(error, EINVAL,
				      "a recording does not have the clusters of cores");
	if (opts->metric_only && opts->by == PERF_STAT_THREAD)
		return perf_error_set(error, EINVAL,
				      "--metric-only is not supported with --per-thread");
	if (opts->metric_only && opts->repeat > 1)
		return perf_error_set(error, EINVAL, "--metric-only is not supported with -r");
	if (opts->repeat != 1 && !argc)
		return perf_error_set(error, EINVAL, "-r needs a program to run");
	return 0;
}
