// SPDX-License-Identifier: GPL-2.0
/* Names and groups of events. */
#include <errno.h>
#include <stdlib.h>
#include <data/reader_state.h>

/* ---- names ------------------------------------------------------------------------------ */

static bool has_name(const struct perf_env_event *described)
{
	return described->name && *described->name;
}

/* The event of env->events[@number]: the one with its first id, else the one of that index. */
static struct perf_data_event *described_event(struct perf_data *data, size_t number)
{
	const struct perf_env_event *described = &data->env->events[number];
	struct perf_data_event *event = NULL;

	if (described->nr_ids)
		event = perf_event_table_find(&data->events, described->ids[0]);
	return event || number >= data->events.nr ? event : data->events.events[number];
}

/* env->events is new: its descriptions may name any event. */
static int name_all(struct perf_data *data)
{
	const struct perf_data_env *env = data->env;
	const struct perf_env_event *described;
	struct perf_data_event *event;
	uint64_t *number;
	size_t i;

	perf_map_free(&data->naming.by_id);
	for (i = 0; i < env->nr_events; i++) {
		described = &env->events[i];
		if (!has_name(described))
			continue;
		event = described_event(data, i);
		if (event && !event->name)
			event->name = described->name;
		if (!described->nr_ids)
			continue;
		number = perf_map_put(&data->naming.by_id, described->ids[0], NULL);
		if (!number)
			return -ENOMEM;
		if (!*number)
			*number = i + 1;
	}
	data->naming.events = env->events;
	return 0;
}

/* Name @event by the description of the lowest index that belongs to it. */
static void name_event(struct perf_data *data, struct perf_data_event *event)
{
	const struct perf_data_env *env = data->env;
	size_t first = env->nr_events, i;
	uint64_t number;

	if (event->index < first && has_name(&env->events[event->index]) &&
	    described_event(data, event->index) == event)
		first = event->index;
	for (i = 0; i < event->nr_ids; i++)
		if (perf_map_get(&data->naming.by_id, event->ids[i], &number) && number - 1 < first)
			first = number - 1;
	if (first < env->nr_events && !event->name)
		event->name = env->events[first].name;
}

static int name_by_attr(struct perf_data *data, struct perf_data_event *event)
{
	struct perf_str traced = { 0 };
	char name[64];

	if (event->name)
		return 0;
	if (event->attr.type == PERF_TYPE_TRACEPOINT &&
	    perf_trace_names_find(&data->naming.trace, data->env, event->attr.config, &traced)) {
		event->name = perf_data_env_string(data->env, perf_str_text(&traced));
	} else {
		perf_event_attr_name(&event->attr, name, sizeof(name));
		event->name = perf_data_env_string(data->env, name);
	}
	perf_str_free(&traced);
	return event->name ? 0 : -ENOMEM;
}

/* ---- groups ----------------------------------------------------------------------------- */

static int compare_leaders(const void *left, const void *right, void *context)
{
	const struct perf_env_group *groups = context;
	const uint32_t *a = left, *b = right;

	if (groups[*a].leader != groups[*b].leader)
		return groups[*a].leader < groups[*b].leader ? -1 : 1;
	return (*a > *b) - (*a < *b);
}

static int begin_groups(struct perf_data_naming *naming, const struct perf_data_env *env)
{
	size_t i;

	free(naming->order);
	free(naming->heap);
	naming->order = calloc(env->nr_groups + 1, sizeof(*naming->order));
	naming->heap = calloc(env->nr_groups + 1, sizeof(*naming->heap));
	if (!naming->order || !naming->heap)
		return -ENOMEM;
	for (i = 0; i < env->nr_groups; i++)
		naming->order[i] = i;
	qsort_r(naming->order, env->nr_groups, sizeof(*naming->order), compare_leaders,
		env->groups);
	naming->groups = env->groups;
	naming->begun = 0;
	naming->waiting = 0;
	return 0;
}

static void push_group(struct perf_data_naming *naming, uint32_t group)
{
	size_t at = naming->waiting++;

	for (; at && naming->heap[(at - 1) / 2] < group; at = (at - 1) / 2)
		naming->heap[at] = naming->heap[(at - 1) / 2];
	naming->heap[at] = group;
}

/* Remove naming->heap[0], the greatest index of a group. */
static void pop_group(struct perf_data_naming *naming)
{
	uint32_t last = naming->heap[--naming->waiting];
	size_t at = 0, child;

	while ((child = 2 * at + 1) < naming->waiting) {
		if (child + 1 < naming->waiting && naming->heap[child + 1] > naming->heap[child])
			child++;
		if (naming->heap[child] < last)
			break;
		naming->heap[at] = naming->heap[child];
		at = child;
	}
	naming->heap[at] = last;
}

static bool is_before(const struct perf_env_group *group, size_t event)
{
	return (uint64_t)group->leader + group->members <= event;
}

/* The caller calls group_event() for events in the order of event->index. */
static void group_event(struct perf_data *data, struct perf_data_event *event)
{
	struct perf_data_naming *naming = &data->naming;
	const struct perf_env_group *groups = data->env->groups;

	while (naming->begun < data->env->nr_groups &&
	       groups[naming->order[naming->begun]].leader <= event->index)
		push_group(naming, naming->order[naming->begun++]);
	while (naming->waiting && is_before(&groups[naming->heap[0]], event->index))
		pop_group(naming);
	if (!naming->waiting)
		return;
	event->leader = groups[naming->heap[0]].leader;
	event->group_name = groups[naming->heap[0]].name;
}

/**
 * perf_data_name_events() - set name, leader and group_name of new events from the features
 * @data: reader
 *
 * Return: 0 or -ENOMEM.
 */
int perf_data_name_events(struct perf_data *data)
{
	struct perf_data_naming *naming = &data->naming;
	struct perf_data_event *event;
	size_t i;

	if (naming->events != data->env->events && name_all(data))
		return -ENOMEM;
	if (naming->groups != data->env->groups) {
		if (begin_groups(naming, data->env))
			return -ENOMEM;
		for (i = 0; i < naming->done; i++)
			group_event(data, data->events.events[i]);
	}
	for (; naming->done < data->events.nr; naming->done++) {
		event = data->events.events[naming->done];
		name_event(data, event);
		group_event(data, event);
		if (name_by_attr(data, event))
			return -ENOMEM;
	}
	return 0;
}

/** perf_data_naming_free() - free the tables of @naming */
void perf_data_naming_free(struct perf_data_naming *naming)
{
	perf_map_free(&naming->by_id);
	perf_trace_names_free(&naming->trace);
	free(naming->order);
	free(naming->heap);
}
