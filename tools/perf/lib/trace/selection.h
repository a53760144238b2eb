/* SPDX-License-Identifier: GPL-2.0-only */
/* What is to be traced: from what people type to events, filters and their meaning. */
#ifndef PERF_TRACE_SELECTION_H
#define PERF_TRACE_SELECTION_H

#include <event/spec.h>
#include <trace/tracer.h>

/* --pf */
#define PERF_TRACE_FAULTS_MAJOR	0x1
#define PERF_TRACE_FAULTS_MINOR	0x2

/**
 * struct perf_trace_selection - what is to be traced
 * @calls: system calls
 * @calls_named: some were asked for
 * @others: events that are no system calls
 * @last: where those of the last -e begin
 * @wanted: filters, of the first of @others; NULL for those without one
 * @faults: PERF_TRACE_FAULTS_*
 * @runtime: how long threads run, too
 * @nr_others: how many of @others have become the last ones of @list
 * @list: all events, once perf_trace_selection_finish() has put them together
 * @events: what each is
 * @filters: of each, for the kernel, or NULL
 * @filter_text, @pid_filter, @made: memory of those
 */
struct perf_trace_selection {
	struct perf_syscall_set		calls;
	bool				calls_named;
	struct perf_event_list		others;
	size_t				last;
	PERF_VEC(const char *)		wanted;
	unsigned int			faults;
	bool				runtime;
	size_t				nr_others;
	struct perf_event_list		list;
	struct perf_trace_event		*events;
	const char			**filters;
	struct perf_str			filter_text;
	struct perf_str			pid_filter;
	PERF_VEC(char *)		made;
};

/**
 * perf_trace_select() - add what was typed behind -e
 * @selection: is added to
 * @text: names of system calls, groups of these, events; with ! in front: system calls that
 *	are not to be traced
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_trace_select(struct perf_trace_selection *selection, const char *text,
		      struct perf_error *error);

/**
 * perf_trace_filter() - let the kernel filter the tracepoints of the last -e
 * @selection: with these
 * @text: filter; kept by reference
 * @error: filled on failure
 *
 * Return: 0; -EINVAL if there is no tracepoint among them; -ENOMEM.
 */
int perf_trace_filter(struct perf_trace_selection *selection, const char *text,
		      struct perf_error *error);

/**
 * perf_trace_selection_finish() - make the list of events
 * @selection: with all that was typed
 * @calls: trace system calls though only other events were named (true), or not at all
 *	unless some were named (false)
 * @not_pids: processes that are not traced, separated by commas, or NULL
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_trace_selection_finish(struct perf_trace_selection *selection, bool calls,
				const char *not_pids, struct perf_error *error);

/** perf_trace_selection_free() - free */
void perf_trace_selection_free(struct perf_trace_selection *selection);

/** perf_trace_event_kind() - what an event of this name is; its format is not looked at */
enum perf_trace_kind perf_trace_event_kind(const struct perf_event_attr *attr, const char *name);

#endif /* PERF_TRACE_SELECTION_H */
