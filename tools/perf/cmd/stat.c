// SPDX-License-Identifier: GPL-2.0
/* perf stat: count events of a program, of threads or of CPUs. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <base/io.h>
#include <base/num.h>
#include <event/measure.h>
#include <out/stat_print.h>
#include <record/stat_data.h>
#include <sys/open.h>
#include <sys/paths.h>

#include "command.h"
#include "stat_events.h"
#include "stat_report.h"

struct stat_options {
	struct perf_stat_what	what;
	struct perf_texts	filters;
	bool			all_cpus;
	const char		*cpus;
	const char		*pids;
	const char		*tids;
	bool			no_inherit;
	int			repeat;
	bool			sync;
	const char		*pre;
	const char		*post;
	int			interval;
	int			interval_count;
	bool			interval_clear;
	int			timeout;
	int64_t			delay;
	struct perf_control	control;
	bool			no_aggregation;
	enum perf_stat_by	by;
	bool			no_merge;
	bool			metric_only;
	bool			no_scale;
	const char		*separator;
	bool			json;
	bool			big_num;
	bool			table;
	const char		*output;
	bool			append;
	int			log_fd;
	int			verbose;
	bool			quiet;
	bool			record;
};

static int set_by(void *options, const struct perf_option *option, const char *text, bool negated,
		  struct perf_error *error)
{
	struct stat_options *opts = options;

	(void)text;
	(void)error;
	opts->by = negated ? PERF_STAT_ALL : (enum perf_stat_by)option->value;
	return 0;
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

#define TYPE	struct stat_options
#define BY(name_, value_, help_)	PERF_OPT_CALL(0, name_, NULL, set_by, value_, 0, help_)

static const struct perf_option options[] = {
	PERF_OPT_HEADING("What to count"),
	PERF_OPT_LIST(TYPE, what.events, 'e', "event", "EVENTS",
		      "count these instead of the default set; 'perf list' shows what there is"),
	PERF_OPT_TEXT(TYPE, what.metrics, 'M', "metrics", "METRICS",
		      "count what these ratios are made of: IPC, branch_misses and so on"),
	PERF_OPT_FLAG(TYPE, what.topdown, 0, "topdown",
		      "what pipeline slots were spent on, where the processor counts it"),
	PERF_OPT_LIST(TYPE, filters, 0, "filter", "FILTER",
		      "count the tracepoints only where the filter lets them through"),
	PERF_OPT_COUNT(TYPE, what.detailed, 'd', "detailed",
		       "count caches too; more each time, up to three times"),
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
	PERF_OPT_INT(TYPE, timeout, 0, "timeout", "MS",
		     "stop after MS milliseconds, and end the program"),
	PERF_OPT_CALL('D', "delay", "MS", set_delay, 0, 0,
		      "begin MS milliseconds after the start; -1: when --control says so"),
	PERF_OPT_CALL(0, "control", "CHANNEL", set_control, 0, 0,
		      "take commands: fd:CONTROL[,ACK] or fifo:CONTROL[,ACK]"),
	PERF_OPT_FLAG(TYPE, sync, 'S', "sync", "write out file system buffers before each run"),
	PERF_OPT_TEXT(TYPE, pre, 0, "pre", "COMMAND", "run this before each run, uncounted"),
	PERF_OPT_TEXT(TYPE, post, 0, "post", "COMMAND", "run this after each run, uncounted"),
	PERF_OPT_HEADING("What to show"),
	PERF_OPT_FLAG(TYPE, no_aggregation, 'A', "no-aggr", "a row for each CPU"),
	BY("per-thread", PERF_STAT_THREAD, "a row for each thread"),
	BY("per-core", PERF_STAT_CORE, "a row for each core"),
	BY("per-cache", PERF_STAT_CACHE, "a row for each last-level cache"),
	BY("per-cluster", PERF_STAT_CLUSTER, "a row for each cluster of cores"),
	BY("per-die", PERF_STAT_DIE, "a row for each die"),
	BY("per-socket", PERF_STAT_SOCKET, "a row for each package"),
	BY("per-node", PERF_STAT_NODE, "a row for each memory node"),
	PERF_OPT_FLAG(TYPE, no_merge, 0, "no-merge",
		      "a row for each PMU where one name stands for several"),
	PERF_OPT_FLAG(TYPE, metric_only, 0, "metric-only",
		      "a line for each unit, with ratios of counts only"),
	PERF_OPT_FLAG(TYPE, no_scale, 0, "no-scale",
		      "show raw counts of events that shared their counter"),
	PERF_OPT_TEXT(TYPE, separator, 'x', "field-separator", "SEP",
		      "print fields with SEP between them"),
	PERF_OPT_FLAG(TYPE, json, 'j', "json-output", "print a JSON object a line"),
	PERF_OPT_FLAG(TYPE, big_num, 'B', "big-num",
		      "group the digits of counts as the locale does; the default"),
	PERF_OPT_FLAG(TYPE, table, 0, "table", "with -r: show the time of each run"),
	PERF_OPT_TEXT(TYPE, output, 'o', "output", "FILE",
		      "print to FILE instead of stderr; - is stderr"),
	PERF_OPT_FLAG(TYPE, append, 0, "append", "with -o: add to the file"),
	PERF_OPT_INT(TYPE, log_fd, 0, "log-fd", "FD", "print to this file descriptor"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "say why events are not supported"),
	PERF_OPT_FLAG(TYPE, quiet, 0, "quiet", "print nothing"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"[OPTIONS] PROGRAM [ARGUMENTS]",
	"[OPTIONS] [-p PIDS|-t TIDS|-a|-C CPUS] [PROGRAM [ARGUMENTS]]",
	"record [-o FILE] [OPTIONS] [PROGRAM [ARGUMENTS]]",
	"report [-i FILE] [OPTIONS]",
	NULL
};

static const char notes[] =
	"Counts go to stderr. The exit code is that of the program; 128 plus the signal if one\n"
	"ended it; 1 if counting failed, 129 if the command line is wrong.\n";

/* A use of the command. */
struct session {
	struct stat_options		opts;
	struct perf_event_list		list;
	struct perf_cpus		online;		/* CPUs counted on, or all */
	struct perf_cpus		cpus;		/* for opening: perhaps -1 */
	struct perf_measure		measure;
	struct perf_counts		before;		/* of the last interval */
	struct perf_stat		stat;
	struct perf_stat_style		style;
	struct perf_out			out;
	struct perf_str			target;
	uint64_t			*walls;
	unsigned int			lines;		/* since the last heading */
	uint64_t			interval_start;
	char				thousands[8];
	bool				ready;		/* stat was initialised */
	struct perf_stat_data_config	kept;
	struct perf_stat_data		*data;		/* of "record" */
	struct perf_error		error;
};

