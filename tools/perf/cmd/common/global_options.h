/* SPDX-License-Identifier: GPL-2.0 */
/* Options before the command. */
#ifndef PERF_CMD_GLOBAL_OPTIONS_H
#define PERF_CMD_GLOBAL_OPTIONS_H

#include "common/command.h"

/**
 * struct global_options - options before the command
 * @help: print the help of the command, or the list of commands
 * @version: count of -v: from 2 on, the libraries are printed too
 * @paginate: page the output of every command
 * @no_pager: page no output
 * @html_path: print the directory of the documentation
 * @exec_path: print the directory of programs that add commands (--exec-path without DIR)
 * @list_commands: print the names of the commands
 * @list_options: print the names of these options
 * @verbose: minimum count of the command's -v
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
