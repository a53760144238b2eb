// SPDX-License-Identifier: GPL-2.0
/*
 * Small records: perf_record_write(), perf_record_write_fixed(), and the records about an event
 * itself (LOST_SAMPLES, THROTTLE, UNTHROTTLE, ITRACE_START, AUX_OUTPUT_HW_ID).
 *
 * A small record is a header, a list of pieces (struct perf_record_part) and, with
 * attr.sample_id_all, a trailer. The caller of perf_record_write_fixed() has the whole record in
 * one piece, which costs less.
 *
 * Locks: none. Context: any, NMI included, preemption off, on the CPU that writes
 * the event's ring.
 */
#include <linux/export.h>
#include <linux/perf_event.h>

#include "ring/output.h"
#include "sample/record.h"

static void put_part(struct perf_output_handle *handle, const struct perf_record_part *part)
{
	if (part->data)
		perf_output_copy(handle, part->data, part->size);
	else
		perf_output_zero(handle, part->size);
}

/**
 * perf_record_write - write a record
 * @event: event whose ring gets the record
 * @type:  PERF_RECORD_*
 * @misc:  PERF_RECORD_MISC_*
 * @part:  pieces of the body, a multiple of eight bytes in sum
 * @nr:    number of pieces
 *
 * Return: 0; -ENOSPC if there is no ring, or perf_output_lose() counted the record as
 * lost; -E2BIG if the record, id fields included, would exceed U16_MAX bytes.
 */
int perf_record_write(struct perf_event *event, u32 type, u16 misc,
		      const struct perf_record_part *part, unsigned int nr)
{
	size_t size = sizeof(struct perf_event_header);
	struct perf_output_handle handle __uninitialized;
	struct perf_event_header header;
	struct perf_sample_data sample __uninitialized;
	unsigned int i;
	int err;

	for (i = 0; i < nr; i++)
		size += part[i].size;
	if (size + event->opened->id_header_size > U16_MAX)
		return -E2BIG;
	WARN_ON_ONCE(size % sizeof(u64));

	perf_event_header__init(&header, &sample, type, misc, size, event);
	err = perf_output_begin(&handle, &sample, event, header.size);
	if (err)
		return err;

	perf_output_put(&handle, header);
	for (i = 0; i < nr; i++)
		put_part(&handle, &part[i]);
	perf_event__output_id_sample(event, &handle, &sample);
	perf_output_end(&handle);
	return 0;
}

/**
 * perf_record_write_fixed - write a record that the caller has in one piece
 * @event:  event whose ring gets the record
 * @type:   PERF_RECORD_*
 * @misc:   PERF_RECORD_MISC_*
 * @record: room for the header, the body, and PERF_OUTPUT_TRAILER_WORDS behind it
 * @size:   bytes of header and body, a multiple of eight
 *
 * Return: 0; -ENOSPC as perf_record_write().
 */
int perf_record_write_fixed(struct perf_event *event, u32 type, u16 misc,
			    struct perf_event_header *record, size_t size)
{
	struct perf_output_handle handle __uninitialized;
	struct perf_sample_data sample __uninitialized;
	int err;

	perf_event_header__init(record, &sample, type, misc, size, event);
	if (event->attr.sample_id_all)
		perf_output_trailer((void *)record + size, &sample, event->attr.sample_type);
	err = perf_output_begin(&handle, &sample, event, record->size);
	if (err)
		return err;
	perf_output_copy(&handle, record, record->size);
	perf_output_end(&handle);
	return 0;
}

/**
 * perf_log_lost_samples - write PERF_RECORD_LOST_SAMPLES: the hardware dropped samples
 * @event: event that was sampled
 * @lost:  number of samples
 *
 * Context: any, NMI included.
 */
void perf_log_lost_samples(struct perf_event *event, u64 lost)
{
	struct {
		struct perf_event_header	header;
		u64				lost;
		u64				trailer[PERF_OUTPUT_TRAILER_WORDS];
	} record __uninitialized;

	record.lost = lost;
	guard(preempt_notrace)();
	perf_record_write_fixed(event, PERF_RECORD_LOST_SAMPLES, 0, &record.header,
				offsetof(typeof(record), trailer));
}

/**
 * perf_record_throttle - write PERF_RECORD_THROTTLE or PERF_RECORD_UNTHROTTLE
 * @event:  event whose interrupts are too frequent
 * @enable: false: @event is being stopped; true: @event continues
 */
void perf_record_throttle(struct perf_event *event, bool enable)
{
	struct {
		struct perf_event_header	header;
		u64				time;
		u64				id;
		u64				stream_id;
		u64				trailer[PERF_OUTPUT_TRAILER_WORDS];
	} record __uninitialized;

	record.time = perf_event_clock(event);
	record.id = perf_event_primary_id(event);
	record.stream_id = event->id;
	perf_record_write_fixed(event, enable ? PERF_RECORD_UNTHROTTLE : PERF_RECORD_THROTTLE, 0,
				&record.header, offsetof(typeof(record), trailer));
}

/**
 * perf_event_itrace_started - write no more ITRACE_START records for an event
 * @event: an instruction trace event, which is running
 *
 * For drivers that trace until the event is freed: a decoder needs only one
 * PERF_RECORD_ITRACE_START then.
 *
 * Context: on the event's CPU, IRQs off.
 */
void perf_event_itrace_started(struct perf_event *event)
{
	WRITE_ONCE(event->attach_state, event->attach_state | PERF_ATTACH_ITRACE);
}
EXPORT_SYMBOL_GPL(perf_event_itrace_started);

/**
 * perf_record_itrace_start - write PERF_RECORD_ITRACE_START with the current task's ids
 * @event: an event that is about to be scheduled in
 *
 * Nothing is written if the PMU traces no instructions, or its driver has called
 * perf_event_itrace_started().
 *
 * Context: on the event's CPU, IRQs off.
 */
void perf_record_itrace_start(struct perf_event *event)
{
	struct {
		struct perf_event_header	header;
		u32				pid, tid;
		u64				trailer[PERF_OUTPUT_TRAILER_WORDS];
	} record __uninitialized;

	if (!(event->pmu->capabilities & PERF_PMU_CAP_ITRACE) ||
	    event->attach_state & PERF_ATTACH_ITRACE)
		return;

	record.pid = perf_event_pid(event, current);
	record.tid = perf_event_tid(event, current);
	perf_record_write_fixed(event, PERF_RECORD_ITRACE_START, 0, &record.header,
				offsetof(typeof(record), trailer));
}

/**
 * perf_report_aux_output_id - write PERF_RECORD_AUX_OUTPUT_HW_ID
 * @event: an event that outputs to the AUX area of its group's leader
 * @hw_id: value that marks the event in the AUX data
 *
 * Context: on the event's CPU, IRQs off.
 */
void perf_report_aux_output_id(struct perf_event *event, u64 hw_id)
{
	struct {
		struct perf_event_header	header;
		u64				hw_id;
		u64				trailer[PERF_OUTPUT_TRAILER_WORDS];
	} record __uninitialized;

	record.hw_id = hw_id;
	perf_record_write_fixed(event, PERF_RECORD_AUX_OUTPUT_HW_ID, 0, &record.header,
				offsetof(typeof(record), trailer));
}
EXPORT_SYMBOL_GPL(perf_report_aux_output_id);
