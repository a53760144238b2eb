// SPDX-License-Identifier: GPL-2.0
/* Shared by perf mem and perf c2c: the forms record and report, and recording memory accesses. */
#include <errno.h>
#include <string.h>
#include <data/reader.h>
#include <record/record.h>

#include "common/print.h"
#include "record/mem_record.h"

#define DEFAULT_LATENCY	30

static void mem_record_init(struct mem_record_options *options, int argc, char **argv)
{
	*options = (struct mem_record_options){
		.config = {
			.control_fd = -1, .ack_fd = -1, .drain_threads = 1, .bpf = true,
			.cmdline = (const char *const *)argv, .cmdline_nr = argc,
			.version = "6.12.0", .want_addr = true, .want_weight = true,
		},
		.events = { .latency = DEFAULT_LATENCY },
	};
}

static void mem_record_report(const struct perf_command *command,
			      const struct perf_record_result *result)
{
	perf_print_error("[ perf %s: Captured and wrote %.3f MB %s (%llu samples) ]\n",
			 command->name, (double)result->size / 1024 / 1024, result->path,
			 (unsigned long long)result->samples);
	if (result->lost)
		perf_command_warn(command, "%llu events were lost",
				  (unsigned long long)result->lost);
}

static void mem_record_warn(void *context, const char *text)
{
	perf_command_warn(context, "%s", text);
}

/**
 * mem_record() - record memory accesses
 * @command: the command named in messages
 * @options: what to record
 * @argv: the program, up to NULL; NULL: all CPUs
 *
 * Return: exit code.
 */
int mem_record(const struct perf_command *command, struct mem_record_options *options,
	       char **argv)
{
	const struct perf_record_watch watch = {
		.warn = mem_record_warn, .context = (void *)command,
	};
	struct perf_record_config *config = &options->config;
	struct perf_event_list list = { 0 };
	struct perf_record_result result;
	struct perf_record *recording;
	struct perf_error error;
	int err;

	if (!options->events.loads && !options->events.stores)
		options->events = (struct perf_mem_events){
			.loads = true, .stores = true, .latency = options->events.latency,
		};
	if (options->latency)
		options->events.latency = (unsigned int)options->latency;
	config->all_user = options->user;
	config->all_kernel = options->kernel;
	config->argv = argv;
	if (!argv && !config->cpus && !config->pids && !config->tids)
		config->all_cpus = true;
	if (perf_mem_events_add(&list, &options->events, &error)) {
		perf_event_list_free(&list);
		return perf_command_fail(command, &error);
	}
	if (perf_record_create(config, &list, NULL, 0, &watch, &recording, &error))
		return perf_command_fail(command, &error);
	err = perf_record_run(recording, &result, &error);
	if (err)
		perf_command_fail(command, &error);
	else
		mem_record_report(command, &result);
	perf_record_free(recording);
	return err ? PERF_EXIT_FAILED : result.exit_code;
}

static int mem_forms_run_one(const struct perf_command *command, const struct mem_forms *forms,
			     void *options, const char *what, char **argv)
{
	struct perf_error error;

	if (forms->check && forms->check(options, &error))
		return perf_command_misused(command, &error);
	if (!strcmp(what, "record") || !strcmp(what, "rec"))
		return forms->record(options, argv);
	if (!strcmp(what, "report") || !strcmp(what, "rep"))
		return argv ? perf_command_refuse_word(command, *argv) : forms->report(options);
	perf_error_set(&error, EINVAL, "say what to do: perf %s record, or perf %s report",
		       command->name, command->name);
	perf_command_fail(command, &error);
	return PERF_EXIT_USAGE;
}

/**
 * mem_forms_run() - run the form that the command line names
 * @command: the command
 * @forms: its forms
 * @settings: the configuration
 * @options: the command's options struct, all zero
 * @record: member of @options for recording, set to defaults here
 * @argc: number of words in @argv
 * @argv: the command line
 *
 * Return: exit code.
 */
int mem_forms_run(const struct perf_command *command, const struct mem_forms *forms,
		  struct perf_settings *settings, void *options, struct mem_record_options *record,
		  int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int status;

	mem_record_init(record, argc, argv);
	/* "record" or "report" comes first; option parsing then stops at the program to run. */
	if (*what && *what != '-') {
		argc--;
		argv++;
	}
	if (perf_command_parse(command, settings, options, &argc, &argv, &status))
		return status;
	/* Options of @command may also precede that word. */
	if (*what == '-' && argc) {
		what = argv[0];
		if (perf_command_parse(command, settings, options, &argc, &argv, &status))
			return status;
	}
	status = mem_forms_run_one(command, forms, options, what, argc ? argv : NULL);
	perf_options_free(command->options, options);
	return status;
}

/** mem_no_access() - set @error: no sample of the recording has a memory access; -ENODATA */
int mem_no_access(const struct perf_command *command, const struct perf_data *data,
		  struct perf_error *error)
{
	perf_error_set(error, ENODATA, "%s: no sample is of a memory access",
		       perf_data_path(data));
	perf_error_hint(error, "Record with 'perf %s record', on a processor that can sample "
			"accesses", command->name);
	return -ENODATA;
}
