// SPDX-License-Identifier: GPL-2.0-only
/* What perf mem and perf c2c share: recording memory accesses. */
#include <stdio.h>
#include <record/record.h>

#include "mem_record.h"

#define DEFAULT_LATENCY	30

void mem_record_init(struct mem_record_options *options, int argc, char **argv)
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

static void tell(const struct perf_command *command, const struct perf_record_result *result)
{
	fprintf(stderr, "[ perf %s: Captured and wrote %.3f MB %s (%llu samples) ]\n",
		command->name, (double)result->size / 1024 / 1024, result->path,
		(unsigned long long)result->samples);
	if (result->lost)
		perf_command_warn(command, "%llu events were lost",
				  (unsigned long long)result->lost);
}

static void warn(void *context, const char *text)
{
	perf_command_warn(context, "%s", text);
}

int mem_record(const struct perf_command *command, struct mem_record_options *options,
	       char **argv)
{
	const struct perf_record_watch watch = { .warn = warn, .context = (void *)command };
	struct perf_record_config *config = &options->config;
	struct perf_event_list list = { 0 };
	struct perf_record_result result;
	struct perf_record *recording;
	struct perf_error error;
	int ret;

	if (!options->events.loads && !options->events.stores)
		options->events = (struct perf_mem_events){
			.loads = true, .stores = true, .latency = options->events.latency,
		};
	config->argv = argv;
	if (!argv && !config->cpus && !config->pids && !config->tids)
		config->all_cpus = true;
	if (perf_mem_events_add(&list, &options->events, &error)) {
		perf_event_list_free(&list);
		return perf_command_fail(command, &error);
	}
	if (perf_record_create(config, &list, NULL, 0, &watch, &recording, &error))
		return perf_command_fail(command, &error);
	ret = perf_record_run(recording, &result, &error);
	if (ret)
		perf_command_fail(command, &error);
	else
		tell(command, &result);
	perf_record_free(recording);
	return ret ? PERF_EXIT_FAILED : result.exit_code;
}
