// SPDX-License-Identifier: GPL-2.0
/* Describes running tasks by side-band records of perf_synth, as if recorded from their start. */
#include <errno.h>
#include <record/synth.h>
#include <trace/running.h>

static void put_processes(struct perf_synth *synth, const struct perf_threads *threads)
{
	pid_t last = -1;
	size_t i;

	/* Threads of a process follow each other; a second perf_synth_task() would do no harm. */
	for (i = 0; i < threads->count; i++) {
		pid_t pid = threads->at[i].pid;

		if (pid > 0 && pid != last)
			perf_synth_task(synth, pid);
		last = pid;
	}
}

/**
 * perf_trace_running() - add the mappings of the kernel and of running processes
 * @chains: the mappings are added, before the first record of the trace
 * @threads: the threads of the processes; those without a pid are skipped
 * @all: add all processes, not those of @threads
 * @data: add data mappings, too
 *
 * Events must be enabled before: else a mapping made in between is missed.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_trace_running(struct perf_trace_chains *chains, const struct perf_threads *threads,
		       bool all, bool data)
{
	struct perf_str records = { 0 };
	struct perf_synth synth = { .records = &records, .data_maps = data };
	struct perf_data_record record = { 0 };
	int ret = 0;
	size_t at;

	perf_synth_kernel(&synth);
	if (all)
		perf_synth_all_tasks(&synth);
	else
		put_processes(&synth, threads);
	if (records.failed)
		ret = -ENOMEM;
	for (at = 0; !ret && at < records.length; at += record.header->size) {
		record.header = (const void *)(records.text + at);
		ret = perf_trace_chains_record(chains, &record);
	}
	perf_str_free(&records);
	return ret;
}