/* ---- the target ----------------------------------------------------------------------- */

static int describe_target(struct session *session, char **argv)
{
	const struct stat_options *opts = &session->opts;

	perf_str_cut(&session->target, 0);
	if (opts->cpus) {
		perf_str_format(&session->target, "'CPU(s) %s'", opts->cpus);
	} else if (opts->all_cpus) {
		perf_str_add(&session->target, "'system wide'");
	} else if (opts->pids) {
		perf_str_format(&session->target, "process id '%s'", opts->pids);
	} else if (opts->tids) {
		perf_str_format(&session->target, "thread id '%s'", opts->tids);
	} else {
		perf_str_char(&session->target, '\'');
		for (; *argv; argv++)
			perf_str_format(&session->target, "%s%s", *argv, argv[1] ? " " : "");
		perf_str_char(&session->target, '\'');
	}
	return session->target.failed ? perf_error_memory(&session->error) : 0;
}

static bool on_cpus(const struct stat_options *opts)
{
	return opts->all_cpus || opts->cpus;
}

/* The CPUs of -C. One that is off would be told as an event that is not supported. */
static int chosen_cpus(struct session *session)
{
	struct perf_error *error = &session->error;
	struct perf_str text = { 0 };
	struct perf_cpus online;
	int failed;
	size_t i;

	failed = perf_cpus_parse(&session->online, session->opts.cpus, error);
	if (failed)
		return failed;
	failed = perf_cpus_online(&online, error);
	for (i = 0; i < session->online.count && !failed; i++) {
		if (perf_cpus_has(&online, session->online.at[i]))
			continue;
		failed = perf_error_set(error, ENODEV, "CPU %d is not online",
					session->online.at[i]);
		perf_cpus_list(&online, &text);
		perf_error_hint(error, "these are: %s", perf_str_text(&text));
		perf_str_free(&text);
	}
	perf_cpus_free(&online);
	if (!failed && !session->online.count)
		failed = perf_error_set(error, EINVAL, "-C needs a CPU");
	return failed;
}

