// SPDX-License-Identifier: GPL-2.0
/*
 * Decodes tracepoints of the scheduler by the formats that came with the recording, as kernel
 * versions differ in the fields.
 */
#include <errno.h>
#include <string.h>
#include <model/event_formats.h>
#include <sched/events.h>

/* In the order of enum perf_sched_kind, less its first, PERF_SCHED_OTHER. */
static const char *const names[] = {
	"sched_switch", "sched_waking", "sched_wakeup", "sched_wakeup_new",
	"sched_migrate_task", "sched_stat_runtime", NULL
};

static void find_fields(struct perf_sched_fields *point)
{
	const struct perf_format *format = &point->format;
	bool is_switch = point->kind == PERF_SCHED_SWITCH;

	point->tid = perf_format_find(format, is_switch ? "prev_pid" : "pid");
	point->comm = perf_format_find(format, is_switch ? "prev_comm" : "comm");
	point->prio = perf_format_find(format, is_switch ? "prev_prio" : "prio");
	point->state = perf_format_find(format, "prev_state");
	point->next_tid = perf_format_find(format, "next_pid");
	point->next_prio = perf_format_find(format, "next_prio");
	point->next_comm = perf_format_find(format, "next_comm");
	point->from_cpu = perf_format_find(format, "orig_cpu");
	point->to_cpu = perf_format_find(format, "dest_cpu");
	point->runtime = perf_format_find(format, "runtime");
}

static bool use_format(void *context, size_t index, struct perf_format *format)
{
	struct perf_sched_decoder *decoder = context;
	struct perf_sched_fields *point = &decoder->points.at[index];
	unsigned int i;

	for (i = 0; names[i]; i++)
		if (!strcmp(names[i], format->name))
			break;
	if (!names[i] || point->kind)
		return false;
	point->kind = i + 1;
	point->format = *format;
	find_fields(point);
	decoder->has |= 1u << point->kind;
	return true;
}

/**
 * perf_sched_decoder_init() - prepare decoding the events of a recording
 * @decoder: result; free with perf_sched_decoder_free(), also on failure
 * @data: recording
 * @error: filled on failure
 *
 * Return: 0; -EINVAL if the recording has no sched_switch; -ENOMEM.
 */
int perf_sched_decoder_init(struct perf_sched_decoder *decoder, const struct perf_data *data,
			    struct perf_error *error)
{
	static const struct perf_event_formats formats = {
		.system = "sched", .names = names, .use = use_format,
	};
	size_t nr, i;

	*decoder = (struct perf_sched_decoder){ 0 };
	perf_data_events(data, &nr);
	for (i = 0; i < nr; i++)
		if (!perf_vec_push(&decoder->points))
			return perf_error_memory(error);
	decoder->borrowed = perf_event_formats_walk(&formats, data, decoder);
	if (decoder->has & 1u << PERF_SCHED_SWITCH)
		return 0;
	perf_error_set(error, EINVAL, "the recording has no context switches (sched:sched_switch)");
	perf_error_hint(error, "'perf sched record' makes one that has");
	return -EINVAL;
}

/** perf_sched_decoder_free() - free a decoder */
void perf_sched_decoder_free(struct perf_sched_decoder *decoder)
{
	struct perf_sched_fields *point;

	perf_vec_each(&decoder->points, point)
		perf_format_free(&point->format);
	perf_vec_free(&decoder->points);
}

/*
 * The lowest bit that is set decides, as in the kernel's print format of sched_switch. Bit 8
 * (TASK_REPORT_MAX) is set alone, for a preempted task: R.
 */
static char state_letter(uint64_t state)
{
	static const char letters[] = "SDTtXZPI";
	unsigned int bit;

	for (bit = 0; bit < 8; bit++)
		if (state & 1u << bit)
			return letters[bit];
	return 'R';
}

static void get_comm(const struct perf_format *format, const struct perf_format_field *field,
		     const struct perf_sample *sample, char *comm)
{
	size_t length;
	const char *text = perf_format_bytes(format, field, sample->raw, sample->raw_size,
					     &length);

	if (length >= PERF_SCHED_COMM_SIZE)
		length = PERF_SCHED_COMM_SIZE - 1;
	if (text)
		memcpy(comm, text, length);
	comm[text ? length : 0] = '\0';
}

/**
 * perf_sched_decode() - decode a sample
 * @decoder: decoder
 * @index: index of its event
 * @sample: sample
 * @event: result
 *
 * Return: true for an event of the scheduler.
 */
bool perf_sched_decode(const struct perf_sched_decoder *decoder, unsigned int index,
		       const struct perf_sample *sample, struct perf_sched_event *event)
{
	const struct perf_sched_fields *point = &decoder->points.at[index];
	const struct perf_format *format = &point->format;

	if (index >= decoder->points.count || !point->kind)
		return false;
#define NUMBER(field_)	perf_format_number(format, point->field_, sample->raw, sample->raw_size)
	*event = (struct perf_sched_event){
		.kind = point->kind,
		.time = sample->time,
		/* Samples without PERF_SAMPLE_CPU, of one program, are printed in one column. */
		.cpu = sample->cpu == PERF_SAMPLE_NO_CPU ? 0 : sample->cpu,
		.by_pid = (int32_t)sample->pid,
		.by_tid = (int32_t)sample->tid,
		.tid = (int32_t)NUMBER(tid),
		.prio = (int32_t)NUMBER(prio),
		.state = state_letter(NUMBER(state)),
		.next_tid = (int32_t)NUMBER(next_tid),
		.next_prio = (int32_t)NUMBER(next_prio),
		.from_cpu = (uint32_t)NUMBER(from_cpu),
		.to_cpu = (uint32_t)NUMBER(to_cpu),
		.runtime = NUMBER(runtime),
	};
#undef NUMBER
	get_comm(format, point->comm, sample, event->comm);
	get_comm(format, point->next_comm, sample, event->next_comm);
	return true;
}
