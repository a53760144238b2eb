// SPDX-License-Identifier: GPL-2.0-only
/* Every sample of a recording as text: perf script, and perf sched script. */
#include <errno.h>
#include <signal.h>
#include <unistd.h>
#include <base/io.h>
#include <out/dump_text.h>
#include <out/header_text.h>
#include <out/json_text.h>
#include <out/script_text.h>

#include "profile_output.h"
#include "script_samples.h"

#define OPT(kind, member, ...) PERF_OPT_##kind(struct script_samples, member, __VA_ARGS__)

/* Readers of our text switch the decoding of traces off; there is none to switch on. */
static int parse_itrace(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	(void)options;
	(void)option;
	if (negated)
		return 0;
	return perf_error_set(error, EINVAL, "--itrace=%s: this tool does not decode traces",
			      text ? text : "");
}

/* Programs inside of the tool: others read what it writes instead. */
static int refuse_program(void *options, const struct perf_option *option, const char *text,
			  bool negated, struct perf_error *error)
{
	(void)options;
	(void)text;
	(void)negated;
	perf_error_set(error, EOPNOTSUPP,
		       "%s is not supported: this tool runs no scripts or filters",
		       option->value ? "--dlfilter" : "-s");
	perf_error_hint(error,
			"'perf script --format=json' writes an object a line for any program");
	return -EOPNOTSUPP;
}

const struct perf_option script_samples_options[] = {
	OPT(LIST, fields, 'F', "fields", "LIST",
	    "show these fields: comm,tid,pid,time,cpu,event,trace,ip,sym,symoff,dso,addr,period,"
	    "brstack,brstacksym,weight,ins_lat,data_src,phys_addr,data_page_size,code_page_size,"
	    "transaction,iregs,uregs,srcline; +FIELD and -FIELD change the default; TYPE: in "
	    "front (hw, sw, trace, raw, hwcache, break) is for one type of events"),
	PERF_DUMP_OPTION(struct script_samples),
	OPT(TEXT, format, 0, "format", "HOW",
	    "json: an object for each sample; or a profile of the first event: folded, "
	    "speedscope, gecko (Firefox Profiler), html, svg, pprof"),
	OPT(FLAG, ns, 0, "ns", "times with nine digits of the second"),
	OPT(FLAG, reltime, 0, "reltime", "times since the first sample"),
	OPT(FLAG, deltatime, 0, "deltatime", "times since the sample before"),
	OPT(FLAG, hide_call_graph, 'G', "hide-call-graph", "do not show call stacks"),
	OPT(FLAG, header, 0, "header", "begin with what the recording says of itself"),
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
	PERF_OPT_CALL(0, "itrace", "HOW", parse_itrace, 0,
		      PERF_OPT_OPTIONAL | PERF_OPT_NEGATABLE,
		      "not possible: processor traces are not decoded; --no-itrace is accepted"),
	PERF_OPT_CALL('s', "script", "FILE", refuse_program, 0, 0,
		      "not supported: scripts read --format=json instead"),
	PERF_OPT_CALL(0, "dlfilter", "FILE", refuse_program, 1, 0,
		      "not supported: filters read --format=json instead"),
	PERF_VMLINUX_OPTION(struct script_samples),
	PERF_SESSION_OPTIONS(struct script_samples),
	PERF_SWITCH_OPTIONS(struct script_samples),
	PERF_OPT_END
};

/* All that goes through the reading. */
struct script {
	const struct script_samples *opts;
	struct perf_session session;
	struct perf_script_text text;
	struct perf_dump dump;
	struct perf_out out;
	bool json;
};

static int show_sample(void *context, const struct perf_session_sample *sample,
		       struct perf_error *error)
{
	static const struct perf_stack no_stack;
	struct perf_script_sample line = {
		.sample = sample->sample, .thread = sample->thread, .stack = &no_stack,
	};
	struct script *script = context;
	size_t i;

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
	}
	for (i = 0; i < sample->nr; i++) {
		line.event = sample->expanded[i].event;
		line.period = sample->expanded[i].period;
		if (script->json)
			perf_json_line(&script->out.text, script->session.machine,
				       script->text.tracepoints, &line);
		else
			perf_script_text_sample(&script->text, &script->out.text, &line);
	}
	/* Who reads us may have seen enough; that is no failure. */
	return perf_out_check(&script->out) ? 1 : 0;
}

