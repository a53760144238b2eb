// SPDX-License-Identifier: GPL-2.0
/*
 * perf why: why the kernel refuses events to programs that were not made for the question. It
 * traces perf:perf_refused by perf_trace_live(), and prints the sums of struct perf_refusals.
 */
#include <errno.h>
#include <unistd.h>

#include <base/out.h>
#include <base/output.h>
#include <event/tracepoint.h>
#include <record/config.h>
#include <sys/child.h>
#include <trace/live.h>
#include <trace/refusals.h>
#include <trace/selection.h>

#include "common/command.h"
#include "common/print.h"

struct why_options {
	struct perf_trace_target target;
	const char *output;
	bool json;
};

#define TYPE	struct why_options

static const struct perf_option options[] = {
	PERF_OPT_HEADING("Where to look"),
	PERF_OPT_FLAG(TYPE, target.all_cpus, 'a', "all-cpus", "all processes"),
	PERF_OPT_TEXT(TYPE, target.pids, 'p', "pid", "PIDS", "all threads of these processes"),
	PERF_OPT_HEADING("What to print"),
	PERF_OPT_FLAG(TYPE, json, 'j', "json", "a JSON object for each refusal, one a line"),
	PERF_OPT_TEXT(TYPE, output, 'o', "output", "FILE", "write into FILE, not to stderr"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"[OPTION...] [--] PROGRAM [ARGUMENT...]",
	"[OPTION...] -a | -p PIDS [[--] PROGRAM [ARGUMENT...]]",
	NULL
};

/* For perf_trace_live(): counts a sample of the tracepoint. */
static int why_take(void *context, const struct perf_trace_event *event,
		    const struct perf_sample *sample)
{
	return perf_refusals_add(context, &event->format, sample->raw, sample->raw_size);
}

/* For perf_trace_live(): all text of the tracer is about lost events. */
static int why_flush(void *context, struct perf_str *text)
{
	(void)context;
	if (text->length)
		perf_print_error_lines(perf_str_text(text));
	perf_str_cut(text, 0);
	return 0;
}

static int why_select(struct perf_trace_selection *selection, struct perf_error *error)
{
	struct perf_tracepoint_list points;
	int err;

	err = perf_tracepoint_list_find(&points, PERF_REFUSALS_SYSTEM, PERF_REFUSALS_NAME, false,
					error);
	if (!err && !points.count) {
		err = perf_error_set(error, ENOENT,
				     "this kernel gives no reasons: it has no tracepoint "
				     PERF_REFUSALS_SYSTEM ":" PERF_REFUSALS_NAME);
		perf_error_hint(error, "'perf stat -e EVENT true' guesses them, event by event");
	}
	perf_tracepoint_list_free(&points);
	if (!err)
		err = perf_trace_select(selection, PERF_REFUSALS_SYSTEM ":" PERF_REFUSALS_NAME,
					error);
	return err ? err : perf_trace_selection_finish(selection, false, NULL, error);
}

static int why_trace(const struct why_options *opts, struct perf_refusals *refusals,
		     int *status, struct perf_error *error)
{
	const struct perf_trace_options what = { .no_lines = true };
	const struct perf_record_config no_chains = { 0 };
	struct perf_trace_selection selection = { 0 };
	struct perf_tracer tracer = { .options = &what };
	struct perf_trace_source source = {
		.list = &selection.list, .chain = &no_chains,
		.take = why_take, .context = refusals,
	};
	int err;

	err = why_select(&selection, error);
	source.events = selection.events;
	source.filters = selection.filters;
	if (!err)
		err = perf_trace_live(&tracer, &opts->target, &source, why_flush, NULL, status,
				      error);
	perf_tracer_free(&tracer);
	perf_trace_selection_free(&selection);
	return err;
}

static int why_print(const struct why_options *opts, struct perf_out *out,
		     struct perf_error *error)
{
	struct perf_refusals refusals = { 0 };
	int err, status = 0;

	err = why_trace(opts, &refusals, &status, error);
	if (!err && opts->json)
		perf_refusals_json(&refusals, &out->text);
	else if (!err)
		perf_refusals_text(&refusals, &out->text);
	err = perf_out_finish(out, err, error);
	perf_refusals_free(&refusals);
	if (err)
		return perf_command_fail(&perf_cmd_why, error);
	return perf_child_exit_code(status);
}

static int why_run(struct perf_settings *settings, int argc, char **argv)
{
	struct perf_output output = PERF_OUTPUT_NONE;
	struct perf_out out = { .fd = STDERR_FILENO };
	struct why_options opts = { 0 };
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_why, settings, &opts, &argc, &argv, &status))
		return status;
	opts.target.argv = argc ? argv : NULL;
	if (!argc && !opts.target.all_cpus && !opts.target.pids) {
		perf_error_set(&error, EINVAL, "say whose events: a program to run, -p PIDS or -a");
		return perf_command_misused(&perf_cmd_why, &error);
	}
	if (opts.target.all_cpus && opts.target.pids) {
		perf_error_set(&error, EINVAL, "-a and -p do not go together");
		return perf_command_misused(&perf_cmd_why, &error);
	}
	if (opts.output) {
		if (perf_output_open(&output, opts.output, 0666, PERF_OUTPUT_AT_ONCE, &error))
			return perf_command_fail(&perf_cmd_why, &error);
		out.fd = output.fd;
	}
	status = why_print(&opts, &out, &error);
	perf_output_drop(&output);
	return status;
}

const struct perf_command perf_cmd_why = {
	.name = "why",
	.summary = "Show why the kernel refuses events to programs",
	.usage = usage,
	.options = options,
	.program = true,
	.run = why_run,
};
