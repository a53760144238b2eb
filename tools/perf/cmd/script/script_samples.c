// SPDX-License-Identifier: GPL-2.0
/*
 * Every sample of a recording as text: perf script, and the script forms of perf sched and perf
 * lock. show_sample() prints a line by perf_script_text_sample(); show_profile() writes a profile
 * of another tool.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <base/out.h>
#include <lines/dump_text.h>
#include <lines/header_text.h>
#include <lines/json_text.h>
#include <lines/script_text.h>
#include <sys/paths.h>

#include "common/confined.h"
#include "common/pager.h"
#include "common/print.h"
#include "common/profile_output.h"
#include "script/script_files.h"
#include "script/script_samples.h"

#define OPT(kind, member, ...) PERF_OPT_##kind(struct script_samples, member, __VA_ARGS__)

static int dump_unordered(void *options, const struct perf_option *option, const char *text,
			  bool negated, struct perf_error *error)
{
	struct perf_session_options *session = &((struct script_samples *)options)->session;

	(void)option;
	(void)text;
	(void)error;
	session->dump = !negated;
	session->unordered = !negated;
	return 0;
}

const struct perf_option script_samples_options[] = {
	OPT(LIST, fields, 'F', "fields", "LIST",
	    "show these fields: comm,tid,pid,time,cpu,event,trace,ip,sym,symoff,dso,addr,period,"
	    "brstack,brstacksym,brstackoff,weight,ins_lat,retire_lat,data_src,phys_addr,"
	    "data_page_size,code_page_size,transaction,iregs,uregs,srcline,insn,insnlen; +FIELD "
	    "and -FIELD change the default; TYPE: in front (hw, sw, trace, raw, hwcache, break) "
	    "is for one type of events"),
	PERF_DUMP_OPTION(struct script_samples),
	OPT(TEXT, format, 0, "format", "HOW",
	    "json: an object for each sample; or a profile of the first event that has samples: "
	    "folded, speedscope, gecko (Firefox Profiler), html, svg, pprof"),
	OPT(FLAG, ns, 0, "ns", "times with nine digits of the second"),
	OPT(FLAG, reltime, 0, "reltime", "times since the first sample"),
	OPT(FLAG, deltatime, 0, "deltatime", "times since the sample before"),
	OPT(FLAG, hide_call_graph, 'G', "hide-call-graph", "do not show call stacks"),
	OPT(FLAG, header, 0, "header", "begin with the header of the recording"),
	OPT(FLAG, session.header_only, 0, "header-only", "nothing but that"),
	OPT(FLAG, show_info, 'I', "show-info", "with topology and caches in the header"),
	OPT(FLAG, show_mmap, 0, "show-mmap-events", "show what was mapped into memory"),
	OPT(FLAG, show_task, 0, "show-task-events", "show tasks that began, ended or got a name"),
	OPT(FLAG, show_switch, 0, "show-switch-events", "show context switches"),
	OPT(FLAG, show_lost, 0, "show-lost-events", "show where records were lost"),
	OPT(FLAG, show_namespaces, 0, "show-namespace-events", "show the namespaces of tasks"),
	OPT(FLAG, show_cgroups, 0, "show-cgroup-events", "show control groups that were made"),
	OPT(FLAG, show_bpf, 0, "show-bpf-events",
	    "show BPF programs, and other code, that came into the kernel or left it"),
	OPT(FLAG, show_text_poke, 0, "show-text-poke-events",
	    "show changes of the kernel's code"),
	OPT(FLAG, show_rounds, 0, "show-round-events",
	    "show up to where the recording has all samples in order"),
	OPT(FLAG, per_event, 0, "per-event-dump",
	    "write the samples of each event to a file: the recording's name, the event's, .dump"),
	OPT(FLAG, latency, 'L', "Latency", "names, tasks and CPUs in short columns"),
	OPT(FLAG, checks, 'd', "debug-mode",
	    "show no samples, print how many are in disorder (on standard error)"),
	PERF_OPT_CALL(0, "dump-unsorted-raw-trace", NULL, dump_unordered, 0, 0,
		      "as -D, in the order of the file, not by time"),
	OPT(TEXT, stop_at, 0, "stop-bt", "LIST", "end call stacks at these functions"),
	OPT(U64, session.filter.address_size, 0, "addr-range", "N",
	    "addresses in --symbols (0x1234) are the first of N"),
	OPT(FLAG, show_kernel_path, 0, "show-kernel-path",
	    "show the file that -k names, not [kernel.kallsyms]"),
	OPT(FLAG, full_paths, 0, "full-source-path",
	    "files of the source with their directories (field srcline)"),
	OPT(INT, ignored_number, 0, "max-blocks", "N",
	    "accepted, has no effect: it is of a field that there is not, brstackinsn"),
	OPT(FLAG, ignored, 'a', "all-cpus",
	    "accepted, has no effect: a recording has what it has; -C chooses CPUs"),
	PERF_OPT_REFUSED('s', "script", "FILE", 0, PERF_NO_PROGRAMS),
	PERF_OPT_REFUSED('l', "list", NULL, 0, PERF_NO_PROGRAMS),
	PERF_OPT_REFUSED('g', "gen-script", "LANGUAGE", 0, PERF_NO_PROGRAMS),
	PERF_OPT_REFUSED(0, "dlfilter", "FILE", 0, PERF_NO_PROGRAMS),
	PERF_OPT_REFUSED(0, "dlarg", "TEXT", 0, PERF_NO_PROGRAMS),
	PERF_OPT_REFUSED(0, "list-dlfilters", NULL, 0, PERF_NO_PROGRAMS),
	PERF_ITRACE_OPTION,
	PERF_OPT_REFUSED(0, "call-trace", "WHAT", PERF_OPT_OPTIONAL, PERF_NO_DECODER),
	PERF_OPT_REFUSED(0, "call-ret-trace", "WHAT", PERF_OPT_OPTIONAL, PERF_NO_DECODER),
	PERF_OPT_REFUSED(0, "insn-trace", "HOW", PERF_OPT_OPTIONAL, PERF_NO_DECODER),
	PERF_OPT_REFUSED(0, "xed", "WHAT", PERF_OPT_OPTIONAL, PERF_NO_DECODER),
	PERF_OPT_REFUSED(0, "graph-function", "LIST", 0, PERF_NO_DECODER),
	PERF_OPT_REFUSED(0, "stitch-lbr", NULL, 0, PERF_NO_STITCHING),
	PERF_OPT_REFUSED(0, "guest-code", NULL, 0, PERF_NO_GUESTS),
	PERF_OPT_REFUSED(0, "guestmount", "DIR", 0, PERF_NO_GUESTS),
	PERF_OPT_REFUSED(0, "guestvmlinux", "FILE", 0, PERF_NO_GUESTS),
	PERF_OPT_REFUSED(0, "guestkallsyms", "FILE", 0, PERF_NO_GUESTS),
	PERF_OPT_REFUSED(0, "guestmodules", "FILE", 0, PERF_NO_GUESTS),
	PERF_VERBOSE_OPTION(struct script_samples),
	PERF_VMLINUX_OPTION(struct script_samples),
	PERF_KERNEL_OPTIONS(struct script_samples),
	PERF_ADDR2LINE_OPTION,
	PERF_SESSION_OPTIONS_DSOS(struct script_samples, 0),
	PERF_SWITCH_OPTIONS(struct script_samples),
	PERF_OPT_END
};

/* State while the recording is read. */
struct script {
	const struct script_samples *opts;
	struct perf_session session;
	struct perf_script_text text;
	struct perf_dump dump;
	struct perf_out out;
	struct script_files files;
	uint64_t last_time;
	uint64_t disordered;
	bool json;
};