static int find_cpus(struct session *session)
{
	int failed;

	if (session->opts.cpus)
		failed = chosen_cpus(session);
	else
		failed = perf_cpus_online(&session->online, &session->error);
	if (failed)
		return failed;
	if (on_cpus(&session->opts) && session->stat.by != PERF_STAT_THREAD)
		return perf_cpus_copy(&session->cpus, &session->online, &session->error);
	return perf_cpus_any(&session->cpus, &session->error);
}

static int find_threads(struct session *session)
{
	struct perf_threads *threads = &session->measure.threads;
	const struct stat_options *opts = &session->opts;

	if (opts->pids)
		return perf_threads_of_pids(threads, opts->pids, &session->error);
	if (opts->tids)
		return perf_threads_of_tids(threads, opts->tids, &session->error);
	if (on_cpus(opts) && opts->by == PERF_STAT_THREAD)
		return perf_threads_of_system(threads, &session->error);
	if (on_cpus(opts))
		return perf_threads_all(threads, &session->error);
	*threads = (struct perf_threads){ 0 };
	return 0;
}

/* What cannot be combined. */
static int check(struct session *session, int argc)
{
	struct stat_options *opts = &session->opts;
	struct perf_error *error = &session->error;

	if (!argc && !on_cpus(opts) && !opts->pids && !opts->tids)
		opts->all_cpus = true;
	if (opts->pids && opts->tids)
		return perf_error_set(error, EINVAL, "-p and -t exclude each other");
	if ((opts->pids || opts->tids) && on_cpus(opts))
		return perf_error_set(error, EINVAL,
				      "-p and -t follow threads to whichever CPU; they exclude -a and -C");
	if (opts->no_aggregation)
		opts->by = PERF_STAT_CPU;
	if (opts->by == PERF_STAT_THREAD && !opts->pids && !opts->tids && !on_cpus(opts))
		return perf_error_set(error, EINVAL,
				      "--per-thread needs threads that run already: -p, -t or -a");
	if (opts->by != PERF_STAT_ALL && opts->by != PERF_STAT_THREAD && !on_cpus(opts))
		return perf_error_set(error, EINVAL, "counts by CPU, core and so on need -a or -C");
	if ((opts->what.cgroups || opts->what.for_each_cgroup) && !on_cpus(opts))
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
	if (opts->record && (opts->by == PERF_STAT_CLUSTER || opts->by == PERF_STAT_CACHE))
		return perf_error_set(error, EINVAL,
				      "a recording cannot say that it is by cluster or cache");
	if (opts->metric_only && opts->by == PERF_STAT_THREAD)
		return perf_error_set(error, EINVAL,
				      "--metric-only is not supported with --per-thread");
	if (opts->metric_only && opts->repeat > 1)
		return perf_error_set(error, EINVAL, "--metric-only is not supported with -r");
	if (opts->repeat != 1 && !argc)
		return perf_error_set(error, EINVAL, "-r needs a program to run");
	return 0;
}

/* ---- output --------------------------------------------------------------------------- */

/* Looked at before the program runs: its counts would be lost. */
static int check_log_fd(struct session *session)
{
	int fd = session->opts.log_fd;
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0)
		return perf_error_set(&session->error, EBADF,
				      "--log-fd: file descriptor %d is not open", fd);
	if (flags & O_PATH || (flags & O_ACCMODE) == O_RDONLY)
		return perf_error_set(&session->error, EBADF,
				      "--log-fd: file descriptor %d is not open for writing", fd);
	return 0;
}

static int open_output(struct session *session)
{
	const struct stat_options *opts = &session->opts;
	int flags = O_CREAT | (opts->append ? O_APPEND : O_TRUNC);
	const char *path = opts->output;
	time_t now = time(NULL);

	session->out.fd = opts->log_fd >= 0 ? opts->log_fd : STDERR_FILENO;
	if (opts->log_fd >= 0 && check_log_fd(session))
		return -EBADF;
	/* "-" is where it goes without a name. */
	if (path && !strcmp(path, "-"))
		path = NULL;
	if (!path && opts->quiet) {
		path = "/dev/null";
		flags = 0;
	}
	if (!path)
		return 0;
	session->out.fd = open(path, O_WRONLY | O_CLOEXEC | flags, 0644);
	if (session->out.fd < 0)
		return perf_error_set(&session->error, errno, "cannot write '%s': %m", path);
	/* A line of JSON has no place for a comment. */
	if (path == opts->output && !opts->json)
		perf_str_format(&session->out.text, "# started on %s\n", ctime(&now));
	return 0;
}

