// SPDX-License-Identifier: GPL-2.0
/*
 * Options before the command, and programs that add a command: perf-NAME in a directory of PATH
 * is 'perf NAME'.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/num.h>
#include <base/vec.h>
#include <sys/child.h>

#include "common/global_options.h"
#include "common/print.h"
#include "common/session_options.h"

static int set_buildid_dir(void *options, const struct perf_option *option, const char *text,
			   bool negated, struct perf_error *error)
{
	(void)options;
	(void)option;
	(void)negated;
	return setenv("PERF_BUILDID_DIR", text, 1) ? perf_error_memory(error) : 0;
}

/* PERF_EXEC_PATH precedes PATH; programs started by the tool inherit it. */
static int set_exec_path(void *options, const struct perf_option *option, const char *text,
			 bool negated, struct perf_error *error)
{
	struct global_options *opts = options;

	(void)option;
	(void)negated;
	opts->exec_path = !text;
	return text && setenv("PERF_EXEC_PATH", text, 1) ? perf_error_memory(error) : 0;
}

/* Keys of --debug in other perfs; only debug_keys[0] has an effect here. */
static const char *const debug_keys[] = {
	"verbose", "ordered-events", "stderr", "data-convert", "perf-event-open", "kmaps",
	"type-profile",
};

static bool is_debug_key(const char *text, size_t length)
{
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(debug_keys); i++)
		if (strlen(debug_keys[i]) == length && !memcmp(debug_keys[i], text, length))
			return true;
	return false;
}

static int refuse_debug_key(const char *text, size_t length, struct perf_error *error)
{
	struct perf_str keys = { 0 };
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(debug_keys); i++)
		perf_str_format(&keys, "%s%s", i ? ", " : "", debug_keys[i]);
	perf_error_set(error, EINVAL, "--debug: there is no '%.*s'", (int)length, text);
	perf_error_hint(error, "one of %s", perf_str_text(&keys));
	perf_str_free(&keys);
	return -EINVAL;
}

/* @text is KEY[=N][,KEY[=N]...]; as in other perfs, a missing or malformed N is 1. */
static int set_debug(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	static const int most = 10;
	struct global_options *opts = options;
	struct perf_str number = { 0 };
	size_t length, key;
	int64_t value;

	(void)option;
	(void)negated;
	for (; *text; text += length + (text[length] == ',')) {
		length = strcspn(text, ",");
		key = strcspn(text, "=,");
		if (!is_debug_key(text, key)) {
			perf_str_free(&number);
			return refuse_debug_key(text, key, error);
		}
		if (strncmp(text, debug_keys[0], key))
			continue;
		perf_str_cut(&number, 0);
		if (text[key] == '=')
			perf_str_format(&number, "%.*s", (int)(length - key - 1), text + key + 1);
		if (!perf_parse_s64(perf_str_text(&number), &value))
			value = 1;
		opts->verbose = value < 0 ? 0 : value > most ? most : (int)value;
	}
	perf_str_free(&number);
	return 0;
}

static int set_debug_file(void *options, const struct perf_option *option, const char *text,
			  bool negated, struct perf_error *error)
{
	(void)options;
	(void)option;
	(void)negated;
	return perf_print_errors_to(text, error);
}