/* Cuts session.stack at the first function that opts->stop_at matches. */
static void cut_stack(struct script *script)
{
	struct perf_stack *stack = &script->session.stack;
	struct perf_machine *machine = script->session.machine;
	const struct perf_frame *frame;
	size_t i;

	for (i = 0; i < stack->items.count; i++) {
		frame = &machine->frames.at[stack->items.at[i].frame];
		if (frame->symbol &&
		    perf_filter_name(script->opts->stop_at,
				     perf_dso_symbol_name(&machine->dsos, frame->dso,
							  frame->symbol)))
			break;
	}
	if (i < stack->items.count)
		stack->items.count = i + 1;
}

static void check_order(struct script *script, uint64_t time)
{
	if (time < script->last_time)
		script->disordered++;
	script->last_time = time;
}

/* Return: output for the lines of @event; NULL if its file cannot be made. */
static struct perf_out *out_of(struct script *script, const struct perf_data_event *event,
			       struct perf_error *error)
{
	return script->opts->per_event ?
	       script_files_out(&script->files, perf_data_path(script->session.data), event,
				error) : &script->out;
}

static int script_show_line(struct script *script, const struct perf_script_sample *line,
			    struct perf_error *error)
{
	struct perf_out *out = out_of(script, line->event, error);

	if (!out)
		return -EIO;
	if (script->json)
		perf_json_line(&out->text, script->session.machine, script->text.tracepoints, line);
	else
		perf_script_text_sample(&script->text, &out->text, line);
	if (script->text.sampled && perf_sampled_check(script->text.sampled, error))
		return -error->code;
	/* An error of perf_out_check() is not one here: the reader has closed the pipe. */
	return perf_out_check(out) ? 1 : 0;
}

