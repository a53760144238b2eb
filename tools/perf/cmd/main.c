// SPDX-License-Identifier: GPL-2.0
/* Finds the command and runs it. */

#include "command.h"
#include "fault.h"
#include "print.h"
#include "settings.h"

static int overview(void (*print)(const char *text), int status)
{
	const struct perf_command *const *command;
	struct perf_str text = { 0 };

	perf_str_add(&text, "usage: perf COMMAND [OPTIONS] [ARGUMENTS]\n\nCommands:\n");
	for (command = perf_commands; *command; command++)
		perf_str_format(&text, "  %-14s %s\n", (*command)->name, (*command)->summary);
	perf_str_add(&text, "\n'perf COMMAND --help' tells about one of them.\n");
	print(perf_str_text(&text));
	perf_str_free(&text);
	return status;
}

static int unknown(const char *name)
{
	const struct perf_command *const *command;
	struct perf_nearest nearest;

	perf_nearest_init(&nearest, name);
	for (command = perf_commands; *command; command++)
		perf_nearest_offer(&nearest, (*command)->name);
	perf_print_error("perf: there is no command '%s'\n", name);
	if (nearest.best)
		perf_print_error("  did you mean 'perf %s'?\n", nearest.best);
	else
		perf_print_error("  'perf help' lists the commands.\n");
	return PERF_EXIT_USAGE;
}

static int run(int argc, char **argv)
{
	const char *name = argc > 1 ? argv[1] : NULL;
	struct perf_settings settings = { 0 };
	const struct perf_command *command;
	int status;

	if (!name)
		return overview(perf_print_error_lines, PERF_EXIT_USAGE);
	if (!strcmp(name, "--help") || !strcmp(name, "-h"))
		return overview(perf_print_lines, PERF_EXIT_OK);
	if (!strcmp(name, "--version") || !strcmp(name, "-v"))
		name = "version";
	command = perf_command_find(name);
	if (!command)
		return unknown(name);
	perf_fault_catch();
	/* perf config reads the files itself, and lists what is wrong with them. */
	if (command != &perf_cmd_config)
		perf_settings_load(&settings);
	status = command->run(&settings, argc - 1, argv + 1);
	perf_settings_free(&settings);
	return status;
}

int main(int argc, char **argv)
{
	return perf_print_finish(run(argc, argv));
}
