// SPDX-License-Identifier: GPL-2.0
/*
 * perf flame: a recording as a flame graph, in one self-contained page. Given a program, or
 * threads to attach to, perf flame makes the recording itself.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <base/num.h>
#include <event/parse.h>
#include <record/record.h>
#include <sys/paths.h>

#include "common/confined.h"
#include "common/print.h"
#include "common/profile_output.h"
#include "common/session_options.h"

#define STACK_SIZE	8192	/* bytes of stack copied for --dwarf */

struct flame_options {
	struct perf_session_options session;
	const char *output;
	const char *format;
	const char *event;
	bool wall;
	const char *percent;
	const char *title;
	bool all_cpus;
	const char *attach;
	uint64_t freq;
	bool dwarf;
	const char *keep;
};

#define OPT(kind, member, ...) PERF_OPT_##kind(struct flame_options, member, __VA_ARGS__)

static const struct perf_option options[] = {
	OPT(TEXT, output, 'o', "output", "FILE",
	    "write FILE instead of flame.html; its name sets the format: .html, .svg, .folded, .json "
	    "(speedscope), .gecko.json (Firefox Profiler), .pb.gz (pprof); - is the standard "
	    "output"),
	OPT(TEXT, format, 0, "format", "HOW",
	    "whatever the name: html, svg, folded, speedscope, gecko, pprof"),
	OPT(TEXT, event, 'e', "event", "NAME",
	    "show this event instead of the first that has samples; while recording: record it"),
	OPT(FLAG, wall, 0, "wall",
	    "show the time on the CPU and off it in one graph; while recording: record both"),
	OPT(TEXT, percent, 0, "percent-limit", "PERCENT",
	    "leave out what is smaller than this part of all (0.01)"),
	OPT(TEXT, title, 0, "title", "TEXT", "title of the page"),
	PERF_OPT_HEADING("What to record, instead of reading a recording"),
	OPT(FLAG, all_cpus, 'a', "all-cpus", "all that runs"),
	OPT(TEXT, attach, 'p', "attach", "PIDS", "all threads of these processes"),
	OPT(U64, freq, 'F', "freq", "HZ", "samples a second"),
	OPT(FLAG, dwarf, 0, "dwarf",
	    "find callers by debug information, for programs without frame pointers"),
	OPT(TEXT, keep, 0, "keep", "FILE", "keep the recording in FILE"),
	PERF_OPT_HEADING("Which recording"),
	PERF_VMLINUX_OPTION(struct flame_options),
	PERF_SESSION_OPTIONS(struct flame_options),
	PERF_OPT_END
};

static const char *const usage[] = {
	"[OPTIONS]",
	"[OPTIONS] [--] PROGRAM [ARGUMENTS]",
	"[OPTIONS] -a | -p PIDS [[--] PROGRAM [ARGUMENTS]]",
	NULL
};

/* The recording, the format, and the output file. */
struct flame_ctx {
	const struct flame_options *opts;
	const struct perf_profile_format *format;
	const struct perf_session_options *from;
	const char *event;
	const char *title;
	const char *path;
	int fd;
	struct perf_session session;
	struct perf_profile profile;
};

/* ---- writing the graph ------------------------------------------------------------------ */

static int flame_count_sample(void *context, const struct perf_session_sample *sample,
			      struct perf_error *error)
{
	struct flame_ctx *ctx = context;

	if (!perf_session_passes(&ctx->session, sample))
		return 0;
	return perf_profile_add(&ctx->profile, &ctx->session, sample, error);
}

static int write_graph(struct flame_ctx *ctx, struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = flame_count_sample };
	const struct flame_options *opts = ctx->opts;
	struct perf_flame flame = {
		.profile = &ctx->profile, .title = ctx->title, .min_percent = 0.01,
	};
	int err;

	if (opts->percent && !perf_parse_double(opts->percent, &flame.min_percent))
		return perf_error_set(error, EINVAL, "'%s' is no percentage", opts->percent);
	ctx->profile.wall = opts->wall;
	ctx->profile.keep = ctx->format->samples;
	err = perf_profile_begin(&ctx->profile, &ctx->session, ctx->event, error);
	if (!err)
		err = perf_session_read(&ctx->session, &calls, ctx, error);
	if (!err)
		err = perf_profile_end(&ctx->profile, error);
	if (err)
		return err;
	return perf_profile_write(ctx->format, ctx->fd, ctx->path, &flame,
				  ctx->session.data, error);
}

static int read_and_write(void *context)
{
	struct flame_ctx *ctx = context;
	struct perf_error error;
	int status;

	if (perf_session_open(&ctx->session, ctx->from, &error) ||
	    write_graph(ctx, &error))
		status = perf_command_fail(&perf_cmd_flame, &error);
	else
		status = perf_session_status(&perf_cmd_flame, &ctx->session);
	if (status != PERF_EXIT_FAILED)
		perf_profile_warn(&perf_cmd_flame, &ctx->profile);
	perf_profile_free(&ctx->profile);
	perf_session_close(&ctx->session);
	return status;
}

static int flame_show(const struct flame_options *opts, const struct perf_profile_format *format,
		      const struct perf_session_options *from, const char *event, const char *title)
{
	struct flame_ctx ctx = {
		.opts = opts, .format = format, .from = from, .event = event, .title = title,
		.path = opts->output ? opts->output : "flame.html", .fd = STDOUT_FILENO,
	};
	struct perf_confined_work work = { .run = read_and_write, .context = &ctx };
	struct perf_output output;
	struct perf_error error;

	if (strcmp(ctx.path, "-")) {
		if (perf_output_open(&output, ctx.path, 0666, 0, &error))
			return perf_command_fail(&perf_cmd_flame, &error);
		ctx.fd = output.fd;
		work.output = &output;
	}
	return perf_confined_run(&perf_cmd_flame, &work);
}

