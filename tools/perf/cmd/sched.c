// SPDX-License-Identifier: GPL-2.0
/*
 * perf sched: wakeups, waits and runs of tasks on CPUs. perf_sched_decode() decodes the
 * tracepoints of the scheduler; each form has a function on_event of its own, which passes them to
 * lib/sched.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <base/num.h>
#include <base/out.h>
#include <event/parse.h>
#include <lines/frame_text.h>
#include <report/session.h>
#include <sched/latency.h>
#include <sched/map.h>
#include <sched/replay.h>
#include <sched/timehist.h>

#include "common/confined.h"
#include "common/pager.h"
#include "common/print.h"
#include "record/recording.h"
#include "script/script_samples.h"

struct sched_options {
	struct perf_session_options session;
	const char *sort;
	bool each;
	bool summary;
	bool with_summary;
	bool no_chain;
	bool compact;
	const char *cpus;
	const char *names;
	bool fuzzy;
	const char *ignored;
	int verbose;
	int functions;
	int64_t rounds;
	struct perf_timehist hist;
};

#define TYPE	struct sched_options
#define INPUT									\
	PERF_OPT_TEXT(TYPE, session.input, 'i', "input", "FILE",		\
		      "read FILE instead of perf.data"),			\
	PERF_OPT_FLAG(TYPE, session.force, 'f', "force",			\
		      "read a file that belongs to another user"),		\
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "print which events are used for what"), \
	PERF_DUMP_OPTION(TYPE)
#define TIME									\
	PERF_OPT_TEXT(TYPE, session.filter.time, 0, "time", "SPAN",		\
		      "only from START to STOP, seconds (START,STOP), or a part (10%-20%)")

static const struct perf_option options[] = { INPUT, PERF_OPT_END };

static const struct perf_option latency_options[] = {
	INPUT,
	PERF_OPT_TEXT(TYPE, sort, 's', "sort", "KEYS",
		      "columns to sort by: avg, max, switch, runtime, pid"),
	PERF_OPT_FLAG(TYPE, each, 'p', "pids", "a line for each task, not for each name"),
	PERF_OPT_TEXT(TYPE, session.filter.cpus, 'C', "CPU", "LIST", "only events on these CPUs"),
	TIME,
	PERF_OPT_END
};

static int sched_set_chain(void *options_, const struct perf_option *option, const char *text,
			   bool negated, struct perf_error *error)
{
	struct sched_options *opts = options_;

	(void)option;
	(void)text;
	(void)error;
	opts->no_chain = negated;
	return 0;
}

static int set_prios(void *options_, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	struct sched_options *opts = options_;

	(void)option;
	(void)negated;
	perf_vec_free(&opts->hist.prios);
	return perf_ranges_parse(&opts->hist.prios, text, "priorities", error);
}

static const struct perf_option timehist_options[] = {
	INPUT,
	PERF_OPT_FLAG(TYPE, summary, 's', "summary", "only what tasks add up to"),
	PERF_OPT_FLAG(TYPE, with_summary, 'S', "with-summary", "that after the lines"),
	PERF_OPT_FLAG(TYPE, hist.wakeups, 'w', "wakeups", "lines for tasks that are woken"),
	PERF_OPT_FLAG(TYPE, hist.migrations, 'M', "migrations", "lines for tasks that are moved"),
	PERF_OPT_FLAG(TYPE, hist.next, 'n', "next", "which task runs next"),
	PERF_OPT_FLAG(TYPE, hist.state, 0, "state", "why a task stopped"),
	PERF_OPT_FLAG(TYPE, hist.prio, 0, "show-prio", "the priority of the task that stopped"),
	PERF_OPT_CALL(0, "prio", "LIST", set_prios, 0, 0,
		      "only runs of tasks of these priorities: 0-99 real-time, 120 nice 0"),
	PERF_OPT_FLAG(TYPE, hist.visual, 'V', "cpu-visual", "a column for each CPU"),
	PERF_OPT_FLAG(TYPE, hist.idle, 'I', "idle-hist", "idle CPUs instead of tasks"),
	PERF_OPT_CALL('g', "call-graph", NULL, sched_set_chain, 0, 0,
		      "where tasks stopped, if that was recorded (default)"),
	PERF_OPT_INT(TYPE, functions, 0, "max-stack", "N", "so many functions of that (5)"),
	PERF_OPT_TEXT(TYPE, session.filter.cpus, 'C', "cpu", "LIST", "only these CPUs"),
	PERF_OPT_TEXT(TYPE, session.filter.pids, 'p', "pid", "LIST", "only these processes"),
	PERF_OPT_TEXT(TYPE, session.filter.tids, 't', "tid", "LIST", "only these threads"),
	TIME,
	PERF_VMLINUX_OPTION(TYPE),
	PERF_OPT_TEXT(TYPE, session.symfs, 0, "symfs", "DIR", "look for objects below DIR"),
	PERF_OPT_TEXT(TYPE, session.kallsyms, 0, "kallsyms", "FILE", "symbols of the kernel"),
	PERF_OPT_END
};

static const struct perf_option map_options[] = {
	INPUT,
	PERF_OPT_FLAG(TYPE, compact, 0, "compact", "only CPUs that something happened on"),
	PERF_OPT_TEXT(TYPE, cpus, 0, "cpus", "LIST", "only these CPUs"),
	PERF_OPT_TEXT(TYPE, names, 0, "task-name", "NAMES",
		      "only switches to and from tasks of these names, separated by commas"),
	PERF_OPT_FLAG(TYPE, fuzzy, 0, "fuzzy-name", "a name may be a part of the task's"),
	PERF_OPT_TEXT(TYPE, ignored, 0, "color-cpus", "LIST", "no effect: there are no colours"),
	PERF_OPT_TEXT(TYPE, ignored, 0, "color-pids", "LIST", "no effect: there are no colours"),
	TIME,
	PERF_OPT_END
};

static int set_rounds(void *options_, const struct perf_option *option, const char *text,
		      bool negated, struct perf_error *error)
{
	struct sched_options *opts = options_;
	uint64_t number;

	(void)option;
	(void)negated;
	if (!strcmp(text, "-1")) {
		opts->rounds = -1;
		return 0;
	}
	if (!perf_parse_u64(text, &number) || number > INT32_MAX)
		return perf_error_set(error, EINVAL, "-r is how often, or -1, not '%s'", text);
	opts->rounds = (int64_t)number;
	return 0;
}

static const struct perf_option replay_options[] = {
	INPUT,
	PERF_OPT_CALL('r', "repeat", "N", set_rounds, 0, 0,
		      "do it N times (10); -1: until interrupted"),
	TIME,
	PERF_OPT_END
};

struct sched_reading;

/* Callback of a form: accounts @event in @reading. */
typedef int on_event(struct sched_reading *reading, const struct perf_sched_event *event,
		     const struct perf_session_sample *sample);

