// SPDX-License-Identifier: GPL-2.0
/*
 * Paging long output on a terminal.
 *
 * A command with long output calls perf_pager_begin() before perf_confined_begin(), see
 * lib/sys/paging.h. PERF_PAGER and PAGER name the pager, as in other perfs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sys/child.h>
#include <sys/paging.h>
#include <sys/paths.h>

#include "common/pager.h"
#include "common/print.h"

/* PERF_PAGER=cat disables paging. */
#define NO_PAGER	"cat"

/* Environment variable, set in a process whose output is paged. */
#define IN_USE		"PERF_PAGER_IN_USE"

static bool is_in_path(const char *name, size_t length)
{
	const char *at = getenv("PATH");
	char path[PERF_PATH_MAX];
	size_t size;

	if (memchr(name, '/', length))
		return perf_path(path, sizeof(path), "%.*s", (int)length, name) &&
		       !access(path, X_OK);
	for (; at && *at; at += size + (at[size] == ':')) {
		size = strcspn(at, ":");
		if (perf_path(path, sizeof(path), "%.*s/%.*s", (int)size, at, (int)length, name) &&
		    !access(path, X_OK))
			return true;
	}
	return false;
}

/* is_in_path() cannot check a @line with shell syntax, which counts as runnable. */
static bool can_be_run(const char *line)
{
	return line[strcspn(line, "\"'\\$`=;|&<>(){}~*?[#!\n")] ||
	       is_in_path(line, strcspn(line, " \t"));
}

/* Return: PERF_PAGER, else PAGER, else less; NULL if the output is not paged. */
static const char *choose_program(void)
{
	const char *program = getenv("PERF_PAGER");

	if (!program)
		program = getenv("PAGER");
	if (!program)
		return can_be_run("less") ? "less" : NULL;
	if (!*program || !strcmp(program, NO_PAGER))
		return NULL;
	if (can_be_run(program))
		return program;
	perf_print_error("perf: there is no pager '%s': the output is not paged\n", program);
	return NULL;
}

/* Exit with the command's code, or PERF_EXIT_FAILED if it is 0 and the pager could not run. */
static void __attribute__((noreturn)) end(const char *program, const struct perf_paged *paged)
{
	int status = perf_child_exit_code(paged->status);
	int pager = perf_child_exit_code(paged->pager);

	if (pager == 126 || pager == 127) {
		perf_print_error("perf: the pager '%s' cannot be run\n", program);
		status = status ? status : PERF_EXIT_FAILED;
	} else if (pager && WIFEXITED(paged->pager)) {
		perf_print_error("perf: the pager '%s' has failed, with exit code %d\n", program,
				 pager);
	}
	exit(status);
}

/**
 * perf_pager_begin() - page the command's output from now on, if stdout is a terminal
 *
 * Context: before perf_confined_begin(), and before any output. The command continues in a child
 * process.
 *
 * Return: whether the output is paged.
 */
bool perf_pager_begin(void)
{
	struct perf_paged paged;
	struct perf_error error;
	const char *program;
	bool messages;
	int ret;

	if (!isatty(STDOUT_FILENO))
		return getenv(IN_USE);
	program = choose_program();
	if (!program)
		return false;
	fflush(NULL);
	messages = isatty(STDERR_FILENO);
	ret = perf_paging_begin(program, &paged, &error);
	if (ret > 0)
		end(program, &paged);
	if (ret < 0)
		perf_print_error("perf: the output is not paged: %s\n", error.text);
	else
		setenv(IN_USE, messages ? "messages" : "output", 1);
	return !ret;
}

/**
 * perf_pager_shows_messages() - is the output paged, with standard error on a terminal?
 *
 * Return: whether it is.
 */
bool perf_pager_shows_messages(void)
{
	const char *text = getenv(IN_USE);

	return text && !strcmp(text, "messages");
}

/**
 * perf_pager_choose() - apply the command line and the configuration to paging
 * @opts: options before the command
 * @settings: pager.COMMAND is a bool, or the pager
 * @command: the command; with -p its output is paged from here on
 */
void perf_pager_choose(const struct global_options *opts, const struct perf_settings *settings,
		       const struct perf_command *command)
{
	const struct perf_config_entry *entry;
	bool always = opts->paginate, yes = true;
	char key[64];

	snprintf(key, sizeof(key), "pager.%s", command->name);
	entry = perf_config_find(&settings->config, key);
	if (entry && !perf_config_bool(entry->value, &yes))
		setenv("PERF_PAGER", entry->value, 0);
	else if (entry)
		always |= yes;
	if (opts->no_pager || (!yes && !opts->paginate))
		setenv("PERF_PAGER", NO_PAGER, 1);
	else if (always)
		perf_pager_begin();
}