static bool is_wanted(const struct script_samples *opts, uint32_t type)
{
	switch (type) {
	case PERF_RECORD_MMAP:
	case PERF_RECORD_MMAP2:
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
	case PERF_RECORD_KSYMBOL:	/* of programs, and of jumps that are made for them */
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
	if (is_wanted(script->opts, record->header->type))
		perf_script_text_record(&script->text, &script->out.text, record);
	return perf_out_check(&script->out) ? 1 : 0;
}

static int dump_record(void *context, const struct perf_data_record *record,
		       struct perf_error *error)
{
	struct script *script = context;

	(void)error;
	perf_dump_record(&script->dump, &script->out.text, record);
	return perf_out_check(&script->out) ? 1 : 0;
}

static int prepare(struct script *script, struct perf_error *error)
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
	script->text.hide_chain = script->opts->hide_call_graph;
	script->text.ns = script->opts->ns;
	script->text.delta_time = script->opts->deltatime;
	script->text.arch = env->arch;
	perf_script_text_init(&script->text, script->session.inlines, script->session.lines,
			      events, nr);
	return 0;
}

static int show(struct script *script, struct perf_error *error)
{
	const struct perf_session_calls calls = {
		.sample = show_sample, .record = show_record,
		.any = script->opts->session.dump ? dump_record : NULL,
	};
	const struct script_samples *opts = script->opts;
	int err;

	if (opts->header || opts->session.header_only)
		perf_header_text(&script->out.text, script->session.data, opts->show_info);
	if (opts->header)
		perf_str_add(&script->out.text, "#\n");
	if (opts->session.header_only) {
		err = perf_out_finish(&script->out, 0, error);
		if (err == -EPIPE)
			return PERF_EXIT_OK;
		return err ? perf_command_fail(opts->command, error) :
			     perf_session_status(opts->command, &script->session);
	}
	script->dump.data = script->session.data;
	script->dump.machine = script->session.machine;
	err = prepare(script, error);
	if (!err)
		err = perf_session_read(&script->session, &calls, script, error);
	err = perf_out_finish(&script->out, err, error);
	if (err == -EPIPE)
		return PERF_EXIT_OK;
	if (err)
		return perf_command_fail(opts->command, error);
	return perf_session_status(opts->command, &script->session);
}

/* ---- profiles -------------------------------------------------------------------------- */

struct profiling {
	struct perf_session session;
	struct perf_profile profile;
};

static int count_sample(void *context, const struct perf_session_sample *sample,
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
	static const struct perf_session_calls calls = { .sample = count_sample };
	const struct perf_flame flame = { .profile = &profiling->profile };
	int err;

	profiling->profile.keep = format->samples;
	err = perf_profile_begin(&profiling->profile, &profiling->session, NULL, error);
	if (!err)
		err = perf_session_read(&profiling->session, &calls, profiling, error);
	if (!err)
		err = perf_profile_end(&profiling->profile, error);
	if (!err)
		err = perf_profile_write(format, "-", &flame, profiling->session.data, error);
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
		status = show(&script, &error);
	perf_dump_free(&script.dump);
	perf_script_text_free(&script.text);
	perf_tracepoints_free(script.text.tracepoints);
	perf_session_close(&script.session);
	return status;
}

int script_samples_run(struct script_samples *opts, struct perf_settings *settings, int argc,
		       char **argv)
{
	int status;

	if (perf_command_parse(opts->command, settings, opts, &argc, &argv, &status))
		return status;
	/* Who reads us may have seen enough: writing fails then, it does not kill. */
	signal(SIGPIPE, SIG_IGN);
	if (opts->format && strcmp(opts->format, "json"))
		status = show_profile(opts);
	else
		status = show_samples(opts);
	perf_options_free(script_samples_options, opts);
	return status;
}
