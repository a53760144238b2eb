/* SPDX-License-Identifier: GPL-2.0 */
/* struct perf_command, and the functions that all commands share. */
#ifndef PERF_CMD_COMMAND_H
#define PERF_CMD_COMMAND_H

#include <base/error.h>
#include <base/opt.h>

struct perf_data;
struct perf_settings;

/* Exit codes of every perf_command.run(); documented in perf(1). */
enum perf_exit {
	PERF_EXIT_OK		= 0,
	PERF_EXIT_FAILED	= 1,	/* the command could not do its work */
	PERF_EXIT_PARTIAL	= 2,	/* done in part: data was damaged or not understood */
	PERF_EXIT_USAGE		= 129,	/* the command line is wrong */
	PERF_EXIT_LISTED	= 130,	/* a list for completion was printed; as other perfs */
};

/**
 * struct perf_command - one command of the tool
 * @name: as typed
 * @summary: one line for the overview, no full stop
 * @usage: usage lines without "perf NAME", up to NULL
 * @options: option table of the command
 * @program: the command runs a program: options end at the first word that is not an option
 * @no_words: the command accepts options only: hint for a user who gives a word, "" if there is
 *	no hint. NULL: the command accepts words
 * @notes: further text for --help, or NULL
 * @section: section of the configuration files with the command's keys; NULL: @name
 * @verbs: forms of the command with options of their own, up to NULL, or NULL. The name of a
 *	form is the name of the command and of the form
 * @words: words that may follow the command, up to NULL, for --list-cmds; or NULL
 * @run: runs the command. The words start with the command's name; the settings are for
 *	perf_command_parse(). Returns the exit code of the process, enum perf_exit.
 */
struct perf_command {
	const char			*name;
	const char			*summary;
	const char *const		*usage;
	const struct perf_option	*options;
	bool				program;
	const char			*no_words;
	const char			*notes;
	const char			*section;
	const struct perf_command	*const *verbs;
	const char *const		*words;
	int				(*run)(struct perf_settings *settings, int argc,
					       char **argv);
};

#define PERF_COMMAND(name) extern const struct perf_command perf_cmd_##name;
#include "commands.h"
#undef PERF_COMMAND

/* The commands of commands.h, up to NULL. */
extern const struct perf_command *const perf_commands[];

int perf_command_parse(const struct perf_command *command, struct perf_settings *settings,
		       void *options, int *argc, char ***argv, int *status);
int perf_command_fail(const struct perf_command *command, const struct perf_error *error);
int perf_command_refuse_word(const struct perf_command *command, const char *word);
int perf_command_misused(const struct perf_command *command, const struct perf_error *error);
void perf_command_warn(const struct perf_command *command, const char *format, ...)
	PERF_PRINTF(2, 3);
int perf_recording_status(const struct perf_command *command, const struct perf_data *data);
void perf_command_help(const struct perf_command *command, struct perf_str *text);
void perf_command_synopsis(const struct perf_command *command, struct perf_str *text);
const struct perf_command *perf_command_find(const char *name);

#endif
