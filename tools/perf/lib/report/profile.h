/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile: the stacks of one event's samples, added up, and on demand each sample with
 * its time and thread. What flame graphs and the files of other profilers are made of.
 */
#ifndef PERF_REPORT_PROFILE_H
#define PERF_REPORT_PROFILE_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/map.h>
#include <base/vec.h>
#include <report/histogram.h>
#include <report/session.h>

/**
 * struct perf_profile_sample - a sample
 * @time: ns
 * @period: events it stands for
 * @call: its stack: a node in perf_report.calls
 * @thread: index in perf_profile.threads
 */
struct perf_profile_sample {
	uint64_t time;
	uint64_t period;
	uint32_t call;
	uint32_t thread;
};

/**
 * struct perf_profile_thread - a thread that was sampled
 * @pid, @tid: its ids
 * @comm: its name when it was sampled last, of perf_machine_comm()
 */
struct perf_profile_thread {
	int32_t pid;
	int32_t tid;
	uint32_t comm;
};

/**
 * struct perf_profile - a profile
 * @report: stacks of the samples; bases are names of threads; one histogram
 * @event: of the samples; unless @named, the first of the recording that has had a sample
 * @named: @event was asked for by its name
 * @samples: in the order of their times, if they are kept
 * @threads: of the samples, if they are kept
 * @first, @last: times of the first and the last sample
 * @keep: keep samples
 *
 * Free with perf_profile_free().
 */
struct perf_profile {
	PERF_VEC(struct perf_profile_sample) samples;
	PERF_VEC(struct perf_profile_thread) threads;
	struct perf_report report;
	const struct perf_data_event *event;
	bool named;
	struct perf_map thread_index;
	uint64_t first;
	uint64_t last;
	bool keep;
};

/**
 * perf_profile_begin() - choose the event, before samples are read
 * @profile: all zero but @keep
 * @session: open
 * @event: name of the event; NULL for the first that has samples
 * @error: text, with the events that there are
 *
 * Return: 0, -ENOENT if there is no such event, -ENOMEM.
 */
int perf_profile_begin(struct perf_profile *profile, const struct perf_session *session,
		       const char *event, struct perf_error *error);

/**
 * perf_profile_add() - count a sample
 * @profile: profile
 * @session: it is read from
 * @sample: of whichever event
 * @error: text
 *
 * Return: 0 or -ENOMEM.
 */
int perf_profile_add(struct perf_profile *profile, struct perf_session *session,
		     const struct perf_session_sample *sample, struct perf_error *error);

/**
 * perf_profile_end() - all samples were counted: threads are called what is known by now
 * @profile: profile
 * @error: text
 *
 * Return: 0 or -ENOMEM.
 */
int perf_profile_end(struct perf_profile *profile, struct perf_error *error);

/** perf_profile_free() - free all */
void perf_profile_free(struct perf_profile *profile);

/* What a function is, for its colour and category. */
enum perf_profile_kind {
	PERF_PROFILE_KERNEL	= 'k',
	PERF_PROFILE_USER	= 'u',
	PERF_PROFILE_INLINED	= 'i',
};

/**
 * perf_profile_name() - what a function is called in a profile
 * @report: perf_profile.report
 * @function: number
 * @text: result; an object in brackets if nothing is known of the function
 * @size: of @text
 */
void perf_profile_name(const struct perf_report *report, uint32_t function, char *text,
		       size_t size);

/** perf_profile_kind() - code of the kernel, of a program, or inlined */
enum perf_profile_kind perf_profile_kind(const struct perf_report *report, uint32_t function);

#endif /* PERF_REPORT_PROFILE_H */
