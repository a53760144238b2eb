// SPDX-License-Identifier: GPL-2.0
/*
 * PERF_RECORD_SAMPLE: what a sample holds, how large it gets, writing it.
 *
 * A sample is a head, whose fields are a word each and are stored in one go, and
 * a tail of fields that fewer events ask for, described by a table in the order
 * the ABI gives them. Preparing finds the values and sizes and leaves alone what
 * sample_flags says is known already, so it may be done more than once for one
 * sample (a BPF program that looks at the call chain does). Writing relies on
 * what preparing has found and never writes more than it has announced.
 *
 * Locks: none. Context: any, NMI included, preemption off; samples that hold the
 * counts of a group are made with IRQs off, which keep the group as it is.
 */
#include <linux/perf_event.h>
#include <linux/static_call.h>

#include "attr.h"
#include "aux.h"
#include "output.h"
#include "sample.h"
#include "sample_user.h"
#include "sched.h"

/* No branches, until a driver that records them puts its own function here. */
DEFINE_STATIC_CALL_RET0(perf_snapshot_branch_stack, perf_snapshot_branch_stack_t);

/* Every bit is known here: who adds one is told to give it a place. */
static_assert((PERF_SAMPLE_HEAD_FIELDS | PERF_SAMPLE_WORD_FIELDS | PERF_SAMPLE_READ |
	       PERF_SAMPLE_DYNAMIC_FIELDS) == PERF_SAMPLE_MAX - 1);

/* The record's header, and one word for each bit of PERF_SAMPLE_HEAD_FIELDS. */
#define HEAD_WORDS_MAX	10
static_assert(sizeof(struct perf_event_header) == sizeof(u64));

/*
 * Left to the other fields by a call chain, which can be made as long as
 * kernel.perf_event_max_stack allows: raw data, branches, registers.
 */
#define CALLCHAIN_LEAVES	(12 * 1024)

/* Bytes the record may still grow by, @reserve of them kept back. */
static u32 sample_room(struct perf_sample_data *data, struct perf_event *event, u32 reserve)
{
	const u32 used = perf_sample_data_size(data, event) + reserve;

	return used < PERF_RECORD_SIZE_MAX ? PERF_RECORD_SIZE_MAX - used : 0;
}

/*
 * READ
 */

static unsigned int read_head_words(u64 format)
{
	return hweight64(format & (PERF_FORMAT_TOTAL_TIME_ENABLED |
				   PERF_FORMAT_TOTAL_TIME_RUNNING)) + 1;
}

/* Count, id and lost samples of one member: what a group repeats. */
static void put_member(struct perf_output_handle *handle, struct perf_event *member, u64 format)
{
	perf_output_word(handle, local64_read(&member->count));
	if (format & PERF_FORMAT_ID)
		perf_output_word(handle, perf_event_primary_id(member));
	if (format & PERF_FORMAT_LOST)
		perf_output_word(handle, atomic64_read(&member->lost_samples));
}

/* The overflow has brought @event up to date; the others of its group count on. */
static void read_member(struct perf_event *member, const struct perf_event *event)
{
	if (member != event && member->state == PERF_EVENT_STATE_ACTIVE &&
	    READ_ONCE(member->oncpu) == raw_smp_processor_id())
		member->pmu->read(member);
}

static void put_times(struct perf_output_handle *handle, struct perf_event *event, u64 format)
{
	u64 enabled, running;

	if (!(format & (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)))
		return;

	perf_event_times(event, perf_clock(), &enabled, &running);
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		perf_output_word(handle, enabled);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		perf_output_word(handle, running);
}

static void put_group(struct perf_output_handle *handle, struct perf_event *event, u64 format)
{
	const u32 words = event->read_size / sizeof(u64);
	const u32 head = read_head_words(format);
	const u32 each = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);
	struct perf_event *leader = event->group_leader, *sibling;
	u32 members, done = 0;

	/*
	 * An NMI may come while the group is growing or shrinking on this CPU. The
	 * record was sized by read_size, so that is what counts.
	 */
	members = min((words - head) / each, 1U + leader->nr_siblings);

	perf_output_word(handle, members);
	put_times(handle, event, format);
	read_member(leader, event);
	put_member(handle, leader, format);
	done++;
	for_each_sibling_event(sibling, leader) {
		if (done == members)
			break;
		read_member(sibling, event);
		put_member(handle, sibling, format);
		done++;
	}
	perf_output_zero(handle, (words - head - done * each) * sizeof(u64));
}