static int show_sample(void *context, const struct perf_session_sample *sample,
		       struct perf_error *error)
{
	static const struct perf_stack no_stack;
	struct perf_script_sample line = {
		.sample = sample->sample, .thread = sample->thread, .stack = &no_stack,
	};
	struct script *script = context;
	int err = 0;
	size_t i;

	if (script->opts->checks) {
		check_order(script, sample->sample->time);
		return 0;
	}
	if (!perf_session_passes(&script->session, sample))
		return 0;
	if (script->opts->session.dump)
		perf_session_dump_sample(&script->session, sample, &script->out.text);
	if (script->opts->reltime && !script->text.zero_time)
		script->text.zero_time = sample->sample->time;
	if (script->json || perf_script_wants_stack(&script->text, sample->record->event)) {
		line.stack = perf_session_stack(&script->session, sample);
		if (!line.stack)
			return perf_error_memory(error);
		if (script->opts->stop_at)
			cut_stack(script);
	}
	for (i = 0; i < sample->nr && !err; i++) {
		line.event = sample->expanded[i].event;
		line.period = sample->expanded[i].period;
		err = script_show_line(script, &line, error);
	}
	return err;
}

static bool script_wants(const struct script_samples *opts, uint32_t type)
{
	switch (type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
	case PERF_RECORD_MUNMAP:
		return opts->show_mmap;
	case PERF_RECORD_COMM:
	case PERF_RECORD_FORK:
	case PERF_RECORD_EXIT:
		return opts->show_task;
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		return opts->show_switch;
	case PERF_RECORD_LOST:
		return opts->show_lost;
	case PERF_RECORD_NAMESPACES:
		return opts->show_namespaces;
	case PERF_RECORD_CGROUP:
		return opts->show_cgroups;
	case PERF_RECORD_BPF_EVENT:
		return opts->show_bpf;
	case PERF_RECORD_KSYMBOL:	/* BPF programs, and PERF_RECORD_KSYMBOL_TYPE_OOL */
		return opts->show_bpf || opts->show_text_poke;
	case PERF_RECORD_TEXT_POKE:
		return opts->show_text_poke;
	default:
		return false;
	}
}

static int show_record(void *context, const struct perf_data_record *record,
		       struct perf_error *error)
{
	struct script *script = context;

