// SPDX-License-Identifier: GPL-2.0
/* Decodes tracepoints of locks by the formats that came with the recording. */
#include <errno.h>
#include <string.h>
#include <lock/events.h>
#include <model/event_formats.h>

static const char *const names[] = { "contention_begin", "contention_end", NULL };

static bool is_lockdep(const char *name)
{
	return !strcmp(name, "lock_acquire") || !strcmp(name, "lock_acquired") ||
	       !strcmp(name, "lock_contended") || !strcmp(name, "lock_release");
}

static bool use_format(void *context, size_t index, struct perf_format *format)
{
	struct perf_lock_decoder *decoder = context;
	struct perf_lock_fields *point = &decoder->points.at[index];
	bool begins = !strcmp(format->name, names[0]);

	decoder->lockdep |= is_lockdep(format->name);
	if (point->kind || (!begins && strcmp(format->name, names[1])))
		return false;
	point->kind = begins ? PERF_LOCK_BEGIN : PERF_LOCK_END;
	point->format = *format;
	point->addr = perf_format_find(&point->format, "lock_addr");
	point->flags = perf_format_find(&point->format, "flags");
	decoder->has |= 1u << point->kind;
	return true;
}

/**
 * perf_lock_decoder_init() - prepare decoding the events of a recording
 * @decoder: result; free with perf_lock_decoder_free(), also on failure
 * @data: recording
 * @error: filled on failure
 *
 * Return: 0; -EINVAL if contention_begin or contention_end is missing; -ENOMEM.
 */
int perf_lock_decoder_init(struct perf_lock_decoder *decoder, const struct perf_data *data,
			   struct perf_error *error)
{
	static const struct perf_event_formats formats = {
		.system = "lock", .names = names, .use = use_format,
	};
	size_t nr, i;

	*decoder = (struct perf_lock_decoder){ 0 };
	perf_data_events(data, &nr);
	for (i = 0; i < nr; i++)
		if (!perf_vec_push(&decoder->points))
			return perf_error_memory(error);
	decoder->borrowed = perf_event_formats_walk(&formats, data, decoder);
	if (decoder->has & 1u << PERF_LOCK_BEGIN && decoder->has & 1u << PERF_LOCK_END)
		return 0;
	perf_error_set(error, EINVAL,
		       "the recording has no lock:contention_begin and lock:contention_end%s",
		       decoder->lockdep ? "; the events of lockdep are not looked at" : "");
	perf_error_hint(error, "'perf lock record' makes one that does");
	return -EINVAL;
}

/** perf_lock_decode() - decode a sample of event @index; false if it is no event of locks */
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

/** perf_lock_decoder_free() - free a decoder */
void perf_lock_decoder_free(struct perf_lock_decoder *decoder)
{
	struct perf_lock_fields *point;

	perf_vec_each(&decoder->points, point)
		perf_format_free(&point->format);
	perf_vec_free(&decoder->points);
}