static void choose_style(struct session *session)
{
	const struct stat_options *opts = &session->opts;
	struct perf_stat_style *style = &session->style;
	const char *thousands = "";

	style->json = opts->json;
	style->separator = opts->separator;
	if (style->separator && !strcmp(style->separator, "\\t"))
		style->separator = "\t";
	style->runs = opts->repeat > 1 ? opts->repeat : 1;
	style->interval = opts->interval;
	style->table = opts->table;
	style->metric_only = opts->metric_only;
	/* Only asked what it is: all other output is the same in every locale. */
	if (setlocale(LC_NUMERIC, ""))
		thousands = localeconv()->thousands_sep;
	snprintf(session->thousands, sizeof(session->thousands), "%s", thousands);
	setlocale(LC_NUMERIC, "C");
	if (opts->big_num)
		style->thousands = session->thousands;
}

static bool is_text(const struct session *session)
{
	return !session->style.json && !session->style.separator;
}

/* Some event is not there: say why, once, where a person will see it. */
static void explain_missing(struct session *session)
{
	const struct perf_event_set *set = &session->measure.set;
	struct perf_error error;
	size_t i;

	if (!session->opts.verbose && !(is_text(session) && isatty(session->out.fd)))
		return;
	for (i = 0; i < set->count; i++) {
		struct perf_open open = {
			.attr = &set->list->at[i].attr, .name = set->list->at[i].name,
			.pid = on_cpus(&session->opts) ? -1 : 0,
			.cpu = session->cpus.at[0], .group = -1,
		};

		if (!set->at[i].code)
			continue;
		perf_open_explain(&open, set->at[i].code, &error);
		perf_command_fail(&perf_cmd_stat, &error);
		if (!session->opts.verbose)
			return;
	}
}

/* ---- counting ------------------------------------------------------------------------- */

static int prepare_stat(struct session *session)
{
	int failed;

	if (session->ready)
		return 0;
	session->stat.merge = !session->opts.no_merge;
	session->stat.scale = !session->opts.no_scale;
	failed = perf_stat_init(&session->stat, &session->measure.set, &session->online,
				&session->error);
	session->ready = !failed;
	return failed;
}

static int apply_filters(struct session *session)
{
	const struct perf_event_set *set = &session->measure.set;
	int failed = 0;
	size_t i, j;

	for (i = 0; i < session->opts.filters.count; i++)
		for (j = 0; j < set->count && !failed; j++)
			if (set->list->at[j].attr.type == PERF_TYPE_TRACEPOINT)
				failed = perf_event_set_filter(set, j, session->opts.filters.at[i],
							       &session->error);
	return failed;
}

static int begin_record(struct session *session)
{
	static const unsigned int modes[] = {
		[PERF_STAT_ALL] = PERF_STAT_DATA_ALL, [PERF_STAT_CPU] = PERF_STAT_DATA_CPU,
		[PERF_STAT_THREAD] = PERF_STAT_DATA_THREAD,
		[PERF_STAT_SOCKET] = PERF_STAT_DATA_SOCKET, [PERF_STAT_DIE] = PERF_STAT_DATA_DIE,
		[PERF_STAT_CORE] = PERF_STAT_DATA_CORE, [PERF_STAT_NODE] = PERF_STAT_DATA_NODE,
	};

	session->kept.mode = modes[session->opts.by];
	session->kept.interval = (uint64_t)session->opts.interval;
	session->kept.scale = !session->opts.no_scale;
	return perf_stat_data_begin(&session->kept, &session->measure.set, &session->cpus,
				    &session->data, &session->error);
}

static int opened(struct perf_measure *measure, struct perf_error *error)
{
	struct session *session = measure->owner;
	int failed = apply_filters(session);

	if (!failed)
		failed = prepare_stat(session);
	if (!failed && session->opts.record)
		failed = begin_record(session);
	if (!failed && session->opts.interval) {
		session->interval_start = 0;
		perf_counts_free(&session->before);
		failed = perf_counts_init(&session->before, &measure->set, &session->error);
	}
	if (failed)
		*error = session->error;
	return failed;
}

static int add_counts(struct session *session, struct perf_counts *counts, uint64_t wall)
{
	const uint64_t tool[] = {
		[PERF_TOOL_DURATION] = wall,
		[PERF_TOOL_USER] = session->measure.user,
		[PERF_TOOL_SYSTEM] = session->measure.system,
	};

	perf_mean_add(&session->stat.wall, wall);
	return perf_stat_add(&session->stat, counts, tool, &session->error);
}

