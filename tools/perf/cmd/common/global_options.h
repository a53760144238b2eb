/* SPDX-License-Identifier: GPL-2.0-only */
/* Options that stand before the command. */
#ifndef PERF_CMD_GLOBAL_OPTIONS_H
#define PERF_CMD_GLOBAL_OPTIONS_H

#include "common/command.h"

/**
 * struct global_options - what stands before the command
 * @help: that of the command, or the list of commands
 * @version: how often: the second time asks for the libraries too
 * @paginate: page the output of every command
 * @no_pager: page none
 * @html_path: print where the documentation is
 * @exec_path: print where programs that add commands are, unless a directory was given
 * @list_commands: print the names of the commands
 * @list_options: print the names of these options
 * @verbose: as often as -v of the command
 */
struct global_options {
	bool help;
	int version;
	bool paginate;
	bool no_pager;
	bool html_path;
	bool exec_path;
	bool list_commands;
	bool list_options;
	int verbose;
};

extern const struct perf_option global_options[];

int global_options_parse(struct global_options *opts, int argc, char **argv,
			 struct perf_error *error);
bool global_options_answer(const struct global_options *opts);
int global_options_run_other(char **argv);

#endif /* PERF_CMD_GLOBAL_OPTIONS_H */
