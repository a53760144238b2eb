// SPDX-License-Identifier: GPL-2.0
/*
 * perf bench: benchmarks of kernel operations. Each is a struct perf_bench of lib/bench;
 * perf_bench_text() prints its result.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <bench/bench.h>

#include "common/command.h"
#include "common/print.h"

struct bench_options {
	const char *format;
	int repeat;
};

#define TYPE	struct bench_options

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, format, 'f', "format", "HOW",
		      "default, or simple: the figure alone"),
	PERF_OPT_INT(TYPE, repeat, 'r', "repeat", "N", "run each benchmark N times"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"[OPTIONS] COLLECTION [BENCHMARK|all] [OPTIONS OF THE BENCHMARK]",
	"[OPTIONS] all",
	NULL
};

static const char notes[] =
	"Without a benchmark, what there is is listed. 'perf bench COLLECTION BENCHMARK --help'\n"
	"lists the options of one.\n";

static void add_collections(struct perf_str *text)
{
	const struct perf_bench_collection *collection;

	perf_str_add(text, "Usage:\n\tperf bench [<common options>] <collection> <benchmark> "
		     "[<options>]\n\n        # List of all available benchmark collections:\n\n");
	for (collection = perf_bench_collections; collection->name; collection++)
		perf_str_format(text, "%14s: %s\n", collection->name, collection->help);
	perf_str_format(text, "%14s: %s\n\n", "all", "All benchmarks");
}

static void list_benches(const char *collection)
{
	const struct perf_bench *bench;

	perf_print("\n        # List of available benchmarks for collection '%s':\n\n", collection);
	for (bench = perf_benches; bench->name; bench++)
		if (!strcmp(bench->collection, collection))
			perf_print("%14s: %s\n", bench->name, bench->help);
	perf_print("%14s: %s\n\n", "all", "All of them");
}

static void help_bench(const struct perf_bench *bench)
{
	struct perf_str text = { 0 };

	perf_str_format(&text, "perf bench %s %s - %s\n\n", bench->collection, bench->name,
			bench->help);
	perf_str_format(&text, "usage: perf bench %s %s [OPTIONS]\n\nOptions:\n",
			bench->collection, bench->name);
	perf_options_help(bench->options, &text);
	perf_print_lines(perf_str_text(&text));
	perf_str_free(&text);
}

static int bench_run_once(const struct perf_bench *bench, const struct perf_bench_options *chosen,
			  bool simple)
{
	struct perf_bench_result result = { 0 };
	struct perf_str text = { 0 };
	struct perf_error error;
	int status = PERF_EXIT_OK;

	/* Children that bench->run() forks would print buffered output again. */
	fflush(stdout);
	if (bench->run(chosen, &result, &error))
		status = perf_command_fail(&perf_cmd_bench, &error);
	else if (simple)
		perf_bench_text_simple(&result, &text);
	else
		perf_bench_text(&result, chosen->silent, &text);
	perf_print_lines(perf_str_text(&text));
	perf_bench_result_free(&result);
	perf_str_free(&text);
	return status;
}

static int run_bench(const struct perf_bench *bench, const struct perf_bench_options *chosen,
		     const struct bench_options *opts)
{
	bool simple = opts->format && !strcmp(opts->format, "simple");
	int status = PERF_EXIT_OK, i;

	if (!simple)
		perf_print("# Running '%s/%s' benchmark:\n", bench->collection, bench->name);
	for (i = 0; i < (opts->repeat ? opts->repeat : 1) && !status; i++)
		status = bench_run_once(bench, chosen, simple);
	return status;
}

static int bench_run_all(const char *collection, const struct bench_options *opts)
{
	const struct perf_bench_options defaults = { 0 };
	const struct perf_bench *bench;
	int status = PERF_EXIT_OK;

	for (bench = perf_benches; bench->name; bench++) {
		if (collection && strcmp(bench->collection, collection))
			continue;
		status = run_bench(bench, &defaults, opts) ? PERF_EXIT_FAILED : status;
		perf_print("\n");
	}
	return status;
}

