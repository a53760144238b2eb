// SPDX-License-Identifier: GPL-2.0
/*
 * perf trace: print system calls of programs as they happen (perf_trace_live()), or from a
 * recording (perf_trace_recorded()). Both pass the events to a struct perf_tracer, which prints
 * them by write_out().
 */
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/out.h>
#include <base/num.h>
#include <base/output.h>
#include <record/chain.h>
#include <record/record.h>
#include <sys/child.h>
#include <sys/threads.h>
#include <trace/live.h>
#include <trace/recorded.h>
#include <trace/selection.h>
#include <trace/summary.h>

#include "common/command.h"
#include "common/confined.h"
#include "common/pager.h"
#include "common/print.h"

struct trace_options {
	struct perf_trace_selection selection;
	struct perf_trace_options what;
	struct perf_trace_target target;
	struct perf_record_config chain;	/* options of call chains */
	bool chain_given;
	const char *input;
	const char *output;
	const char *not_pids;
	bool force;
	bool with_summary;
	bool comm;
	int syscalls;		/* 1: --syscalls, 0: --no-syscalls, -1: not given */
	int max_events;
	int pages;
	int delay;
	int verbose;
	bool ignored;
	const char *ignored_text;
};

#define TYPE	struct trace_options

static int trace_set_events(void *options, const struct perf_option *option, const char *text,
			    bool negated, struct perf_error *error)
{
	struct trace_options *opts = options;

	(void)option;
	(void)negated;
	return perf_trace_select(&opts->selection, text, error);
}

static int trace_set_filter(void *options, const struct perf_option *option, const char *text,
			    bool negated, struct perf_error *error)
{
	struct trace_options *opts = options;

	(void)option;
	(void)negated;
	return perf_trace_filter(&opts->selection, text, error);
}

static int set_syscalls(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	struct trace_options *opts = options;

	(void)option;
	(void)text;
	(void)error;
	opts->syscalls = !negated;
	return 0;
}

static int set_faults(void *options, const struct perf_option *option, const char *text,
		      bool negated, struct perf_error *error)
{
	struct trace_options *opts = options;

	(void)option;
	(void)negated;
	if (!strcmp(text, "all"))
		opts->selection.faults = PERF_TRACE_FAULTS_MAJOR | PERF_TRACE_FAULTS_MINOR;
	else if (!strcmp(text, "maj"))
		opts->selection.faults = PERF_TRACE_FAULTS_MAJOR;
	else if (!strcmp(text, "min"))
		opts->selection.faults = PERF_TRACE_FAULTS_MINOR;
	else
		return perf_error_set(error, EINVAL, "--pf is all, maj or min, not '%s'", text);
	return 0;
}

static int set_duration(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	struct trace_options *opts = options;
	double milliseconds;

	(void)option;
	(void)negated;
	if (!perf_parse_double(text, &milliseconds) || milliseconds < 0)
		return perf_error_set(error, EINVAL, "--duration is milliseconds, not '%s'", text);
	opts->what.duration = (uint64_t)(milliseconds * 1e6);
	return 0;
}

static int set_user(void *options, const struct perf_option *option, const char *text,
		    bool negated, struct perf_error *error)
{
	struct trace_options *opts = options;
	const struct passwd *user = getpwnam(text);
	uint64_t number;

	(void)option;
	(void)negated;
	if (!user && !perf_parse_u64(text, &number))
		return perf_error_set(error, EINVAL, "there is no user '%s'", text);
	opts->target.uid = user ? user->pw_uid : (uid_t)number;
	opts->target.by_user = true;
	return 0;
}

static int trace_set_chain(void *options, const struct perf_option *option, const char *text,
			   bool negated, struct perf_error *error)
{
	struct trace_options *opts = options;
	int err;

	(void)option;
	err = perf_record_chain_parse(&opts->chain, negated ? "no" : text, error);
	if (!err && opts->chain.chain == PERF_RECORD_CHAIN_LBR) {
		perf_error_set(error, EINVAL, "--call-graph lbr: system calls and other "
			       "tracepoints have no branch records");
		perf_error_hint(error, "fp and dwarf work");
		return -EINVAL;
	}
	opts->chain_given = true;
	opts->what.no_chains = opts->chain.chain == PERF_RECORD_CHAIN_NONE;
	return err;
}

