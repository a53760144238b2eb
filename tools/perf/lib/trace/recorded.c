// SPDX-License-Identifier: GPL-2.0
/* Tracing from a recording. Its processes are gone, so perf_trace_tasks.live stays false. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <model/event_formats.h>
#include <data/tracing_data.h>
#include <trace/recorded.h>
#include <trace/selection.h>

/* Bytes of text at which flush() is called. */
#define FLUSH_BYTES	(64 * 1024)

struct recorded {
	struct perf_data *data;
	struct perf_tracer *tracer;
	struct perf_trace_event *events;
	const struct perf_data_event *const *from;
	size_t count;
	struct perf_map by_tracepoint;
	bool no_memory;
};

static void add_format(void *context, const char *system, const char *text, size_t size)
{
	struct recorded *recorded = context;
	struct perf_format format;
	uint64_t index;
	int ret;

	(void)system;
	ret = perf_format_parse(&format, text, size);
	if (ret) {
		recorded->no_memory |= ret == -ENOMEM;
		return;
	}
	if (perf_map_get(&recorded->by_tracepoint, format.id, &index) &&
	    index < recorded->count && !recorded->events[index].format.memory)
		recorded->events[index].format = format;
	else
		perf_format_free(&format);
}

static int recorded_check(const struct recorded *recorded, const struct perf_data *data,
			  struct perf_error *error)
{
	const char *arch = perf_data_env(data)->arch;
	struct utsname here;
	size_t i;

	uname(&here);
	if (perf_data_is_foreign(data) || (arch && strcmp(arch, here.machine)))
		return perf_error_set(error, EINVAL,
				      "recorded on %s: system calls have other numbers there",
				      arch ? arch : "another kind of machine");
	for (i = 0; i < recorded->count; i++)
		if (recorded->events[i].kind != PERF_TRACE_OTHER)
			return 0;
	perf_error_set(error, EINVAL, "the recording has no system calls");
	perf_error_hint(error, "'perf trace record' makes one that has");
	return -EINVAL;
}

static int recorded_describe(struct recorded *recorded, const struct perf_data *data,
			     struct perf_error *error)
{
	static const struct perf_tracing_calls calls = { .event = add_format };
	const struct perf_data_env *env = perf_data_env(data);
	size_t i;
	int ret;

	recorded->events = calloc(recorded->count + 1, sizeof(*recorded->events));
	if (!recorded->events)
		return perf_error_memory(error);
	for (i = 0; i < recorded->count; i++) {
		const struct perf_data_event *from = recorded->from[i];
		struct perf_trace_event *event = &recorded->events[i];

		event->name = from->name;
		event->kind = perf_trace_event_kind(&from->attr, from->name);
		recorded->tracer->syscalls_traced |= event->kind == PERF_TRACE_EXIT;
	}
	recorded->no_memory = perf_event_formats_events(&recorded->by_tracepoint, data);
	perf_tracing_data_walk(env->tracing_data, env->tracing_data_size, &calls, recorded);
	if (recorded->no_memory)
		return perf_error_memory(error);
	ret = recorded_check(recorded, data, error);
	return ret ? ret : perf_trace_switch_check(recorded->tracer->options, recorded->events,
						   recorded->count, error);
}

/* Creates tracer->chains if an event has call chains, or is a fault. */
static int prepare_chains(const struct recorded *recorded, const struct perf_data *data,
			  struct perf_error *error)
{
	struct perf_tracer *tracer = recorded->tracer;
	size_t i;

	for (i = 0; i < recorded->count; i++)
		if (recorded->from[i]->attr.sample_type & PERF_SAMPLE_CALLCHAIN ||
		    perf_trace_is_fault(recorded->events[i].kind))
			break;
	if (i == recorded->count || tracer->options->no_lines || tracer->options->no_chains)
		return 0;
	tracer->chains = perf_trace_chains_create(perf_data_env(data), false,
						  tracer->options->max_stack);
	return tracer->chains ? 0 : perf_error_memory(error);
}

