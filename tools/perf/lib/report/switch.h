/* SPDX-License-Identifier: GPL-2.0 */
/* Events that switch the counting of samples on and off. */
#ifndef PERF_REPORT_SWITCH_H
#define PERF_REPORT_SWITCH_H

#include <stdbool.h>
#include <base/error.h>
#include <data/reader.h>

/**
 * struct perf_switch_names - events given by options
 * @on: event whose sample starts the counting; NULL: samples count from the first one on
 * @off: event whose sample stops it, until the next sample of @on; NULL: counting never stops
 * @shown: count the samples of @on and @off that switch
 */
struct perf_switch_names {
	const char *on;
	const char *off;
	bool shown;
};

/**
 * struct perf_switch - state of the counting
 * @names: events
 * @is_off: samples do not count
 */
struct perf_switch {
	struct perf_switch_names names;
	bool is_off;
};
int perf_switch_init(struct perf_switch *state, const struct perf_switch_names *names,
		     const struct perf_data *data, struct perf_error *error);
int perf_switch_check(const struct perf_switch_names *names, const struct perf_data *data,
		      struct perf_error *error);

/** perf_switch_used() - true if any event switches the counting */
static inline bool perf_switch_used(const struct perf_switch *state)
{
	return state->names.on || state->names.off;
}

bool perf_switch_passes(struct perf_switch *state, const struct perf_data_event *event);

#endif /* PERF_REPORT_SWITCH_H */