/* --max-stack and --min-stack; option->value is the minimum: 1 for --max-stack, else 0. */
static int set_depth(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct trace_options *opts = options;
	bool max = option->value;
	uint64_t number = 0;

	if (!negated && (!perf_parse_u64(text, &number) || number < (uint64_t)option->value ||
			 number > UINT16_MAX))
		return perf_error_set(error, EINVAL, "--%s is a number from %ld to %d, not '%s'",
				      option->name, option->value, UINT16_MAX, text);
	if (max)
		opts->what.max_stack = (unsigned int)number;
	else
		opts->what.min_stack = (unsigned int)number;
	/* Without --call-graph, a depth implies dwarf chains (perf_record_chain_parse()). */
	if (!negated && !opts->chain_given)
		perf_record_chain_parse(&opts->chain, "dwarf", error);
	return 0;
}

static const struct perf_option options[] = {
	PERF_OPT_HEADING("What to trace"),
	PERF_OPT_CALL('e', "event", "LIST", trace_set_events, 0, 0,
		      "system calls, groups of them (file, network, ...) and events; ! in front: "
		      "all calls but these"),
	PERF_OPT_CALL(0, "expr", "LIST", trace_set_events, 0, 0, "the same as -e"),
	PERF_OPT_CALL(0, "filter", "FILTER", trace_set_filter, 0, 0,
		      "the tracepoints of the last -e only where the filter lets them through"),
	PERF_OPT_TEXT(TYPE, what.switch_on, 0, "switch-on", "EVENT",
		      "only what comes after EVENT, which is traced too (-e)"),
	PERF_OPT_TEXT(TYPE, what.switch_off, 0, "switch-off", "EVENT",
		      "nothing that comes after EVENT, until that of --switch-on"),
	PERF_OPT_FLAG(TYPE, what.switch_shown, 0, "show-on-off-events",
		      "also the events that switch"),
	PERF_OPT_CALL(0, "syscalls", NULL, set_syscalls, 0, 0,
		      "system calls too, though -e names other events only; --no-syscalls: none"),
	PERF_OPT_CALL('F', "pf", "WHICH", set_faults, 0, 0, "page faults: all, maj or min"),
	PERF_OPT_CALL(0, "duration", "MS", set_duration, 0, 0,
		      "only calls that took MS milliseconds or longer"),
	PERF_OPT_FLAG(TYPE, what.failure, 0, "failure", "only calls that failed"),
	PERF_OPT_HEADING("Where to trace"),
	PERF_OPT_FLAG(TYPE, target.all_cpus, 'a', "all-cpus", "all processes"),
	PERF_OPT_TEXT(TYPE, target.cpus, 'C', "cpu", "CPUS", "all processes on these CPUs"),
	PERF_OPT_TEXT(TYPE, target.pids, 'p', "pid", "PIDS", "all threads of these processes"),
	PERF_OPT_TEXT(TYPE, target.tids, 't', "tid", "TIDS", "these threads"),
	PERF_OPT_CALL('u', "uid", "USER", set_user, 0, 0, "processes of this user"),
	PERF_OPT_TEXT(TYPE, target.cgroup, 'G', "cgroup", "NAME",
		      "in a control group; -a or -C too"),
	PERF_OPT_TEXT(TYPE, not_pids, 0, "filter-pids", "PIDS", "not these threads"),
	PERF_OPT_FLAG(TYPE, target.no_inherit, 0, "no-inherit", "not what threads create"),
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE", "what 'perf trace record' recorded"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a file of another user"),
	PERF_OPT_HEADING("What to show"),
	PERF_OPT_FLAG(TYPE, what.summary, 's', "summary", "counts and times for each thread only"),
	PERF_OPT_FLAG(TYPE, with_summary, 'S', "with-summary", "these after the calls"),
	PERF_OPT_FLAG(TYPE, what.errno_summary, 0, "errno-summary",
		      "with -s or -S: which errors, how often"),
	PERF_OPT_FLAG(TYPE, what.sched, 0, "sched",
		      "with -s or -S: how long threads ran, as the scheduler accounts it"),
	PERF_OPT_FLAG(TYPE, what.each_sample, 0, "print-sample",
		      "a line for each event that comes, in front of what it becomes"),
	PERF_OPT_FLAG(TYPE, what.full_time, 'T', "time", "time of the clock, not since the start"),
	PERF_OPT_FLAG(TYPE, comm, 0, "comm", "names of threads; --no-comm: numbers only"),
	PERF_OPT_INT(TYPE, max_events, 0, "max-events", "N", "end after N lines"),
	PERF_OPT_TEXT(TYPE, output, 'o', "output", "FILE", "write into FILE, not to stderr"),
	PERF_OPT_HEADING("Call chains"),
	PERF_OPT_CALL(0, "call-graph", "HOW", trace_set_chain, 0, PERF_OPT_NEGATABLE,
		      "who made the call, below its line: fp or dwarf[,BYTES]"),
	PERF_OPT_FLAG(TYPE, what.kernel_graph, 0, "kernel-syscall-graph",
		      "the kernel's part of the chains of system calls too"),
	PERF_OPT_CALL(0, "max-stack", "N", set_depth, 1, PERF_OPT_NEGATABLE,
		      "at most N frames of a chain (127); means --call-graph dwarf"),
	PERF_OPT_CALL(0, "min-stack", "N", set_depth, 0, PERF_OPT_NEGATABLE,
		      "only what has a chain of N lines or more; means --call-graph dwarf"),
	PERF_OPT_HEADING("How to trace"),
	PERF_OPT_INT(TYPE, delay, 'D', "delay", "MS", "begin MS milliseconds after the start"),
	PERF_OPT_INT(TYPE, pages, 'm', "mmap-pages", "N", "pages of each ring, a power of two"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "print which events are traced, and filters"),
	PERF_OPT_REFUSED(0, "map-dump", "MAP", 0, "there are no BPF maps to show",
			 "bpftool(8) shows those of other programs"),
	PERF_OPT_REFUSED(0, "libtraceevent_print", NULL, 0,
			 "fields are shown by their types, as NAME: VALUE",
			 "'perf trace record', then 'perf script', shows the text that the kernel "
			 "describes"),
	PERF_OPT_HEADING("Without effect"),
	PERF_OPT_FLAG(TYPE, ignored, 0, "sort-events", "events are put in order anyway"),
	PERF_OPT_FLAG(TYPE, ignored, 0, "tool_stats", "nothing is counted of the tool itself"),
	PERF_OPT_FLAG(TYPE, ignored, 0, "force-btf", "no argument is shown by its BTF alone"),
	PERF_OPT_TEXT(TYPE, ignored_text, 0, "proc-map-timeout", "MS",
		      "mappings are read however long it takes"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"[OPTION...] [--] PROGRAM [ARGUMENT...]",
	"[OPTION...] -a | -C CPUS | -p PIDS | -t TIDS | -u USER [[--] PROGRAM [ARGUMENT...]]",
	"-i FILE [OPTION...]",
	"record [OPTION...] [[--] PROGRAM [ARGUMENT...]]",
	NULL
};

