/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Samples of groups (PERF_SAMPLE_READ, event modifier S): the leader's sample holds the counts of
 * all members and stands for one sample of each.
 */
#ifndef PERF_REPORT_EXPAND_H
#define PERF_REPORT_EXPAND_H

#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/reader.h>

/* One of the samples that a group leader's sample stands for; period: delta of the count. */
struct perf_expanded {
	const struct perf_data_event *event;
	uint64_t period;
};

/**
 * struct perf_expander - counts of the previous samples
 * @itself: result for a sample that holds no counts
 * @result: result of the last perf_expand() for a sample with counts
 * @last: last count of each event id
 *
 * All zero before the first sample; free with perf_expander_free().
 */
struct perf_expander {
	struct perf_expanded itself;
	PERF_VEC(struct perf_expanded) result;
	struct perf_map last;
};
const struct perf_expanded *perf_expand(struct perf_expander *expander,
					const struct perf_data *data,
					const struct perf_data_record *record,
					const struct perf_sample *sample, size_t *nr);
void perf_expander_free(struct perf_expander *expander);

#endif /* PERF_REPORT_EXPAND_H */
