// SPDX-License-Identifier: GPL-2.0
/*
 * Small records: the common way to write one, and those about an event itself
 * (THROTTLE, UNTHROTTLE, ITRACE_START, AUX_OUTPUT_HW_ID).
 *
 * A small record is a list of pieces put one behind the other, then the trailer
 * that attr.sample_id_all asks for. Who describes it need not know how it gets
 * into a ring.
 *
 * Locks: none. Context: any, NMI included, preemption off, on the CPU that writes
 * the event's ring.
 */
#include <linux/export.h>
#include <linux/perf_event.h>

#include "ring/output.h"
#include "sample/notice.h"

static void put_part(struct perf_output_handle *handle, const struct perf_record_part *part)
{
	if (part->data)
		perf_output_copy(handle, part->data, part->size);
	else
		perf_output_zero(handle, part->size);
}

/**
 * perf_notice_write - write a record
 * @event: event whose ring gets it
 * @type:  PERF_RECORD_*
 * @misc:  PERF_RECORD_MISC_*
 * @part:  body, piece by piece: a multiple of eight bytes in sum
 * @nr:    number of pieces
 *
 * Return: 0; -ENOSPC if there is no ring or no room in it, in which case the ring
 * counts the record as lost; -E2BIG if no record can hold that much.
 */
int perf_notice_write(struct perf_event *event, u32 type, u16 misc,
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
	if (size + event->id_header_size > U16_MAX)
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
 * perf_sideband_throttle - tell that an event is stopped for its many interrupts
 * @event:  the event
 * @enable: false: it is being stopped; true: it goes on
 */
void perf_sideband_throttle(struct perf_event *event, bool enable)
{
	const struct {
		u64	time;
		u64	id;
		u64	stream_id;
	} body = {
		.time		= perf_event_clock(event),
		.id		= perf_event_primary_id(event),
		.stream_id	= event->id,
	};
	const struct perf_record_part part = { &body, sizeof(body) };

	perf_notice_write(event, enable ? PERF_RECORD_UNTHROTTLE : PERF_RECORD_THROTTLE, 0,
			  &part, 1);
}

/**
 * perf_event_itrace_started - no more ITRACE_START records for this event
 * @event: an instruction trace event, which is running
 *
 * For drivers that trace until the event goes away: a decoder need be told only
 * once whose instructions they are.
 *
 * Context: on the event's CPU, IRQs off.
 */
void perf_event_itrace_started(struct perf_event *event)
{
	WRITE_ONCE(event->attach_state, event->attach_state | PERF_ATTACH_ITRACE);
}
EXPORT_SYMBOL_GPL(perf_event_itrace_started);

/**
 * perf_notice_itrace_start - tell whose instructions the coming trace holds
 * @event: an event that is about to be put onto its PMU
 *
 * Nothing happens if the PMU traces no instructions, or its driver has said with
 * perf_event_itrace_started() that it is tracing already.
 *
 * Context: on the event's CPU, IRQs off.
 */
void perf_notice_itrace_start(struct perf_event *event)
{
	struct perf_record_part part;
	u32 ids[2];

	if (!(event->pmu->capabilities & PERF_PMU_CAP_ITRACE) ||
	    event->attach_state & PERF_ATTACH_ITRACE)
		return;

	ids[0] = perf_event_pid(event, current);
	ids[1] = perf_event_tid(event, current);
	part = (struct perf_record_part) { ids, sizeof(ids) };
	perf_notice_write(event, PERF_RECORD_ITRACE_START, 0, &part, 1);
}

/**
 * perf_report_aux_output_id - tell which mark in the AUX data stands for an event
 * @event: an event that outputs to the AUX area of its group's leader
 * @hw_id: the mark
 *
 * Context: on the event's CPU, IRQs off.
 */
void perf_report_aux_output_id(struct perf_event *event, u64 hw_id)
{
	const struct perf_record_part part = { &hw_id, sizeof(hw_id) };

	perf_notice_write(event, PERF_RECORD_AUX_OUTPUT_HW_ID, 0, &part, 1);
}
EXPORT_SYMBOL_GPL(perf_report_aux_output_id);
