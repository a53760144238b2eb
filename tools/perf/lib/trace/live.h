/* SPDX-License-Identifier: GPL-2.0-only */
/* Tracing what happens now: events opened, rings read, records put in order. */
#ifndef PERF_TRACE_LIVE_H
#define PERF_TRACE_LIVE_H

#include <stdbool.h>
#include <event/spec.h>
#include <record/config.h>
#include <trace/tracer.h>

/**
 * struct perf_trace_target - who is traced
 * @argv: program to run, up to NULL; NULL: none
 * @all_cpus: everything
 * @cpus: list of CPUs, NULL: all
 * @pids, @tids: processes, threads
 * @uid, @by_user: processes of a user
 * @cgroup: control group, needs @all_cpus or @cpus
 * @no_inherit: not what the threads create
 * @pages: of each ring, 0 for the default
 * @delay_ms: begin so much later
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
 * struct perf_trace_source - which events
 * @list: the events; attributes of sampling are set here
 * @events: what each of them is
 * @filters: of each, for the kernel; NULL for none
 * @chain: of which its members for call chains matter: how these are recorded
 */
struct perf_trace_source {
	struct perf_event_list		*list;
	const struct perf_trace_event	*events;
	const char *const		*filters;
	const struct perf_record_config	*chain;
};

/**
 * typedef perf_trace_flush - called when there may be text to write
 * @context: as given
 * @text: the tracer's text; what was written is to be cut off
 *
 * Return: 0, or a negative errno, which ends the tracing.
 */
typedef int perf_trace_flush(void *context, struct perf_str *text);

/**
 * perf_trace_live() - trace until the program or the observation ends
 * @tracer: gets the events
 * @target: who
 * @source: what
 * @flush: what to do with the text
 * @context: for @flush
 * @status: result: of the program, as waitpid() says it; 0 if there was none
 * @error: filled on failure
 *
 * A thread that is to be shown by its number alone (tracer->options->one_thread) is for
 * the caller to tell. SIGINT and SIGTERM end the tracing.
 *
 * Return: 0 or a negative errno.
 */
int perf_trace_live(struct perf_tracer *tracer, const struct perf_trace_target *target,
		    const struct perf_trace_source *source, perf_trace_flush *flush,
		    void *context, int *status, struct perf_error *error);

#endif /* PERF_TRACE_LIVE_H */
