/* SPDX-License-Identifier: GPL-2.0-only */
/* From the samples of a session to the histograms of a report. */
#ifndef PERF_REPORT_COUNT_H
#define PERF_REPORT_COUNT_H

#include <stdbool.h>
#include <report/histogram.h>
#include <report/session.h>

/* What is counted of a sample. */
enum perf_count_mode {
	PERF_COUNT_PERIODS,
	PERF_COUNT_WEIGHTS,	/* what a memory access cost */
	PERF_COUNT_BRANCHES,	/* each branch of its branch stack, once */
};

/**
 * struct perf_counting - how samples are counted
 * @session: that they are from
 * @report: that they are counted in
 * @mode: what is counted
 * @stacks: with their call stacks, if they have some
 * @samples: how many were counted
 */
struct perf_counting {
	struct perf_session *session;
	struct perf_report *report;
	enum perf_count_mode mode;
	bool stacks;
	uint64_t samples;
};

/**
 * perf_count_events() - make the histograms of events that have none
 * @counting: how
 *
 * perf_count_sample() does so too, for a stream brings events late: then the histograms move.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_count_events(struct perf_counting *counting);

/**
 * perf_count_sample() - count a sample for each event that it stands for
 * @counting: how
 * @sample: sample
 * @trace: text of a tracepoint, or NULL
 * @frame: result: where the sample was; may be NULL
 * @error: text
 *
 * Return: 0 or -ENOMEM.
 */
int perf_count_sample(struct perf_counting *counting, const struct perf_session_sample *sample,
		      const char *trace, uint32_t *frame, struct perf_error *error);

/**
 * perf_count_other() - count a sample only as a part of the whole
 * @counting: how
 * @sample: sample that a filter leaves out
 * @error: text
 *
 * Return: 0 or -ENOMEM.
 */
int perf_count_other(struct perf_counting *counting, const struct perf_session_sample *sample,
		     struct perf_error *error);

/**
 * perf_count_record() - learn what a record that is no sample says of sort keys
 * @counting: how
 * @record: any record
 * @error: text
 *
 * Return: 0 or -ENOMEM.
 */
int perf_count_record(struct perf_counting *counting, const struct perf_data_record *record,
		      struct perf_error *error);

/**
 * perf_count_has_branches() - did all events record branches, and none of them call stacks?
 * @data: recording
 */
bool perf_count_has_branches(const struct perf_data *data);

#endif /* PERF_REPORT_COUNT_H */