/**
 * perf_sample_put_read - write counts as read() gives them, without children
 * @handle: an open record, with event->read_size bytes of room
 * @event:  whose attr.read_format to follow
 *
 * Context: any, IRQs off.
 */
void perf_sample_put_read(struct perf_output_handle *handle, struct perf_event *event)
{
	const u64 format = event->attr.read_format;

	lockdep_assert_irqs_disabled();
	if (format & PERF_FORMAT_GROUP) {
		put_group(handle, event, format);
		return;
	}
	perf_output_word(handle, local64_read(&event->count));
	put_times(handle, event, format);
	if (format & PERF_FORMAT_ID)
		perf_output_word(handle, perf_event_primary_id(event));
	if (format & PERF_FORMAT_LOST)
		perf_output_word(handle, atomic64_read(&event->lost_samples));
}

static void write_read(struct perf_output_handle *handle, struct perf_sample_data *data,
		       struct perf_event *event)
{
	perf_sample_put_read(handle, event);
}

/*
 * CALLCHAIN
 */

/**
 * perf_sample_save_callchain - give a sample its call chain
 * @data:  the sample
 * @event: event that is sampled
 * @regs:  where the chain starts
 *
 * Nothing happens if the event does not ask for it or the sample has one.
 *
 * Context: any, preemption off; the sample is written before it is turned on.
 */
void perf_sample_save_callchain(struct perf_sample_data *data, struct perf_event *event,
				struct pt_regs *regs)
{
	struct perf_callchain_entry *chain;
	u64 room;

	if (!(event->attr.sample_type & ~data->sample_flags & PERF_SAMPLE_CALLCHAIN))
		return;

	chain = perf_callchain(event, regs);
	room = sample_room(data, event, CALLCHAIN_LEAVES + sizeof(chain->nr)) / sizeof(u64);
	if (unlikely(chain->nr > room))
		chain->nr = room;

	data->callchain = chain;
	data->dyn_size += (1 + chain->nr) * sizeof(u64);
	data->sample_flags |= PERF_SAMPLE_CALLCHAIN;
}

static void prepare_callchain(struct perf_sample_data *data, struct perf_event *event,
			      struct pt_regs *regs)
{
	perf_sample_save_callchain(data, event, regs);
}

static void write_callchain(struct perf_output_handle *handle, struct perf_sample_data *data,
			    struct perf_event *event)
{
	perf_output_copy(handle, data->callchain, (1 + data->callchain->nr) * sizeof(u64));
}

/*
 * RAW
 */

/* An odd number of half words, so that the size in front of it makes it even. */
static u32 raw_padded(u32 bytes)
{
	return round_up(bytes + sizeof(u32), sizeof(u64)) - sizeof(u32);
}

/**
 * perf_sample_save_raw_data - give a sample its raw data
 * @data:  the sample
 * @event: event that is sampled
 * @raw:   the pieces, valid until the sample is written; the padding is noted in it
 *
 * Nothing happens if the event does not ask for it or the sample has some.
 *
 * Context: any.
 */
void perf_sample_save_raw_data(struct perf_sample_data *data, struct perf_event *event,
			       struct perf_raw_record *raw)
{
	struct perf_raw_frag *frag = &raw->frag;
	u32 bytes = frag->size;

	if (!(event->attr.sample_type & ~data->sample_flags & PERF_SAMPLE_RAW))
		return;

	while (!perf_raw_frag_last(frag)) {
		frag = frag->next;
		bytes += frag->size;
	}
	raw->size = raw_padded(bytes);
	frag->pad = raw->size - bytes;

	data->raw = raw;
	data->dyn_size += sizeof(u32) + raw->size;
	data->sample_flags |= PERF_SAMPLE_RAW;
}

static void prepare_raw(struct perf_sample_data *data, struct perf_event *event,
			struct pt_regs *regs)
{
	data->raw = NULL;
	data->dyn_size += sizeof(u32) + raw_padded(0);
}

static void write_raw(struct perf_output_handle *handle, struct perf_sample_data *data,
		      struct perf_event *event)
{
	const struct perf_raw_record *raw = data->raw;
	const struct perf_raw_frag *frag;
	u32 size;

	if (!raw) {
		size = raw_padded(0);
		perf_output_put(handle, size);
		perf_output_zero(handle, size);
		return;
	}

