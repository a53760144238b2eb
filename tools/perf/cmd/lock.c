// SPDX-License-Identifier: GPL-2.0
/*
 * perf lock: waits for kernel locks, by lock, caller or thread, with their durations.
 * perf_lock_decode() decodes a tracepoint of a wait, perf_lock_waits_event() adds it up, and
 * perf_lock_table_text() prints the table.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/out.h>
#include <event/parse.h>
#include <lock/table.h>
#include <lock/types.h>
#include <record/record.h>
#include <report/session.h>

#include "common/confined.h"
#include "common/pager.h"
#include "common/print.h"
#include "record/recording.h"
#include "script/script_samples.h"

struct lock_options {
	struct perf_session_options session;
	struct perf_lock_table table;
	struct perf_record_config live;
	bool threads;
	bool addresses;
	bool map;
	bool quiet;
	int verbose;
	int entries;
	int skip;
	int max_stack;
	const char *bpf_entries;
	const char *output;
	int output_fd;
	struct perf_lock_choice choice;
};

#define TYPE	struct lock_options
#define READING									\
	PERF_OPT_TEXT(TYPE, session.input, 'i', "input", "FILE",		\
		      "read FILE instead of perf.data"),			\
	PERF_OPT_FLAG(TYPE, session.force, 'f', "force",			\
		      "read a file that belongs to another user"),		\
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose",				\
		       "call chains of contention, and what does not fit together"), \
	PERF_OPT_FLAG(TYPE, quiet, 'q', "quiet", "no warnings, and no titles of contention"), \
	PERF_OPT_TEXT(TYPE, output, 0, "output", "FILE",			\
		      "write FILE instead of the standard output"),		\
	PERF_OPT_TEXT(TYPE, session.kallsyms, 0, "kallsyms", "FILE", "symbols of the kernel")
#define VMLINUX(letter_)							\
	PERF_OPT_TEXT(TYPE, session.vmlinux, letter_, "vmlinux", "FILE",	\
		      "take the kernel's symbols from this file")
#define COMMON		READING, VMLINUX('k'), PERF_DUMP_OPTION(TYPE)
/* COLUMNS() uses -k for --key, so VMLINUX() has no letter with it. */
#define COMMON_OF_FORM	READING, VMLINUX(0), PERF_DUMP_OPTION(TYPE)
#define COLUMNS(names_)								\
	PERF_OPT_TEXT(TYPE, table.key, 'k', "key", "COLUMN", "sort by: " names_), \
	PERF_OPT_TEXT(TYPE, table.fields, 'F', "field", "COLUMNS", "columns: of these"), \
	PERF_OPT_INT(TYPE, entries, 'E', "entries", "N", "only the first N rows")

static const struct perf_option options[] = { COMMON, PERF_OPT_END };

static const struct perf_option report_options[] = {
	COMMON_OF_FORM,
	COLUMNS("acquired (usual), contended, avg_wait, wait_total, wait_max, wait_min"),
	PERF_OPT_FLAG(TYPE, threads, 't', "threads", "a row for each thread, not for each lock"),
	PERF_OPT_FLAG(TYPE, table.combine, 'c', "combine-locks",
		      "locks of the same name are one row"),
	PERF_OPT_END
};

static int set_types(void *options_, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct lock_options *opts = options_;

	(void)option;
	(void)negated;
	return perf_lock_types_parse(text, &opts->choice.types, error);
}

/* table.separator must differ from ':', '+' and '.' of addresses, lock types and offsets. */
static int set_separator(void *options_, const struct perf_option *option, const char *text,
			 bool negated, struct perf_error *error)
{
	struct lock_options *opts = options_;

	(void)option;
	(void)negated;
	if (strpbrk(text, ":+."))
		return perf_error_set(error, EINVAL,
				      "-x '%s': the columns have ':', '+' and '.'", text);
	opts->table.separator = *text ? text : NULL;
	return 0;
}

#define BPF_ONLY	"nothing is counted by BPF programs",			\
			"without it tracepoints are recorded, and added up afterwards"

