/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of groups (attr.read_format with PERF_FORMAT_GROUP, modifier S): the leader's
 * sample holds the counts of all members, and stands for a sample of each.
 */
#ifndef PERF_REPORT_EXPAND_H
#define PERF_REPORT_EXPAND_H

#include <stdint.h>
#include <base/map.h>
#include <base/vec.h>
#include <data/reader.h>

/* One of the samples that a sample stands for. */
struct perf_expanded {
	const struct perf_data_event *event;
	uint64_t period;
};

/**
 * struct perf_expander - keeps the counts of the samples before
 *
 * All zero before the first sample; free with perf_expander_free().
 */
struct perf_expander {
	struct perf_expanded itself;	/* what a sample stands for that is no group's */
	PERF_VEC(struct perf_expanded) result;
	struct perf_map last;
};

/**
 * perf_expand() - the samples that a sample stands for
 * @expander: state
 * @data: recording
 * @record: the sample's record
 * @sample: the same, decoded
 * @nr: result: how many; 0 if nothing was counted, or without memory
 *
 * Return: the samples; valid until the next call.
 */
const struct perf_expanded *perf_expand(struct perf_expander *expander,
					const struct perf_data *data,
					const struct perf_data_record *record,
					const struct perf_sample *sample, size_t *nr);

/** perf_expander_free() - free the state */
void perf_expander_free(struct perf_expander *expander);

#endif /* PERF_REPORT_EXPAND_H */