static int write_out(void *context, struct perf_str *text)
{
	struct perf_out *out = context;

	if (!text->length)
		return 0;
	perf_str_mem(&out->text, perf_str_text(text), text->length);
	perf_str_cut(text, 0);
	return perf_out_flush(out);
}

static bool is_one(const char *list)
{
	return list && !strchr(list, ',');
}

/* Is @target a single thread, or a process with one thread? */
static bool one_thread(const struct perf_trace_target *target)
{
	struct perf_threads threads = { 0 };
	struct perf_error unused;
	bool one = false;

	if (is_one(target->tids))
		return true;
	if (is_one(target->pids) && !perf_threads_of_pids(&threads, target->pids, &unused)) {
		one = threads.count == 1;
		perf_threads_free(&threads);
	}
	return one;
}

static int trace_check(struct trace_options *opts, struct perf_error *error)
{
	const struct perf_trace_target *target = &opts->target;
	bool some = target->pids || target->tids || target->by_user;
	bool all = target->all_cpus || target->cpus;

	if (!opts->syscalls && opts->selection.calls_named)
		return perf_error_set(error, EINVAL, "--no-syscalls, but -e names some");
	if (all && some)
		return perf_error_set(error, EINVAL, "-a and -C do not go with -p, -t or -u");
	if (target->cgroup && !all)
		return perf_error_set(error, EINVAL, "a control group (-G) needs -a or -C");
	if (opts->input && opts->selection.wanted.count)
		return perf_error_set(error, EINVAL,
				      "--filter is for the kernel: it does nothing with -i");
	if (opts->pages & (opts->pages - 1))
		return perf_error_set(error, EINVAL, "-m is a power of two, not %d", opts->pages);
	opts->target.pages = (unsigned int)opts->pages;
	opts->target.delay_ms = (unsigned int)opts->delay;
	opts->what.max_events = (uint64_t)opts->max_events;
	opts->what.no_lines = opts->what.summary && !opts->with_summary;
	opts->what.summary |= opts->with_summary;
	opts->what.show_comm = opts->comm;
	opts->what.one_thread = one_thread(target);
	return 0;
}