static const struct perf_option contention_options[] = {
	COMMON_OF_FORM,
	COLUMNS("contended, wait_total (usual), wait_max, wait_min, avg_wait"),
	PERF_OPT_FLAG(TYPE, threads, 't', "threads", "a row for each thread, not for each caller"),
	PERF_OPT_FLAG(TYPE, addresses, 'l', "lock-addr", "a row for each lock"),
	PERF_OPT_INT(TYPE, max_stack, 0, "max-stack", "N", "functions of a call chain (8)"),
	PERF_OPT_INT(TYPE, skip, 0, "stack-skip", "N",
		     "the first N functions are never the caller (3)"),
	PERF_OPT_CALL('Y', "type-filter", "TYPES", set_types, 0, 0,
		      "only locks of these kinds, as spinlock,rwsem:R"),
	PERF_OPT_TEXT(TYPE, choice.locks, 'L', "lock-filter", "LOCKS",
		      "only these locks: addresses in hex, or symbols of the kernel"),
	PERF_OPT_TEXT(TYPE, choice.functions, 'S', "callstack-filter", "NAMES",
		      "only waits with a function in the call chain that has one of these in its "
		      "name"),
	PERF_OPT_CALL('x', "field-separator", "TEXT", set_separator, 0, 0,
		      "columns separated by TEXT, times in ns"),
	PERF_OPT_HEADING("Watching, if there is a program or one of these"),
	PERF_OPT_FLAG(TYPE, live.all_cpus, 'a', "all-cpus", "all tasks"),
	PERF_OPT_TEXT(TYPE, live.cpus, 'C', "cpu", "LIST", "all tasks on these CPUs"),
	PERF_OPT_TEXT(TYPE, live.pids, 'p', "pid", "LIST", "these processes"),
	PERF_OPT_TEXT(TYPE, live.tids, 0, "tid", "LIST", "these threads"),
	PERF_OPT_REFUSED('b', "use-bpf", NULL, 0, BPF_ONLY),
	PERF_OPT_REFUSED('o', "lock-owner", NULL, 0, BPF_ONLY),
	PERF_OPT_REFUSED(0, "lock-cgroup", NULL, 0, BPF_ONLY),
	PERF_OPT_REFUSED('G', "cgroup-filter", "CGROUPS", 0, BPF_ONLY),
	PERF_OPT_TEXT(TYPE, bpf_entries, 'M', "map-nr-entries", "N",
		      "no effect: it is the size of a BPF map"),
	PERF_OPT_END
};

static const struct perf_option info_options[] = {
	COMMON_OF_FORM,
	PERF_OPT_FLAG(TYPE, threads, 't', "threads", "list the threads"),
	PERF_OPT_FLAG(TYPE, map, 'm', "map", "list the locks that were waited for"),
	PERF_OPT_END
};

/* State while the recording is read. */
struct lock_reading {
	struct lock_options *opts;
	struct perf_session session;
	struct perf_lock_decoder decoder;
	struct perf_lock_waits waits;
	struct perf_out out;
	bool info;
};

static int lock_on_sample(void *context, const struct perf_session_sample *sample,
			  struct perf_error *error)
{
	struct lock_reading *reading = context;
	struct perf_lock_event event;

	if (!perf_lock_decode(&reading->decoder, sample->record->event->index, sample->sample,
			      &event))
		return 0;
	if (perf_lock_waits_event(&reading->waits, &event, &reading->session, sample))
		return perf_error_memory(error);
	return 0;
}

static int lock_show(struct lock_reading *reading, struct perf_error *error)
{
	const struct lock_options *opts = reading->opts;
	int err = 0;

	if (!reading->info)
		err = perf_lock_table_text(&reading->out.text, &opts->table, &reading->waits,
					   reading->session.machine);
	else if (opts->threads)
		perf_lock_threads_text(&reading->out.text, &reading->waits,
				       reading->session.machine);
	else
		perf_lock_map_text(&reading->out.text, &reading->waits);
	return err ? perf_error_memory(error) : 0;
}

static int lock_read_all(struct lock_reading *reading, struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = lock_on_sample };
	const struct lock_options *opts = reading->opts;
	int err;

	err = perf_lock_decoder_init(&reading->decoder, reading->session.data, error);
	if (err)
		return err;
	if (reading->decoder.borrowed && !opts->quiet)
		perf_session_tell_borrowed(&perf_cmd_lock);
	err = perf_session_read(&reading->session, &calls, reading, error);
	if (err)
		return err;
	if (opts->verbose && reading->waits.unpaired)
		perf_command_warn(&perf_cmd_lock,
				  "%llu waits ended whose beginning was not recorded",
				  (unsigned long long)reading->waits.unpaired);
	if (reading->waits.choice.unknown)
		perf_command_warn(&perf_cmd_lock, "no symbol of the kernel is called '%.*s'",
				  (int)strcspn(reading->waits.choice.unknown, ", "),
				  reading->waits.choice.unknown);
	/* Without waits.rows, the heading alone would look like a failure. */
	if (!reading->waits.rows.count && !(reading->info && opts->threads) && !opts->quiet)
		perf_command_warn(&perf_cmd_lock,
				  "no lock was waited for, or no wait that matches");
	return lock_show(reading, error);
}

