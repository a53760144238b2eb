// SPDX-License-Identifier: GPL-2.0
/*
 * PERF_RECORD_SAMPLE: preparing its values, its size, writing it.
 *
 * A sample is a head, whose fields are a word each and are stored in one go, and a
 * tail of less common fields (sample_fields.c). perf_prepare_sample() sets values and
 * sizes, except of fields in sample_flags, so it may run more than once for a sample
 * (__perf_bpf_overflow() calls it too). perf_output_sample() writes the prepared
 * values, never more bytes than prepared. If the caller has prepared no head field
 * but address and period, as is usual, store_found() stores the head unprepared.
 *
 * Locks: none. Context: any, NMI included, preemption off; samples with
 * PERF_SAMPLE_READ are made with IRQs off, so that a group active on this CPU does not
 * change.
 */
#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/perf_event.h>
#include <linux/static_call.h>

#include "base/attr.h"
#include "base/context_types.h"
#include "base/why.h"
#include "ring/output.h"
#include "sample/sample.h"
#include "sample/sample_fields.h"

/* Returns 0, for no branches, until a driver that records branches updates the call. */
DEFINE_STATIC_CALL_RET0(perf_snapshot_branch_stack, perf_snapshot_branch_stack_t);

/* Each PERF_SAMPLE_* bit is in one of these masks: a new bit without one fails the build. */
static_assert((PERF_SAMPLE_HEAD_FIELDS | PERF_SAMPLE_WORD_FIELDS | PERF_SAMPLE_READ |
	       PERF_SAMPLE_DYNAMIC_FIELDS) == PERF_SAMPLE_MAX - 1);

/* The record's header and one word for each bit of PERF_SAMPLE_HEAD_FIELDS. */
#define HEAD_WORDS_MAX	(1 + HWEIGHT32(PERF_SAMPLE_HEAD_FIELDS))
static_assert(sizeof(struct perf_event_header) == sizeof(u64));

/**
 * perf_prepare_sample - set all values and sizes that a sample still lacks
 * @data:  the sample, after perf_sample_data_init()
 * @event: event that is sampled
 * @regs:  registers at the moment of the sample
 *
 * Context: any, preemption off; IRQs off too with PERF_SAMPLE_READ.
 */
void perf_prepare_sample(struct perf_sample_data *data, struct perf_event *event,
			 struct pt_regs *regs)
{
	const u64 type = event->attr.sample_type;
	const u64 missing = type & ~data->sample_flags;

	data->type = type;
	if (missing & PERF_SAMPLE_ID_FIELDS)
		perf_output_id_fields(data, event, missing);
	if (missing & PERF_SAMPLE_IP)
		data->ip = perf_instruction_pointer(regs);
	data->sample_flags |= missing & PERF_SAMPLE_HEAD_FIELDS;

	if (unlikely(missing & ~PERF_SAMPLE_HEAD_FIELDS))
		perf_sample_prepare_tail(data, event, regs, missing & ~PERF_SAMPLE_HEAD_FIELDS);
}

/**
 * perf_prepare_header - fill in the header of a sample
 * @header: filled in
 * @data:   the sample, prepared; it must not exceed PERF_RECORD_SIZE_MAX
 * @event:  event that is sampled
 * @regs:   registers at the moment of the sample
 *
 * Context: any.
 */
void perf_prepare_header(struct perf_event_header *header, struct perf_sample_data *data,
			 struct perf_event *event, struct pt_regs *regs)
{
	header->type = PERF_RECORD_SAMPLE;
	header->misc = perf_misc_flags(regs);
	header->size = perf_sample_data_size(data, event);
}

/**
 * struct sample_source - values of a sample that take a call to obtain
 * @ip:   instruction pointer
 * @time: time stamp, set with PERF_SAMPLE_TIME only
 * @misc: for perf_event_header::misc
 * @size: for perf_event_header::size
 */
struct sample_source {
	u64	ip;
	u64	time;
	u16	misc;
	u16	size;
};