/* State while the recording is read. */
struct sched_reading {
	struct sched_options *opts;
	struct perf_session session;
	struct perf_sched_decoder decoder;
	struct perf_sched_tasks tasks;
	struct perf_sched_map map;
	struct perf_cpus cpus;
	struct perf_replay replay;
	struct perf_filter filter;
	bool use_wakeup;
	on_event *event;
	struct perf_out out;
};

static int on_latency(struct sched_reading *reading, const struct perf_sched_event *event,
		      const struct perf_session_sample *sample)
{
	(void)sample;
	return perf_sched_latency_event(&reading->tasks, event, reading->use_wakeup);
}

static int on_map(struct sched_reading *reading, const struct perf_sched_event *event,
		  const struct perf_session_sample *sample)
{
	(void)sample;
	return perf_sched_map_event(&reading->map, &reading->tasks, event, &reading->out.text);
}

static int on_replay(struct sched_reading *reading, const struct perf_sched_event *event,
		     const struct perf_session_sample *sample)
{
	(void)sample;
	return perf_replay_event(&reading->replay, event);
}

/* put_chain() skips these functions, which are in the stack of every task that stops. */
static bool is_scheduler(const char *name)
{
	static const char *const names[] = { "__schedule", "schedule", "preempt_schedule" };
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(names); i++)
		if (!strcmp(names[i], name))
			return true;
	return false;
}