	(void)error;
	if (record->header->type == PERF_RECORD_FINISHED_ROUND && script->opts->show_rounds)
		perf_str_add(&script->out.text, "PERF_RECORD_FINISHED_ROUND\n");
	if (script_wants(script->opts, record->header->type))
		perf_script_text_record(&script->text, &script->out.text, record);
	return perf_out_check(&script->out) ? 1 : 0;
}

static int script_dump_record(void *context, const struct perf_data_record *record,
			      struct perf_error *error)
{
	struct script *script = context;

	(void)error;
	perf_dump_record(&script->dump, &script->out.text, record);
	return perf_out_check(&script->out) ? 1 : 0;
}

static int script_prepare(struct script *script, struct perf_error *error)
{
	const struct perf_data_env *env = perf_data_env(script->session.data);
	const struct perf_data_event *const *events;
	size_t nr, i;
	int err = 0;

	perf_script_fields_default(&script->text.fields);
	for (i = 0; i < script->opts->fields.count && !err; i++)
		err = perf_script_fields_parse(&script->text.fields,
					       script->opts->fields.at[i], error);
	events = perf_data_events(script->session.data, &nr);
	for (i = 0; i < nr && !err; i++)
		err = perf_script_fields_check(&script->text.fields, events[i], error);
	if (err)
		return err;
	script->text.machine = script->session.machine;
	script->text.tracepoints = perf_tracepoints_create(env->tracing_data,
							   env->tracing_data_size);
	if (perf_script_fields_any(&script->text.fields, PERF_SCRIPT_INSN | PERF_SCRIPT_INSNLEN)) {
		script->text.sampled = perf_sampled_create(script->session.machine);
		if (!script->text.sampled)
			return perf_error_memory(error);
	}
	script->text.hide_chain = script->opts->hide_call_graph;
	script->text.ns = script->opts->ns;
	script->text.latency = script->opts->latency;
	script->text.kernel_path = script->opts->show_kernel_path;
	script->text.full_paths = script->opts->full_paths;
	script->text.delta_time = script->opts->deltatime;
	script->text.arch = env->arch;
	perf_script_text_init(&script->text, script->session.inlines, script->session.lines,
			      events, nr);
	return 0;
}

/* Flushes script->out before waiting for more input, so that the reader sees all lines. */
static int show_before_wait(void *context, int fd)
{
	struct pollfd input = { .fd = fd, .events = POLLIN };
	struct script *script = context;

	if (!poll(&input, 1, 0))
		perf_out_flush(&script->out);
	return 0;
}

static int script_show(struct script *script, struct perf_error *error)
{
	const struct perf_session_calls calls = {
		.sample = show_sample, .record = show_record,
		.any = script->opts->session.dump ? script_dump_record : NULL,
	};
	const struct script_samples *opts = script->opts;
	int err;

	if (opts->header || opts->session.header_only)
		perf_header_text(&script->out.text, script->session.data, opts->show_info);
	if (opts->header)
		perf_str_add(&script->out.text, "#\n");
	if (opts->session.header_only)
		return perf_session_end(opts->command, &script->session, &script->out, 0, error);
	perf_data_on_wait(script->session.data, show_before_wait, script);
	script->dump.data = script->session.data;
	script->dump.machine = script->session.machine;
	err = script_prepare(script, error);
	if (!err)
		err = perf_session_read(&script->session, &calls, script, error);
	if (!err)
		err = script_files_finish(&script->files, error);
	err = perf_out_finish(&script->out, err, error);
	if (err == -EPIPE)
		return PERF_EXIT_OK;
	if (err)
		return perf_command_fail(opts->command, error);
	perf_session_tell_refused(opts->command, script->text.tracepoints);
	if (opts->checks)
		perf_print_error("Misordered timestamps: %llu\n",
				 (unsigned long long)script->disordered);
	return perf_session_status(opts->command, &script->session);
}

/* ---- profiles -------------------------------------------------------------------------- */

