/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading a recording with all that its samples mean: the machine at their time, their
 * call stacks, the filter that they passed.
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
 * @header_only: no records will be asked for
 * @live: the recording is being made, on this machine
 * @dump: for a dump: records of unknown types are read too
 * @unordered: records in the order of the file, not by time
 * @no_demangle: names as the linker knows them
 * @no_demangle_kernel: those of the kernel
 * @ignore_vmlinux: nothing is read from @vmlinux
 * @ignored: options that have no effect
 * @verbose: print at the end the files that symbols came from
 * @no_inline: no inlined functions
 * @max_stack: most frames of a stack, 0 for the default
 * @symfs, @kallsyms, @vmlinux: where symbols are
 * @filter: which samples
 * @events: that switch samples on and off
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
 * struct perf_session_watch - who wants to know how far reading is
 * @interval_ms: how often @turn is called, at most
 * @turn: called between two records, also before the first one that follows a new event;
 *	returns 0, 1 to stop reading, or a negative errno with the error filled
 * @wait: called with the descriptor of a stream instead of waiting for it; returns 0 when it
 *	can be read, or a negative errno to stop reading with
 * @context: for these
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
 * @machine: at the time of the record at hand
 * @inlines: inlined functions, NULL if they are not wanted
 * @lines: the same, for lines of the source
 * @filter: which samples
 * @state: whether events have switched samples on or off
 * @stack: of the sample at hand, once it was asked for
 * @verbose: as the options say
 * @watch: who watches perf_session_read(), or NULL
 * @watch_due: when its turn is, CLOCK_MONOTONIC
 * @watch_events: how many events there were at the last turn
 * @watch_records: since the clock was looked at
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
 * struct perf_session_sample - a sample that passed the filter
 * @record: its record
 * @sample: its fields
 * @thread: that was sampled
 * @expanded: the samples it stands for; @nr of them
 */
struct perf_session_sample {
	const struct perf_data_record *record;
	const struct perf_sample *sample;
	const struct perf_thread *thread;
	const struct perf_expanded *expanded;
	size_t nr;
};

/**
 * struct perf_session_calls - what is called for records
 * @sample: for each sample that passed the filter; may be NULL
 * @other: for each sample that only its process, thread or processor socket keeps out; may be
 *	NULL
 * @record: for each other record, after it was applied to the machine; may be NULL
 * @any: perf_session_read() only: for each record as it comes, whether or not it passes, before
 *	anything else is done with it; may be NULL
 *
 * They return 0, 1 to stop reading, or a negative errno with the error filled.
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

/**
 * perf_session_open() - open a recording
 * @session: result; close with perf_session_close() also on failure
 * @options: choices; must outlive the session
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_session_open(struct perf_session *session, const struct perf_session_options *options,
		      struct perf_error *error);

/**
 * perf_session_open_fd() - the same for a descriptor, as a stream that is still written
 * @fd: closed with the session, also on failure
 * @name: for messages
 */
int perf_session_open_fd(struct perf_session *session, int fd, const char *name,
			 const struct perf_session_options *options, struct perf_error *error);

/** perf_session_close() - free all */
void perf_session_close(struct perf_session *session);

/**
 * perf_session_watch() - let somebody watch perf_session_read()
 * @session: session
 * @watch: who; must outlive the reading; NULL: nobody any more
 */
void perf_session_watch(struct perf_session *session, const struct perf_session_watch *watch);

/**
 * perf_session_read() - read all records
 * @session: session
 * @calls: what to call
 * @context: for @calls
 * @error: text
 *
 * Return: 0 or a negative errno.
 */
int perf_session_read(struct perf_session *session, const struct perf_session_calls *calls,
		      void *context, struct perf_error *error);

/**
 * perf_session_take() - let one record happen
 * @session: session
 * @record: from perf_data_next()
 * @calls: what to call
 * @context: for @calls
 * @error: text
 *
 * perf_session_read() does this with all records.
 *
 * Return: 0, 1 to stop reading, or a negative errno.
 */
int perf_session_take(struct perf_session *session, const struct perf_data_record *record,
		      const struct perf_session_calls *calls, void *context,
		      struct perf_error *error);

/**
 * perf_session_stack() - call stack of the sample at hand
 * @session: session
 * @sample: the sample
 *
 * Return: the stack, valid until the next call; NULL without memory.
 */
const struct perf_stack *perf_session_stack(struct perf_session *session,
					    const struct perf_session_sample *sample);

/** perf_session_frame() - frame of the sample at hand */
uint32_t perf_session_frame(struct perf_session *session,
			    const struct perf_session_sample *sample);

/**
 * perf_session_socket() - processor socket of a CPU
 * @session: session
 * @cpu: number of the CPU
 *
 * Return: its number, -1 if the recording does not say.
 */
int32_t perf_session_socket(const struct perf_session *session, uint32_t cpu);

#endif /* PERF_REPORT_SESSION_H */