static int read_file(struct lock_options *opts, bool info)
{
	struct lock_reading reading = {
		.opts = opts, .info = info, .out.fd = opts->output_fd,
		.out.separator = opts->table.separator,
		.waits = {
			.by = PERF_LOCK_BY_CALLER, .skip = (unsigned int)opts->skip,
			.choice = opts->choice,
			.chains = opts->verbose && !opts->threads && !opts->addresses &&
				  opts->table.layout == PERF_LOCK_CONTENTION,
		},
	};
	struct perf_error error;
	int err, status;

	if (opts->threads)
		reading.waits.by = PERF_LOCK_BY_THREAD;
	else if (opts->addresses || info || opts->table.layout == PERF_LOCK_REPORT)
		reading.waits.by = PERF_LOCK_BY_ADDRESS;
	err = perf_session_open(&reading.session, &opts->session, &error);
	if (!err)
		err = lock_read_all(&reading, &error);
	status = perf_session_end(&perf_cmd_lock, &reading.session, &reading.out, err, &error);
	perf_lock_decoder_free(&reading.decoder);
	perf_lock_waits_free(&reading.waits);
	perf_session_close(&reading.session);
	return status;
}

/* ---- recording -------------------------------------------------------------------------- */

#define EVENTS	"lock:contention_begin,lock:contention_end"

/* recording.max_stack: the function that takes the lock is near the top of the stack. */
#define CHAIN_DEPTH	8

static int lock_add_events(struct perf_event_list *list, struct perf_error *error)
{
	int err = perf_events_parse(list, EVENTS, error);

	if (err)
		perf_error_hint(error, "Waiting for locks is traced by the tracepoints " EVENTS
				", since Linux 5.19");
	return err;
}

static const struct perf_command record_form = {
	.name = "lock record", .summary = "record who waits for locks",
	.options = recording_options, .section = "record", .program = true,
	.usage = (const char *const[]){ "[OPTION...] [[--] PROGRAM [ARGUMENT...]]", NULL },
};

static int lock_record(const struct recording_line *line, int argc, char **argv)
{
	struct recording recording;
	struct perf_error error;
	int status;

	recording_init(&recording, &record_form, line->settings, line->argc, line->argv);
	recording.config.chain = PERF_RECORD_CHAIN_FP;
	recording.max_stack = CHAIN_DEPTH;
	recording.config.mmap_pages = 1024;
	if (lock_add_events(&recording.events.list, &error))
		status = perf_command_fail(&record_form, &error);
	else
		status = recording_run(&recording, argc, argv);
	recording_free(&recording);
	return status;
}

static void lock_warn(void *context, const char *text)
{
	perf_command_warn(context, "%s", text);
}

static int record_live(struct lock_options *opts, const struct recording_line *line, char **argv,
		       struct perf_record_result *result, struct perf_error *error)
{
	const struct perf_record_watch watch = {
		.warn = lock_warn, .context = (void *)&perf_cmd_lock,
	};
	struct perf_record_config *config = &opts->live;
	struct perf_event_list list = { 0 };
	struct perf_record *recording;
	int err;

	config->argv = argv;
	config->chain = PERF_RECORD_CHAIN_FP;
	config->max_stack = opts->max_stack ? (uint32_t)opts->max_stack : CHAIN_DEPTH;
	config->mmap_pages = 1024;
	config->control_fd = -1;
	config->ack_fd = -1;
	config->drain_threads = 1;
	/* run_work() reads the file on this machine at once: the objects are those that ran. */
	config->no_buildid = true;
	config->cmdline = (const char *const *)line->argv;
	config->cmdline_nr = line->argc;
	config->version = "6.12.0";
	err = lock_add_events(&list, error);
	if (err) {
		perf_event_list_free(&list);
		return err;
	}
	err = perf_record_create(config, &list, NULL, 0, &watch, &recording, error);
	if (err)
		return err;
	err = perf_record_run(recording, result, error);
	if (!err && result->lost && !opts->quiet)
		perf_command_warn(&perf_cmd_lock, "%llu events were lost: waits are missing",
				  (unsigned long long)result->lost);
	perf_record_free(recording);
	return err;
}