struct profiling {
	struct perf_session session;
	struct perf_profile profile;
};

static int profile_count_sample(void *context, const struct perf_session_sample *sample,
				struct perf_error *error)
{
	struct profiling *profiling = context;

	if (!perf_session_passes(&profiling->session, sample))
		return 0;
	return perf_profile_add(&profiling->profile, &profiling->session, sample, error);
}

static int write_profile(struct profiling *profiling, const struct perf_profile_format *format,
			 struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = profile_count_sample };
	const struct perf_flame flame = { .profile = &profiling->profile };
	int err;

	profiling->profile.keep = format->samples;
	err = perf_profile_begin(&profiling->profile, &profiling->session, NULL, error);
	if (!err)
		err = perf_session_read(&profiling->session, &calls, profiling, error);
	if (!err)
		err = perf_profile_end(&profiling->profile, error);
	if (!err)
		err = perf_profile_write(format, STDOUT_FILENO, "-", &flame,
					 profiling->session.data, error);
	return err;
}

static int show_profile(const struct script_samples *opts)
{
	const struct perf_profile_format *format;
	struct profiling profiling = { 0 };
	struct perf_error error;
	int status;

	format = perf_profile_format_find(opts->format, "", &error);
	if (!format) {
		perf_command_fail(opts->command, &error);
		return PERF_EXIT_USAGE;
	}
	if (perf_session_open(&profiling.session, &opts->session, &error) ||
	    write_profile(&profiling, format, &error))
		status = perf_command_fail(opts->command, &error);
	else
		status = perf_session_status(opts->command, &profiling.session);
	if (status != PERF_EXIT_FAILED)
		perf_profile_warn(opts->command, &profiling.profile);
	perf_profile_free(&profiling.profile);
	perf_session_close(&profiling.session);
	return status;
}

static int show_samples(const struct script_samples *opts)
{
	struct script script = { .opts = opts, .out.fd = STDOUT_FILENO };
	struct perf_error error;
	int status;

	script.json = opts->format && !strcmp(opts->format, "json");
	if (perf_session_open(&script.session, &opts->session, &error))
		status = perf_command_fail(opts->command, &error);
	else
		status = script_show(&script, &error);
	perf_dump_free(&script.dump);
	perf_script_text_free(&script.text);
	script_files_free(&script.files);
	perf_tracepoints_free(script.text.tracepoints);
	perf_sampled_free(script.text.sampled);
	perf_session_close(&script.session);
	return status;
}

/* --per-event-dump creates files in the directory of the recording, named after its events. */
static const char *dump_directory(const struct script_samples *opts, char path[PERF_PATH_MAX])
{
	const char *input = opts->session.input ? opts->session.input : "perf.data";
	const char *slash = strrchr(input, '/');

	if (!opts->per_event)
		return NULL;
	return slash && perf_path(path, PERF_PATH_MAX, "%.*s", (int)(slash + 1 - input), input) ?
	       path : ".";
}

/**
 * script_samples_run() - parse the options and print a recording
 * @opts: the command, and defaults of the options
 * @settings: the configuration
 * @argc: number of words in @argv
 * @argv: options; the first word is skipped
 *
 * Return: exit code.
 */
int script_samples_run(struct script_samples *opts, struct perf_settings *settings, int argc,
		       char **argv)
{
	char directory[PERF_PATH_MAX];
	int status;

	if (perf_command_parse(opts->command, settings, opts, &argc, &argv, &status))
		return status;
	perf_pager_begin();
	perf_confined_begin(&(struct perf_confine){ .directory = dump_directory(opts, directory) });
	/* With SIGPIPE ignored, write() fails with EPIPE if the reader closes the pipe. */
	signal(SIGPIPE, SIG_IGN);
	if (opts->format && strcmp(opts->format, "json"))
		status = show_profile(opts);
	else
		status = show_samples(opts);
	perf_options_free(script_samples_options, opts);
	return status;
}
