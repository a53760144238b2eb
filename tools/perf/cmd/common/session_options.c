// SPDX-License-Identifier: GPL-2.0
/* Options of the commands that read recordings, and warnings about the recording. */
#include <errno.h>
#include <string.h>
#include <lines/symbols_text.h>

#include "common/print.h"
#include "common/session_options.h"

/* Number of warnings about tracepoints whose format is refused; more would hide others. */
#define REFUSED_SHOWN	10

/* Number of warnings about files without symbols; -v prints a line for each object. */
#define FILES_TOLD	3

/**
 * perf_session_option() - set an option that is on unless --no-NAME was given
 *
 * The bool at @option->value is inverted: true means off.
 */
int perf_session_option(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	(void)text;
	(void)error;
	*(bool *)((char *)options + option->value) = negated;
	return 0;
}

/** perf_session_ignore() - accept an option of other perfs that has no effect here */
int perf_session_ignore(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	(void)options;
	(void)option;
	(void)text;
	(void)negated;
	(void)error;
	return 0;
}

/** perf_session_color() - --stdio-color: accept never, auto and --no-; the text has no colors */
int perf_session_color(void *options, const struct perf_option *option, const char *text,
		       bool negated, struct perf_error *error)
{
	(void)options;
	(void)option;
	if (negated || !strcmp(text, "never") || !strcmp(text, "auto"))
		return 0;
	return perf_error_set(error, EINVAL, "--stdio-color %s: the text has no colors", text);
}

/**
 * perf_session_dump_sample() - append the thread and object of a sample
 * @session: session
 * @sample: the dumped sample
 * @text: the lines are appended here
 */
void perf_session_dump_sample(struct perf_session *session,
			      const struct perf_session_sample *sample, struct perf_str *text)
{
	/* perf_session_frame() may move the table of frames. */
	uint32_t number = perf_session_frame(session, sample);
	const struct perf_frame *frame = &session->machine->frames.at[number];

	perf_str_add(text, " ... thread: ");
	perf_str_name(text, perf_machine_comm(session->machine, sample->thread->comm));
	perf_str_format(text, ":%d\n ...... dso: ", (int)sample->thread->tid);
	perf_str_name(text, frame->dso ? frame->dso->name : "<not found>");
	perf_str_char(text, '\n');
}

/**
 * perf_session_passes() - does a sample pass the comm, dso and symbol filters?
 * @session: session
 * @sample: sample
 */
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
	/* perf_session_frame() may move the table of frames. */
	number = perf_session_frame(session, sample);
	frame = &session->machine->frames.at[number];
	if (!perf_filter_dso(filter, frame->dso))
		return false;
	if (frame->symbol)
		name = perf_dso_symbol_name(&session->machine->dsos, frame->dso, frame->symbol);
	return perf_filter_name(filter->symbols, name) ||
	       perf_filter_address(filter, sample->sample->ip);
}

/* Warn if options.vmlinux gave no symbols: the report would show bare addresses. */
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

/* Warn if the symbols of a sampled kernel are not on this machine (PERF_DSO_OTHER_KERNEL). */
static void warn_of_kernel(const struct perf_command *command, const struct perf_session *session)
{
	const struct perf_dsos *dsos = session->machine ? &session->machine->dsos : NULL;
	size_t i;

	for (i = 0; dsos && i < dsos->list.count; i++) {
		if (dsos->list.at[i]->kind != PERF_DSO_KERNEL ||
		    dsos->list.at[i]->state != PERF_DSO_OTHER_KERNEL)
			continue;
		perf_command_warn(command, "no symbols of the kernel: %s",
				  perf_symbols_why(dsos->list.at[i]));
		perf_command_warn(command, "--vmlinux FILE or --kallsyms FILE name them");
		return;
	}
}

/* Warn of maps of JIT code that are present but not trusted (PERF_DSO_REFUSED). */
static void warn_of_maps(const struct perf_command *command, const struct perf_session *session)
{
	const struct perf_dsos *dsos = session->machine ? &session->machine->dsos : NULL;
	size_t i;

	for (i = 0; dsos && i < dsos->list.count; i++)
		if (dsos->list.at[i]->state == PERF_DSO_REFUSED ||
		    (dsos->list.at[i]->kind == PERF_DSO_JIT &&
		     dsos->list.at[i]->state == PERF_DSO_OTHER_MACHINE))
			perf_command_warn(command, "%s: %s: -f reads it", dsos->list.at[i]->name,
					  perf_symbols_why(dsos->list.at[i]));
}

/*
 * Warn of paths with samples that now lead to another file, whose symbols would be wrong. With
 * -v, perf_session_status() prints all objects instead.
 */