	perf_output_put(handle, raw->size);
	for (frag = &raw->frag; ; frag = frag->next) {
		if (frag->copy)
			perf_output_copy_with(handle, frag->copy, frag->data, frag->size);
		else
			perf_output_copy(handle, frag->data, frag->size);
		if (perf_raw_frag_last(frag))
			break;
	}
	perf_output_zero(handle, frag->pad);
}

/*
 * BRANCH_STACK
 */

static u32 branch_stack_size(const struct perf_event *event, u64 nr)
{
	const u32 each = sizeof(struct perf_branch_entry) +
			 (branch_sample_counters(event) ? sizeof(u64) : 0);

	return sizeof(u64) + (branch_sample_hw_index(event) ? sizeof(u64) : 0) + nr * each;
}

/**
 * perf_sample_save_brstack - give a sample its branches
 * @data:     the sample
 * @event:    event that is sampled
 * @brs:      branches, valid and unchanged until the sample is written
 * @brs_cntr: a word of counts for each of them, NULL if there are none
 *
 * Nothing happens if the event does not ask for it or the sample has some.
 *
 * Context: any.
 */
void perf_sample_save_brstack(struct perf_sample_data *data, struct perf_event *event,
			      struct perf_branch_stack *brs, u64 *brs_cntr)
{
	if (!(event->attr.sample_type & ~data->sample_flags & PERF_SAMPLE_BRANCH_STACK))
		return;

	data->br_stack = brs;
	data->br_stack_cntr = brs_cntr;
	data->dyn_size += branch_stack_size(event, brs->nr);
	data->sample_flags |= PERF_SAMPLE_BRANCH_STACK;
}

static void prepare_branch_stack(struct perf_sample_data *data, struct perf_event *event,
				 struct pt_regs *regs)
{
	data->br_stack = NULL;
	data->br_stack_cntr = NULL;
	data->dyn_size += branch_stack_size(event, 0);
}

static void write_branch_stack(struct perf_output_handle *handle, struct perf_sample_data *data,
			       struct perf_event *event)
{
	const struct perf_branch_stack *brs = data->br_stack;
	const u64 nr = brs ? brs->nr : 0;

	perf_output_word(handle, nr);
	if (branch_sample_hw_index(event))
		perf_output_word(handle, brs ? brs->hw_idx : -1ULL);
	if (!nr)
		return;

	perf_output_copy(handle, brs->entries, nr * sizeof(brs->entries[0]));
	if (!branch_sample_counters(event))
		return;
	if (data->br_stack_cntr)
		perf_output_copy(handle, data->br_stack_cntr, nr * sizeof(u64));
	else
		perf_output_zero(handle, nr * sizeof(u64));
}

/*
 * Registers and stack
 */

static void prepare_regs_user(struct perf_sample_data *data, struct perf_event *event,
			      struct pt_regs *regs)
{
	perf_sample_regs_user(&data->regs_user, regs);
	data->dyn_size += perf_sample_regs_size(&data->regs_user, event->attr.sample_regs_user);
}

static void write_regs_user(struct perf_output_handle *handle, struct perf_sample_data *data,
			    struct perf_event *event)
{
	perf_sample_put_regs(handle, &data->regs_user, event->attr.sample_regs_user);
}

static void prepare_regs_intr(struct perf_sample_data *data, struct perf_event *event,
			      struct pt_regs *regs)
{
	perf_sample_regs_intr(&data->regs_intr, regs);
	data->dyn_size += perf_sample_regs_size(&data->regs_intr, event->attr.sample_regs_intr);
}

static void write_regs_intr(struct perf_output_handle *handle, struct perf_sample_data *data,
			    struct perf_event *event)
{
	perf_sample_put_regs(handle, &data->regs_intr, event->attr.sample_regs_intr);
}

/* The size; and if it is not zero, the bytes and how many of them are valid. */
static void prepare_stack_user(struct perf_sample_data *data, struct perf_event *event,
			       struct pt_regs *regs)
{
	u32 reserve = 2 * sizeof(u64);

	if (!(data->sample_flags & PERF_SAMPLE_REGS_USER))
		perf_sample_regs_user(&data->regs_user, regs);
	if (event->attr.sample_type & ~data->sample_flags & PERF_SAMPLE_AUX)
		reserve += sizeof(u64);

	data->stack_user_size = perf_sample_stack_size(event->attr.sample_stack_user,
						       sample_room(data, event, reserve),
						       data->regs_user.regs);
	data->dyn_size += sizeof(u64);
	if (data->stack_user_size)
		data->dyn_size += data->stack_user_size + sizeof(u64);
}

