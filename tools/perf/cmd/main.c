// SPDX-License-Identifier: GPL-2.0
/* Finds the command and runs it. */
#include <stdio.h>

#include "command.h"
#include "fault.h"
#include "settings.h"

static int overview(FILE *to, int status)
{
	const struct perf_command *const *command;

	fputs("usage: perf COMMAND [OPTIONS] [ARGUMENTS]\n\nCommands:\n", to);
	for (command = perf_commands; *command; command++)
		fprintf(to, "  %-14s %s\n", (*command)->name, (*command)->summary);
	fputs("\n'perf COMMAND --help' tells about one of them.\n", to);
	return status;
}

static int unknown(const char *name)
{
	const struct perf_command *const *command;
	struct perf_nearest nearest;

	perf_nearest_init(&nearest, name);
	for (command = perf_commands; *command; command++)
		perf_nearest_offer(&nearest, (*command)->name);
	fprintf(stderr, "perf: there is no command '%s'\n", name);
	if (nearest.best)
		fprintf(stderr, "  did you mean 'perf %s'?\n", nearest.best);
	else
		fputs("  'perf help' lists the commands.\n", stderr);
	return PERF_EXIT_USAGE;
}

int main(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;
	struct perf_settings settings = { 0 };
	const struct perf_command *command;
	int status;

	if (!name)
		return overview(stderr, PERF_EXIT_USAGE);
	if (!strcmp(name, "--help") || !strcmp(name, "-h"))
		return overview(stdout, PERF_EXIT_OK);
	if (!strcmp(name, "--version") || !strcmp(name, "-v"))
		name = "version";
	command = perf_command_find(name);
	if (!command)
		return unknown(name);
	perf_fault_catch();
	/* It reads the files itself, and tells what is wrong with them. */
	if (command != &perf_cmd_config)
		perf_settings_load(&settings);
	status = command->run(&settings, argc - 1, argv + 1);
	perf_settings_free(&settings);
	return status;
}