/* Appends callers, without those in is_scheduler(), which do not count for opts->functions. */
static int put_chain(struct sched_reading *reading, const struct perf_session_sample *sample)
{
	int shown = 0, limit = reading->opts->functions;
	struct perf_str *text = &reading->out.text;
	const struct perf_stack *stack;
	size_t i;

	if (!sample->sample->nr_callchain || reading->opts->no_chain)
		return 0;
	stack = perf_session_stack(&reading->session, sample);
	if (!stack)
		return -ENOMEM;
	for (i = 0; i < stack->items.count && shown < limit; i++) {
		const struct perf_frame *frame =
			&reading->session.machine->frames.at[stack->items.at[i].frame];
		const char *name;

		name = !frame->symbol ? "[unknown]" :
		       perf_dso_symbol_name(&reading->session.machine->dsos, frame->dso,
					    frame->symbol);
		if (is_scheduler(name))
			continue;
		perf_str_format(text, "%s%s", shown ? " <- " : "   ", name);
		shown++;
	}
	return 0;
}

static int on_timehist(struct sched_reading *reading, const struct perf_sched_event *event,
		       const struct perf_session_sample *sample)
{
	bool line;
	int err;

	err = perf_timehist_event(&reading->opts->hist, &reading->tasks, event,
				  &reading->out.text, &line);
	if (!err && line) {
		err = put_chain(reading, sample);
		perf_str_char(&reading->out.text, '\n');
	}
	return err;
}

static int sched_on_sample(void *context, const struct perf_session_sample *sample,
			   struct perf_error *error)
{
	struct sched_reading *reading = context;
	struct perf_sched_event event;

	if (!perf_sched_decode(&reading->decoder, sample->record->event->index, sample->sample,
			       &event))
		return 0;
	if (event.cpu >= PERF_SCHED_CPUS_MAX) {
		perf_data_count_bad(reading->session.data);
		return 0;
	}
	if (reading->event(reading, &event, sample))
		return perf_error_memory(error);
	return perf_out_check(&reading->out) ? 1 : 0;
}

static int on_record(void *context, const struct perf_data_record *record,
		     struct perf_error *error)
{
	struct sched_reading *reading = context;

	return perf_sched_tasks_record(&reading->tasks, record) ? perf_error_memory(error) : 0;
}

static uint32_t cpus_of(const struct perf_data *data)
{
	const struct perf_data_env *env = perf_data_env(data);

	/* A column for each of the recording's nr_cpus_online. */
	return env->nr_cpus_online < PERF_SCHED_CPUS_MAX ? env->nr_cpus_online :
	       PERF_SCHED_CPUS_MAX;
}

/* -v: prints the kinds of events in decoder.has, and the missing kinds. */
static void print_event_counts(const struct sched_reading *reading)
{
	static const char *const names[] = {
		[PERF_SCHED_SWITCH] = "switches", [PERF_SCHED_WAKING] = "who is woken",
		[PERF_SCHED_WAKEUP] = "who was woken", [PERF_SCHED_WAKEUP_NEW] = "new tasks",
		[PERF_SCHED_MIGRATE] = "migrations", [PERF_SCHED_RUNTIME] = "run times",
	};
	size_t i;

	for (i = PERF_SCHED_SWITCH; i < PERF_ARRAY_SIZE(names); i++)
		perf_command_warn(&perf_cmd_sched, "%s: %s", names[i],
				  reading->decoder.has & 1u << i ? "recorded" : "not recorded");
}