static void write_stack_user(struct perf_output_handle *handle, struct perf_sample_data *data,
			     struct perf_event *event)
{
	perf_sample_put_stack(handle, data->stack_user_size, data->regs_user.regs);
}

/*
 * Fields of one word: the value where the PMU knows none
 */

static void prepare_weight(struct perf_sample_data *data, struct perf_event *event,
			   struct pt_regs *regs)
{
	data->weight.full = 0;
}

static void prepare_data_src(struct perf_sample_data *data, struct perf_event *event,
			     struct pt_regs *regs)
{
	data->data_src.val = PERF_MEM_NA;
}

static void prepare_transaction(struct perf_sample_data *data, struct perf_event *event,
				struct pt_regs *regs)
{
	data->txn = 0;
}

static void prepare_phys_addr(struct perf_sample_data *data, struct perf_event *event,
			      struct pt_regs *regs)
{
	data->phys_addr = perf_sample_phys_addr(data->addr);
}

static void prepare_cgroup(struct perf_sample_data *data, struct perf_event *event,
			   struct pt_regs *regs)
{
	data->cgroup = perf_sample_cgroup_id();
}

static void prepare_data_page_size(struct perf_sample_data *data, struct perf_event *event,
				   struct pt_regs *regs)
{
	data->data_page_size = perf_sample_page_size(data->addr);
}

static void prepare_code_page_size(struct perf_sample_data *data, struct perf_event *event,
				   struct pt_regs *regs)
{
	data->code_page_size = perf_sample_page_size(data->ip);
}

/*
 * AUX
 */

static void prepare_aux(struct perf_sample_data *data, struct perf_event *event,
			struct pt_regs *regs)
{
	const u32 room = sample_room(data, event, sizeof(u64));

	data->aux_size = perf_aux_sample_size(event, data, room);
	data->dyn_size += sizeof(u64) + data->aux_size;
}

static void write_aux(struct perf_output_handle *handle, struct perf_sample_data *data,
		      struct perf_event *event)
{
	perf_output_word(handle, data->aux_size);
	if (data->aux_size)
		perf_aux_sample_write(event, handle, data);
}

#define WORD(_member)	.word = offsetof(struct perf_sample_data, _member)

/* The tail of a sample, in the order of the record. */
static const struct perf_sample_field tail_fields[] = {
	{ PERF_SAMPLE_READ, NULL, .write = write_read },
	{ PERF_SAMPLE_CALLCHAIN, prepare_callchain, .write = write_callchain },
	{ PERF_SAMPLE_RAW, prepare_raw, .write = write_raw },
	{ PERF_SAMPLE_BRANCH_STACK, prepare_branch_stack, .write = write_branch_stack },
	{ PERF_SAMPLE_REGS_USER, prepare_regs_user, .write = write_regs_user },
	{ PERF_SAMPLE_STACK_USER, prepare_stack_user, .write = write_stack_user },
	{ PERF_SAMPLE_WEIGHT_TYPE, prepare_weight, WORD(weight) },
	{ PERF_SAMPLE_DATA_SRC, prepare_data_src, WORD(data_src) },
	{ PERF_SAMPLE_TRANSACTION, prepare_transaction, WORD(txn) },
	{ PERF_SAMPLE_REGS_INTR, prepare_regs_intr, .write = write_regs_intr },
	{ PERF_SAMPLE_PHYS_ADDR, prepare_phys_addr, WORD(phys_addr) },
	{ PERF_SAMPLE_CGROUP, prepare_cgroup, WORD(cgroup) },
	{ PERF_SAMPLE_DATA_PAGE_SIZE, prepare_data_page_size, WORD(data_page_size) },
	{ PERF_SAMPLE_CODE_PAGE_SIZE, prepare_code_page_size, WORD(code_page_size) },
	{ PERF_SAMPLE_AUX, prepare_aux, .write = write_aux },
};

/**
 * perf_sample_field - a row of the table of tail fields
 * @index: from 0
 *
 * Return: the row, NULL behind the last one.
 */
const struct perf_sample_field *perf_sample_field(unsigned int index)
{
	return index < ARRAY_SIZE(tail_fields) ? &tail_fields[index] : NULL;
}

/* Prepare the tail fields @wanted, all of them missing in @data. */
static void prepare_fields(struct perf_sample_data *data, struct perf_event *event,
			   struct pt_regs *regs, u64 wanted)
{
	const struct perf_sample_field *field;