static int bench_unknown(const char *what, const struct perf_nearest *nearest)
{
	struct perf_error error;

	perf_error_set(&error, EINVAL, "there is no %s '%s'", what, nearest->wanted);
	if (nearest->best)
		perf_error_hint(&error, "did you mean '%s'?", nearest->best);
	else
		perf_error_hint(&error, "'perf bench' lists what there is");
	perf_command_fail(&perf_cmd_bench, &error);
	return PERF_EXIT_USAGE;
}

static int run_named(const struct perf_bench *bench, int argc, char **argv,
		     const struct bench_options *opts)
{
	struct perf_bench_options chosen = { 0 };
	struct perf_str names = { 0 };
	struct perf_error error;
	enum perf_options_asked asked;
	int first;

	first = perf_options_parse(bench->options, &chosen, argc, argv, true, &asked, &error);
	if (first >= 0 && first < argc && !asked)
		first = perf_error_set(&error, EINVAL, "what is '%s'?", argv[first]);
	if (first < 0) {
		perf_command_fail(&perf_cmd_bench, &error);
		perf_print_error("'perf bench %s %s --help' lists the options.\n",
				 bench->collection, bench->name);
		return PERF_EXIT_USAGE;
	}
	if (!asked)
		return run_bench(bench, &chosen, opts);
	if (asked == PERF_OPTIONS_HELP) {
		help_bench(bench);
		return PERF_EXIT_OK;
	}
	perf_options_list(bench->options, &names);
	perf_str_char(&names, '\n');
	perf_print_lines(perf_str_text(&names));
	perf_str_free(&names);
	return PERF_EXIT_OK;
}

static int find_bench(int argc, char **argv, const struct bench_options *opts)
{
	const struct perf_bench_collection *collection;
	const struct perf_bench *bench;
	struct perf_nearest nearest;

	perf_nearest_init(&nearest, argv[0]);
	for (collection = perf_bench_collections; collection->name; collection++) {
		if (!strcmp(collection->name, argv[0]))
			break;
		perf_nearest_offer(&nearest, collection->name);
	}
	if (!collection->name)
		return bench_unknown("collection", &nearest);
	if (argc == 1) {
		list_benches(collection->name);
		return PERF_EXIT_OK;
	}
	if (!strcmp(argv[1], "all"))
		return bench_run_all(collection->name, opts);
	perf_nearest_init(&nearest, argv[1]);
	for (bench = perf_benches; bench->name; bench++) {
		if (strcmp(bench->collection, argv[0]))
			continue;
		if (!strcmp(bench->name, argv[1]))
			return run_named(bench, argc - 2, argv + 2, opts);
		perf_nearest_offer(&nearest, bench->name);
	}
	return bench_unknown("benchmark", &nearest);
}

static int bench_run(struct perf_settings *settings, int argc, char **argv)
{
	struct bench_options opts = { 0 };
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_bench, settings, &opts, &argc, &argv, &status))
		return status;
	if (opts.format && strcmp(opts.format, "default") && strcmp(opts.format, "simple")) {
		perf_error_set(&error, EINVAL, "--format is default or simple, not '%s'",
			       opts.format);
		perf_command_fail(&perf_cmd_bench, &error);
		return PERF_EXIT_USAGE;
	}
	if (!argc) {
		struct perf_str text = { 0 };

		add_collections(&text);
		perf_print_lines(perf_str_text(&text));
		perf_str_free(&text);
		return PERF_EXIT_OK;
	}
	return strcmp(argv[0], "all") ? find_bench(argc, argv, &opts) : bench_run_all(NULL, &opts);
}

const struct perf_command perf_cmd_bench = {
	.name = "bench",
	.summary = "Measure operations of the kernel",
	.usage = usage,
	.options = options,
	.program = true,
	.notes = notes,
	.run = bench_run,
};
