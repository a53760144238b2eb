// SPDX-License-Identifier: GPL-2.0
/*
 * perf inject: copy a recording, with build ids or code made at run time added. perf_inject_run()
 * writes the copy in a confined child (perf_confined_run()).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <inject/inject.h>
#include <inject/jit_images.h>
#include <sys/paths.h>

#include "common/command.h"
#include "common/confined.h"
#include "common/print.h"
#include "common/settings.h"

struct inject_options {
	const char *input;
	struct perf_inject inject;
	bool force;
	bool ignored;
	const char *ignored_text;
	int verbose;
};

static int set_known(void *options, const struct perf_option *option, const char *text,
		     bool negated, struct perf_error *error)
{
	(void)option;
	(void)negated;
	return perf_known_ids_parse(&((struct inject_options *)options)->inject.known, text, error);
}

static int set_mmap_ids(void *options, const struct perf_option *option, const char *text,
			bool negated, struct perf_error *error)
{
	(void)text;
	(void)error;
	((struct inject_options *)options)->inject.mmap_ids =
		negated ? PERF_MMAP_IDS_NONE : (enum perf_mmap_ids_mode)option->value;
	return 0;
}

#define TYPE	struct inject_options
#define NO_GUESTS								\
	"recordings of virtual machines are not put together with their host's", NULL

#define NO_SYMBOLS	"no effect: symbols are looked up when the copy is read"

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE",
		      "recording; - is standard input (default)"),
	PERF_OPT_TEXT(TYPE, inject.output, 'o', "output", "FILE",
		      "write FILE; - is a stream on standard output (default)"),
	PERF_OPT_FLAG(TYPE, inject.build_ids, 'b', "build-ids",
		      "add the build ids of all files that were mapped"),
	PERF_OPT_FLAG(TYPE, inject.build_ids, 0, "buildid-all", "the same"),
	PERF_OPT_CALL('B', "mmap2-buildids", NULL, set_mmap_ids, PERF_MMAP_IDS_USED, 0,
		      "mappings carry the build ids of their files; only those that are hit stay"),
	PERF_OPT_CALL(0, "mmap2-buildid-all", NULL, set_mmap_ids, PERF_MMAP_IDS_ALL, 0,
		      "mappings carry the build ids of their files"),
	PERF_OPT_CALL(0, "known-build-ids", "LIST", set_known, 0, 0,
		      "with -b and -B, that of a path is known: 'ID PATH,...', or file://FILE of such lines"),
	PERF_OPT_FLAG(TYPE, inject.jit, 'j', "jit",
		      "make ELF files of the code that jit-PID.dump files describe, and map them"),
	PERF_OPT_REFUSED(0, "itrace", "HOW", PERF_OPT_OPTIONAL,
			 "this perf has no decoder for Intel PT or CoreSight",
			 "recordings keep their data: other perfs decode them"),
	PERF_OPT_REFUSED('s', "sched-stat", NULL, 0,
			 "times asleep are shown as they are", "'perf sched timehist' shows them"),
	PERF_OPT_REFUSED(0, "strip", NULL, 0,
			 "nothing is made of hardware traces that could replace them", NULL),
	PERF_OPT_REFUSED(0, "guest-data", "HOW", PERF_OPT_OPTIONAL, NO_GUESTS),
	PERF_OPT_REFUSED(0, "guestmount", "DIR", 0, NO_GUESTS),
	PERF_OPT_REFUSED(0, "vm-time-correlation", "HOW", PERF_OPT_OPTIONAL,
			 "it is for traces of Intel PT, which have no decoder here", NULL),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read files that belong to another user"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "print what was added"),
	PERF_OPT_TEXT(TYPE, ignored_text, 'k', "vmlinux", "FILE", NO_SYMBOLS),
	PERF_OPT_TEXT(TYPE, ignored_text, 0, "kallsyms", "FILE", NO_SYMBOLS),
	PERF_OPT_FLAG(TYPE, ignored, 0, "ignore-vmlinux", NO_SYMBOLS),
	PERF_OPT_END
};

static const char *const usage[] = {
	"-b|-B|-j [-i FILE] [-o FILE]",
	NULL
};

static bool same_file(const char *a, const char *b)
{
	struct stat one, other;

	return !stat(a, &one) && !stat(b, &other) && one.st_dev == other.st_dev &&
	       one.st_ino == other.st_ino && S_ISREG(one.st_mode);
}

static int inject_check(const struct inject_options *opts, int argc, struct perf_error *error)
{
	if (argc)
		return perf_error_set(error, EINVAL, "the recording is named with -i");
	if (!opts->inject.build_ids && !opts->inject.jit && !opts->inject.mmap_ids)
		return perf_error_set(error, EINVAL, "what shall be added? -b, -B or -j");
	if (opts->inject.jit && opts->inject.mmap_ids)
		return perf_error_set(error, EINVAL,
				      "-j does not go with -B and --mmap2-buildid-all: do one, "
				      "then the other");
	if (same_file(opts->input, opts->inject.output))
		return perf_error_set(error, EINVAL,
				      "%s is read and cannot be written at the same time",
				      opts->inject.output);
	if (!strcmp(opts->inject.output, "-") && isatty(STDOUT_FILENO))
		return perf_error_set(error, EINVAL,
				      "a recording is nothing for a terminal: -o FILE, or a pipe");
	return 0;
}

/* JIT images go to OUTPUT.jit beside inject->output; for a pipe, to jit/ of the cache. */
static int find_jit_directory(const struct perf_inject *inject, char *path, size_t size,
			      struct perf_error *error)
{
	char cache[PERF_PATH_MAX];

