// SPDX-License-Identifier: GPL-2.0
/* perf evlist: list the events of a recording, from its header. perf_events_text() formats them. */
#include <errno.h>
#include <stdlib.h>

#include <base/out.h>
#include <data/reader.h>
#include <lines/events_text.h>
#include <model/tracepoint.h>

#include "common/command.h"
#include "common/confined.h"

struct evlist_options {
	const char *input;
	bool force;
	bool freq;
	bool group;
	bool verbose;
	bool trace_fields;
};

#define TYPE	struct evlist_options

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE",
		      "recording, instead of perf.data or of a pipe at the standard input"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a file of another user"),
	PERF_OPT_FLAG(TYPE, freq, 'F', "freq", "show frequency or period of samples"),
	PERF_OPT_FLAG(TYPE, group, 'g', "group", "show groups"),
	PERF_OPT_FLAG(TYPE, verbose, 'v', "verbose", "show all attributes"),
	PERF_OPT_FLAG(TYPE, trace_fields, 0, "trace-fields", "show names of tracepoints' fields"),
	PERF_OPT_END
};

static const char *const usage[] = { "[OPTION...]", NULL };

struct more {
	const struct evlist_options *opts;
	const struct perf_data_event *const *events;
	struct perf_tracepoints *tracepoints;
};

static void put_trace_fields(struct perf_str *text, struct perf_tracepoints *tracepoints,
			     const struct perf_event_attr *attr)
{
	const struct perf_format *format = perf_tracepoints_format(tracepoints, attr->config);
	const struct perf_format_field *field;
	size_t found = 0;

	if (attr->type != PERF_TYPE_TRACEPOINT) {
		perf_str_add(text, "(not a tracepoint)");
		return;
	}
	for (field = format ? format->fields.at : NULL;
	     format && field < format->fields.at + format->fields.count; field++) {
		if (field->common)
			continue;
		perf_str_add(text, found++ ? "," : "trace_fields: ");
		perf_str_add(text, field->name);
	}
	if (!found)
		perf_str_add(text, "(no trace field)");
}

static void put_more(void *context, struct perf_str *text, size_t event)
{
	const struct more *more = context;

	perf_str_add(text, more->opts->verbose || more->opts->freq ? ", " : ": ");
	put_trace_fields(text, more->tracepoints, &more->events[event]->attr);
}

static int put_event_lines(struct perf_str *text, const struct evlist_options *opts,
			   const struct perf_data *data, struct perf_error *error)
{
	const struct perf_data_env *env = perf_data_env(data);
	struct more more = { .opts = opts };
	const struct perf_events_style style = {
		.verbose = opts->verbose, .env = env, .freq = opts->freq, .groups = opts->group,
		.more = opts->trace_fields ? put_more : NULL, .context = &more,
	};
	struct perf_event_line *lines;
	size_t nr, i;

	more.events = perf_data_events(data, &nr);
	lines = calloc(nr ? nr : 1, sizeof(*lines));
	if (!lines)
		return perf_error_memory(error);
	if (opts->trace_fields)
		more.tracepoints = perf_tracepoints_create(env->tracing_data,
							   env->tracing_data_size);
	for (i = 0; i < nr; i++) {
		const struct perf_data_event *event = more.events[i];

		lines[i] = (struct perf_event_line){
			.name = event->name, .attr = &event->attr, .leader = event->leader,
			.grouped = event->group_name, .group = event->group_name,
		};
	}
	perf_events_text(text, lines, nr, &style);
	perf_tracepoints_free(more.tracepoints);
	free(lines);
	return 0;
}

/* In a stream, records before the first PERF_RECORD_SAMPLE hold the event names. */
static int read_names(struct perf_data *data, struct perf_error *error)
{
	struct perf_data_record record;
	int ret;

	do {
		ret = perf_data_next(data, &record, error);
	} while (ret > 0 && record.header->type != PERF_RECORD_SAMPLE);
	return ret;
}

static int evlist_run(struct perf_settings *settings, int argc, char **argv)
{
	struct evlist_options opts = { .input = perf_data_usual() };
	struct perf_data_options how = { 0 };
	struct perf_out out = { .fd = 1 };
	struct perf_error error;
	struct perf_data *data;
	int status, ret = 0;

	if (perf_command_parse(&perf_cmd_evlist, settings, &opts, &argc, &argv, &status))
		return status;
	how.force = opts.force;
	perf_confined_begin(NULL);
	if (perf_data_open(opts.input, &how, &data, &error))
		return perf_command_fail(&perf_cmd_evlist, &error);
	if (perf_data_is_stream(data))
		ret = read_names(data, &error);
	if (put_event_lines(&out.text, &opts, data, &error))
		ret = -ENOMEM;
	ret = perf_out_finish(&out, ret < 0 ? ret : 0, &error);
	if (ret == -EPIPE)
		status = PERF_EXIT_OK;
	else
		status = ret ? perf_command_fail(&perf_cmd_evlist, &error) :
			 perf_recording_status(&perf_cmd_evlist, data);
	perf_data_close(data);
	return status;
}

const struct perf_command perf_cmd_evlist = {
	.name = "evlist",
	.summary = "List the events of a recording",
	.usage = usage,
	.no_words = "",
	.options = options,
	.run = evlist_run,
};
