// SPDX-License-Identifier: GPL-2.0
/* Shared by all commands: the command line, help, and failure messages. */
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <data/reader.h>

#include "common/command.h"
#include "common/print.h"
#include "common/settings.h"

const struct perf_command *const perf_commands[] = {
#define PERF_COMMAND(name) &perf_cmd_##name,
#include "commands.h"
#undef PERF_COMMAND
	NULL
};

/**
 * perf_command_find() - look up a command by name
 * @name: the name
 *
 * Return: the command, NULL if perf_commands has no @name.
 */
const struct perf_command *perf_command_find(const char *name)
{
	const struct perf_command *const *command;

	for (command = perf_commands; *command; command++)
		if (!strcmp((*command)->name, name))
			return *command;
	return NULL;
}

/**
 * perf_command_help() - format a command's help text
 * @command: the command
 * @text: the help is appended here
 */
void perf_command_help(const struct perf_command *command, struct perf_str *text)
{
	const struct perf_command *const *verb;
	const char *const *usage;

	perf_str_format(text, "perf %s - %s\n\n", command->name, command->summary);
	for (usage = command->usage; *usage; usage++)
		perf_str_format(text, "%s perf %s%s%s\n", usage == command->usage ? "usage:" :
				"   or:", command->name, **usage ? " " : "", *usage);
	if (command->options->kind != PERF_OPTION_HEADING &&
	    command->options->kind != PERF_OPTION_END)
		perf_str_add(text, "\nOptions:\n");
	perf_options_help(command->options, text);
	for (verb = command->verbs; verb && *verb; verb++) {
		perf_str_format(text, "\nOptions of 'perf %s' (%s):\n", (*verb)->name,
				(*verb)->summary);
		perf_options_help((*verb)->options, text);
	}
	if (command->notes)
		perf_str_format(text, "\n%s", command->notes);
}

/* Is @c part of a word of perf_command.usage, or a mark between words? */
static bool is_word(char c)
{
	return c && !strchr(" []|=,'", c);
}

/* Appends the word at @at in @style, "*" or "**"; @before precedes the word. Return: its end. */
static const char *add_styled(struct perf_str *text, const char *style, char before, const char *at)
{
	const char *end = at, *dots;

	while (is_word(*end))
		end++;
	dots = end - at > 3 && !strncmp(end - 3, "...", 3) ? end - 3 : end;
	/* reStructuredText markup must not touch @before or a mark: "\\ " separates them. */
	perf_str_format(text, "%s%s%.*s%s%.*s%s", strchr(" ['", before) ? "" : "\\ ", style,
			(int)(dots - at), at, style, (int)(end - dots), dots,
			*end && strchr("|=", *end) ? "\\ " : "");
	return end;
}

/* Appends a usage line: WORDS in capitals are placeholders, other words are typed as they are. */
static void add_form(struct perf_str *text, const char *form)
{
	bool placeholder = false;
	const char *at = form;

	while (*at) {
		if (is_word(*at) && *at != '.') {
			/* "OPTION of perf record" is a single placeholder. */
			bool more = placeholder && islower((unsigned char)*at);

			placeholder = isupper((unsigned char)*at) || more;
			at = add_styled(text, placeholder ? "*" : "**",
					at == form ? ' ' : at[-1], at);
			continue;
		}
		placeholder = placeholder && *at == ' ';
		perf_str_format(text, "%s%c", *at == '|' ? "\\" : "", *at);
		at++;
	}
}

/**
 * perf_command_synopsis() - format a command's usage lines for its manual page
 * @command: the command
 * @text: reStructuredText is appended here, one line for each usage
 */
void perf_command_synopsis(const struct perf_command *command, struct perf_str *text)
{
	const char *const *usage;

	for (usage = command->usage; *usage; usage++) {
		perf_str_format(text, "| **perf %s** ", command->name);
		add_form(text, *usage);
		perf_str_char(text, '\n');
	}
}

/**
 * perf_command_refuse_word() - refuse a word after the options
 * @command: the command
 * @word: the word
 *
 * Return: PERF_EXIT_USAGE.
 */
int perf_command_refuse_word(const struct perf_command *command, const char *word)
{
	struct perf_error error;

	perf_error_set(&error, EINVAL, "'%s' is no option, and perf %s takes nothing else", word,
		       command->name);
	if (command->no_words && *command->no_words)
		perf_error_hint(&error, "%s", command->no_words);
	return perf_command_misused(command, &error);
}

