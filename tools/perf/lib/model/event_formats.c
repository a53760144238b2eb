// SPDX-License-Identifier: GPL-2.0
/* perf_event_formats_walk(): formats of the tracepoints that a command decodes. */
#include <errno.h>
#include <string.h>
#include <model/event_formats.h>
#include <data/tracing_data.h>

struct walk {
	const struct perf_event_formats *formats;
	struct perf_map events;
	void *context;
	bool swap;
	bool used;
};

/**
 * perf_event_formats_events() - map tracepoints to the events of a recording
 * @events: filled: number of each tracepoint to the index of its first event
 * @data: recording
 *
 * With @events, the time for all formats is linear in formats plus events, not in their product.
 *
 * Return: 0 or -ENOMEM.
 */
int perf_event_formats_events(struct perf_map *events, const struct perf_data *data)
{
	const struct perf_data_event *const *list;
	uint64_t *index;
	size_t nr, i;
	bool added;

	list = perf_data_events(data, &nr);
	for (i = 0; i < nr; i++) {
		if (list[i]->attr.type != PERF_TYPE_TRACEPOINT)
			continue;
		index = perf_map_put(events, list[i]->attr.config, &added);
		if (!index)
			return -ENOMEM;
		if (added)
			*index = i;
	}
	return 0;
}

/* Pass @format to formats->use if it is of an event of the recording. */
static void formats_offer(struct walk *walk, struct perf_format *format)
{
	uint64_t index;

	format->swap = walk->swap;
	if (perf_map_get(&walk->events, format->id, &index) &&
	    walk->formats->use(walk->context, index, format))
		walk->used = true;
	else
		perf_format_free(format);
}

static void set_order(void *context, const struct perf_tracing_machine *machine)
{
	struct walk *walk = context;

	walk->swap = machine->swap;
}

static void on_format(void *context, const char *system, const char *text, size_t size)
{
	struct walk *walk = context;
	struct perf_format format;

	if (!strcmp(system, walk->formats->system) && !perf_format_parse(&format, text, size))
		formats_offer(walk, &format);
}

/**
 * perf_event_formats_walk() - find the formats of a recording's tracepoints
 * @formats: the formats to find
 * @data: recording
 * @context: argument of @formats->use
 *
 * A recording that was cut short has neither formats nor names of events: perf_format_read() then
 * reads this machine's, for tracepoints of the same number.
 *
 * Return: whether formats of this machine were used.
 */
bool perf_event_formats_walk(const struct perf_event_formats *formats,
			     const struct perf_data *data, void *context)
{
	static const struct perf_tracing_calls calls = { .machine = set_order, .event = on_format };
	const struct perf_data_env *env = perf_data_env(data);
	struct walk walk = { .formats = formats, .context = context };
	bool recorded = env->tracing_data_size || perf_data_is_foreign(data);
	const char *const *name;
	struct perf_format format;

	/* -ENOMEM is ignored: events left out of walk.events stay without a format. */
	perf_event_formats_events(&walk.events, data);
	if (recorded)
		perf_tracing_data_walk(env->tracing_data, env->tracing_data_size, &calls, &walk);
	for (name = formats->names; *name && !recorded; name++)
		if (!perf_format_read(&format, formats->system, *name))
			formats_offer(&walk, &format);
	perf_map_free(&walk.events);
	return walk.used && !recorded;
}