	for (field = tail_fields; wanted; field++) {
		if (!(wanted & field->bit))
			continue;
		if (field->prepare)
			field->prepare(data, event, regs);
		data->sample_flags |= wanted & field->bit;
		wanted &= ~field->bit;
	}
}

/* Out of line: samples that are only a head are many, and in a hurry. */
static noinline void prepare_tail(struct perf_sample_data *data, struct perf_event *event,
				  struct pt_regs *regs, u64 missing)
{
	if (missing & PERF_SAMPLE_CODE_PAGE_SIZE && !(data->sample_flags & PERF_SAMPLE_IP))
		data->ip = perf_instruction_pointer(regs);

	prepare_fields(data, event, regs, missing & ~PERF_SAMPLE_GREEDY_FIELDS);
	prepare_fields(data, event, regs, missing & PERF_SAMPLE_GREEDY_FIELDS);
}

/**
 * perf_prepare_sample - find all values and sizes that a sample still lacks
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
		prepare_tail(data, event, regs, missing & ~PERF_SAMPLE_HEAD_FIELDS);
}

/**
 * perf_prepare_header - the header of a sample
 * @header: where to
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

static __always_inline u64 *store_head(u64 *word, const struct perf_event_header *header,
				       const struct perf_sample_data *data, u64 type)
{
	memcpy(word++, header, sizeof(*header));
	if (type & PERF_SAMPLE_IDENTIFIER)
		*word++ = data->id;
	if (type & PERF_SAMPLE_IP)
		*word++ = data->ip;
	if (type & PERF_SAMPLE_TID)
		memcpy(word++, &data->tid_entry, sizeof(data->tid_entry));
	if (type & PERF_SAMPLE_TIME)
		*word++ = data->time;
	if (type & PERF_SAMPLE_ADDR)
		*word++ = data->addr;
	if (type & PERF_SAMPLE_ID)
		*word++ = data->id;
	if (type & PERF_SAMPLE_STREAM_ID)
		*word++ = data->stream_id;
	if (type & PERF_SAMPLE_CPU)
		memcpy(word++, &data->cpu_entry, sizeof(data->cpu_entry));
	if (type & PERF_SAMPLE_PERIOD)
		*word++ = data->period;
	return word;
}

/* The head where it wraps around the end of the ring. */
static noinline void write_head_wrapped(struct perf_output_handle *handle,
					const struct perf_event_header *header,
					const struct perf_sample_data *data, u64 type)
{
	u64 words[HEAD_WORDS_MAX];
	u64 *end = store_head(words, header, data, type);

	perf_output_copy(handle, words, (void *)end - (void *)words);
}

static noinline void write_tail(struct perf_output_handle *handle, struct perf_sample_data *data,
				struct perf_event *event, u64 wanted)
{
	const struct perf_sample_field *field;

	for (field = tail_fields; wanted; field++) {
		if (!(wanted & field->bit))
			continue;
		if (field->write)
			field->write(handle, data, event);
		else
			perf_output_word(handle, *(u64 *)((void *)data + field->word));
		wanted &= ~field->bit;
	}
}

/**
 * perf_output_sample - write a sample into the place reserved for it
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
	u64 *place = perf_output_straight(handle, HEAD_WORDS_MAX * sizeof(u64));
	const u64 type = data->type;
	u64 *end;

	if (likely(place)) {
		end = store_head(place, header, data, type);
		perf_output_advance(handle, (void *)end - (void *)place);
	} else {
		write_head_wrapped(handle, header, data, type);
	}

	if (unlikely(type & ~PERF_SAMPLE_HEAD_FIELDS))
		write_tail(handle, data, event, type & ~PERF_SAMPLE_HEAD_FIELDS);
	perf_output_count_sample(handle);
}

/* A sample that no record can hold. */
static noinline int sample_too_large(struct perf_event *event)
{
	atomic64_inc(&event->lost_samples);
	atomic64_inc(&event->opened->lost_samples);
	return -E2BIG;
}

typedef int (*output_begin_fn)(struct perf_output_handle *handle, struct perf_sample_data *data,
			       struct perf_event *event, unsigned int size);

static __always_inline int write_sample(struct perf_event *event, struct perf_sample_data *data,
					struct pt_regs *regs, output_begin_fn begin)
{
	struct perf_output_handle handle __uninitialized;	/* begin sets all that counts */
	struct perf_event_header header __uninitialized;
	int err;

