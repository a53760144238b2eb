/* SPDX-License-Identifier: GPL-2.0-only */
/* Events that say when samples begin to count, and when they no longer do. */
#ifndef PERF_REPORT_SWITCH_H
#define PERF_REPORT_SWITCH_H

#include <stdbool.h>
#include <base/error.h>
#include <data/reader.h>

/**
 * struct perf_switch_names - what options say
 * @on: name of the event from which on samples count; NULL: from the first sample on
 * @off: name of the event from which on they do not, until @on comes again; NULL: they do
 * @shown: samples of these two events that switch count as well
 */
struct perf_switch_names {
	const char *on;
	const char *off;
	bool shown;
};

/**
 * struct perf_switch - what samples count now
 * @names: events, and whether they count
 * @is_off: samples do not count
 */
struct perf_switch {
	struct perf_switch_names names;
	bool is_off;
};

/**
 * perf_switch_init() - before the first sample
 * @state: result
 * @names: events; must outlive @state
 * @data: recording; its events must be known, unless it is a stream
 * @error: text
 *
 * Return: 0, or -EINVAL if the recording has no such event.
 */
int perf_switch_init(struct perf_switch *state, const struct perf_switch_names *names,
		     const struct perf_data *data, struct perf_error *error);

/**
 * perf_switch_check() - are there such events?
 * @names: events
 * @data: recording whose events are known
 * @error: text
 *
 * Return: 0 or -EINVAL.
 */
int perf_switch_check(const struct perf_switch_names *names, const struct perf_data *data,
		      struct perf_error *error);

/** perf_switch_used() - is there anything that switches? */
static inline bool perf_switch_used(const struct perf_switch *state)
{
	return state->names.on || state->names.off;
}

/**
 * perf_switch_passes() - does a sample count?
 * @state: state; the sample may switch it
 * @event: of the sample; samples come by time
 */
bool perf_switch_passes(struct perf_switch *state, const struct perf_data_event *event);

#endif /* PERF_REPORT_SWITCH_H */
