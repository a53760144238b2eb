/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From records, in the order of time, to lines of text and counts.
 *
 * A tracer does not know where records come from: rings or a recording.
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
 * enum perf_trace_kind - what an event is
 * @PERF_TRACE_ENTER: raw_syscalls:sys_enter
 * @PERF_TRACE_EXIT: raw_syscalls:sys_exit
 * @PERF_TRACE_POINT: any other tracepoint
 * @PERF_TRACE_FAULT_MAJOR: page fault that waited for a disk
 * @PERF_TRACE_FAULT_MINOR: page fault that did not
 * @PERF_TRACE_OTHER: an event that is shown by its name only
 */
enum perf_trace_kind {
	PERF_TRACE_ENTER,
	PERF_TRACE_EXIT,
	PERF_TRACE_POINT,
	PERF_TRACE_FAULT_MAJOR,
	PERF_TRACE_FAULT_MINOR,
	PERF_TRACE_OTHER,
};

/** perf_trace_is_fault() - is it a page fault? */
static inline bool perf_trace_is_fault(enum perf_trace_kind kind)
{
	return kind == PERF_TRACE_FAULT_MAJOR || kind == PERF_TRACE_FAULT_MINOR;
}

/* How long a task has run, ns; what --sched adds up */
#define PERF_TRACE_RUNTIME	"sched:sched_stat_runtime"

/**
 * struct perf_trace_event - an event that is traced
 * @kind: what it is
 * @name: of it
 * @format: tracepoints: its fields
 */
struct perf_trace_event {
	enum perf_trace_kind	kind;
	const char		*name;
	struct perf_format	format;
};

/**
 * struct perf_trace_hit - something happened
 * @event: what
 * @time: ns
 * @pid, @tid: to whom
 * @ip: where
 * @addr: which address, for page faults
 * @raw: fields of tracepoints; none for a sys_enter of which only the time matters
 * @size: bytes of @raw
 * @sample: all of it, for its call chain; NULL: it has none
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
 * struct perf_trace_options - what is shown
 * @calls: these system calls
 * @no_lines: only the summary
 * @summary: count
 * @errno_summary: with errnos
 * @failure: only calls that failed
 * @duration: only calls that took longer, ns
 * @full_time: times as they are, not since the first event
 * @show_comm: name of the thread in front of its number
 * @one_thread: the thread is not told at all
 * @kernel_graph: call chains of system calls have the kernel's part too
 * @no_chains: no call chains, though a recording has them
 * @max_stack: most frames of a call chain, 0 for the default
 * @min_stack: only what has a call chain of so many lines
 * @max_events: end after that many lines, 0 for no end
 * @switch_on: nothing counts before an event of this name; NULL: all does from the first on
 * @switch_off: nothing counts after an event of this name, until @switch_on comes again; or NULL
 * @switch_shown: events that switch count as well
 * @sched: sched:sched_stat_runtime is not shown, but added up
 * @each_sample: a line for each event, before what comes of it
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
 * struct perf_tracer - what is known up to now
 * @options: what is shown
 * @tasks: threads
 * @syscalls: system calls
 * @syscalls_traced: they are among the events: leave room for their times
 * @chains: call chains; NULL: they are not shown
 * @text: lines; whoever reads them cuts them off
 * @base: time of the first event
 * @seen: there was an event
 * @is_off: events do not count now
 * @events: how many there were
 * @lines: how many were shown
 * @current: the thread whose call began last and was not shown
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

/**
 * perf_tracer_hit() - an event happened
 * @tracer: tracer
 * @hit: it
 *
 * Return: 0, 1 if there have been as many lines as were wanted, -ENOMEM.
 */
int perf_tracer_hit(struct perf_tracer *tracer, const struct perf_trace_hit *hit);

/** perf_tracer_sample() - the same, of a sample of @event */
int perf_tracer_sample(struct perf_tracer *tracer, const struct perf_trace_event *event,
		       const struct perf_sample *sample);

/**
 * perf_trace_switch_check() - are there the events that switch?
 * @options: which these are
 * @events: events there are, @count of them
 * @error: filled if not
 *
 * Return: 0 or -EINVAL.
 */
int perf_trace_switch_check(const struct perf_trace_options *options,
			    const struct perf_trace_event *events, size_t count,
			    struct perf_error *error);

/** perf_tracer_lost() - events were lost */
void perf_tracer_lost(struct perf_tracer *tracer, uint64_t count);

/** perf_tracer_free() - free all but the options */
void perf_tracer_free(struct perf_tracer *tracer);

#endif /* PERF_TRACE_TRACER_H */