static bool has_switches(const struct perf_trace_options *options, const char *name)
{
	return (options->switch_on && !strcmp(options->switch_on, name)) ||
	       (options->switch_off && !strcmp(options->switch_off, name));
}

/*
 * Passes samples to the tracer, except those of PERF_TRACE_OTHER events that do not switch.
 * leave() in tracer.c drops calls outside of options->calls, since the recording has all.
 */
static int on_sample(struct recorded *recorded, const struct perf_data_record *record)
{
	const unsigned int index = record->event->index;
	struct perf_sample sample;

	/* A recording from a pipe may define events that recorded_describe() has not seen. */
	if (index >= recorded->count || (recorded->events[index].kind == PERF_TRACE_OTHER &&
					 !has_switches(recorded->tracer->options,
						       record->event->name)))
		return 0;
	if (perf_data_sample(record, &sample)) {
		perf_data_count_bad(recorded->data);
		return 0;
	}
	return perf_tracer_sample(recorded->tracer, &recorded->events[index], &sample);
}

static int on_record(struct recorded *recorded, const struct perf_data_record *record)
{
	struct perf_trace_tasks *tasks = &recorded->tracer->tasks;
	const struct perf_record_comm *comm = (const void *)record->header;
	const struct perf_record_fork *task = (const void *)record->header;
	const struct perf_record_lost *lost = (const void *)record->header;
	struct perf_trace_task *named;

	if (recorded->tracer->chains && record->header->type != PERF_RECORD_SAMPLE &&
	    perf_trace_chains_record(recorded->tracer->chains, record))
		return -ENOMEM;
	switch (record->header->type) {
	case PERF_RECORD_SAMPLE:
		return on_sample(recorded, record);
	case PERF_RECORD_COMM:
		named = perf_trace_task(tasks, (int32_t)comm->pid, (int32_t)comm->tid);
		if (!named)
			return -ENOMEM;
		perf_trace_task_name(named, comm->comm,
				     perf_data_string_size(record, comm->comm));
		return 0;
	case PERF_RECORD_FORK:
		return perf_trace_fork(tasks, (int32_t)task->pid, (int32_t)task->tid,
				       (int32_t)task->ppid, (int32_t)task->ptid);
	case PERF_RECORD_LOST:
		perf_tracer_lost(recorded->tracer, lost->lost);
		return 0;
	default:
		return 0;
	}
}

static int read_all(struct recorded *recorded, struct perf_data *data, perf_trace_flush *flush,
		    void *context, struct perf_error *error)
{
	struct perf_str *text = &recorded->tracer->text;
	struct perf_data_record record;
	int ret, more;

	do {
		more = perf_data_next(data, &record, error);
		if (more <= 0)
			break;
		ret = on_record(recorded, &record);
		if (ret < 0)
			return perf_error_memory(error);
		if (text->length >= FLUSH_BYTES && flush(context, text))
			return 0;
	} while (!ret);
	flush(context, text);
	return more < 0 ? more : 0;
}

/**
 * perf_trace_recorded() - pass the events of a recording to a tracer
 * @tracer: processes the events
 * @data: recording, at its start
 * @flush: writes the text
 * @context: passed to @flush
 * @error: filled on failure
 *
 * Return: 0 or a negative errno: -EINVAL if there is nothing to trace, or if the recording is
 * from another kind of machine, where system calls have other numbers.
 */
int perf_trace_recorded(struct perf_tracer *tracer, struct perf_data *data,
			perf_trace_flush *flush, void *context, struct perf_error *error)
{
	struct recorded recorded = { .data = data, .tracer = tracer };
	size_t i;
	int ret;

	recorded.from = perf_data_events(data, &recorded.count);
	ret = recorded_describe(&recorded, data, error);
	if (!ret)
		ret = prepare_chains(&recorded, data, error);
	if (!ret)
		ret = read_all(&recorded, data, flush, context, error);
	for (i = 0; recorded.events && i < recorded.count; i++)
		perf_format_free(&recorded.events[i].format);
	free(recorded.events);
	perf_map_free(&recorded.by_tracepoint);
	return ret;
}
