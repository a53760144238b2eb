// SPDX-License-Identifier: GPL-2.0-only
/* Tracepoints of locks, decoded by the formats that came with the recording. */
#include <errno.h>
#include <string.h>
#include <lock/events.h>
#include <model/tracing_data.h>

static const struct {
	const char *name;
	enum perf_lock_kind kind;
} kinds[] = {
	{ "contention_begin", PERF_LOCK_BEGIN },
	{ "contention_end", PERF_LOCK_END },
};

static bool is_lockdep(const char *name)
{
	return !strcmp(name, "lock_acquire") || !strcmp(name, "lock_acquired") ||
	       !strcmp(name, "lock_contended") || !strcmp(name, "lock_release");
}

/* The event of a format, NULL if the recording has none or it is known already. */
static struct perf_lock_fields *find_point(struct perf_lock_decoder *decoder, uint64_t id)
{
	size_t i;

	for (i = 0; i < decoder->points.count; i++)
		if (decoder->events[i]->attr.type == PERF_TYPE_TRACEPOINT &&
		    decoder->events[i]->attr.config == id && !decoder->points.at[i].kind)
			return &decoder->points.at[i];
	return NULL;
}

/* Takes the format over. */
static void use_format(struct perf_lock_decoder *decoder, struct perf_format format)
{
	struct perf_lock_fields *point = find_point(decoder, format.id);
	size_t k;

	format.swap = decoder->swap;
	for (k = 0; point && k < PERF_ARRAY_SIZE(kinds); k++) {
		if (strcmp(kinds[k].name, format.name))
			continue;
		point->kind = kinds[k].kind;
		point->format = format;
		point->addr = perf_format_find(&format, "lock_addr");
		point->flags = perf_format_find(&format, "flags");
		decoder->has |= 1u << point->kind;
		return;
	}
	decoder->lockdep |= point && is_lockdep(format.name);
	perf_format_free(&format);
}

static void add_format(void *context, const char *system, const char *text, size_t size)
{
	struct perf_format format;

	if (!strcmp(system, "lock") && !perf_format_parse(&format, text, size))
		use_format(context, format);
}

/* What events are called is missing as well: their numbers tell. */
static void borrow_formats(struct perf_lock_decoder *decoder)
{
	struct perf_format format;
	size_t k;

	for (k = 0; k < PERF_ARRAY_SIZE(kinds); k++)
		if (!perf_format_read(&format, "lock", kinds[k].name))
			use_format(decoder, format);
	decoder->borrowed = decoder->has;
}

static void set_order(void *context, const struct perf_tracing_machine *machine)
{
	struct perf_lock_decoder *decoder = context;

	decoder->swap = machine->swap;
}

int perf_lock_decoder_init(struct perf_lock_decoder *decoder, const struct perf_data *data,
			   struct perf_error *error)
{
	static const struct perf_tracing_calls calls = {
		.machine = set_order, .event = add_format,
	};
	const struct perf_data_env *env = perf_data_env(data);
	size_t nr, i;

	*decoder = (struct perf_lock_decoder){ 0 };
	decoder->events = perf_data_events(data, &nr);
	for (i = 0; i < nr; i++)
		if (!perf_vec_push(&decoder->points))
			return perf_error_memory(error);
	perf_tracing_data_walk(env->tracing_data, env->tracing_data_size, &calls, decoder);
	if (!env->tracing_data_size && !perf_data_is_foreign(data))
		borrow_formats(decoder);
	if (decoder->has & 1u << PERF_LOCK_BEGIN && decoder->has & 1u << PERF_LOCK_END)
		return 0;
	perf_error_set(error, EINVAL,
		       "the recording has no lock:contention_begin and lock:contention_end%s",
		       decoder->lockdep ? "; the events of lockdep are not looked at" : "");
	perf_error_hint(error, "'perf lock record' makes one that does");
	return -EINVAL;
}

bool perf_lock_decode(const struct perf_lock_decoder *decoder, unsigned int index,
		      const struct perf_sample *sample, struct perf_lock_event *event)
{
	const struct perf_lock_fields *point;

	if (index >= decoder->points.count || !decoder->points.at[index].kind)
		return false;
	point = &decoder->points.at[index];
	*event = (struct perf_lock_event){
		.kind = point->kind,
		.time = sample->time,
		.pid = (int32_t)sample->pid,
		.tid = (int32_t)sample->tid,
		.addr = perf_format_number(&point->format, point->addr, sample->raw,
					   sample->raw_size),
		.flags = (uint32_t)perf_format_number(&point->format, point->flags, sample->raw,
						      sample->raw_size),
	};
	return true;
}

void perf_lock_decoder_free(struct perf_lock_decoder *decoder)
{
	struct perf_lock_fields *point;

	perf_vec_each(&decoder->points, point)
		perf_format_free(&point->format);
	perf_vec_free(&decoder->points);
}