/* Above the first interval; of text above each 25th, too. */
static void print_heading(struct session *session)
{
	bool again = session->opts.interval_clear || !(session->lines % 25);
	bool first = !session->lines++;

	if (session->style.metric_only && (first || (again && is_text(session))))
		perf_stat_only_heading(&session->stat, &session->style, &session->out.text);
	else if (!session->style.metric_only && again && is_text(session))
		perf_stat_text_heading(&session->stat, &session->out.text);
}

static int keep(struct session *session, uint64_t ns, bool last, struct perf_error *error)
{
	const uint64_t tool[] = {
		[PERF_TOOL_DURATION] = ns,
		[PERF_TOOL_USER] = session->measure.user,
		[PERF_TOOL_SYSTEM] = session->measure.system,
	};

	return session->data ? perf_stat_data_add(session->data, &session->measure.counts, tool,
						  ns, last, error) : 0;
}

static int print_interval(struct session *session, uint64_t ns, struct perf_error *error)
{
	struct perf_measure *measure = &session->measure;
	int failed;

	perf_counts_since(&measure->counts, &session->before, &measure->set);
	perf_stat_reset(&session->stat);
	failed = add_counts(session, &measure->counts, ns - session->interval_start);
	if (failed) {
		*error = session->error;
		return failed;
	}
	session->interval_start = ns;
	session->style.time = ns;
	if (session->opts.interval_clear)
		perf_str_add(&session->out.text, "\033[H\033[2J");
	print_heading(session);
	perf_stat_print(&session->stat, &session->style, &session->out.text);
	failed = perf_out_flush(&session->out);
	return failed ? perf_error_set(error, failed, "cannot write: %s", strerror(-failed)) : 0;
}

static int at_interval(struct perf_measure *measure, uint64_t ns, struct perf_error *error)
{
	int failed = perf_counts_read(&measure->counts, &measure->set, error);

	if (!failed)
		failed = keep(measure->owner, ns, false, error);
	return failed ? failed : print_interval(measure->owner, ns, error);
}

static void at_enable(struct perf_measure *measure, bool enabled)
{
	struct session *session = measure->owner;

	if (!session->opts.quiet)
		fputs(enabled ? "Events enabled\n" : "Events disabled\n", stderr);
}

static int run_once(struct session *session, char **argv)
{
	const struct stat_options *opts = &session->opts;
	struct perf_measure *measure = &session->measure;
	int failed;

	failed = find_threads(session);
	if (failed)
		return failed;
	measure->argv = *argv ? argv : NULL;
	measure->list = &session->list;
	measure->cpus = &session->cpus;
	measure->inherit = !opts->no_inherit && !on_cpus(opts);
	measure->delay = opts->delay > 0 ? opts->delay * PERF_NS_PER_MS : 0;
	measure->begin_disabled = opts->delay < 0;
	measure->control = &session->opts.control;
	measure->timeout = opts->timeout * PERF_NS_PER_MS;
	measure->interval = opts->interval * PERF_NS_PER_MS;
	measure->interval_count = opts->interval_count;
	measure->at_interval = at_interval;
	measure->at_enable = at_enable;
	measure->at_open = opened;
	measure->owner = session;
	if (opts->delay && !opts->quiet)
		fputs("Events disabled\n", stderr);
	failed = perf_measure_run(measure, &session->error);
	if (!failed)
		failed = keep(session, measure->wall, true, &session->error);
	if (failed)
		return failed;
	if (measure->count_reached)
		return 0;
	if (opts->interval)
		return print_interval(session, measure->wall, &session->error);
	return add_counts(session, &measure->counts, measure->wall);
}

static int run_helper(struct session *session, const char *command)
{
	int status = system(command);

	if (!status)
		return 0;
	return perf_error_set(&session->error, ECANCELED, "'%s' failed with exit code %d", command,
			      perf_child_exit_code(status));
}

static int run_all(struct session *session, char **argv)
{
	const struct stat_options *opts = &session->opts;
	unsigned int run;
	int failed = 0;

	for (run = 0; run < session->style.runs && !failed; run++) {
		if (run)
			perf_measure_free(&session->measure);
		if (opts->sync)
			sync();
		if (opts->pre)
			failed = run_helper(session, opts->pre);
		if (!failed)
			failed = run_once(session, argv);
		session->walls[run] = session->measure.wall;
		if (!failed && opts->post)
			failed = run_helper(session, opts->post);
		if (!failed && session->measure.interrupted && run + 1 < session->style.runs) {
			session->style.runs = run + 1;
			break;
		}
	}
	return failed;
}