const struct perf_option global_options[] = {
	PERF_OPT_FLAG(struct global_options, help, 'h', "help",
		      "show help on the command, or list the commands"),
	PERF_OPT_COUNT(struct global_options, version, 'v', "version",
		       "show the version; with -vv what it was built with too"),
	PERF_OPT_CALL(0, "exec-path", "DIR", set_exec_path, 0, PERF_OPT_OPTIONAL,
		      "look for programs perf-NAME, which add commands, in this directory first; "
		      "without a directory: show it"),
	PERF_OPT_FLAG(struct global_options, html_path, 0, "html-path",
		      "show the directory of the documentation"),
	PERF_OPT_FLAG(struct global_options, paginate, 'p', "paginate",
		      "page the output of any command that goes to a terminal"),
	PERF_OPT_FLAG(struct global_options, no_pager, 0, "no-pager", "page no output"),
	PERF_OPT_CALL(0, "debugfs-dir", "DIR", perf_session_ignore, 0, 0,
		      "accepted for compatibility: tracefs is found where it is mounted"),
	PERF_OPT_CALL(0, "buildid-dir", "DIR", set_buildid_dir, 0, 0,
		      "the cache of objects by build id, instead of ~/.debug"),
	PERF_OPT_FLAG(struct global_options, list_commands, 0, "list-cmds",
		      "show the names of the commands in a line"),
	PERF_OPT_FLAG(struct global_options, list_options, 0, "list-opts",
		      "show the names of these options in a line"),
	PERF_OPT_CALL(0, "debug", "KEY[=N],...", set_debug, 0, 0,
		      "verbose=N is N times -v of the command; other keys are accepted for "
		      "compatibility"),
	PERF_OPT_CALL(0, "debug-file", "FILE", set_debug_file, 0, 0,
		      "write messages into FILE, not to the standard error output"),
	PERF_OPT_END
};

/**
 * global_options_parse() - parse the options before the command
 * @opts: result, all zero before
 * @argc: number of words
 * @argv: the words after the tool's name
 * @error: filled on failure
 *
 * Return: index of the command in @argv, @argc if there is none; or a negative errno.
 */
int global_options_parse(struct global_options *opts, int argc, char **argv,
			 struct perf_error *error)
{
	enum perf_options_asked asked;
	int first = perf_options_parse(global_options, opts, argc, argv, false, &asked, error);

	opts->help |= asked == PERF_OPTIONS_HELP;
	opts->list_options |= asked == PERF_OPTIONS_LIST;
	opts->list_commands |= asked == PERF_OPTIONS_COMMANDS;
	return first;
}

static void add_exec_path(struct perf_str *text)
{
	const char *path = getenv("PERF_EXEC_PATH");

	if (path && *path)
		perf_str_add(text, path);
	else
		perf_str_add(text, PERF_PREFIX "/lib/perf-core");
}

/**
 * global_options_answer() - print the option list or directory that @opts requests
 * @opts: the options
 *
 * The caller handles @opts->list_commands.
 *
 * Return: true if @opts had a request, and no command is to be run.
 */
bool global_options_answer(const struct global_options *opts)
{
	struct perf_str text = { 0 };

	if (opts->list_options)
		perf_options_list(global_options, &text);
	else if (opts->exec_path)
		add_exec_path(&text);
	else if (opts->html_path)
		perf_str_add(&text, PERF_PREFIX "/share/doc/perf");
	else
		return false;
	perf_str_char(&text, '\n');
	perf_print_lines(perf_str_text(&text));
	perf_str_free(&text);
	return true;
}

/**
 * global_options_run_other() - execute the program that adds a command
 * @argv: the words from the command's name on, up to NULL
 *
 * Return: only on failure, a negative errno; -ENOENT if there is no such program.
 */
int global_options_run_other(char **argv)
{
	struct perf_str name = { 0 }, path = { 0 };
	const char *before = getenv("PATH");
	int err;

	if (strchr(argv[0], '/'))
		return -ENOENT;
	perf_str_format(&name, "perf-%s", argv[0]);
	add_exec_path(&path);
	perf_str_format(&path, ":%s", before ? before : "/usr/bin:/bin");
	if (name.failed || path.failed || setenv("PATH", perf_str_text(&path), 1)) {
		err = -ENOMEM;
	} else {
		argv[0] = name.text;
		err = perf_child_become(argv);
		argv[0] = name.text + strlen("perf-");
	}
	if (before)
		setenv("PATH", before, 1);
	perf_str_free(&path);
	return err;
}