/* PERF_EXIT_LISTED is the exit code of other perfs; completion scripts ignore the code. */
static int command_answer(const struct perf_command *command, enum perf_options_asked asked)
{
	const char *const *word;
	struct perf_str text = { 0 };

	if (asked == PERF_OPTIONS_HELP) {
		perf_command_help(command, &text);
	} else {
		if (asked == PERF_OPTIONS_LIST)
			perf_options_list(command->options, &text);
		for (word = command->words; word && *word && asked != PERF_OPTIONS_LIST; word++)
			perf_str_format(&text, "%s ", *word);
		perf_str_char(&text, '\n');
	}
	perf_print_lines(perf_str_text(&text));
	perf_str_free(&text);
	return asked == PERF_OPTIONS_HELP ? PERF_EXIT_OK : PERF_EXIT_LISTED;
}

/**
 * perf_command_parse() - fill a command's options from its command line
 * @command: the command
 * @settings: the configuration, which overrides the defaults
 * @options: the command's options struct, with defaults set; points to words of @settings
 *	afterwards
 * @argc: number of words from the command's name on; afterwards: number of words left
 * @argv: the words; afterwards: the words left
 * @status: the exit code, set when the command has to end here
 *
 * Calls perf_settings_apply() and perf_options_parse(); prints the help, or the error message.
 *
 * Return: 0 to continue, 1 if the caller must return *@status.
 */
int perf_command_parse(const struct perf_command *command, struct perf_settings *settings,
		       void *options, int *argc, char ***argv, int *status)
{
	struct perf_error error;
	enum perf_options_asked asked;
	int first;

	if (perf_settings_apply(settings, command, options, &error)) {
		perf_command_fail(command, &error);
		*status = PERF_EXIT_USAGE;
		return 1;
	}
	first = perf_options_parse(command->options, options, *argc - 1, *argv + 1,
				   !command->program, &asked, &error);
	if (first < 0) {
		perf_command_fail(command, &error);
		perf_print_error("'perf %s --help' lists the options.\n", command->name);
		*status = PERF_EXIT_USAGE;
		return 1;
	}
	if (asked) {
		*status = command_answer(command, asked);
		return 1;
	}
	*argc -= first + 1;
	*argv += first + 1;
	if (!*argc || !command->no_words)
		return 0;
	*status = perf_command_refuse_word(command, **argv);
	return 1;
}

/**
 * perf_command_fail() - write a failure, and its hint, to stderr
 * @command: the command that failed
 * @error: the failure
 *
 * Return: PERF_EXIT_FAILED.
 */
int perf_command_fail(const struct perf_command *command, const struct perf_error *error)
{
	const char *line = error->hint;
	struct perf_str said = { 0 };

	perf_str_foreign(&said, "perf %s: %s\n", command->name, error->text);
	while (*line) {
		int length = strcspn(line, "\n");

		perf_str_foreign(&said, "  %.*s\n", length, line);
		line += length + (line[length] == '\n');
	}
	perf_print_error_lines(perf_str_text(&said));
	perf_str_free(&said);
	return PERF_EXIT_FAILED;
}

/**
 * perf_command_misused() - print the error of a command line check
 * @command: the command, which has not started its work
 * @error: the error of the check
 *
 * Return: PERF_EXIT_USAGE if @error->code is EINVAL; else PERF_EXIT_FAILED, as the command line
 * was not the cause.
 */
int perf_command_misused(const struct perf_command *command, const struct perf_error *error)
{
	int status = perf_command_fail(command, error);

	return error->code == EINVAL ? PERF_EXIT_USAGE : status;
}

/**
 * perf_command_warn() - print a warning on stderr
 * @command: the command, which continues
 * @format: the text, as for printf(), without a line end
 */
void perf_command_warn(const struct perf_command *command, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	perf_print_error("perf %s: %s\n", command->name, text);
}

/**
 * perf_recording_status() - print the problems of a recording
 * @command: the command named in the messages
 * @data: the recording, read as far as the command needs it
 *
 * Return: PERF_EXIT_PARTIAL if perf_data_is_partial(), else PERF_EXIT_OK.
 */
int perf_recording_status(const struct perf_command *command, const struct perf_data *data)
{
	char line[256];
	unsigned int i;

	for (i = 0; perf_data_problem_text(data, i, line, sizeof(line)); i++)
		perf_command_warn(command, "%s", line);
	return perf_data_is_partial(data) ? PERF_EXIT_PARTIAL : PERF_EXIT_OK;
}