/* Sets up reading->decoder, and the options that depend on the recording. */
static int sched_prepare(struct sched_reading *reading, struct perf_error *error)
{
	struct sched_options *opts = reading->opts;
	int err;

	err = perf_sched_decoder_init(&reading->decoder, reading->session.data, error);
	if (err)
		return err;
	if (reading->decoder.borrowed)
		perf_session_tell_borrowed(&perf_cmd_sched);
	if (opts->verbose)
		print_event_counts(reading);
	reading->use_wakeup = !(reading->decoder.has & 1u << PERF_SCHED_WAKING);
	opts->hist.use_wakeup = reading->use_wakeup;
	reading->replay.use_wakeup = reading->use_wakeup;
	opts->hist.cpu_count = cpus_of(reading->session.data);
	opts->hist.filter = &reading->filter;
	opts->hist.no_lines = opts->summary;
	reading->map.cpu_count = opts->hist.cpu_count;
	reading->map.compact = opts->compact;
	reading->map.names = opts->names && *opts->names ? opts->names : NULL;
	reading->map.part = opts->fuzzy;
	if (opts->cpus) {
		err = perf_cpus_parse(&reading->cpus, opts->cpus, error);
		reading->map.cpus = &reading->cpus;
	}
	return err;
}

static int sched_play(struct sched_reading *reading, struct perf_error *error)
{
	struct perf_replay_round round;
	double wall = 0, cpu = 0;
	int64_t i;
	int err = 0;

	perf_replay_text(&reading->out.text, &reading->replay);
	for (i = 1; !err && (reading->opts->rounds < 0 || i <= reading->opts->rounds); i++) {
		/* perf_replay_run() may take long: print earlier lines now. */
		if (perf_out_flush(&reading->out))
			break;
		err = perf_replay_run(&reading->replay, &round, error);
		if (err)
			break;
		wall += (double)round.wall_ns / 1e6;
		cpu += (double)round.cpu_ns / 1e6;
		perf_str_format(&reading->out.text, "#%-3lld: %.3f, ravg: %.2f, cpu: %.2f / %.2f\n",
				(long long)i, (double)round.wall_ns / 1e6, wall / (double)i,
				(double)round.cpu_ns / 1e6, cpu / (double)i);
	}
	return err;
}

static int sched_finish(struct sched_reading *reading, struct perf_error *error)
{
	const struct sched_options *opts = reading->opts;
	int err = 0;

	if (reading->event == on_replay)
		err = sched_play(reading, error);
	else if (reading->event == on_latency)
		err = perf_sched_latency_text(&reading->out.text, &reading->tasks, opts->sort,
					      opts->each, error);
	else if (reading->event == on_timehist && (opts->summary || opts->with_summary) &&
		 perf_timehist_summary(&opts->hist, &reading->tasks, &reading->out.text))
		err = perf_error_memory(error);
	return err;
}

static int sched_read_all(struct sched_reading *reading, struct perf_error *error)
{
	static const struct perf_session_calls calls = {
		.sample = sched_on_sample, .record = on_record,
	};
	struct sched_options *opts = reading->opts;
	int err;

	/* on_timehist() filters lines, not events: a run begins before its line. */
	if (reading->event == on_timehist) {
		reading->filter = reading->session.filter;
		memset(&reading->session.filter, 0, sizeof(reading->session.filter));
	}
	err = sched_prepare(reading, error);
	if (!err && reading->event == on_timehist && !opts->summary)
		perf_timehist_head(&opts->hist, &reading->out.text);
	if (!err)
		err = perf_session_read(&reading->session, &calls, reading, error);
	return err ? err : sched_finish(reading, error);
}

