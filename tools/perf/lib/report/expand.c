// SPDX-License-Identifier: GPL-2.0
/* Samples of groups. */
#include <report/expand.h>

static void expand_add(struct perf_expander *expander, const struct perf_data_event *event,
		       uint64_t period)
{
	struct perf_expanded *one = perf_vec_push(&expander->result);

	if (!one)
		return;
	one->event = event;
	one->period = period;
}

/* Counts only grow: the period of a member is the delta since its last sample. */
static void add_count(struct perf_expander *expander, const struct perf_data *data,
		      const struct perf_sample_count *count)
{
	const struct perf_data_event *event = perf_data_event_of_id(data, count->id);
	uint64_t *last, period;
	bool added;

	if (!event)
		return;
	last = perf_map_put(&expander->last, count->id, &added);
	if (!last)
		return;
	period = count->value - *last;
	*last = count->value;
	if (period)
		expand_add(expander, event, period);
}

/**
 * perf_expand() - return the samples that a sample stands for
 * @expander: state
 * @data: recording
 * @record: record of the sample
 * @sample: @record decoded
 * @nr: result: number of samples; unchanged counts, and those without memory, give none
 *
 * A sample without PERF_SAMPLE_READ and PERF_FORMAT_ID stands for itself.
 *
 * Return: the samples; valid until the next call.
 */
const struct perf_expanded *perf_expand(struct perf_expander *expander,
					const struct perf_data *data,
					const struct perf_data_record *record,
					const struct perf_sample *sample, size_t *nr)
{
	struct perf_sample_count count;
	uint64_t i;

	if (!(sample->fields & PERF_SAMPLE_READ) || !(sample->read_format & PERF_FORMAT_ID)) {
		expander->itself = (struct perf_expanded){ record->event, sample->period };
		*nr = 1;
		return &expander->itself;
	}
	expander->result.count = 0;
	for (i = 0; i < sample->nr_read; i++) {
		count = perf_sample_read_count(sample, i);
		add_count(expander, data, &count);
	}
	*nr = expander->result.count;
	return expander->result.at;
}

/** perf_expander_free() - free the state */
void perf_expander_free(struct perf_expander *expander)
{
	perf_map_free(&expander->last);
	perf_vec_free(&expander->result);
}
