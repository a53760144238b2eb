// SPDX-License-Identifier: GPL-2.0-only
/* What the commands share that read recordings. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <out/symbols_text.h>

#include "session_options.h"

int perf_session_option(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	(void)text;
	(void)error;
	*(bool *)((char *)options + option->value) = negated;
	return 0;
}

int perf_session_color(void *options, const struct perf_option *option, const char *text,
		       bool negated, struct perf_error *error)
{
	(void)options;
	(void)option;
	if (negated || !strcmp(text, "never") || !strcmp(text, "auto"))
		return 0;
	return perf_error_set(error, EINVAL, "--stdio-color %s: the text has no colors", text);
}

int perf_session_itrace(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	(void)options;
	(void)option;
	if (negated)
		return 0;
	return perf_error_set(error, EINVAL, "--itrace=%s: this tool does not decode traces",
			      text ? text : "");
}

static const char *const refusals[] = {
	[PERF_REFUSE_DECODER] = "processor traces are not decoded here",
	[PERF_REFUSE_GUEST] = "samples of guests get no symbols here",
	[PERF_REFUSE_STITCH] = "call stacks of the processor's branch records are not stitched",
	[PERF_REFUSE_BLOCKS] = "blocks between branches are not counted here",
	[PERF_REFUSE_PROGRAM] = "this tool runs no scripts or filters",
	[PERF_REFUSE_REFERENCE] = "a graph is made of the stacks of its own event only",
	[PERF_REFUSE_STREAMS] = "streams of branches are not compared here",
	[PERF_REFUSE_HISTORY] = "branches are no part of call graphs here",
};

static const char *const advice[] = {
	[PERF_REFUSE_DECODER] = "Sample instead ('perf record'), or decode with another perf",
	[PERF_REFUSE_GUEST] = "Record within the guest, and read that recording",
	[PERF_REFUSE_STITCH] = "Without it stacks are shown as they were recorded; "
			       "'perf record --call-graph dwarf' records deep ones",
	[PERF_REFUSE_BLOCKS] = "'perf report -b -s symbol_from,symbol_to,cycles' counts branches",
	[PERF_REFUSE_PROGRAM] = "'perf script --format=json' writes an object a line for any "
				"program",
	[PERF_REFUSE_REFERENCE] = "Record all events with call stacks: 'perf record -g'",
	[PERF_REFUSE_STREAMS] = "'perf report -b' counts the branches of each recording",
	[PERF_REFUSE_HISTORY] = "'perf report -b' counts branches, -g shows call stacks",
};

int perf_session_refuse(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	(void)options;
	(void)text;
	if (negated)
		return 0;
	if (option->name)
		perf_error_set(error, EOPNOTSUPP, "--%s is not supported: %s", option->name,
			       refusals[option->value]);
	else
		perf_error_set(error, EOPNOTSUPP, "-%c is not supported: %s", option->letter,
			       refusals[option->value]);
	perf_error_hint(error, "%s", advice[option->value]);
	return -EOPNOTSUPP;
}

void perf_session_dump_sample(struct perf_session *session,
			      const struct perf_session_sample *sample, struct perf_str *text)
{
	/* Finding the frame may move the table. */
	uint32_t number = perf_session_frame(session, sample);
	const struct perf_frame *frame = &session->machine->frames.at[number];

	perf_str_add(text, " ... thread: ");
	perf_str_name(text, perf_machine_comm(session->machine, sample->thread->comm));
	perf_str_format(text, ":%d\n ...... dso: ", (int)sample->thread->tid);
	perf_str_name(text, frame->dso ? frame->dso->name : "<not found>");
	perf_str_char(text, '\n');
}

bool perf_session_passes(struct perf_session *session, const struct perf_session_sample *sample)
{
	const struct perf_filter *filter = &session->filter;
	const struct perf_frame *frame;
	const char *name = "[unknown]";
	uint32_t number;

	if (!perf_filter_name(filter->comms,
			      perf_machine_comm(session->machine, sample->thread->comm)))
		return false;
	if (!filter->dsos && !filter->symbols)
		return true;
	/* Finding the frame may move the table. */
	number = perf_session_frame(session, sample);
	frame = &session->machine->frames.at[number];
	if (!perf_filter_dso(filter, frame->dso))
		return false;
	if (frame->symbol)
		name = perf_dso_symbol_name(&session->machine->dsos, frame->dso, frame->symbol);
	return perf_filter_name(filter->symbols, name) ||
	       perf_filter_address(filter, sample->sample->ip);
}

/* Who names a file wants its symbols, not addresses without a word. */
static void warn_of_vmlinux(const struct perf_command *command,
			    const struct perf_session *session)
{
	const struct perf_dsos *dsos;
	const struct perf_dso *dso;
	size_t i;

	if (!session->machine || !session->machine->dsos.options.vmlinux)
		return;
	dsos = &session->machine->dsos;
	for (i = 0; i < dsos->list.count; i++) {
		dso = dsos->list.at[i];
		if (dso->kind != PERF_DSO_KERNEL)
			continue;
		if (dso->state == PERF_DSO_CHANGED)
			perf_command_warn(command, "'%s' is not the kernel of the recording, or "
					  "cannot be read: no symbols of the kernel",
					  dsos->options.vmlinux);
		else if (dso->state == PERF_DSO_LOADED && !dso->symbols.nr)
			perf_command_warn(command, "'%s' has no symbols of the kernel",
					  dsos->options.vmlinux);
	}
}

void perf_session_tell_symbols(const struct perf_command *command,
			       const struct perf_session *session)
{
	const struct perf_dsos *dsos = &session->machine->dsos;
	struct perf_str text = { 0 };
	size_t i;

	for (i = 0; i < dsos->list.count; i++) {
		perf_str_cut(&text, 0);
		if (perf_symbols_text(&text, dsos, dsos->list.at[i]))
			fprintf(stderr, "perf %s: %s\n", command->name, perf_str_text(&text));
	}
	perf_str_free(&text);
}

int perf_session_status(const struct perf_command *command, const struct perf_session *session)
{
	warn_of_vmlinux(command, session);
	if (session->verbose && session->machine)
		perf_session_tell_symbols(command, session);
	return perf_recording_status(command, session->data);
}
