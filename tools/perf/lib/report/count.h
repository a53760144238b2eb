/* SPDX-License-Identifier: GPL-2.0 */
/* Counts the samples of a session in the histograms of a report. */
#ifndef PERF_REPORT_COUNT_H
#define PERF_REPORT_COUNT_H

#include <stdbool.h>
#include <report/histogram.h>
#include <report/session.h>

/* The number that a sample adds to its histogram row. */
enum perf_count_mode {
	PERF_COUNT_PERIODS,
	PERF_COUNT_WEIGHTS,	/* sample.weight, the cost of a memory access; 1 if 0 */
	PERF_COUNT_BRANCHES,	/* 1 for each branch of its branch stack */
};

/**
 * struct perf_counting - how to count samples
 * @session: session of the samples
 * @report: report whose histograms count them
 * @mode: number to count
 * @stacks: count by call stack, for samples with PERF_SAMPLE_CALLCHAIN
 * @samples: number of samples given to perf_count_sample(), less those without the symbol that
 *	perf_filter.known requires
 */
struct perf_counting {
	struct perf_session *session;
	struct perf_report *report;
	enum perf_count_mode mode;
	bool stacks;
	uint64_t samples;
};
int perf_count_events(struct perf_counting *counting);
int perf_count_sample(struct perf_counting *counting, const struct perf_session_sample *sample,
		      const char *trace, uint32_t *frame, struct perf_error *error);
int perf_count_other(struct perf_counting *counting, const struct perf_session_sample *sample,
		     struct perf_error *error);
int perf_count_record(struct perf_counting *counting, const struct perf_data_record *record,
		      struct perf_error *error);
bool perf_count_has_branches(const struct perf_data *data);

#endif /* PERF_REPORT_COUNT_H */
