/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A profile: the stacks of one event's samples, added up, and optionally each sample with its
 * time and thread. The source of flame graphs and of the files of other profilers.
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
 * @period: number of events that it stands for
 * @call: node of its stack in perf_report.calls
 * @thread: index in perf_profile.threads
 */
struct perf_profile_sample {
	uint64_t time;
	uint64_t period;
	uint32_t call;
	uint32_t thread;
};

/**
 * struct perf_profile_thread - a sampled thread
 * @pid, @tid: ids
 * @comm: name at its last sample, for perf_machine_comm()
 */
struct perf_profile_thread {
	int32_t pid;
	int32_t tid;
	uint32_t comm;
};

/**
 * struct perf_profile - a profile
 * @samples: by time, if @keep
 * @threads: of @samples, if @keep
 * @report: stacks of the samples; one histogram, sorted by PERF_SORT_COMM
 * @event: event of the samples; unless @named, the first of the recording that has a sample
 * @named: the user gave the name of @event
 * @wall: count all events of time on the CPU and off it, which are in ns
 * @thread_index: index + 1 in @threads, by pid << 32 | tid
 * @first, @last: times of the first and the last sample, ns
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
	bool wall;
	struct perf_map thread_index;
	uint64_t first;
	uint64_t last;
	bool keep;
};
int perf_profile_begin(struct perf_profile *profile, const struct perf_session *session,
		       const char *event, struct perf_error *error);
int perf_profile_add(struct perf_profile *profile, struct perf_session *session,
		     const struct perf_session_sample *sample, struct perf_error *error);
int perf_profile_end(struct perf_profile *profile, struct perf_error *error);
void perf_profile_free(struct perf_profile *profile);

/* Kinds of functions, for colour and category. */
enum perf_profile_kind {
	PERF_PROFILE_KERNEL	= 'k',
	PERF_PROFILE_USER	= 'u',
	PERF_PROFILE_INLINED	= 'i',
};
void perf_profile_name(const struct perf_report *report, uint32_t function, char *text,
		       size_t size);
enum perf_profile_kind perf_profile_kind(const struct perf_report *report, uint32_t function);

#endif /* PERF_REPORT_PROFILE_H */
