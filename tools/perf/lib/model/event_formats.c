// SPDX-License-Identifier: GPL-2.0-only
/* Formats of those tracepoints of a recording that somebody decodes. */
#include <string.h>
#include <model/event_formats.h>
#include <model/tracing_data.h>

struct walk {
	const struct perf_event_formats *formats;
	const struct perf_data_event *const *events;
	size_t nr_events;
	void *context;
	bool swap;
	bool used;
};

/* Offers a format to the events it is of, until it is taken over. */
static void offer(struct walk *walk, struct perf_format *format)
{
	size_t i;

	format->swap = walk->swap;
	for (i = 0; i < walk->nr_events; i++) {
		if (walk->events[i]->attr.type != PERF_TYPE_TRACEPOINT ||
		    walk->events[i]->attr.config != format->id)
			continue;
		if (walk->formats->use(walk->context, i, format)) {
			walk->used = true;
			return;
		}
	}
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
		offer(walk, &format);
}

bool perf_event_formats_walk(const struct perf_event_formats *formats,
			     const struct perf_data *data, void *context)
{
	static const struct perf_tracing_calls calls = { .machine = set_order, .event = on_format };
	const struct perf_data_env *env = perf_data_env(data);
	struct walk walk = { .formats = formats, .context = context };
	const char *const *name;
	struct perf_format format;

	walk.events = perf_data_events(data, &walk.nr_events);
	if (env->tracing_data_size || perf_data_is_foreign(data)) {
		perf_tracing_data_walk(env->tracing_data, env->tracing_data_size, &calls, &walk);
		return false;
	}
	for (name = formats->names; *name; name++)
		if (!perf_format_read(&format, formats->system, *name))
			offer(&walk, &format);
	return walk.used;
}
