// SPDX-License-Identifier: GPL-2.0-only
/* perf inject: copy a recording, with build ids or code made at run time added. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <inject/inject.h>

#include "command.h"

struct inject_options {
	const char *input;
	struct perf_inject inject;
	bool force;
	int verbose;
};

/* What other perfs do here and this one does not, and where it is done instead. */
enum { REFUSE_ITRACE, REFUSE_SCHED };

static int refuse(void *options, const struct perf_option *option, const char *text, bool negated,
		  struct perf_error *error)
{
	(void)options;
	(void)text;
	if (negated)
		return 0;
	if (option->value == REFUSE_ITRACE) {
		perf_error_set(error, EOPNOTSUPP,
			       "--itrace: this perf has no decoder for Intel PT or CoreSight");
		perf_error_hint(error, "recordings keep their data: other perfs decode them");
	} else {
		perf_error_set(error, EOPNOTSUPP,
			       "-s is not needed: times asleep are shown as they are");
	}
	return -EOPNOTSUPP;
}

#define TYPE	struct inject_options

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE",
		      "recording; - is standard input (default)"),
	PERF_OPT_TEXT(TYPE, inject.output, 'o', "output", "FILE",
		      "write FILE; - is a stream on standard output (default)"),
	PERF_OPT_FLAG(TYPE, inject.build_ids, 'b', "build-ids",
		      "add the build ids of all files that were mapped"),
	PERF_OPT_FLAG(TYPE, inject.build_ids, 0, "buildid-all", "the same"),
	PERF_OPT_FLAG(TYPE, inject.jit, 'j', "jit",
		      "make ELF files of the code that jit-PID.dump files describe, and map them"),
	PERF_OPT_CALL(0, "itrace", "HOW", refuse, REFUSE_ITRACE,
		      PERF_OPT_OPTIONAL | PERF_OPT_NEGATABLE,
		      "refused: there is no decoder for hardware traces"),
	PERF_OPT_CALL('s', "sched-stat", NULL, refuse, REFUSE_SCHED, 0,
		      "refused: see perf sched timehist"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a file that belongs to another user"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "say what was added"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"-b|-j [-i FILE] [-o FILE]",
	NULL
};

static bool same_file(const char *a, const char *b)
{
	struct stat one, other;

	return !stat(a, &one) && !stat(b, &other) && one.st_dev == other.st_dev &&
	       one.st_ino == other.st_ino && S_ISREG(one.st_mode);
}

static int check(const struct inject_options *opts, int argc, struct perf_error *error)
{
	if (argc)
		return perf_error_set(error, EINVAL, "the recording is named with -i");
	if (!opts->inject.build_ids && !opts->inject.jit)
		return perf_error_set(error, EINVAL, "what shall be added? -b or -j");
	if (same_file(opts->input, opts->inject.output))
		return perf_error_set(error, EINVAL,
				      "%s is read and cannot be written at the same time",
				      opts->inject.output);
	if (!strcmp(opts->inject.output, "-") && isatty(STDOUT_FILENO))
		return perf_error_set(error, EINVAL,
				      "a recording is nothing for a terminal: -o FILE, or a pipe");
	return 0;
}

static int copy(struct perf_data *data, const struct inject_options *opts)
{
	struct perf_inject_result result;
	struct perf_error error;

	if (perf_inject_run(data, &opts->inject, &result, &error))
		return perf_command_fail(&perf_cmd_inject, &error);
	if (opts->inject.jit && !result.dumps)
		perf_command_warn(&perf_cmd_inject, "no process has mapped a jit-PID.dump file");
	if (opts->verbose)
		fprintf(stderr, "%llu records, %zu build ids added, %zu functions of %zu dumps\n",
			(unsigned long long)result.records, result.build_ids, result.functions,
			result.dumps);
	return perf_recording_status(&perf_cmd_inject, data);
}

static int run(struct perf_settings *settings, int argc, char **argv)
{
	struct inject_options opts = { .input = "-", .inject.output = "-" };
	struct perf_data_options how = { 0 };
	struct perf_error error;
	struct perf_data *data;
	int status;

	if (perf_command_parse(&perf_cmd_inject, settings, &opts, &argc, &argv, &status))
		return status;
	if (check(&opts, argc, &error)) {
		perf_command_fail(&perf_cmd_inject, &error);
		return PERF_EXIT_USAGE;
	}
	how.force = opts.force;
	how.unordered = !opts.inject.jit;
	if (perf_data_open(opts.input, &how, &data, &error))
		return perf_command_fail(&perf_cmd_inject, &error);
	status = copy(data, &opts);
	perf_data_close(data);
	return status;
}

const struct perf_command perf_cmd_inject = {
	.name = "inject",
	.summary = "Copy a recording, with build ids or JIT code added",
	.usage = usage,
	.options = options,
	.run = run,
};