	perf_prepare_sample(data, event, regs);
	if (unlikely(perf_sample_data_size(data, event) > PERF_RECORD_SIZE_MAX))
		return sample_too_large(event);
	perf_prepare_header(&header, data, event, regs);

	err = begin(&handle, data, event, header.size);
	if (unlikely(err))
		return err;
	perf_output_sample(&handle, &header, data, event);
	perf_output_end(&handle);
	return 0;
}

static __always_inline int output_sample(struct perf_event *event, struct perf_sample_data *data,
					 struct pt_regs *regs, output_begin_fn begin)
{
	/* Nobody has mapped it: there is nothing to prepare for. */
	if (unlikely(!rcu_access_pointer(event->opened->rb)))
		return -ENOSPC;

	/* A caller that is a BPF program has IRQs on, and the group may change. */
	if (unlikely(event->attr.sample_type & PERF_SAMPLE_READ)) {
		guard(irqsave)();
		return write_sample(event, data, regs, begin);
	}
	return write_sample(event, data, regs, begin);
}

/**
 * perf_event_output_forward - overflow handler: a sample for a ring filled upwards
 * @event: event that overflowed
 * @data:  the sample
 * @regs:  registers at the overflow
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 */
void perf_event_output_forward(struct perf_event *event, struct perf_sample_data *data,
			       struct pt_regs *regs)
{
	output_sample(event, data, regs, perf_output_begin_forward);
}

/**
 * perf_event_output_backward - overflow handler: a sample for a ring filled downwards
 * @event: event that overflowed
 * @data:  the sample
 * @regs:  registers at the overflow
 *
 * Context: on the event's CPU with IRQs off, or NMI.
 */
void perf_event_output_backward(struct perf_event *event, struct perf_sample_data *data,
				struct pt_regs *regs)
{
	output_sample(event, data, regs, perf_output_begin_backward);
}

/**
 * perf_event_output - write a sample to whatever ring the event has
 * @event: the event
 * @data:  the sample
 * @regs:  registers to sample
 *
 * Context: any, preemption off, on the CPU that writes the event's ring.
 * Return: 0; -ENOSPC when there is no ring or no room in it; -E2BIG when no record
 * can hold that much.
 */
int perf_event_output(struct perf_event *event, struct perf_sample_data *data,
		      struct pt_regs *regs)
{
	return output_sample(event, data, regs, perf_output_begin);
}

/**
 * perf_event_header_sizes - work out the sizes that do not change from sample to sample
 * @event: the event, in a group or about to enter it
 *
 * Sets read_size, header_size (the fields with a fixed size but the id fields) and
 * id_header_size. The latter is set no matter whether attr.sample_id_all is.
 * Called at open, and for each member when members of its group come or go.
 *
 * Context: any; whatever keeps the group as it is.
 */
void perf_event_header_sizes(struct perf_event *event)
{
	const u64 id = PERF_SAMPLE_ID_FIELDS;
	const u64 fixed = (PERF_SAMPLE_HEAD_FIELDS | PERF_SAMPLE_WORD_FIELDS) & ~id;
	const u64 type = event->attr.sample_type;

	event->read_size = perf_attr_read_size(event->attr.read_format,
					       1 + event->group_leader->nr_siblings);
	event->id_header_size = hweight64(type & id) * sizeof(u64);
	event->header_size = hweight64(type & fixed) * sizeof(u64);
	if (type & PERF_SAMPLE_READ)
		event->header_size += event->read_size;
}

static bool read_size_fits(const struct perf_event *event, int members)
{
	return perf_attr_read_size(event->attr.read_format, members) <= PERF_READ_SIZE_MAX;
}

/**
 * perf_event_validate_size - may this event join its group?
 * @event: a new event, its group_leader set but not yet on the leader's list
 *
 * What read() returns for any member must stay within PERF_READ_SIZE_MAX.
 *
 * Context: task, holding the mutex of the leader's context.
 * Return: 0 or -E2BIG.
 */
int perf_event_validate_size(struct perf_event *event)
{
	struct perf_event *leader = event->group_leader, *sibling;
	const int members = leader == event ? 1 : leader->nr_siblings + 2;

	if (!read_size_fits(event, members) || !read_size_fits(leader, members))
		return -E2BIG;
	if (leader == event)
		return 0;

	for_each_sibling_event(sibling, leader) {
		if (!read_size_fits(sibling, members))
			return -E2BIG;
	}
	return 0;
}
