// SPDX-License-Identifier: GPL-2.0
/* main(): looks up the command and runs it. */

#include "common/command.h"
#include "common/fault.h"
#include "common/global_options.h"
#include "common/pager.h"
#include "common/print.h"
#include "common/settings.h"

static int print_overview(void (*print)(const char *text), int status)
{
	const struct perf_command *const *command;
	struct perf_str text = { 0 };

	perf_str_add(&text, "usage: perf [OPTIONS] COMMAND [OPTIONS] [ARGUMENTS]\n\nCommands:\n");
	for (command = perf_commands; *command; command++)
		perf_str_format(&text, "  %-14s %s\n", (*command)->name, (*command)->summary);
	perf_str_add(&text, "\nOptions:\n");
	perf_options_help(global_options, &text);
	perf_str_add(&text, "\n'perf COMMAND --help' describes one of them.\n");
	print(perf_str_text(&text));
	perf_str_free(&text);
	return status;
}

/* Commands of other perfs, with the nearest alternative here. */
static const struct {
	const char *name;
	const char *instead;
} missing[] = {
	{ "daemon", "'perf record --switch-output' keeps recording" },
	{ "ftrace", "'perf trace' shows system calls, 'perf record -e SYSTEM:NAME' tracepoints" },
	{ "iostat", "'perf stat -e' counts what 'perf list' has" },
	{ "kallsyms", "/proc/kallsyms has the functions of the kernel" },
	{ "kvm", "'perf record -e kvm:*' and 'perf script' show what virtual machines do" },
	{ "kwork", "'perf record -e irq:*,workqueue:*' and 'perf script' show the kernel's work" },
	{ "timechart", "'perf sched timehist' shows what ran when" },
};

static bool is_missing(const char *name)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(missing); i++) {
		if (strcmp(missing[i].name, name))
			continue;
		perf_print_error("perf: there is no command '%s', which other perfs have\n  %s\n",
				 name, missing[i].instead);
		return true;
	}
	return false;
}

static int unknown_command(const char *name)
{
	const struct perf_command *const *command;
	struct perf_nearest nearest;

	if (is_missing(name))
		return PERF_EXIT_USAGE;
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

static int run_command(const struct global_options *opts, const struct perf_command *command,
		       int argc, char **argv)
{
	struct perf_settings settings = { .verbose = opts->verbose };
	int status;

	perf_fault_catch();
	/* perf_cmd_config reads the files itself, and prints their errors. */
	if (command != &perf_cmd_config)
		perf_settings_load(&settings);
	perf_pager_choose(opts, &settings, command);
	status = command->run(&settings, argc, argv);
	perf_settings_free(&settings);
	return status;
}

/* --list-cmds, for completion. */
static int list_commands(void)
{
	const struct perf_command *const *command;
	struct perf_str text = { 0 };

	for (command = perf_commands; *command; command++)
		perf_str_format(&text, "%s ", (*command)->name);
	perf_str_char(&text, '\n');
	perf_print_lines(perf_str_text(&text));
	perf_str_free(&text);
	return PERF_EXIT_OK;
}

static int main_misused(const struct perf_error *error)
{
	perf_print_error("perf: %s\n", error->text);
	if (*error->hint)
		perf_print_error("  %s\n", error->hint);
	perf_print_error("'perf --help' lists the options and commands.\n");
	return PERF_EXIT_USAGE;
}

/* opts->version and opts->help run the commands version and help. */
static const char *command_name(const struct global_options *opts, const char *word)
{
	if (opts->version)
		return "version";
	return word && opts->help ? "help" : word;
}

static int main_run(int argc, char **argv)
{
	char *libraries[] = { "version", "--build-options", NULL };
	struct global_options opts = { 0 };
	const struct perf_command *command;
	struct perf_error error;
	const char *name;
	int first = 0;

	/* The words after --version are options of perf_cmd_version. */
	if (argc > 1 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-v")))
		return run_command(&opts, &perf_cmd_version, argc - 1, argv + 1);
	first = global_options_parse(&opts, argc - 1, argv + 1, &error);
	if (first < 0)
		return main_misused(&error);
	if (opts.list_commands)
		return list_commands();
	if (global_options_answer(&opts))
		return PERF_EXIT_OK;
	argc -= first + 1;
	argv += first + 1;
	name = command_name(&opts, argc ? argv[0] : NULL);
	if (!name)
		return opts.help ? print_overview(perf_print_lines, PERF_EXIT_OK) :
				   print_overview(perf_print_error_lines, PERF_EXIT_USAGE);
	if (opts.version > 1)
		return run_command(&opts, &perf_cmd_version, 2, libraries);
	if (opts.version || opts.help) {
		/* argv[0] is the option, in the position of the command's name. */
		argc++;
		argv--;
	}
	command = perf_command_find(name);
	if (command)
		return run_command(&opts, command, argc, argv);
	global_options_run_other(argv);
	return unknown_command(name);
}

int main(int argc, char **argv)
{
	return perf_print_finish(main_run(argc, argv));
}
