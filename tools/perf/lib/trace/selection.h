/* SPDX-License-Identifier: GPL-2.0 */
/* The events to trace: from the arguments of options to events, filters and kinds. */
#ifndef PERF_TRACE_SELECTION_H
#define PERF_TRACE_SELECTION_H

#include <event/spec.h>
#include <trace/tracer.h>

/* Bits of perf_trace_selection.faults, from --pf. */
#define PERF_TRACE_FAULTS_MAJOR	0x1
#define PERF_TRACE_FAULTS_MINOR	0x2

/**
 * struct perf_trace_selection - the events to trace
 * @calls: system calls
 * @calls_named: -e named system calls
 * @other_events: events other than system calls
 * @last: index in @other_events of the first event of the last -e
 * @wanted: for each of the first events of @other_events, its --filter or NULL
 * @faults: PERF_TRACE_FAULTS_* bits
 * @runtime: trace sched:sched_stat_runtime, too
 * @nr_other_events: number of events of @other_events, which are the last ones of @list
 * @list: all events, filled by perf_trace_selection_finish()
 * @events: for each event of @list, its kind and format
 * @filters: for each event of @list, its kernel filter or NULL
 * @filter_text: filter of the system calls, which @filters points to
 * @pid_filter: filter of the processes that are not traced, which @filters points to
 * @made: memory of the other @filters
 */
struct perf_trace_selection {
	struct perf_syscall_set		calls;
	bool				calls_named;
	struct perf_event_list		other_events;
	size_t				last;
	PERF_VEC(const char *)		wanted;
	unsigned int			faults;
	bool				runtime;
	size_t				nr_other_events;
	struct perf_event_list		list;
	struct perf_trace_event		*events;
	const char			**filters;
	struct perf_str			filter_text;
	struct perf_str			pid_filter;
	PERF_VEC(char *)		made;
};
int perf_trace_select(struct perf_trace_selection *selection, const char *text,
		      struct perf_error *error);
int perf_trace_filter(struct perf_trace_selection *selection, const char *text,
		      struct perf_error *error);
int perf_trace_selection_finish(struct perf_trace_selection *selection, bool calls,
				const char *not_pids, struct perf_error *error);
void perf_trace_selection_free(struct perf_trace_selection *selection);
enum perf_trace_kind perf_trace_event_kind(const struct perf_event_attr *attr, const char *name);

#endif /* PERF_TRACE_SELECTION_H */
