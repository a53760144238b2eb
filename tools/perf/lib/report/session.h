/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A recording that is read together with the state its samples need: the machine at their time,
 * their call stacks, and the filter.
 */
#ifndef PERF_REPORT_SESSION_H
#define PERF_REPORT_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <data/reader.h>
#include <model/machine.h>
#include <report/expand.h>
#include <report/filter.h>
#include <report/switch.h>
#include <unwind/inlines.h>
#include <unwind/stack.h>

/**
 * struct perf_session_options - options of commands that read a recording
 * @input: file, NULL for perf_data_usual()
 * @force: read a file that belongs to another user
 * @header_only: the caller reads no records
 * @live: the recording is being made, on this machine
 * @dump: read records of unknown types too
 * @unordered: read records in the order of the file, not by time
 * @no_demangle: print names as the linker has them
 * @no_demangle_kernel: the same for names of the kernel
 * @ignore_vmlinux: do not read @vmlinux
 * @ignored: target of options that have no effect
 * @verbose: print at the end the files that symbols came from
 * @no_inline: do not resolve inlined functions
 * @max_stack: maximum number of frames in a stack, 0 for the default
 * @symfs, @kallsyms, @vmlinux: sources of symbols
 * @filter: conditions for samples
 * @events: events that switch samples on and off
 */
struct perf_session_options {
	const char *input;
	bool force;
	bool header_only;
	bool live;
	bool dump;
	bool unordered;
	bool no_demangle;
	bool no_demangle_kernel;
	bool ignore_vmlinux;
	bool ignored;
	int verbose;
	bool no_inline;
	int max_stack;
	const char *symfs;
	const char *kallsyms;
	const char *vmlinux;
	struct perf_filter_texts filter;
	struct perf_switch_names events;
};

/**
 * struct perf_session_watch - callbacks during perf_session_read()
 * @interval_ms: minimum time between calls of @turn, ms
 * @turn: called between two records, at once if an event was added; returns 0, 1 to stop
 *	reading, or a negative errno with the error filled
 * @wait: called with the descriptor of a stream instead of waiting for it; returns 0 when the
 *	descriptor is readable, or a negative errno to stop reading
 * @context: for @turn and @wait
 */
struct perf_session_watch {
	unsigned int interval_ms;
	int (*turn)(void *context, struct perf_error *error);
	int (*wait)(void *context, int fd);
	void *context;
};

/**
 * struct perf_session - a recording that is being read
 * @data: the recording
 * @machine: machine at the time of the current record
 * @unwinder: unwinds user stacks of @machine
 * @inlines: @lines, or NULL with perf_session_options.no_inline
 * @lines: source lines and inlined functions
 * @filter: conditions for samples
 * @state: on or off, set by perf_switch_passes()
 * @stack: of the current sample, after perf_session_stack()
 * @expander: counts of group samples
 * @max_stack: maximum number of frames in a stack
 * @verbose: perf_session_options.verbose
 * @watch: callbacks of perf_session_read(), or NULL
 * @watch_due: time of the next turn, ns of CLOCK_MONOTONIC
 * @watch_events: number of events at the last turn
 * @watch_records: records since the clock was read
 */
struct perf_session {
	struct perf_data *data;
	struct perf_machine *machine;
	struct perf_unwinder *unwinder;
	struct perf_inlines *inlines;
	struct perf_inlines *lines;
	struct perf_filter filter;
	struct perf_switch state;
	struct perf_stack stack;
	struct perf_expander expander;
	int max_stack;
	int verbose;
	const struct perf_session_watch *watch;
	uint64_t watch_due;
	size_t watch_events;
	unsigned int watch_records;
};

/**
 * struct perf_session_sample - a sample
 * @record: its record
 * @sample: its decoded fields
 * @thread: sampled thread
 * @expanded: samples that it stands for, see perf_expand()
 * @nr: number of samples in @expanded
 */
struct perf_session_sample {
	const struct perf_data_record *record;
	const struct perf_sample *sample;
	const struct perf_thread *thread;
	const struct perf_expanded *expanded;
	size_t nr;
};

/**
 * struct perf_session_calls - callbacks for records
 * @sample: for each sample that passes the filter; NULL: no sample is read
 * @other: for each sample that fails only by its process, thread or processor socket; may be NULL
 * @record: for each other record, after perf_machine_apply(); may be NULL
 * @any: perf_session_read() only: for each record, filtered or not, before all else; may be NULL
 *
 * Callbacks return 0, 1 to stop reading, or a negative errno with the error filled.
 */
struct perf_session_calls {
	int (*sample)(void *context, const struct perf_session_sample *sample,
		      struct perf_error *error);
	int (*other)(void *context, const struct perf_session_sample *sample,
		     struct perf_error *error);
	int (*record)(void *context, const struct perf_data_record *record,
		      struct perf_error *error);
	int (*any)(void *context, const struct perf_data_record *record,
		   struct perf_error *error);
};
int perf_session_open(struct perf_session *session, const struct perf_session_options *options,
		      struct perf_error *error);
int perf_session_open_fd(struct perf_session *session, int fd, const char *name,
			 const struct perf_session_options *options, struct perf_error *error);
void perf_session_close(struct perf_session *session);
void perf_session_watch(struct perf_session *session, const struct perf_session_watch *watch);
int perf_session_read(struct perf_session *session, const struct perf_session_calls *calls,
		      void *context, struct perf_error *error);
int perf_session_take(struct perf_session *session, const struct perf_data_record *record,
		      const struct perf_session_calls *calls, void *context,
		      struct perf_error *error);
const struct perf_stack *perf_session_stack(struct perf_session *session,
					    const struct perf_session_sample *sample);
uint32_t perf_session_frame(struct perf_session *session,
			    const struct perf_session_sample *sample);
int32_t perf_session_socket(const struct perf_session *session, uint32_t cpu);

#endif /* PERF_REPORT_SESSION_H */
