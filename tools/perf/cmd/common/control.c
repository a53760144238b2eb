// SPDX-License-Identifier: GPL-2.0
/* Messages about the commands that a measurement receives (--control). */
#include <stdlib.h>

#include <lines/events_text.h>
#include <record/host.h>

#include "common/control.h"
#include "common/print.h"

static void control_switched(void *context, const char *name, bool on)
{
	const struct control_messages *messages = context;
	const char *what = on ? "enabled" : "disabled";

	if (messages->quiet)
		return;
	if (name)
		perf_print_error("Event %s %s\n", name, what);
	else
		perf_print_error("Events %s\n", what);
}

static void control_message(void *context, const char *text)
{
	const struct control_messages *messages = context;

	if (!messages->quiet)
		perf_command_warn(messages->command, "%s", text);
}

static void control_list(void *context, const struct perf_event_list *list, unsigned int how)
{
	struct perf_events_style style = {
		.verbose = how & PERF_COMMAND_VERBOSE, .groups = how & PERF_COMMAND_GROUPS,
		.freq = how & PERF_COMMAND_FREQ,
	};
	struct perf_event_line *lines = calloc(list->count ? list->count : 1, sizeof(*lines));
	struct perf_data_env *env = perf_data_env_create();
	struct perf_str text = { 0 };
	size_t i;

	(void)context;
	if (env && style.verbose)
		perf_record_host_pmus(env);
	style.env = env;
	for (i = 0; lines && i < list->count; i++) {
		const struct perf_event_spec *spec = &list->at[i];
		const struct perf_event_spec *leader = &list->at[spec->leader];

		lines[i] = (struct perf_event_line){
			.name = spec->name, .attr = &spec->attr, .leader = spec->leader,
			.grouped = leader->members > 1, .group = leader->group,
		};
	}
	if (lines)
		perf_events_text(&text, lines, list->count, &style);
	perf_print_error_lines(perf_str_text(&text));
	perf_str_free(&text);
	perf_data_env_free(env);
	free(lines);
}

/**
 * control_watch() - callbacks that print the effects of commands to standard error
 * @messages: must live as long as the measurement
 */
struct perf_command_watch control_watch(struct control_messages *messages)
{
	return (struct perf_command_watch){
		.switched = control_switched, .list = control_list, .say = control_message,
		.context = messages,
	};
}