/* ---- recording ------------------------------------------------------------------------- */

static void flame_warned(void *context, const char *text)
{
	(void)context;
	perf_command_warn(&perf_cmd_flame, "%s", text);
}

/* Return: the exit code of the program recorded into @path, or -1. */
static int flame_record(const struct flame_options *opts, const char *path, char **argv,
			struct perf_error *error)
{
	const struct perf_record_watch watch = { .warn = flame_warned };
	const struct perf_record_config config = {
		.argv = argv, .all_cpus = opts->all_cpus, .pids = opts->attach,
		.freq = opts->freq, .freq_given = opts->freq, .output = path,
		.chain = opts->dwarf ? PERF_RECORD_CHAIN_DWARF : PERF_RECORD_CHAIN_FP,
		.stack_size = opts->dwarf ? STACK_SIZE : 0, .drain_threads = 1,
		.control_fd = -1, .ack_fd = -1, .version = "6.12.0",
		.cmdline = (const char *const *)argv,
	};
	struct perf_event_list list = { 0 };
	struct perf_record_result result;
	struct perf_record *recording;
	int err = 0;

	if (opts->wall || opts->event)
		err = perf_events_parse(&list, opts->wall ? PERF_EVENTS_WALL : opts->event, error);
	if (!err)
		err = perf_record_create(&config, &list, NULL, 0, &watch, &recording, error);
	if (err) {
		perf_event_list_free(&list);
		return -1;
	}
	err = perf_record_run(recording, &result, error);
	perf_record_free(recording);
	perf_event_list_free(&list);
	return err ? -1 : result.exit_code;
}

/* Makes a file in TMPDIR that only this user can access (mkstemp(), mode 0600). */
static int make_temporary(char *path, size_t size, struct perf_error *error)
{
	const char *where = getenv("TMPDIR");
	int fd;

	if (!perf_path(path, size, "%s/perf-flame-XXXXXX", where ? where : "/tmp"))
		return perf_error_set(error, ENAMETOOLONG, "TMPDIR is too long");
	fd = mkstemp(path);
	if (fd < 0)
		return perf_error_set(error, errno, "cannot make %s: %m", path);
	close(fd);
	return 0;
}

/* @title is that of --title, or describes @argv: the temporary file has no useful name. */
static void add_title(struct perf_str *title, const struct flame_options *opts, char **argv)
{
	if (opts->title)
		perf_str_add(title, opts->title);
	else if (opts->attach)
		perf_str_format(title, "process %s", opts->attach);
	else if (opts->all_cpus)
		perf_str_add(title, "all that ran");
	else
		for (; *argv; argv++)
			perf_str_format(title, "%s%s", *argv, argv[1] ? " " : "");
}

static int record_and_show(const struct flame_options *opts,
			   const struct perf_profile_format *format, char **argv)
{
	struct perf_session_options from = opts->session;
	const char *output = opts->output ? opts->output : "flame.html";
	struct perf_str title = { 0 };
	char path[PERF_PATH_MAX];
	struct perf_error error;
	int status, code = -1;

	add_title(&title, opts, argv);
	from.input = opts->keep ? opts->keep : path;
	if (opts->keep || !make_temporary(path, sizeof(path), &error))
		code = flame_record(opts, from.input, *argv ? argv : NULL, &error);
	if (code < 0)
		status = perf_command_fail(&perf_cmd_flame, &error);
	else
		status = flame_show(opts, format, &from, NULL, perf_str_text(&title));
	if (!opts->keep)
		unlink(path);
	perf_str_free(&title);
	if (status)
		return status;
	if (strcmp(output, "-"))
		perf_print_error("[ perf flame: wrote %s ]\n", output);
	return code;
}

static bool wants_recording(const struct flame_options *opts, int argc)
{
	return argc || opts->all_cpus || opts->attach;
}

static int flame_check(const struct flame_options *opts, int argc, struct perf_error *error)
{
	bool records = wants_recording(opts, argc);

	if (records && opts->session.input)
		return perf_error_set(error, EINVAL,
				      "either -i FILE is shown, or something is recorded");
	if (opts->wall && opts->event)
		return perf_error_set(error, EINVAL, "--wall selects the events: leave out -e");
	if (opts->all_cpus && opts->attach)
		return perf_error_set(error, EINVAL, "-a is everything: -p limits it");
	if (!records && (opts->freq || opts->dwarf || opts->keep))
		return perf_error_set(error, EINVAL,
				      "what shall be recorded? Give a program, -p or -a");
	return 0;
}

static int flame_run(struct perf_settings *settings, int argc, char **argv)
{
	const struct perf_profile_format *format;
	struct flame_options opts = { 0 };
	struct perf_error error;
	int status;

	if (perf_command_parse(&perf_cmd_flame, settings, &opts, &argc, &argv, &status))
		return status;
	format = perf_profile_format_find(opts.format, opts.output ? opts.output : "", &error);
	if (!format || flame_check(&opts, argc, &error)) {
		perf_command_fail(&perf_cmd_flame, &error);
		status = PERF_EXIT_USAGE;
	} else if (wants_recording(&opts, argc)) {
		status = record_and_show(&opts, format, argv);
	} else {
		status = flame_show(&opts, format, &opts.session, opts.event, opts.title);
	}
	perf_options_free(options, &opts);
	return status;
}

const struct perf_command perf_cmd_flame = {
	.name = "flame",
	.summary = "Show a recording, or a program, as a flame graph in one page",
	.usage = usage,
	.options = options,
	.program = true,
	.run = flame_run,
};