static void warn_of_files(const struct perf_command *command, const struct perf_session *session)
{
	const struct perf_dsos *dsos = session->machine ? &session->machine->dsos : NULL;
	bool changed = false;
	size_t i, told = 0;

	for (i = 0; dsos && i < dsos->list.count; i++) {
		const struct perf_dso *dso = dsos->list.at[i];

		if (dso->kind != PERF_DSO_FILE ||
		    (dso->state != PERF_DSO_CHANGED && dso->state != PERF_DSO_OTHER_FILE &&
		     dso->state != PERF_DSO_OTHER_MACHINE))
			continue;
		if (told < FILES_TOLD)
			perf_command_warn(command, "no symbols of %s: %s", dso->name,
					  perf_symbols_why(dso));
		changed |= dso->state == PERF_DSO_CHANGED;
		told++;
	}
	if (told > FILES_TOLD)
		perf_command_warn(command, "nor of %zu other files: -v lists them",
				  told - FILES_TOLD);
	if (changed)
		perf_command_warn(command, "'perf buildid-cache --add FILE' keeps a copy of a "
				  "program before it is built again, 'perf archive' packs those "
				  "of a recording");
}

/* Warn if the recording has AUX traces (PERF_FEATURE_AUXTRACE), which are not decoded. */
static void warn_of_traces(const struct perf_command *command, const struct perf_session *session)
{
	if (perf_data_env_has(perf_data_env(session->data), PERF_FEATURE_AUXTRACE))
		perf_command_warn(command, "the instruction traces (AUX area data) of the "
				  "recording are not decoded here: only its other samples are shown");
}

/**
 * perf_session_tell_symbols() - print the source of each object's symbols on standard error
 * @command: the command named in the lines
 * @session: session, after reading
 */
void perf_session_tell_symbols(const struct perf_command *command,
			       const struct perf_session *session)
{
	const struct perf_dsos *dsos = &session->machine->dsos;
	struct perf_str text = { 0 };
	size_t i;

	for (i = 0; i < dsos->list.count; i++) {
		perf_str_cut(&text, 0);
		if (perf_symbols_text(&text, dsos, dsos->list.at[i]))
			perf_print_error("perf %s: %s\n", command->name, perf_str_text(&text));
	}
	perf_str_free(&text);
}

/**
 * perf_session_status() - warn of missing symbols and of damage to the recording
 * @command: the command named in the warnings
 * @session: session, read to its end
 *
 * Return: exit code of the command, perf_recording_status().
 */
int perf_session_status(const struct perf_command *command, const struct perf_session *session)
{
	warn_of_vmlinux(command, session);
	warn_of_kernel(command, session);
	warn_of_maps(command, session);
	warn_of_traces(command, session);
	if (!session->verbose)
		warn_of_files(command, session);
	if (session->verbose && session->machine)
		perf_session_tell_symbols(command, session);
	return perf_recording_status(command, session->data);
}

/**
 * perf_session_separate() - set the field separator
 * @out: the command's output
 * @separator: string between fields; NULL: print a table
 * @error: filled on failure
 *
 * A '.' replaces the separator inside a field, so @separator must not start with '.'.
 *
 * Return: 0 or -EINVAL.
 */
int perf_session_separate(struct perf_out *out, const char *separator, struct perf_error *error)
{
	if (separator && *separator == '.')
		return perf_error_set(error, EINVAL, "'%s' cannot separate fields: a '.' in a "
				      "field stands for what does", separator);
	out->separator = separator;
	return 0;
}

/**
 * perf_session_end() - finish the output, and print warnings
 * @command: the command named in messages
 * @session: session, read to its end unless @err is an error
 * @out: the command's output
 * @err: result up to now, 0 or a negative errno
 * @error: the error of @err; if @err is 0, filled when writing fails
 *
 * EPIPE is not an error: the reader of the output has closed it.
 *
 * Return: exit code of the command.
 */
int perf_session_end(const struct perf_command *command, const struct perf_session *session,
		     struct perf_out *out, int err, struct perf_error *error)
{
	err = perf_out_finish(out, err, error);
	if (err == -EPIPE)
		return PERF_EXIT_OK;
	return err ? perf_command_fail(command, error) : perf_session_status(command, session);
}

/**
 * perf_session_tell_borrowed() - warn that a recording lacks its tracepoint formats
 * @command: the command named in the warning
 */
void perf_session_tell_borrowed(const struct perf_command *command)
{
	perf_command_warn(command, "the recording does not describe its events: read as events of this machine");
}

/**
 * perf_session_tell_refused() - warn of tracepoints whose format was refused, with the reason
 * @command: the command named in the warnings
 * @tracepoints: the printed tracepoints; may be NULL
 */
void perf_session_tell_refused(const struct perf_command *command,
			       const struct perf_tracepoints *tracepoints)
{
	struct perf_str text = { 0 };
	size_t i;

	for (i = 0; i < REFUSED_SHOWN && perf_tracepoints_refused(tracepoints, i, &text); i++) {
		perf_command_warn(command, "%s", perf_str_text(&text));
		perf_str_cut(&text, 0);
	}
	if (perf_tracepoints_refused(tracepoints, i, &text))
		perf_command_warn(command, "and so for further tracepoints");
	perf_str_free(&text);
}