/* With -a or -C, getpid() is added to the excluded processes. */
static int finish_selection(struct trace_options *opts, struct perf_error *error)
{
	const struct perf_trace_selection *selection = &opts->selection;
	/* Events in selection->other_events replace system calls by default; page faults do not. */
	bool calls = opts->syscalls < 0 ? !selection->other_events.count : opts->syscalls;
	struct perf_str pids = { 0 };
	int err;

	opts->selection.runtime = opts->what.sched;
	if (opts->not_pids)
		perf_str_format(&pids, "%s,", opts->not_pids);
	if (opts->target.all_cpus || opts->target.cpus)
		perf_str_format(&pids, "%d", getpid());
	err = perf_trace_selection_finish(&opts->selection, calls, perf_str_text(&pids), error);
	perf_str_free(&pids);
	/* The tracer applies what.calls again: the kernel has not filtered a recording. */
	opts->what.calls = opts->selection.calls;
	return err ? err : perf_trace_switch_check(&opts->what, opts->selection.events,
						   opts->selection.list.count, error);
}

static bool traces_calls(const struct perf_trace_selection *selection)
{
	size_t i;

	for (i = 0; i < selection->list.count; i++)
		if (selection->events[i].kind == PERF_TRACE_EXIT)
			return true;
	return false;
}

static void put_events(const struct perf_trace_selection *selection)
{
	size_t i;

	for (i = 0; i < selection->list.count; i++)
		perf_print_error("event %s%s%s\n", selection->list.at[i].name,
				 selection->filters[i] ? ", filter " : "",
				 selection->filters[i] ? selection->filters[i] : "");
}

static int trace_live(struct trace_options *opts, struct perf_tracer *tracer,
		      struct perf_out *out, int *status, struct perf_error *error)
{
	struct perf_trace_source source = { 0 };
	int err;

	err = finish_selection(opts, error);
	if (err)
		return err;
	if (opts->verbose)
		put_events(&opts->selection);
	source.list = &opts->selection.list;
	source.events = opts->selection.events;
	source.filters = opts->selection.filters;
	source.chain = &opts->chain;
	tracer->tasks.live = true;
	tracer->syscalls_traced = traces_calls(&opts->selection);
	return perf_trace_live(tracer, &opts->target, &source, write_out, out, status, error);
}

static int trace_file(struct trace_options *opts, struct perf_tracer *tracer,
		      struct perf_out *out, int *code, struct perf_error *error)
{
	const struct perf_data_options how = { .force = opts->force };
	struct perf_data *data;
	int err;

	perf_confined_begin(NULL);
	err = perf_data_open(opts->input, &how, &data, error);
	if (err)
		return err;
	opts->what.calls = opts->selection.calls;
	err = perf_trace_recorded(tracer, data, write_out, out, error);
	*code = perf_recording_status(&perf_cmd_trace, data);
	perf_data_close(data);
	return err;
}

static int trace_print(struct trace_options *opts, struct perf_out *out, struct perf_error *error)
{
	struct perf_tracer tracer = { .options = &opts->what };
	int err, status = 0, code = PERF_EXIT_OK;

	if (opts->input)
		err = trace_file(opts, &tracer, out, &code, error);
	else
		err = trace_live(opts, &tracer, out, &status, error);
	if (!err && opts->what.summary && perf_trace_summary_text(&tracer, &out->text))
		err = perf_error_memory(error);
	if (perf_out_end(out) && !err)
		err = perf_error_set(error, EIO, "cannot write what was traced");
	perf_tracer_free(&tracer);
	if (err)
		return perf_command_fail(&perf_cmd_trace, error);
	return opts->input ? code : perf_child_exit_code(status);
}

static int trace_print_form(struct trace_options *opts)
{
	struct perf_output output = PERF_OUTPUT_NONE;
	struct perf_out out = { .fd = STDERR_FILENO };
	struct perf_error error;
	int status;

	if (!opts->input && !opts->target.argv && !opts->target.pids && !opts->target.tids &&
	    !opts->target.by_user && !opts->target.cpus)
		opts->target.all_cpus = true;
	if (trace_check(opts, &error))
		return perf_command_misused(&perf_cmd_trace, &error);
	if (opts->output) {
		if (perf_output_open(&output, opts->output, 0666, PERF_OUTPUT_AT_ONCE, &error))
			return perf_command_fail(&perf_cmd_trace, &error);
		out.fd = output.fd;
	} else if (opts->input && isatty(out.fd) && perf_pager_begin()) {
		/* The pager reads the standard output. */
		out.fd = STDOUT_FILENO;
	}
	status = trace_print(opts, &out, &error);
	perf_output_drop(&output);
	return status;
}