static void print_all(struct session *session)
{
	const struct perf_stat_summary summary = {
		.target = perf_str_text(&session->target),
		.wall = session->walls,
		.has_times = session->measure.argv && !session->opts.pids &&
			     !session->opts.tids && !on_cpus(&session->opts),
		.user = session->measure.user,
		.system = session->measure.system,
	};

	if (session->opts.interval)
		return;
	if (is_text(session))
		perf_stat_text_begin(&session->style, &summary, &session->out.text);
	if (session->style.metric_only)
		perf_stat_only_heading(&session->stat, &session->style, &session->out.text);
	perf_stat_print(&session->stat, &session->style, &session->out.text);
	if (is_text(session))
		perf_stat_text_end(&session->stat, &session->style, &summary, &session->out.text);
}

static int run_and_print(struct session *session, char **argv)
{
	int failed = run_all(session, argv);

	if (failed)
		return failed;
	failed = perf_stat_data_end(session->data, &session->error);
	session->data = NULL;
	if (failed)
		return failed;
	print_all(session);
	failed = perf_out_flush(&session->out);
	return failed ? perf_error_set(&session->error, failed, "cannot write the counts: %s",
				       strerror(-failed)) : 0;
}

static int count(struct session *session, int argc, char **argv)
{
	int failed = check(session, argc);

	if (failed)
		return failed;
	session->stat.by = session->opts.by;
	choose_style(session);
	session->walls = calloc(session->style.runs, sizeof(*session->walls));
	if (!session->walls)
		return perf_error_memory(&session->error);
	failed = perf_stat_events(&session->opts.what, on_cpus(&session->opts), &session->list,
				  &session->error);
	if (!failed)
		failed = find_cpus(session);
	if (!failed)
		failed = describe_target(session, argv);
	if (!failed)
		failed = open_output(session);
	if (!failed)
		failed = run_and_print(session, argv);
	while (!failed && !session->opts.repeat && !session->measure.interrupted) {
		perf_stat_reset(&session->stat);
		perf_measure_free(&session->measure);
		failed = run_and_print(session, argv);
	}
	if (failed)
		return failed;
	explain_missing(session);
	return 0;
}

static void release(struct session *session)
{
	struct perf_error unused;

	/* Only there if counting failed: what was recorded until then stays. */
	perf_stat_data_end(session->data, &unused);
	perf_measure_free(&session->measure);
	perf_counts_free(&session->before);
	perf_stat_free(&session->stat);
	perf_event_list_free(&session->list);
	perf_cpus_free(&session->online);
	perf_cpus_free(&session->cpus);
	perf_str_free(&session->out.text);
	perf_str_free(&session->target);
	free(session->walls);
	perf_options_free(options, &session->opts);
}

static int run(struct perf_settings *settings, int argc, char **argv)
{
	struct session session = {
		.opts = { .repeat = 1, .big_num = true, .control.fd = -1, .log_fd = -1 },
		.kept = {
			.path = "perf.data", .cmdline = (const char *const *)argv,
			.cmdline_nr = argc, .version = "6.12.0",
		},
	};
	int status = -1;

	perf_command_parse(&perf_cmd_stat, settings, &session.opts, &argc, &argv, &status);
	if (status < 0 && argc && !strcmp(argv[0], "report")) {
		release(&session);
		return perf_stat_report.run(settings, argc, argv);
	}
	if (status < 0 && argc && !strcmp(argv[0], "record")) {
		session.opts.record = true;
		perf_command_parse(&perf_cmd_stat, settings, &session.opts, &argc, &argv, &status);
	}
	if (status >= 0) {
		release(&session);
		return status;
	}
	/* The counts are shown, too; -o is where they are kept. */
	if (session.opts.record && session.opts.output) {
		session.kept.path = session.opts.output;
		session.opts.output = NULL;
	}
	if (count(&session, argc, argv)) {
		status = perf_command_fail(&perf_cmd_stat, &session.error);
		if (session.error.code == EINVAL && !session.measure.set.count)
			status = PERF_EXIT_USAGE;
	} else {
		status = session.measure.argv ? perf_child_exit_code(session.measure.status) : 0;
	}
	release(&session);
	return status;
}

static const struct perf_command *const verbs[] = { &perf_stat_report, NULL };

const struct perf_command perf_cmd_stat = {
	.name = "stat",
	.summary = "Count events of a program, of threads or of CPUs",
	.usage = usage,
	.options = options,
	.verbs = verbs,
	.program = true,
	.notes = notes,
	.run = run,
};
