// SPDX-License-Identifier: GPL-2.0
/*
 * perf stat: count events of a program, of threads or of CPUs. perf_measure_run() opens the events
 * and counts; perf_stat_add() adds up the counts, and perf_stat_print() prints them.
 * stat/stat_report.c prints recorded counts.
 */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <base/num.h>
#include <base/out.h>
#include <base/output.h>
#include <event/measure.h>
#include <event/smi.h>
#include <record/stat_data.h>
#include <stat/stat_print.h>
#include <sys/open.h>
#include <sys/paths.h>

#include "common/command.h"
#include "common/control.h"
#include "common/print.h"
#include "stat/stat_holders.h"
#include "stat/stat_options.h"
#include "stat/stat_report.h"

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

/* State of one perf stat command. */
struct session {
	struct stat_options		opts;
	struct perf_event_list		list;
	struct perf_cpus		online;		/* CPUs of -C, or all online CPUs */
	struct perf_cpus		cpus;		/* CPUs to open events on; -1: any */
	struct perf_measure		measure;
	struct perf_counts		before;		/* counts at the end of the last interval */
	struct perf_stat		stat;
	struct perf_stat		total;		/* --summary: sums of all intervals */
	struct perf_stat_style		style;
	struct perf_out			out;
	struct perf_output		output;		/* -o: the file of @out */
	struct perf_str			target;
	uint64_t			*walls;
	unsigned int			lines;		/* intervals printed so far */
	uint64_t			interval_start;
	char				thousands[8];
	bool				ready;		/* @stat is initialized */
	bool				frozen;		/* perf_smi_freeze() set freeze_on_smi */
	struct perf_stat_data_config	kept;
	struct perf_stat_data		*data;		/* recording of perf stat record */
	struct control_messages		messages;
	struct perf_command_watch	commands;
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

/* Parses -C. perf_cpu_check() rejects offline CPUs, whose events would look unsupported. */
static int chosen_cpus(struct session *session)
{
	struct perf_error *error = &session->error;
	struct perf_cpus online;
	int err;
	size_t i;

	err = perf_cpus_parse(&session->online, session->opts.cpus, error);
	if (err)
		return err;
	err = perf_cpus_online(&online, error);
	for (i = 0; i < session->online.count && !err; i++)
		err = perf_cpu_check(&online, session->online.at[i], error);
	perf_cpus_free(&online);
	if (!err && !session->online.count)
		err = perf_error_set(error, EINVAL, "-C needs a CPU");
	return err;
}

static int find_cpus(struct session *session)
{
	int err;

	if (session->opts.cpus)
		err = chosen_cpus(session);
	else
		err = perf_cpus_online(&session->online, &session->error);
	if (err)
		return err;
	if (stat_on_cpus(&session->opts) && session->stat.by != PERF_STAT_THREAD)
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
	if (stat_on_cpus(opts) && opts->by == PERF_STAT_THREAD)
		return perf_threads_of_system(threads, &session->error);
	if (stat_on_cpus(opts))
		return perf_threads_all(threads, &session->error);
	*threads = (struct perf_threads){ 0 };
	return 0;
}

/* ---- output --------------------------------------------------------------------------- */

/* Checks opts.log_fd before the program runs: an error after that would lose the counts. */
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

/* Opens without O_CREAT: a missing /dev/null must not become a regular file. */
static int stat_open_null(struct session *session)
{
	session->output.fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	session->out.fd = session->output.fd;
	return session->out.fd < 0 ?
	       perf_error_set(&session->error, errno, "cannot write '/dev/null': %m") : 0;
}

static int stat_open_output(struct session *session)
{
	const struct stat_options *opts = &session->opts;
	unsigned int flags = PERF_OUTPUT_AT_ONCE | (opts->append ? PERF_OUTPUT_APPEND : 0);
	const char *path = opts->output;
	time_t now = time(NULL);
	int err;

	session->out.fd = opts->log_fd >= 0 ? opts->log_fd : STDERR_FILENO;
	if (opts->log_fd >= 0 && check_log_fd(session))
		return -EBADF;
	/* "-" names the default output. */
	if (path && !strcmp(path, "-"))
		path = NULL;
	if (!path)
		return opts->quiet ? stat_open_null(session) : 0;
	err = perf_output_open(&session->output, path, 0644, flags, &session->error);
	if (err)
		return err;
	session->out.fd = session->output.fd;
	/* JSON lines cannot have comments. */
	if (!opts->json)
		perf_str_format(&session->out.text, "# started on %s\n", ctime(&now));
	return 0;
}

/* The C locale, in any spelling, groups no digits: setlocale() need not read locale files. */
static bool in_c_locale(void)
{
	static const char *const variables[] = { "LC_ALL", "LC_NUMERIC", "LANG" };
	const char *name;
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(variables); i++) {
		name = getenv(variables[i]);
		if (name && *name)
			return !strcmp(name, "C") || !strcmp(name, "POSIX") ||
			       !strncmp(name, "C.", 2);
	}
	return true;
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
	session->out.separator = style->separator;
	style->runs = opts->repeat > 1 ? opts->repeat : 1;
	style->interval = opts->interval;
	style->table = opts->table;
	style->metric_only = opts->metric_only;
	/* Only thousands_sep is read: all other output is the same in every locale. */
	if (!in_c_locale() && setlocale(LC_NUMERIC, ""))
		thousands = localeconv()->thousands_sep;
	snprintf(session->thousands, sizeof(session->thousands), "%s", thousands);
	setlocale(LC_NUMERIC, "C");
	if (opts->big_num)
		style->thousands = session->thousands;
}