static int sched_report(struct sched_options *opts, on_event *event)
{
	struct sched_reading reading = { .opts = opts, .event = event, .out.fd = STDOUT_FILENO };
	struct perf_error error;
	int err, status;

	perf_pager_begin();
	perf_confined_begin(NULL);
	err = perf_session_open(&reading.session, &opts->session, &error);
	if (!err)
		err = sched_read_all(&reading, &error);
	status = perf_session_end(&perf_cmd_sched, &reading.session, &reading.out, err, &error);
	perf_sched_decoder_free(&reading.decoder);
	perf_sched_tasks_free(&reading.tasks);
	perf_sched_map_free(&reading.map);
	perf_replay_free(&reading.replay);
	perf_cpus_free(&reading.cpus);
	perf_filter_free(&reading.filter);
	perf_session_close(&reading.session);
	return status;
}

static const struct perf_command latency = {
	.name = "sched latency", .summary = "how long tasks waited for a CPU",
	.options = latency_options,
	.usage = (const char *const[]){ "[OPTION...]", NULL },
	.no_words = "",
};

static const struct perf_command timehist = {
	.name = "sched timehist", .summary = "each run of each task",
	.options = timehist_options,
	.usage = (const char *const[]){ "[OPTION...]", NULL },
	.no_words = "",
};

static const struct perf_command map = {
	.name = "sched map", .summary = "which task runs on which CPU",
	.options = map_options,
	.usage = (const char *const[]){ "[OPTION...]", NULL },
	.no_words = "",
};

static const struct perf_command replay = {
	.name = "sched replay", .summary = "do again what tasks did to the scheduler",
	.options = replay_options,
	.usage = (const char *const[]){ "[OPTION...]", NULL },
	.no_words = "",
};

static const struct perf_command *const verbs[] = { &latency, &timehist, &map, &replay, NULL };

/* The sched_stat_* tracepoints exist only if the kernel has scheduler statistics. */
static int sched_add_events(struct perf_event_list *list, struct perf_error *error)
{
	static const char *const points[] = {
		"sched_stat_wait", "sched_stat_sleep", "sched_stat_iowait", "sched_stat_runtime",
		"sched_process_fork", "sched_wakeup_new", "sched_migrate_task",
	};
	struct perf_str events = { 0 };
	size_t i;
	int err;

	perf_str_add(&events, "sched:sched_switch");
	for (i = 0; i < PERF_ARRAY_SIZE(points); i++)
		if (recording_has_tracepoint("sched", points[i]))
			perf_str_format(&events, ",sched:%s", points[i]);
	perf_str_add(&events, recording_has_tracepoint("sched", "sched_waking") ?
			      ",sched:sched_waking" : ",sched:sched_wakeup");
	err = events.failed ? perf_error_memory(error) :
	      perf_events_parse(list, perf_str_text(&events), error);
	perf_str_free(&events);
	return err;
}

/* Not in verbs[]: recording_options are in the help of perf record. */
static const struct perf_command record_form = {
	.name = "sched record", .summary = "record what the scheduler does",
	.options = recording_options, .section = "record", .program = true,
	.usage = (const char *const[]){ "[OPTION...] [[--] PROGRAM [ARGUMENT...]]", NULL },
};

static int sched_record(const struct recording_line *line, int argc, char **argv)
{
	struct recording recording;
	struct perf_error error;
	int status;

	recording_init(&recording, &record_form, line->settings, line->argc, line->argv);
	recording.config.all_cpus = true;
	recording.config.mmap_pages = 1024;
	if (sched_add_events(&recording.events.list, &error))
		status = perf_command_misused(&record_form, &error);
	else
		status = recording_run(&recording, argc, argv);
	recording_free(&recording);
	return status;
}

static const struct perf_command script_form = {
	.name = "sched script", .summary = "show each event of the scheduler",
	.options = script_samples_options, .section = "script",
	.usage = (const char *const[]){ "[OPTION...]", NULL },
	.no_words = "",
};