	if (strcmp(inject->output, "-") ? perf_path(path, size, "%s.jit", inject->output) :
	    perf_settings_cache(cache, sizeof(cache)) && perf_path(path, size, "%s/jit", cache))
		return 0;
	return perf_error_set(error, ENAMETOOLONG,
			      "a path is too long, or HOME does not name the directory of the cache");
}

static void show_refused(const char *line)
{
	for (; *line; line += strcspn(line, "\n") + 1)
		perf_command_warn(&perf_cmd_inject, "%.*s", (int)strcspn(line, "\n"), line);
}

/* Warn if @result has no mappings: the user would miss the functions in reports. */
static void warn_if_nothing(const struct perf_inject_result *result)
{
	if (!result->dumps && !result->nr_refused)
		perf_command_warn(&perf_cmd_inject, "no process has mapped a jit-PID.dump file");
	else if (result->dumps && !result->mappings)
		perf_command_warn(&perf_cmd_inject,
				  "nothing was added: no function is described in the jit-PID.dump file%s",
				  result->dumps > 1 ? "s" : "");
}

static int inject_copy(struct perf_data *data, const struct inject_options *opts)
{
	struct perf_inject_result result;
	struct perf_error error;
	int err, status;

	err = perf_inject_run(data, &opts->inject, &result, &error);
	show_refused(perf_str_text(&result.refused));
	perf_str_free(&result.refused);
	if (err)
		return perf_command_fail(&perf_cmd_inject, &error);
	if (opts->inject.jit)
		warn_if_nothing(&result);
	if (opts->verbose)
		perf_print_error("%llu records, %zu build ids added, %zu functions of %zu dumps\n",
				 (unsigned long long)result.records, result.build_ids,
				 result.functions, result.dumps);
	status = perf_recording_status(&perf_cmd_inject, data);
	return result.nr_refused ? PERF_EXIT_PARTIAL : status;
}

static int read_and_copy(void *context)
{
	const struct inject_options *opts = context;
	const struct perf_data_options how = {
		.force = opts->force, .unordered = !opts->inject.jit &&
			     opts->inject.mmap_ids != PERF_MMAP_IDS_USED,
	};
	struct perf_error error;
	struct perf_data *data;
	int status;

	if (perf_data_open(opts->input, &how, &data, &error))
		return perf_command_fail(&perf_cmd_inject, &error);
	status = inject_copy(data, opts);
	perf_data_close(data);
	return status;
}

static int open_all(struct inject_options *opts, struct perf_output *output,
		    char *directory, size_t size, struct perf_error *error)
{
	int err = 0;

	if (opts->inject.jit) {
		err = find_jit_directory(&opts->inject, directory, size, error);
		if (!err)
			err = perf_jit_images_prepare(directory, error);
		opts->inject.jit_directory = directory;
	}
	if (!err && strcmp(opts->inject.output, "-"))
		err = perf_output_open(output, opts->inject.output, 0600, PERF_OUTPUT_PRIVATE,
				       error);
	return err;
}

static int inject_confined(struct inject_options *opts)
{
	struct perf_confined_work work = { .run = read_and_copy, .context = opts };
	struct perf_output output = PERF_OUTPUT_NONE;
	char directory[PERF_PATH_MAX];
	struct perf_error error;
	int status;

	opts->inject.force = opts->force;
	if (open_all(opts, &output, directory, sizeof(directory), &error)) {
		status = perf_command_fail(&perf_cmd_inject, &error);
	} else {
		opts->inject.fd = output.fd;
		work.allowed.directory = opts->inject.jit_directory;
		work.output = output.fd >= 0 ? &output : NULL;
		status = perf_confined_run(&perf_cmd_inject, &work);
	}
	/* rmdir() fails, as intended, if an image was written. */
	if (opts->inject.jit_directory)
		rmdir(opts->inject.jit_directory);
	return status;
}

static int inject_run(struct perf_settings *settings, int argc, char **argv)
{
	struct inject_options opts = { .input = "-", .inject.output = "-" };
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_inject, settings, &opts, &argc, &argv, &status))
		goto out;
	if (inject_check(&opts, argc, &error)) {
		perf_command_fail(&perf_cmd_inject, &error);
		status = PERF_EXIT_USAGE;
		goto out;
	}
	status = inject_confined(&opts);
out:
	perf_known_ids_free(&opts.inject.known);
	return status;
}

const struct perf_command perf_cmd_inject = {
	.name = "inject",
	.summary = "Copy a recording, with build ids or JIT code added",
	.usage = usage,
	.options = options,
	.run = inject_run,
};