static bool stat_is_text(const struct session *session)
{
	return !session->style.json && !session->style.separator;
}

/* perf_open_explain() gives the reason once, if out.fd is a terminal or with -v. */
static void explain_missing(struct session *session)
{
	const struct perf_event_set *set = &session->measure.set;
	struct perf_error error;
	size_t i;

	if (!session->opts.verbose && !(stat_is_text(session) && isatty(session->out.fd)))
		return;
	for (i = 0; i < set->count; i++) {
		struct perf_open open = {
			.attr = &set->list->at[i].attr, .name = set->list->at[i].name,
			.pid = stat_on_cpus(&session->opts) ? -1 : 0,
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
	int err;

	if (session->ready)
		return 0;
	session->stat.merge = session->opts.by != PERF_STAT_CPU;
	session->stat.percore_by_cpu = session->opts.percore_threads;
	session->stat.scale = !session->opts.no_scale;
	session->total = session->stat;
	err = perf_stat_init(&session->stat, &session->measure.set, &session->online,
			     &session->error);
	if (!err)
		err = perf_stat_init(&session->total, &session->measure.set, &session->online,
				     &session->error);
	session->ready = !err;
	return err;
}

static int apply_filters(struct session *session)
{
	const struct perf_event_set *set = &session->measure.set;
	int err = 0;
	size_t i, j;

	for (i = 0; i < session->opts.filters.count; i++)
		for (j = 0; j < set->count && !err; j++)
			if (set->list->at[j].attr.type == PERF_TYPE_TRACEPOINT)
				err = perf_event_set_filter(set, j, session->opts.filters.at[i],
							    &session->error);
	return err;
}

static int begin_record(struct session *session)
{
	static const unsigned int modes[] = {
		[PERF_STAT_ALL] = PERF_STAT_DATA_ALL, [PERF_STAT_CPU] = PERF_STAT_DATA_CPU,
		[PERF_STAT_THREAD] = PERF_STAT_DATA_THREAD,
		[PERF_STAT_SOCKET] = PERF_STAT_DATA_SOCKET, [PERF_STAT_DIE] = PERF_STAT_DATA_DIE,
		[PERF_STAT_CACHE] = PERF_STAT_DATA_CACHE,
		[PERF_STAT_CORE] = PERF_STAT_DATA_CORE, [PERF_STAT_NODE] = PERF_STAT_DATA_NODE,
	};

	session->kept.mode = modes[session->opts.by];
	session->kept.cache_level = session->opts.cache_level;
	session->kept.interval = (uint64_t)session->opts.interval;
	session->kept.scale = !session->opts.no_scale;
	return perf_stat_data_begin(&session->kept, &session->measure.set, &session->cpus,
				    &session->data, &session->error);
}

static int stat_opened(struct perf_measure *measure, struct perf_error *error)
{
	struct session *session = measure->owner;
	int err = apply_filters(session);

	if (!err)
		err = prepare_stat(session);
	if (!err && session->opts.record)
		err = begin_record(session);
	if (!err && session->opts.interval) {
		session->interval_start = 0;
		perf_counts_free(&session->before);
		err = perf_counts_init(&session->before, &measure->set, &session->error);
	}
	if (err)
		*error = session->error;
	return err;
}

static int add_counts(struct session *session, struct perf_stat *stat, uint64_t wall)
{
	const uint64_t tool[] = {
		[PERF_TOOL_DURATION] = wall,
		[PERF_TOOL_USER] = session->measure.user,
		[PERF_TOOL_SYSTEM] = session->measure.system,
	};

	perf_mean_add(&stat->wall, wall);
	return perf_stat_add(stat, &session->measure.counts, tool, &session->error);
}

/* Prints a heading above the first interval; in stat_is_text() also above every 25th. */
static void print_heading(struct session *session)
{
	bool again = session->opts.interval_clear || !(session->lines % 25);
	bool first = !session->lines++;

	if (session->style.metric_only && (first || (again && stat_is_text(session))))
		perf_stat_only_heading(&session->stat, &session->style, &session->out.text);
	else if (!session->style.metric_only && again && stat_is_text(session))
		perf_stat_text_heading(&session->stat, &session->out.text);
}

static int stat_keep(struct session *session, uint64_t ns, bool last, struct perf_error *error)
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
	int err;

	perf_counts_since(&measure->counts, &session->before, &measure->set);
	perf_stat_reset(&session->stat);
	err = add_counts(session, &session->stat, ns - session->interval_start);
	if (err) {
		*error = session->error;
		return err;
	}
	session->interval_start = ns;
	session->style.time = ns;
	if (session->opts.interval_clear)
		perf_out_control(&session->out, PERF_OUT_CLEAR);
	print_heading(session);
	perf_stat_print(&session->stat, &session->style, &session->out.text);
	err = perf_out_flush(&session->out);
	return err ? perf_error_set(error, err, "cannot write: %s", strerror(-err)) : 0;
}

static int at_interval(struct perf_measure *measure, uint64_t ns, struct perf_error *error)
{
	int err = perf_counts_read(&measure->counts, &measure->set, error);

	if (!err)
		err = stat_keep(measure->owner, ns, false, error);
	return err ? err : print_interval(measure->owner, ns, error);
}

/*
 * With --interval, session->total gets the counts of the whole run, and print_interval() prints the
 * rest after the last interval, unless --interval-count has ended the run.
 */
static int stat_run_once(struct session *session, char **argv)
{
	const struct stat_options *opts = &session->opts;
	struct perf_measure *measure = &session->measure;
	int err;

	err = find_threads(session);
	if (err)
		return err;
	measure->argv = *argv ? argv : NULL;
	measure->list = &session->list;
	measure->cpus = &session->cpus;
	measure->inherit = !opts->no_inherit && !stat_on_cpus(opts);
	measure->delay = opts->delay > 0 ? opts->delay * PERF_NS_PER_MS : 0;
	measure->begin_disabled = opts->delay < 0;
	measure->control = &session->opts.control;
	measure->commands = &session->commands;
	measure->timeout = opts->timeout * PERF_NS_PER_MS;
	measure->interval = opts->interval * PERF_NS_PER_MS;
	measure->interval_count = opts->interval_count;
	measure->at_interval = at_interval;
	measure->at_open = stat_opened;
	measure->owner = session;
	session->messages = (struct control_messages){ &perf_cmd_stat, opts->quiet };
	session->commands = control_watch(&session->messages);
	if (opts->delay)
		perf_commands_switched(&session->commands, NULL, false);
	err = perf_measure_run(measure, &session->error);
	if (!err)
		err = stat_keep(session, measure->wall, true, &session->error);
	if (!err && opts->interval)
		err = add_counts(session, &session->total, measure->wall);
	if (err || measure->count_reached)
		return err;
	if (opts->interval)
		return print_interval(session, measure->wall, &session->error);
	return add_counts(session, &session->stat, measure->wall);
}

static int run_helper(struct session *session, const char *command)
{
	int status = system(command);

	if (!status)
		return 0;
	return perf_error_set(&session->error, ECANCELED, "'%s' failed with exit code %d", command,
			      perf_child_exit_code(status));
}

/* A signal ends -r: style.runs becomes the number of runs that there were. */
static int stat_run_all(struct session *session, char **argv)
{
	const struct stat_options *opts = &session->opts;
	unsigned int run;
	int err = 0;

	for (run = 0; run < session->style.runs && !err; run++) {
		if (run)
			perf_measure_free(&session->measure);
		if (opts->sync)
			sync();
		if (opts->pre)
			err = run_helper(session, opts->pre);
		if (!err)
			err = stat_run_once(session, argv);
		session->walls[run] = session->measure.wall;
		if (!err && opts->post)
			err = run_helper(session, opts->post);
		if (!err && session->measure.interrupted && run + 1 < session->style.runs) {
			session->style.runs = run + 1;
			break;
		}
	}
	return err;
}

static void stat_print_all(struct session *session)
{
	const struct perf_stat *stat = session->opts.interval ? &session->total : &session->stat;
	const struct perf_stat_summary summary = {
		.target = perf_str_text(&session->target),
		.wall = session->walls,
		.has_times = session->measure.argv && !session->opts.pids &&
			     !session->opts.tids && !stat_on_cpus(&session->opts),
		.user = session->measure.user,
		.system = session->measure.system,
	};

	if (session->opts.interval && !session->opts.summary)
		return;
	session->style.interval = false;
	session->style.summary = session->opts.summary && !session->opts.no_csv_summary;
	/* Below the rows of opts.interval, the sums have no heading. */
	if (stat_is_text(session) && !session->opts.interval)
		perf_stat_text_begin(&session->style, &summary, &session->out.text);
	if (session->style.metric_only && !session->opts.interval)
		perf_stat_only_heading(stat, &session->style, &session->out.text);
	perf_stat_print(stat, &session->style, &session->out.text);
	if (stat_is_text(session)) {
		perf_stat_text_end(stat, &session->style, &summary, &session->out.text);
		stat_holders_note(stat, &session->out.text);
	}
}

static int run_and_print(struct session *session, char **argv)
{
	int err = stat_run_all(session, argv);

	if (err)
		return err;
	err = perf_stat_data_end(session->data, &session->error);
	session->data = NULL;
	if (err)
		return err;
	stat_print_all(session);
	err = perf_out_flush(&session->out);
	perf_commands_end(&session->opts.control);
	return err ? perf_error_set(&session->error, err, "cannot write the counts: %s",
				       strerror(-err)) : 0;
}

static int stat_count(struct session *session, int argc, char **argv)
{
	int err = stat_options_check(&session->opts, argc, &session->error);

	if (err)
		return err;
	session->stat.by = session->opts.by;
	session->stat.cache_level = session->opts.cache_level;
	choose_style(session);
	session->walls = calloc(session->style.runs, sizeof(*session->walls));
	if (!session->walls)
		return perf_error_memory(&session->error);
	err = perf_stat_events(&session->opts.what, stat_on_cpus(&session->opts), &session->list,
			       &session->error);
	if (!err)
		err = find_cpus(session);
	if (!err)
		err = describe_target(session, argv);
	if (!err)
		err = stat_open_output(session);
	if (!err && session->opts.what.smi_cost)
		err = perf_smi_freeze(&session->frozen, &session->error);
	if (!err)
		err = run_and_print(session, argv);
	while (!err && !session->opts.repeat && !session->measure.interrupted) {
		perf_stat_reset(&session->stat);
		perf_stat_reset(&session->total);
		session->style.interval = session->opts.interval;
		perf_measure_free(&session->measure);
		err = run_and_print(session, argv);
	}
	if (err)
		return err;
	explain_missing(session);
	return 0;
}

static void stat_release(struct session *session)
{
	struct perf_error unused;

	/* @session->data is set only if counting failed: keep what was recorded. */
	perf_stat_data_end(session->data, &unused);
	if (session->frozen && perf_smi_restore(&unused))
		perf_command_fail(&perf_cmd_stat, &unused);
	perf_output_drop(&session->output);
	perf_measure_free(&session->measure);
	perf_counts_free(&session->before);
	perf_stat_free(&session->stat);
	perf_stat_free(&session->total);
	perf_event_list_free(&session->list);
	perf_cpus_free(&session->online);
	perf_cpus_free(&session->cpus);
	perf_str_free(&session->out.text);
	perf_str_free(&session->target);
	free(session->walls);
	perf_options_free(stat_options, &session->opts);
}

static int stat_run(struct perf_settings *settings, int argc, char **argv)
{
	struct session session = {
		.opts = { .repeat = 1, .big_num = true, .log_fd = -1,
			  .control = { .fd = -1, .ack = -1 } },
		.output = PERF_OUTPUT_NONE,
		.kept = {
			.path = "perf.data", .cmdline = (const char *const *)argv,
			.cmdline_nr = argc, .version = "6.12.0",
		},
	};
	int status = -1;

	perf_command_parse(&perf_cmd_stat, settings, &session.opts, &argc, &argv, &status);
	if (status < 0 && argc && !strcmp(argv[0], "report")) {
		stat_release(&session);
		return perf_stat_report.run(settings, argc, argv);
	}
	if (status < 0 && argc && !strcmp(argv[0], "record")) {
		session.opts.record = true;
		perf_command_parse(&perf_cmd_stat, settings, &session.opts, &argc, &argv, &status);
	}
	if (status >= 0) {
		stat_release(&session);
		return status;
	}
	/* With opts.record, -o names the recording; the counts are printed, too. */
	if (session.opts.record && session.opts.output) {
		session.kept.path = session.opts.output;
		session.opts.output = NULL;
	}
	if (stat_count(&session, argc, argv)) {
		status = perf_command_fail(&perf_cmd_stat, &session.error);
		if (session.error.code == EINVAL && !session.measure.set.count)
			status = PERF_EXIT_USAGE;
	} else {
		status = session.measure.argv ? perf_child_exit_code(session.measure.status) : 0;
	}
	stat_release(&session);
	return status;
}

static const struct perf_command *const verbs[] = { &perf_stat_report, NULL };

const struct perf_command perf_cmd_stat = {
	.name = "stat",
	.summary = "Count events of a program, of threads or of CPUs",
	.usage = usage,
	.words = (const char *const[]){ "record", "report", NULL },
	.options = stat_options,
	.verbs = verbs,
	.program = true,
	.notes = notes,
	.run = stat_run,
};