/* A row of store_head(): a field, its value in a prepared sample, its value in any other. */
#define STORE_HEAD_WORD(_field, _prepared, _found)			\
do {									\
	BUILD_BUG_ON(stored & PERF_SAMPLE_##_field);			\
	stored |= PERF_SAMPLE_##_field;					\
	if (type & PERF_SAMPLE_##_field) {				\
		const typeof(_prepared) value = source ? (_found) : (_prepared); \
									\
		static_assert(sizeof(value) == sizeof(*word));		\
		memcpy(word++, &value, sizeof(value));			\
	}								\
} while (0)

/*
 * Store the head fields of @type from @word on, in the order of the record. A prepared sample
 * has no @source and @event; else each value is obtained while it is stored. Returns the word
 * behind the head.
 */
static __always_inline u64 *store_head(u64 *word, const struct sample_source *source,
				       const struct perf_sample_data *data,
				       const struct perf_event *event, u64 type)
{
	u64 stored = 0;

	STORE_HEAD_WORD(IDENTIFIER,	data->id,		perf_event_primary_id(event));
	STORE_HEAD_WORD(IP,		data->ip,		source->ip);
	STORE_HEAD_WORD(TID,		data->tid_entry,	perf_output_tid(event));
	STORE_HEAD_WORD(TIME,		data->time,		source->time);
	STORE_HEAD_WORD(ADDR,		data->addr,		data->addr);
	STORE_HEAD_WORD(ID,		data->id,		perf_event_primary_id(event));
	STORE_HEAD_WORD(STREAM_ID,	data->stream_id,	event->id);
	STORE_HEAD_WORD(CPU,		data->cpu_entry,	perf_output_cpu());
	STORE_HEAD_WORD(PERIOD,		data->period,		data->period);
	BUILD_BUG_ON(stored != PERF_SAMPLE_HEAD_FIELDS);
	return word;
}

/* Store header and head of a prepared sample. */
static __always_inline u64 *store_prepared(u64 *word, const struct perf_event_header *header,
					   const struct perf_sample_data *data, u64 type)
{
	memcpy(word++, header, sizeof(*header));
	return store_head(word, NULL, data, NULL, type);
}

/* Write a head that wraps around the end of the ring. */
static noinline void write_head_wrapped(struct perf_output_handle *handle,
					const struct perf_event_header *header,
					const struct perf_sample_data *data, u64 type)
{
	u64 words[HEAD_WORDS_MAX];
	u64 *end = store_prepared(words, header, data, type);

	perf_output_copy(handle, words, (void *)end - (void *)words);
}

/**
 * perf_output_sample - write a sample into the bytes reserved for it
 * @handle: a record opened with header->size bytes
 * @header: from perf_prepare_header()
 * @data:   the sample, prepared
 * @event:  event that is sampled
 *
 * Context: any, that of the preparation.
 */
void perf_output_sample(struct perf_output_handle *handle, struct perf_event_header *header,
			struct perf_sample_data *data, struct perf_event *event)
{
	u64 *dst = perf_output_straight(handle, HEAD_WORDS_MAX * sizeof(u64));
	const u64 type = data->type;
	u64 *end;

	if (likely(dst)) {
		end = store_prepared(dst, header, data, type);
		perf_output_advance(handle, (void *)end - (void *)dst);
	} else {
		write_head_wrapped(handle, header, data, type);
	}

	if (unlikely(type & ~PERF_SAMPLE_HEAD_FIELDS))
		perf_sample_write_tail(handle, data, event, type & ~PERF_SAMPLE_HEAD_FIELDS);
	perf_output_count_sample(handle->rb, event);
}

/* Count a sample larger than PERF_RECORD_SIZE_MAX as lost. */
static noinline int sample_too_large(struct perf_event *event)
{
	perf_output_count_lost(event);
	return -E2BIG;
}

/*
 * Write a sample with PERF_SAMPLE_READ, or whose caller has set more of the head than
 * SAMPLE_USUAL_FIELDS. IRQs are disabled here for PERF_SAMPLE_READ: a BPF program may
 * call with IRQs on.
 */
static noinline int write_prepared(struct perf_event *event, struct perf_sample_data *data,
				   struct pt_regs *regs)
{
	struct perf_output_handle handle __uninitialized;	/* begin sets all fields used */
	struct perf_event_header header __uninitialized;
	int err;

	guard(irqsave)();
	perf_prepare_sample(data, event, regs);
	if (unlikely(perf_sample_data_size(data, event) > PERF_RECORD_SIZE_MAX))
		return sample_too_large(event);
	perf_prepare_header(&header, data, event, regs);

	err = perf_output_begin(&handle, data, event, header.size);
	if (unlikely(err))
		return err;
	perf_output_sample(&handle, &header, data, event);
	perf_output_end(&handle);
	return 0;
}

/* Store header and head of a sample that is not prepared. */
static __always_inline u64 *store_found(u64 *word, const struct sample_source *source,
					const struct perf_sample_data *data,
					const struct perf_event *event)
{
	struct perf_event_header *header = (void *)word++;

	header->type = PERF_RECORD_SAMPLE;
	header->misc = source->misc;
	header->size = source->size;
	return store_head(word, source, data, event, event->attr.sample_type);
}

/* Write a sample that wraps around the end of the ring. */
static noinline void write_wrapped(struct perf_output_handle *handle,
				   const struct sample_source *source,
				   struct perf_sample_data *data, struct perf_event *event)
{
	const u64 type = event->attr.sample_type;
	u64 words[HEAD_WORDS_MAX];
	u64 *end = store_found(words, source, data, event);

	perf_output_copy(handle, words, (void *)end - (void *)words);
	perf_sample_write_tail(handle, data, event, type & ~PERF_SAMPLE_HEAD_FIELDS);
}

/* Write a sample that does not wrap around the end of the ring. */
static __always_inline void write_straight(struct perf_output_handle *handle,
					   const struct sample_source *source,
					   struct perf_sample_data *data, struct perf_event *event)
{
	const u64 type = event->attr.sample_type;
	const u64 tail = type & ~PERF_SAMPLE_HEAD_FIELDS;
	u64 *end = store_found(handle->addr, source, data, event);

	if (likely(!tail))
		return;
	/* The tail of a trace event's sample is usually PERF_SAMPLE_RAW alone. */
	if (tail == PERF_SAMPLE_RAW && data->raw && perf_raw_is_piece(data->raw)) {
		perf_raw_store_piece((u32 *)end, data->raw);
		return;
	}
	perf_output_advance(handle, (void *)end - handle->addr);
	perf_sample_write_tail(handle, data, event, tail);
}

/* The head fields that callers set for nearly every sample. */
#define SAMPLE_USUAL_FIELDS	(PERF_SAMPLE_ADDR | PERF_SAMPLE_PERIOD)

static __always_inline int output_sample(struct perf_event *event, struct perf_sample_data *data,
					 struct pt_regs *regs, bool backward)
{
	struct perf_buffer *rb = rcu_dereference_sched(event->opened->rb);
	struct perf_output_handle handle __uninitialized;	/* open sets all fields used */
	struct sample_source source __uninitialized;
	const u64 known = data->sample_flags;
	const u64 type = event->attr.sample_type;
	const u64 tail = type & ~PERF_SAMPLE_HEAD_FIELDS;
	unsigned int size;
	int err;

	/* Without a ring there is nothing to prepare for. */
	if (unlikely(!rb))
		return -ENOSPC;
	if (unlikely((type & PERF_SAMPLE_READ) ||
		     (known & PERF_SAMPLE_HEAD_FIELDS & ~SAMPLE_USUAL_FIELDS)))
		return write_prepared(event, data, regs);

	if (unlikely(tail & ~known))
		perf_sample_prepare_tail(data, event, regs, tail & ~known);
	size = perf_sample_data_size(data, event);
	if (unlikely(size > PERF_RECORD_SIZE_MAX))
		return sample_too_large(event);
	source.size = size;
	source.misc = perf_misc_flags(regs);
	source.ip = perf_instruction_pointer(regs);
	if (type & PERF_SAMPLE_TIME)
		source.time = perf_event_clock(event);

	err = perf_output_open_ring(&handle, rb, event, size, backward);
	if (unlikely(err))
		return err;
	if (likely(perf_output_is_straight(&handle, size)))
		write_straight(&handle, &source, data, event);
	else
		write_wrapped(&handle, &source, data, event);
	perf_output_count_sample(rb, event);
	perf_output_close(rb, event, handle.wakeup);
	return 0;
}

/**
 * perf_event_output_forward - overflow handler: write a sample to a ring filled upwards
 * @event: event that overflowed
 * @data:  the sample
 * @regs:  registers at the overflow
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 */
void perf_event_output_forward(struct perf_event *event, struct perf_sample_data *data,
			       struct pt_regs *regs)
{
	output_sample(event, data, regs, false);
}

/**
 * perf_event_output_backward - overflow handler: write a sample to a ring filled downwards
 * @event: event that overflowed
 * @data:  the sample
 * @regs:  registers at the overflow
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 */
void perf_event_output_backward(struct perf_event *event, struct perf_sample_data *data,
				struct pt_regs *regs)
{
	output_sample(event, data, regs, true);
}

/**
 * perf_event_output - write a sample to the event's ring, in either direction
 * @event: the event
 * @data:  the sample
 * @regs:  registers to sample
 *
 * Context: any, preemption off, on the CPU that writes the event's ring.
 * Return: 0; -ENOSPC if there is no ring or no room in it; -E2BIG if the sample is
 * larger than PERF_RECORD_SIZE_MAX.
 */
int perf_event_output(struct perf_event *event, struct perf_sample_data *data,
		      struct pt_regs *regs)
{
	return output_sample(event, data, regs, is_write_backward(event));
}

/**
 * perf_event_header_sizes - set the sizes that do not change from sample to sample
 * @event: an event being opened
 *
 * Sets read_size (for one member), header_size (the fields with a fixed size but the id
 * fields) and id_header_size, the last with or without attr.sample_id_all. The counts of
 * a group grow with the group: perf_event_read_size() returns their size.
 *
 * Context: any.
 */
void perf_event_header_sizes(struct perf_event *event)
{
	const u64 id = PERF_SAMPLE_ID_FIELDS;
	const u64 fixed = (PERF_SAMPLE_HEAD_FIELDS | PERF_SAMPLE_WORD_FIELDS) & ~id;
	const u64 type = event->attr.sample_type;

	event->opened->read_size = perf_attr_read_size(event->attr.read_format, 1);
	event->opened->id_header_size = hweight64(type & id) * sizeof(u64);
	event->opened->header_size = hweight64(type & fixed) * sizeof(u64);
}

static bool read_size_fits(u64 read_format, int members)
{
	return perf_attr_read_size(read_format, members) <= PERF_READ_SIZE_MAX;
}

/**
 * perf_group_add_format - add a member's read_format to the formats of its group
 * @leader: the group's leader
 * @member: the leader, or a sibling
 *
 * Context: the mutex of the leader's context held, or @leader visible to the caller only.
 */
void perf_group_add_format(struct perf_event *leader, const struct perf_event *member)
{
	const u64 format = member->attr.read_format;

	/* A read_format is the number of a bit in group_formats. */
	static_assert(BITS_PER_TYPE(leader->group_formats) >= PERF_FORMAT_MAX);
	if (format & PERF_FORMAT_GROUP)
		leader->group_formats |= BIT(format);
}

static bool group_formats_fit(const struct perf_event *leader, int members)
{
	const unsigned long formats = leader->group_formats;
	unsigned int format;

	for_each_set_bit(format, &formats, PERF_FORMAT_MAX) {
		if (!read_size_fits(format, members))
			return false;
	}
	return true;
}

/*
 * Drop the formats of members that have left. Called when a format stops fitting, so at
 * most PERF_READ_SIZE_MAX / 8 members are visited.
 */
static void group_formats_renew(struct perf_event *leader)
{
	struct perf_event *sibling;

	leader->group_formats = 0;
	perf_group_add_format(leader, leader);
	for_each_sibling_event(sibling, leader)
		perf_group_add_format(leader, sibling);
}

static int __cold perf_sample_refuse_size(int members)
{
	return perf_refuse(-E2BIG, PERF_WHY_GROUP_SIZE, PERF_WHERE_ARG + 3, 0, members, 0);
}

/**
 * perf_event_validate_size - may an event join its group?
 * @event: a new event, its group_leader set but not yet on the leader's list
 *
 * read() of any member must return at most PERF_READ_SIZE_MAX bytes, and a switched
 * group has at most PERF_SWITCHED_GROUP_MAX members.
 *
 * Context: task, holding the mutex of the leader's context.
 * Return: 0 or -E2BIG.
 */
int perf_event_validate_size(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader;
	const int members = leader->nr_siblings + 2;

	/* read() of a single event returns a few words. */
	if (leader == event)
		return 0;
	if (!read_size_fits(event->attr.read_format, members))
		return perf_sample_refuse_size(members);
	if (members > PERF_SWITCHED_GROUP_MAX &&
	    !(leader->group_caps & event->event_caps & PERF_EV_CAP_RESIDENT))
		return perf_sample_refuse_size(members);
	if (likely(group_formats_fit(leader, members)))
		return 0;
	group_formats_renew(leader);
	return group_formats_fit(leader, members) ? 0 : perf_sample_refuse_size(members);
}
