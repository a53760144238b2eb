// SPDX-License-Identifier: GPL-2.0
/*
 * perf data: check a recording (perf_repair_scan()), repair a truncated one (perf_repair_write()),
 * or convert it to JSON (perf_json_document_sample()).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/out.h>
#include <base/output.h>
#include <data/reader.h>
#include <lines/json_text.h>
#include <record/repair.h>
#include <report/session.h>

#include "common/command.h"
#include "common/confined.h"
#include "common/print.h"

struct data_options {
	const char *input;
	bool force;
	const char *json;
	bool all;
	bool time_of_day;
	int verbose;
};

#define TYPE	struct data_options

static const struct perf_option options[] = {
	PERF_OPT_TEXT(TYPE, input, 'i', "input", "FILE", "recording, instead of perf.data"),
	PERF_OPT_FLAG(TYPE, force, 'f', "force", "read a file of another user"),
	PERF_OPT_TEXT(TYPE, json, 0, "to-json", "FILE",
		      "convert: write JSON to FILE; - is the standard output"),
	PERF_OPT_REFUSED(0, "to-ctf", "DIR", 0, "the trace format CTF is not written here",
			 "--to-json writes JSON, 'perf script --format=gecko' and others what "
			 "viewers open"),
	PERF_OPT_FLAG(TYPE, time_of_day, 0, "tod",
		      "convert: times of day; the recording has to be made with -k CLOCK"),
	PERF_OPT_FLAG(TYPE, all, 0, "all", "accepted: all samples are converted anyway"),
	PERF_OPT_COUNT(TYPE, verbose, 'v', "verbose", "accepted: there are no more messages"),
	PERF_OPT_END
};

static const char *const usage[] = {
	"check [OPTION...] [FILE]",
	"repair [OPTION...] [FILE]",
	"convert --to-json FILE [-i FILE]",
	NULL
};

static void print_problems(const struct perf_data *data, void (*print)(const char *, ...))
{
	char text[512];
	unsigned int i;

	for (i = 0; perf_data_problem_text(data, i, text, sizeof(text)); i++)
		print("problem: %s\n", text);
}

static int status_of(const struct perf_data *data)
{
	return perf_data_is_partial(data) ? PERF_EXIT_PARTIAL : PERF_EXIT_OK;
}

/* Prints problems, and the totals of @repair. Return: status_of(). */
static int data_check(struct perf_data *data, const struct perf_repair *repair)
{
	bool damaged = perf_data_is_damaged(data);
	int status = status_of(data);
	size_t events;

	perf_data_events(data, &events);
	print_problems(data, perf_print);
	perf_print("%s: %llu samples, %llu records, %zu event%s, %s\n",
		   damaged ? "DAMAGED" : status ? "PARTIAL" : "OK",
		   (unsigned long long)repair->samples, (unsigned long long)repair->records,
		   events, events == 1 ? "" : "s", damaged ? "no clean end" : "clean end");
	return status;
}

static int data_repair(struct perf_data *data, const struct perf_repair *repair)
{
	struct perf_error error;

	if (!perf_data_is_damaged(data)) {
		perf_print("%s needs no mending: %llu samples, clean end\n", perf_data_path(data),
			   (unsigned long long)repair->samples);
		return PERF_EXIT_OK;
	}
	if (perf_repair_write(data, repair, &error))
		return perf_command_fail(&perf_cmd_data, &error);
	perf_print("%s mended: %llu samples kept, %llu bytes at the end dropped\n",
		   perf_data_path(data), (unsigned long long)repair->samples,
		   (unsigned long long)repair->lost);
	return PERF_EXIT_OK;
}

/* ---- converting ------------------------------------------------------------------------ */

struct converting {
	struct perf_session session;
	struct perf_out out;
	const struct data_options *opts;
	uint64_t size;			/* bytes written */
	uint64_t samples;
	uint64_t time_shift;		/* ns added to times */
	struct perf_tracepoints *tracepoints;
	bool cpus;
};

static int add_sample(void *context, const struct perf_session_sample *sample,
		      struct perf_error *error)
{
	struct converting *converting = context;
	struct perf_sample fields = *sample->sample;
	struct perf_script_sample line = {
		.sample = &fields, .thread = sample->thread,
		.event = sample->record->event,
		.stack = perf_session_stack(&converting->session, sample),
	};

	if (!line.stack)
		return perf_error_memory(error);
	fields.time += converting->time_shift;
	perf_json_document_sample(&converting->out.text, converting->session.machine,
				  converting->tracepoints, converting->cpus, &line,
				  !converting->samples++);
	return perf_out_check(&converting->out) ? 1 : 0;
}

static int write_json(struct converting *converting, struct perf_error *error)
{
	static const struct perf_session_calls calls = { .sample = add_sample };
	const struct perf_data_env *env = perf_data_env(converting->session.data);
	const struct perf_data_event *const *events;
	size_t nr, i;
	int err;

	events = perf_data_events(converting->session.data, &nr);
	for (i = 0; i < nr; i++)
		converting->cpus |= !!(events[i]->attr.sample_type & PERF_SAMPLE_CPU);
	converting->tracepoints = perf_tracepoints_create(env->tracing_data,
							  env->tracing_data_size);
	perf_json_document_begin(&converting->out.text, converting->session.data);
	err = perf_session_read(&converting->session, &calls, converting, error);
	perf_json_document_end(&converting->out.text);
	perf_tracepoints_free(converting->tracepoints);
	return err;
}

