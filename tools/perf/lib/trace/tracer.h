/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Converts records, in the order of time, to lines of text and sums. The caller passes records
 * from rings (live.c) or from a recording (recorded.c).
 */
#ifndef PERF_TRACE_TRACER_H
#define PERF_TRACE_TRACER_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/str.h>
#include <data/sample.h>
#include <model/format.h>
#include <trace/chains.h>
#include <trace/syscalls.h>
#include <trace/tasks.h>

/**
 * enum perf_trace_kind - kind of an event
 * @PERF_TRACE_ENTER: raw_syscalls:sys_enter
 * @PERF_TRACE_EXIT: raw_syscalls:sys_exit
 * @PERF_TRACE_POINT: any other tracepoint
 * @PERF_TRACE_FAULT_MAJOR: page fault that waited for a disk
 * @PERF_TRACE_FAULT_MINOR: page fault that did not
 * @PERF_TRACE_OTHER: any other event; its lines have the name only
 */
enum perf_trace_kind {
	PERF_TRACE_ENTER,
	PERF_TRACE_EXIT,
	PERF_TRACE_POINT,
	PERF_TRACE_FAULT_MAJOR,
	PERF_TRACE_FAULT_MINOR,
	PERF_TRACE_OTHER,
};

/** perf_trace_is_fault() - test whether an event is a page fault */
static inline bool perf_trace_is_fault(enum perf_trace_kind kind)
{
	return kind == PERF_TRACE_FAULT_MAJOR || kind == PERF_TRACE_FAULT_MINOR;
}

/* Tracepoint with the ns that a task has run; --sched sums them up. */
#define PERF_TRACE_RUNTIME	"sched:sched_stat_runtime"

/**
 * struct perf_trace_event - a traced event
 * @kind: kind of the event
 * @name: name of the event
 * @format: fields of a PERF_TRACE_POINT
 */
struct perf_trace_event {
	enum perf_trace_kind	kind;
	const char		*name;
	struct perf_format	format;
};

/**
 * struct perf_trace_hit - one occurrence of an event
 * @event: the event
 * @time: ns
 * @pid: process
 * @tid: thread
 * @ip: address of the code
 * @addr: address of the data, for page faults
 * @raw: fields of a tracepoint
 * @size: bytes of @raw; 0 for a sys_enter recorded for its time only
 * @sample: the whole sample, for its call chain; NULL: no call chain
 */
struct perf_trace_hit {
	const struct perf_trace_event	*event;
	uint64_t			time;
	int32_t				pid;
	int32_t				tid;
	uint64_t			ip;
	uint64_t			addr;
	const void			*raw;
	size_t				size;
	const struct perf_sample	*sample;
};

/**
 * struct perf_trace_options - options of a trace
 * @calls: show these system calls only
 * @no_lines: show the summary only
 * @summary: sum up system calls
 * @errno_summary: sum up errnos, too
 * @failure: show failed calls only
 * @duration: show only calls that took at least as many ns; 0: all
 * @full_time: show times as recorded, not relative to the first event
 * @show_comm: show the name of the thread in front of its number
 * @one_thread: show neither name nor number of the thread
 * @kernel_graph: include the kernel's part in call chains of system calls
 * @no_chains: ignore the call chains of a recording
 * @max_stack: most frames of a call chain, 0 for the default
 * @min_stack: show only events with at least as many lines of call chain
 * @max_events: end after as many lines, 0: no limit
 * @switch_on: ignore events until one of this name; NULL: start switched on
 * @switch_off: ignore events after one of this name, until @switch_on; or NULL
 * @switch_shown: do not ignore the switching events themselves
 * @sched: sum up sched:sched_stat_runtime and do not show it
 * @each_sample: show a line for each sample, before the line that the sample leads to
 */
struct perf_trace_options {
	struct perf_syscall_set	calls;
	bool			no_lines;
	bool			summary;
	bool			errno_summary;
	bool			failure;
	uint64_t		duration;
	bool			full_time;
	bool			show_comm;
	bool			one_thread;
	bool			kernel_graph;
	bool			no_chains;
	unsigned int		max_stack;
	unsigned int		min_stack;
	uint64_t		max_events;
	const char		*switch_on;
	const char		*switch_off;
	bool			switch_shown;
	bool			sched;
	bool			each_sample;
};

/**
 * struct perf_tracer - state of a trace
 * @options: options
 * @tasks: threads
 * @syscalls: system calls
 * @syscalls_traced: system calls are traced: all lines have a column for their durations
 * @chains: call chains; NULL: not shown
 * @text: lines; the caller of perf_tracer_hit() removes the lines that it has written
 * @base: ns of the first event that was not ignored
 * @seen: counts() was called: @is_off is valid
 * @is_off: events are ignored (@switch_on, @switch_off)
 * @events: number of events that were not ignored
 * @lines: number of calls and events shown
 * @current: thread of the last sys_enter, if the call was not shown yet; or NULL
 */
struct perf_tracer {
	const struct perf_trace_options	*options;
	struct perf_trace_tasks		tasks;
	struct perf_syscalls		syscalls;
	bool				syscalls_traced;
	struct perf_trace_chains	*chains;
	struct perf_str			text;
	uint64_t			base;
	bool				seen;
	bool				is_off;
	uint64_t			events;
	uint64_t			lines;
	struct perf_trace_task		*current;
};
int perf_tracer_hit(struct perf_tracer *tracer, const struct perf_trace_hit *hit);
int perf_tracer_sample(struct perf_tracer *tracer, const struct perf_trace_event *event,
		       const struct perf_sample *sample);
int perf_trace_switch_check(const struct perf_trace_options *options,
			    const struct perf_trace_event *events, size_t count,
			    struct perf_error *error);
void perf_tracer_lost(struct perf_tracer *tracer, uint64_t count);
void perf_tracer_free(struct perf_tracer *tracer);

#endif /* PERF_TRACE_TRACER_H */