static void put_result(const struct perf_record_result *result)
{
	perf_print_error("[ perf record: Woken up %llu times to write data ]\n",
			 (unsigned long long)result->wakeups);
	perf_print_error("[ perf record: Captured and wrote %.3f MB %s (%llu samples) ]\n",
			 (double)result->size / 1024 / 1024, result->path,
			 (unsigned long long)result->samples);
	if (result->lost)
		perf_command_warn(&perf_cmd_trace, "%llu events were lost: more room (-m) helps",
				  (unsigned long long)result->lost);
}

static void set_config(struct perf_record_config *config, struct trace_options *opts)
{
	struct perf_trace_target *target = &opts->target;

	config->argv = (char **)target->argv;
	config->cpus = target->cpus;
	config->pids = target->pids;
	config->tids = target->tids;
	config->no_inherit = target->no_inherit;
	config->cgroup_names = target->cgroup;
	config->all_cpus = target->all_cpus ||
			   (!config->argv && !config->cpus && !config->pids && !config->tids);
	target->all_cpus = config->all_cpus;
	config->delay_ms = opts->delay;
	/* mmap_pages large enough not to lose records in a burst of system calls. */
	config->mmap_pages = opts->pages ? (unsigned int)opts->pages : 1024;
	config->output = opts->output;
	config->want_cpu = true;
	config->chain = opts->chain.chain;
	config->stack_size = opts->chain.stack_size;
}

/* Chains are printed at PERF_TRACE_EXIT: recording them at entries would waste ring space. */
static void no_chain_of_enter(struct perf_trace_selection *selection)
{
	struct perf_event_terms *terms;
	size_t i;

	for (i = 0; i < selection->list.count; i++) {
		if (selection->events[i].kind != PERF_TRACE_ENTER)
			continue;
		terms = &selection->list.at[i].terms;
		terms->given |= PERF_TERM_CALL_GRAPH;
		memcpy(terms->call_graph, "no", sizeof("no"));
	}
}

/* "perf trace record": writes a recording for -i. */
static int trace_record_form(struct trace_options *opts, int argc, char **argv)
{
	struct perf_record_config config = {
		.control_fd = -1, .ack_fd = -1, .drain_threads = 1, .bpf = true,
		.cmdline = (const char *const *)argv, .cmdline_nr = argc, .version = "6.12.0",
	};
	struct perf_record_result result;
	struct perf_record *record;
	struct perf_error error;
	int err;

	if (opts->target.by_user || opts->input) {
		perf_error_set(&error, EINVAL, "record takes neither -i nor -u");
		return perf_command_misused(&perf_cmd_trace, &error);
	}
	if (trace_check(opts, &error))
		return perf_command_misused(&perf_cmd_trace, &error);
	set_config(&config, opts);
	if (finish_selection(opts, &error))
		return perf_command_fail(&perf_cmd_trace, &error);
	no_chain_of_enter(&opts->selection);
	if (perf_record_create(&config, &opts->selection.list, opts->selection.filters,
			       opts->selection.list.count, NULL, &record, &error))
		return perf_command_fail(&perf_cmd_trace, &error);
	err = perf_record_run(record, &result, &error);
	if (err)
		perf_command_fail(&perf_cmd_trace, &error);
	else
		put_result(&result);
	perf_record_free(record);
	return err ? PERF_EXIT_FAILED : result.exit_code;
}

static int trace_run(struct perf_settings *settings, int argc, char **argv)
{
	struct trace_options opts = { .comm = true, .syscalls = -1 };
	char **words = argv;
	int count = argc, status;
	bool record;

	if (perf_command_parse(&perf_cmd_trace, settings, &opts, &argc, &argv, &status)) {
		perf_trace_selection_free(&opts.selection);
		return status;
	}
	record = argc && !strcmp(argv[0], "record");
	/* Options may follow the word "record". */
	if (!record ||
	    !perf_command_parse(&perf_cmd_trace, settings, &opts, &argc, &argv, &status)) {
		opts.target.argv = argc ? argv : NULL;
		status = record ? trace_record_form(&opts, count, words) : trace_print_form(&opts);
	}
	perf_trace_selection_free(&opts.selection);
	return status;
}

const struct perf_command perf_cmd_trace = {
	.name = "trace",
	.summary = "Show the system calls of programs as they happen",
	.usage = usage,
	.options = options,
	.program = true,
	.run = trace_run,
};