/* Context of read_work(): a confined process writes the table to @output. */
struct work {
	struct lock_options *opts;
	struct perf_output output;
	bool info;
};

static int read_work(void *context)
{
	const struct work *work = context;

	return read_file(work->opts, work->info);
}

static int run_work(struct work *work)
{
	return perf_confined_run(&perf_cmd_lock, &(struct perf_confined_work){
		.run = read_work, .context = work,
		.output = work->opts->output ? &work->output : NULL,
	});
}

/* Opens opts->output, if given, as opts->output_fd. */
static int lock_open_output(struct work *work, struct perf_error *error)
{
	int err;

	if (!work->opts->output)
		return 0;
	err = perf_output_open(&work->output, work->opts->output, 0666, 0, error);
	work->opts->output_fd = work->output.fd;
	return err;
}

/* record_live() runs until the program ends or a signal comes; run_work() prints the table. */
static int lock_watch(struct lock_options *opts, const struct recording_line *line, char **argv)
{
	const char *directory = getenv("TMPDIR");
	struct work work = { .opts = opts, .output = PERF_OUTPUT_NONE };
	struct perf_record_result result = { 0 };
	struct perf_error error;
	char path[512];
	int fd, status;

	if (lock_open_output(&work, &error))
		return perf_command_fail(&perf_cmd_lock, &error);
	snprintf(path, sizeof(path), "%s/perf-lock-XXXXXX",
		 directory && *directory ? directory : "/tmp");
	fd = mkstemp(path);
	if (fd < 0) {
		perf_error_set(&error, errno, "%s: %m", path);
		perf_output_drop(&work.output);
		return perf_command_fail(&perf_cmd_lock, &error);
	}
	close(fd);
	/* The file of mkstemp() is empty: overwritten without a backup as PATH.old. */
	opts->live.output = path;
	opts->session.input = path;
	if (record_live(opts, line, argv, &result, &error)) {
		status = perf_command_fail(&perf_cmd_lock, &error);
		perf_output_drop(&work.output);
	} else {
		status = run_work(&work);
	}
	unlink(path);
	return status ? status : result.exit_code;
}

/* Reads an existing recording, and prints to opts->output or the standard output. */
static int lock_read_recording(struct lock_options *opts, bool info)
{
	struct work work = { .opts = opts, .info = info, .output = PERF_OUTPUT_NONE };
	struct perf_error error;

	if (opts->output) {
		if (lock_open_output(&work, &error))
			return perf_command_fail(&perf_cmd_lock, &error);
		return run_work(&work);
	}
	perf_pager_begin();
	perf_confined_begin(NULL);
	return read_file(opts, info);
}

/* ---- forms ------------------------------------------------------------------------------ */

static const struct perf_command report_form = {
	.name = "lock report", .summary = "how long each lock was waited for",
	.options = report_options,
	.usage = (const char *const[]){ "[OPTION...]", NULL },
	.no_words = "",
};

static const struct perf_command contention_form = {
	.name = "lock contention", .summary = "who waited for locks, and how long",
	.options = contention_options, .program = true,
	.usage = (const char *const[]){ "[OPTION...]",
		"[OPTION...] -a | -C LIST | -p LIST | --tid LIST | [--] PROGRAM [ARGUMENT...]",
		NULL },
};

static const struct perf_command info_form = {
	.name = "lock info", .summary = "the threads, or the locks, of a recording",
	.options = info_options,
	.usage = (const char *const[]){ "-t | -m [OPTION...]", NULL },
	.no_words = "",
};

static const struct perf_command script_form = {
	.name = "lock script", .summary = "show each event",
	.options = script_samples_options, .section = "script",
	.usage = (const char *const[]){ "[OPTION...]", NULL },
	.no_words = "",
};

static const struct perf_command *const verbs[] = {
	&report_form, &contention_form, &info_form, NULL
};

static int lock_script(const struct lock_options *opts, struct perf_settings *settings, int argc,
		       char **argv)
{
	struct script_samples samples = { .command = &script_form, .session = opts->session };

	return script_samples_run(&samples, settings, argc, argv);
}

