/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing records to an event's ring and data to its AUX area.
 */
#ifndef _LINUX_PERF_OUTPUT_H
#define _LINUX_PERF_OUTPUT_H

#include <linux/perf/event.h>

struct perf_buffer;
struct perf_event;
struct perf_sample_data;

/**
 * struct perf_output_handle - an open record, or an open AUX transaction
 * @event:     event whose ring is written
 * @rb:        ring of @event; record: valid while preemption is off; AUX: referenced
 * @wakeup:    record: the ring's number of wake-ups when the record was opened; AUX: value
 *             of aux_head at which the reader is to be woken
 * @size:      record: bytes reserved; AUX: bytes free
 * @flags:     record: not used
 * @aux_flags: AUX: PERF_AUX_FLAG_* for the PERF_RECORD_AUX at the end
 * @skip_read: BPF: no counter value needed
 * @addr:      record: address of the next byte
 * @head:      AUX: offset of the next byte
 * @page:      not used
 */
struct perf_output_handle {
	struct perf_event		*event;
	struct perf_buffer		*rb;
	unsigned long			wakeup;
	unsigned long			size;
	union {
		u64			flags;
		u64			aux_flags;
		struct {
			u64		skip_read : 1;
		};
	};
	union {
		void			*addr;
		unsigned long		head;
	};
	int				page;
};

#define perf_output_put(handle, x) perf_output_copy((handle), &(x), sizeof(x))

#ifdef CONFIG_PERF_EVENTS

int perf_output_begin(struct perf_output_handle *handle, struct perf_sample_data *data,
		      struct perf_event *event, unsigned int size);
int perf_output_begin_forward(struct perf_output_handle *handle, struct perf_sample_data *data,
			      struct perf_event *event, unsigned int size);
int perf_output_begin_backward(struct perf_output_handle *handle, struct perf_sample_data *data,
			       struct perf_event *event, unsigned int size);
void perf_output_end(struct perf_output_handle *handle);
unsigned int perf_output_copy(struct perf_output_handle *handle, const void *buf,
			      unsigned int len);
unsigned int perf_output_skip(struct perf_output_handle *handle, unsigned int len);
long perf_output_copy_aux(struct perf_output_handle *aux_handle,
			  struct perf_output_handle *handle,
			  unsigned long from, unsigned long to);

void perf_event_header__init(struct perf_event_header *header, struct perf_sample_data *data,
			     u32 type, u16 misc, u16 size, struct perf_event *event);
void perf_event__output_id_sample(struct perf_event *event, struct perf_output_handle *handle,
				  struct perf_sample_data *sample);
void perf_log_lost_samples(struct perf_event *event, u64 lost);

void *perf_aux_output_begin(struct perf_output_handle *handle, struct perf_event *event);
void perf_aux_output_end(struct perf_output_handle *handle, unsigned long size);
int perf_aux_output_skip(struct perf_output_handle *handle, unsigned long size);
void *perf_get_aux(struct perf_output_handle *handle);
void perf_aux_output_flag(struct perf_output_handle *handle, u64 flags);
void perf_event_itrace_started(struct perf_event *event);
void perf_report_aux_output_id(struct perf_event *event, u64 hw_id);

#else

static inline void *perf_aux_output_begin(struct perf_output_handle *handle,
					  struct perf_event *event)
{
	return NULL;
}

static inline void perf_aux_output_end(struct perf_output_handle *handle, unsigned long size) { }

static inline int perf_aux_output_skip(struct perf_output_handle *handle, unsigned long size)
{
	return -EINVAL;
}

static inline void *perf_get_aux(struct perf_output_handle *handle)
{
	return NULL;
}

#endif /* CONFIG_PERF_EVENTS */
#endif /* _LINUX_PERF_OUTPUT_H */
