/* SPDX-License-Identifier: GPL-2.0 */
/* Live tracing: opens events, reads rings, and passes records to a tracer in order of time. */
#ifndef PERF_TRACE_LIVE_H
#define PERF_TRACE_LIVE_H

#include <stdbool.h>
#include <event/spec.h>
#include <record/config.h>
#include <trace/tracer.h>

/**
 * struct perf_trace_target - the tasks and CPUs to trace
 * @argv: the program to run and its arguments, NULL-terminated; NULL: no program
 * @all_cpus: trace all tasks on all CPUs
 * @cpus: list of CPUs, NULL: all
 * @pids: list of processes, or NULL
 * @tids: list of threads, or NULL
 * @uid: user whose processes are traced, if @by_user
 * @by_user: trace the processes of a user
 * @cgroup: control group, requires @all_cpus or @cpus
 * @no_inherit: do not trace new threads and processes
 * @pages: pages of each ring, 0 for the default
 * @delay_ms: ms from the start until events are enabled
 */
struct perf_trace_target {
	char *const	*argv;
	bool		all_cpus;
	const char	*cpus;
	const char	*pids;
	const char	*tids;
	uid_t		uid;
	bool		by_user;
	const char	*cgroup;
	bool		no_inherit;
	unsigned int	pages;
	unsigned int	delay_ms;
};

/**
 * typedef perf_trace_take - processes a sample
 * @context: perf_trace_source.context
 * @event: the event of the sample
 * @sample: the sample
 *
 * Return: 0 or -ENOMEM.
 */
typedef int perf_trace_take(void *context, const struct perf_trace_event *event,
			    const struct perf_sample *sample);

/**
 * struct perf_trace_source - the events to trace
 * @list: the events; perf_trace_live() sets their sampling attributes
 * @events: for each event of @list, its kind and format
 * @filters: for each event of @list, its kernel filter or NULL
 * @chain: settings for call chains; its other members are not used
 * @take: processes samples instead of the tracer; NULL: the tracer does
 * @context: passed to @take
 */
struct perf_trace_source {
	struct perf_event_list		*list;
	const struct perf_trace_event	*events;
	const char *const		*filters;
	const struct perf_record_config	*chain;
	perf_trace_take			*take;
	void				*context;
};

/**
 * typedef perf_trace_flush - called when there may be text to write
 * @context: as passed to perf_trace_live()
 * @text: text of the tracer; the callback removes the text that it has written
 *
 * Return: 0, or a negative errno, which ends the tracing.
 */
typedef int perf_trace_flush(void *context, struct perf_str *text);
int perf_trace_live(struct perf_tracer *tracer, const struct perf_trace_target *target,
		    const struct perf_trace_source *source, perf_trace_flush *flush,
		    void *context, int *status, struct perf_error *error);

#endif /* PERF_TRACE_LIVE_H */