static int lock_check(struct lock_options *opts, struct perf_error *error)
{
	if (opts->threads && opts->addresses)
		return perf_error_set(error, EINVAL, "-t and -l exclude each other");
	if (opts->live.pids && opts->live.tids)
		return perf_error_set(error, EINVAL, "-p and --tid exclude each other");
	if ((opts->live.all_cpus || opts->live.cpus) && (opts->live.pids || opts->live.tids))
		return perf_error_set(error, EINVAL, "-a and -C do not go with -p and --tid");
	if (opts->max_stack > UINT16_MAX)
		return perf_error_set(error, EINVAL, "--max-stack is %d at most", UINT16_MAX);
	opts->table.entries = (unsigned int)opts->entries;
	opts->table.no_head = opts->quiet && opts->table.layout == PERF_LOCK_CONTENTION;
	opts->session.max_stack = opts->max_stack;
	return perf_lock_table_check(&opts->table, error);
}

static int lock_report(struct lock_options *opts, const struct perf_command *form,
		       const struct recording_line *line, int argc, char **argv)
{
	struct perf_settings *settings = line->settings;
	bool info = form == &info_form;
	struct perf_error error;
	int status;

	if (form == &report_form)
		opts->table.layout = PERF_LOCK_REPORT;
	if (perf_command_parse(form, settings, opts, &argc, &argv, &status))
		return status;
	if (opts->session.dump)
		return lock_script(opts, settings, 1, (char *[]){ "script", NULL });
	if (lock_check(opts, &error))
		return perf_command_misused(form, &error);
	if (info && opts->threads == opts->map) {
		perf_error_set(&error, EINVAL, "say what to list: -t threads or -m locks");
		return perf_command_misused(form, &error);
	}
	if (form == &contention_form && (argc || opts->live.all_cpus || opts->live.cpus ||
					 opts->live.pids || opts->live.tids))
		return lock_watch(opts, line, argc ? argv : NULL);
	return lock_read_recording(opts, info);
}

static int lock_run_form(struct lock_options *opts, const struct recording_line *line, int argc,
			 char **argv)
{
	const char *word = argv[0];
	struct perf_error error;

	if (!strcmp(word, "record") || !strcmp(word, "rec"))
		return lock_record(line, argc, argv);
	if (!strcmp(word, "script"))
		return lock_script(opts, line->settings, argc, argv);
	if (!strcmp(word, "report") || !strcmp(word, "rep"))
		return lock_report(opts, &report_form, line, argc, argv);
	if (!strcmp(word, "contention") || !strcmp(word, "con"))
		return lock_report(opts, &contention_form, line, argc, argv);
	if (!strcmp(word, "info"))
		return lock_report(opts, &info_form, line, argc, argv);
	perf_error_set(&error, EINVAL,
		       "'%s' is not one of record, report, contention, info, script", word);
	perf_command_fail(&perf_cmd_lock, &error);
	return PERF_EXIT_USAGE;
}

static int lock_run(struct perf_settings *settings, int argc, char **argv)
{
	const struct recording_line line = { .settings = settings, .argc = argc, .argv = argv };
	struct lock_options opts = { .skip = 3, .output_fd = STDOUT_FILENO };
	int status;

	if (perf_command_parse(&perf_cmd_lock, settings, &opts, &argc, &argv, &status))
		return status;
	if (!argc) {
		perf_print_error("usage: perf lock [-i FILE] "
				 "record|report|contention|info|script\n");
		return PERF_EXIT_USAGE;
	}
	return lock_run_form(&opts, &line, argc, argv);
}

static const char *const usage[] = {
	"record [OPTION of perf record...] [[--] PROGRAM [ARGUMENT...]]",
	"[-i FILE] report|contention|info [OPTION...]",
	"contention [OPTION...] -a | -C LIST | -p LIST | --tid LIST | [--] PROGRAM [ARGUMENT...]",
	"[-i FILE] script [OPTION of perf script...]",
	NULL
};

const struct perf_command perf_cmd_lock = {
	.name = "lock",
	.summary = "Show who waited for locks of the kernel, and how long",
	.usage = usage,
	.words = (const char *const[]){ "record", "report", "script", "info", "contention", NULL },
	.options = options,
	.verbs = verbs,
	/* Options after the first word belong to that form. */
	.program = true,
	.run = lock_run,
};