/* Sets @converting->time_shift, which turns times of the recording into wall time. */
static int find_time_of_day(struct converting *converting, struct perf_error *error)
{
	const struct perf_data_env *env = perf_data_env(converting->session.data);

	if (!perf_data_env_has(env, PERF_FEATURE_CLOCK_DATA)) {
		perf_error_set(error, EINVAL,
			       "--tod: the recording has no time of day for its times");
		perf_error_hint(error, "record with -k mono, or another clock");
		return -EINVAL;
	}
	converting->time_shift = env->clock_wall_ns - env->clock_ns;
	return 0;
}

static int end_json(struct converting *converting, const char *path, int err,
		    struct perf_error *error)
{
	int failed = converting->out.fd >= 0 ? perf_out_end(&converting->out) : 0;
	struct stat status;

	if (converting->out.fd >= 0 && !fstat(converting->out.fd, &status))
		converting->size = (uint64_t)status.st_size;
	if (failed && !err)
		err = perf_error_set(error, failed, "cannot write %s: %s", path, strerror(-failed));
	return err;
}

static int print_converted(const struct data_options *opts, const struct converting *converting)
{
	const struct perf_data *data = converting->session.data;

	perf_print_error("[ perf data convert: Converted '%s' into JSON data '%s' ]\n",
			 perf_data_path(data), opts->json);
	if (converting->size)
		perf_print_error("[ perf data convert: Converted and wrote %.3f MB "
				 "(%llu samples) ]\n",
				 (double)converting->size / 1024 / 1024,
				 (unsigned long long)converting->samples);
	return status_of(data);
}

static int data_convert(void *context)
{
	struct converting *converting = context;
	const struct data_options *opts = converting->opts;
	const struct perf_session_options from = { .input = opts->input, .force = opts->force };
	struct perf_error error;
	int err, status;

	err = perf_session_open(&converting->session, &from, &error);
	if (!err && opts->time_of_day)
		err = find_time_of_day(converting, &error);
	if (!err)
		err = write_json(converting, &error);
	err = end_json(converting, opts->json, err, &error);
	if (converting->session.data)
		print_problems(converting->session.data, perf_print_error);
	status = err ? perf_command_fail(&perf_cmd_data, &error) :
		 print_converted(opts, converting);
	perf_session_close(&converting->session);
	return status;
}

static int convert_to_json(const struct data_options *opts)
{
	struct converting converting = { .opts = opts, .out.fd = STDOUT_FILENO };
	struct perf_confined_work work = { .run = data_convert, .context = &converting };
	struct perf_output output;
	struct perf_error error;

	if (!opts->json) {
		perf_error_set(&error, EINVAL, "to what? --to-json FILE");
		perf_command_fail(&perf_cmd_data, &error);
		return PERF_EXIT_USAGE;
	}
	if (strcmp(opts->json, "-")) {
		if (perf_output_open(&output, opts->json, 0666, opts->force ? 0 : PERF_OUTPUT_NEW,
				     &error)) {
			if (error.code == EEXIST)
				perf_error_hint(&error, "-f writes over it");
			return perf_command_fail(&perf_cmd_data, &error);
		}
		converting.out.fd = output.fd;
		work.output = &output;
	}
	return perf_confined_run(&perf_cmd_data, &work);
}

/* "check" and "repair" need a recording as argument, "convert" accepts none. */
static int check_words(int argc, char **argv, struct perf_error *error)
{
	bool converts = argc && !strcmp(argv[0], "convert");

	if (!argc || (!converts && strcmp(argv[0], "check") && strcmp(argv[0], "repair")))
		return perf_error_set(error, EINVAL,
				      "what shall be done? check, repair or convert");
	if (argc == (converts ? 1 : 2) || argc == 1)
		return 0;
	perf_error_set(error, EINVAL, "'%s' is one word too many", argv[converts ? 1 : 2]);
	if (converts)
		perf_error_hint(error, "-i FILE names the recording");
	else
		perf_error_hint(error, "perf data %s takes one recording at a time", argv[0]);
	return -EINVAL;
}

static int data_run(struct perf_settings *settings, int argc, char **argv)
{
	struct data_options opts = { .input = "perf.data" };
	struct perf_data_options how = { .unordered = true };
	struct perf_repair repair;
	struct perf_error error;
	struct perf_data *data;
	int status;

	if (perf_command_parse(&perf_cmd_data, settings, &opts, &argc, &argv, &status))
		return status;
	if (check_words(argc, argv, &error))
		return perf_command_misused(&perf_cmd_data, &error);
	if (!strcmp(argv[0], "convert"))
		return convert_to_json(&opts);
	if (argc == 2)
		opts.input = argv[1];
	how.force = opts.force;
	perf_confined_begin(&(struct perf_confine){
		.file = strcmp(argv[0], "repair") ? NULL : opts.input,
	});
	if (perf_data_open(opts.input, &how, &data, &error))
		return perf_command_fail(&perf_cmd_data, &error);
	if (perf_repair_scan(data, &repair, &error))
		status = perf_command_fail(&perf_cmd_data, &error);
	else if (!strcmp(argv[0], "check"))
		status = data_check(data, &repair);
	else
		status = data_repair(data, &repair);
	perf_data_close(data);
	return status;
}

const struct perf_command perf_cmd_data = {
	.name = "data",
	.summary = "Check a recording, mend one that was cut off, convert it",
	.usage = usage,
	.words = (const char *const[]){ "check", "repair", "convert", NULL },
	.options = options,
	.run = data_run,
};
