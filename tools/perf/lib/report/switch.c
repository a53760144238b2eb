// SPDX-License-Identifier: GPL-2.0
/* Events that switch the counting of samples on and off. */
#include <errno.h>
#include <string.h>
#include <base/str.h>
#include <report/switch.h>

static int check_event(const struct perf_data *data, const char *option, const char *name,
		       struct perf_error *error)
{
	const struct perf_data_event *const *events;
	struct perf_nearest nearest;
	size_t nr, i;

	if (!name)
		return 0;
	perf_nearest_init(&nearest, name);
	events = perf_data_events(data, &nr);
	for (i = 0; i < nr; i++) {
		if (!strcmp(events[i]->name, name))
			return 0;
		perf_nearest_offer(&nearest, events[i]->name);
	}
	perf_error_set(error, EINVAL, "%s: the recording has no event '%s'", option, name);
	if (nearest.best)
		perf_error_hint(error, "Did you mean '%s'?", nearest.best);
	return -EINVAL;
}

/**
 * perf_switch_check() - check that a recording has the events
 * @names: events
 * @data: recording whose events were all read
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int perf_switch_check(const struct perf_switch_names *names, const struct perf_data *data,
		      struct perf_error *error)
{
	int err = check_event(data, "--switch-on", names->on, error);

	return err ? err : check_event(data, "--switch-off", names->off, error);
}

/**
 * perf_switch_init() - set the state before the first sample
 * @state: result
 * @names: events; must outlive @state
 * @data: recording; unless it is a stream, it must have the events
 * @error: filled on failure
 *
 * Return: 0, or -EINVAL if the recording has no such event.
 */
int perf_switch_init(struct perf_switch *state, const struct perf_switch_names *names,
		     const struct perf_data *data, struct perf_error *error)
{
	int err;

	*state = (struct perf_switch){ .names = *names, .is_off = names->on };
	/* The events of a stream come with its records. */
	if (perf_data_is_stream(data))
		return 0;
	err = perf_switch_check(names, data, error);
	if (err)
		perf_error_hint(error, "'perf evlist' shows its events");
	return err;
}

/**
 * perf_switch_passes() - true if a sample counts
 * @state: state; a sample of the awaited event switches it
 * @event: event of the sample; samples must come by time
 */
bool perf_switch_passes(struct perf_switch *state, const struct perf_data_event *event)
{
	const char *awaited = state->is_off ? state->names.on : state->names.off;

	if (!awaited || strcmp(event->name, awaited))
		return !state->is_off;
	state->is_off = !state->is_off;
	return state->names.shown;
}