static int sched_script(const struct sched_options *opts, struct perf_settings *settings, int argc,
			char **argv)
{
	struct script_samples samples = {
		.command = &script_form,
		.session = {
			.input = opts->session.input, .force = opts->session.force,
			.dump = opts->session.dump,
		},
	};

	return script_samples_run(&samples, settings, argc, argv);
}

static int sched_show(const struct perf_command *verb, struct perf_settings *settings,
		      struct sched_options *opts, on_event *event, int argc, char **argv)
{
	int status;

	if (perf_command_parse(verb, settings, opts, &argc, &argv, &status)) {
		perf_vec_free(&opts->hist.prios);
		return status;
	}
	if (opts->session.dump)
		status = sched_script(opts, settings, 1, (char *[]){ "script", NULL });
	else
		status = sched_report(opts, event);
	perf_vec_free(&opts->hist.prios);
	return status;
}

static int sched_unknown(const char *word)
{
	static const char *const words[] = {
		"record", "latency", "timehist", "map", "replay", "script",
	};
	struct perf_nearest nearest;
	struct perf_error error;
	size_t i;

	perf_nearest_init(&nearest, word);
	for (i = 0; i < PERF_ARRAY_SIZE(words); i++)
		perf_nearest_offer(&nearest, words[i]);
	perf_error_set(&error, EINVAL,
		       "'%s' is not one of record, latency, timehist, map, replay, script", word);
	if (nearest.best)
		perf_error_hint(&error, "did you mean '%s'?", nearest.best);
	perf_command_fail(&perf_cmd_sched, &error);
	return PERF_EXIT_USAGE;
}

static int sched_run_form(struct sched_options *opts, const struct recording_line *line, int argc,
			  char **argv)
{
	struct perf_settings *settings = line->settings;

	if (!strcmp(argv[0], "record") || !strcmp(argv[0], "rec"))
		return sched_record(line, argc, argv);
	if (!strcmp(argv[0], "script"))
		return sched_script(opts, settings, argc, argv);
	if (!strcmp(argv[0], "latency") || !strcmp(argv[0], "lat"))
		return sched_show(&latency, settings, opts, on_latency, argc, argv);
	if (!strcmp(argv[0], "timehist"))
		return sched_show(&timehist, settings, opts, on_timehist, argc, argv);
	if (!strcmp(argv[0], "map"))
		return sched_show(&map, settings, opts, on_map, argc, argv);
	if (!strcmp(argv[0], "replay"))
		return sched_show(&replay, settings, opts, on_replay, argc, argv);
	return sched_unknown(argv[0]);
}

static int sched_run(struct perf_settings *settings, int argc, char **argv)
{
	const struct recording_line line = { .settings = settings, .argc = argc, .argv = argv };
	struct sched_options opts = { .functions = 5, .rounds = 10 };
	int status;

	if (perf_command_parse(&perf_cmd_sched, settings, &opts, &argc, &argv, &status))
		return status;
	if (!argc) {
		perf_print_error("usage: perf sched [-i FILE] "
				 "record|latency|timehist|map|replay|script\n");
		return PERF_EXIT_USAGE;
	}
	return sched_run_form(&opts, &line, argc, argv);
}

static const char *const usage[] = {
	"record [OPTION of perf record...] [[--] PROGRAM [ARGUMENT...]]",
	"[-i FILE] latency|timehist|map|replay [OPTION...]",
	"[-i FILE] script [OPTION of perf script...]",
	NULL
};

const struct perf_command perf_cmd_sched = {
	.name = "sched",
	.summary = "Show what the scheduler did: who waited, who ran, where",
	.usage = usage,
	.words = (const char *const[]){
		"record", "latency", "map", "replay", "script", "timehist", NULL
	},
	.options = options,
	.verbs = verbs,
	/* Options after the first word belong to that form. */
	.program = true,
	.run = sched_run,
};
