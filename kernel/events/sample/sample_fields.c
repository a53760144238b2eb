// SPDX-License-Identifier: GPL-2.0
/*
 * The tail of a PERF_RECORD_SAMPLE: the less common fields and those whose size differs
 * from sample to sample, in tail_fields[] in the order of the ABI.
 *
 * perf_sample_prepare_tail() adds the bytes of each field without a fixed size to
 * dyn_size; perf_sample_write_tail() writes as many.
 *
 * Locks: none. Context: any, NMI included, preemption off; samples with
 * PERF_SAMPLE_READ are made with IRQs off, so that a group active on this CPU does not
 * change.
 */
#include <linux/perf_event.h>

#include "base/attr.h"
#include "base/times.h"
#include "ring/aux.h"
#include "ring/output.h"
#include "sample/sample_fields.h"
#include "sample/sample_user.h"

/*
 * Bytes that a call chain, whose length kernel.perf_event_max_stack limits, leaves to
 * raw data, branches and registers.
 */
#define CALLCHAIN_LEAVES	(12 * 1024)

/* Bytes the record may still grow by, less @reserve. */
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

/* Write count, id and lost samples of one member. */
static void put_member(struct perf_output_handle *handle, struct perf_event *member, u64 format)
{
	perf_output_word(handle, local64_read(&member->count));
	if (format & PERF_FORMAT_ID)
		perf_output_word(handle, perf_event_primary_id(member));
	if (format & PERF_FORMAT_LOST)
		perf_output_word(handle, atomic64_read(&member->lost_samples));
}

/*
 * The overflow has updated the count of a hardware @event; the other members keep counting
 * and are read now. A software clock keeps counting after its overflow, so it is read too.
 */
static void read_member(struct perf_event *member, const struct perf_event *event)
{
	if (member == event && !is_software_event(member))
		return;
	if (member->state == PERF_EVENT_STATE_ACTIVE &&
	    READ_ONCE(member->oncpu) == raw_smp_processor_id())
		member->pmu->read(member);
}

static void put_times(struct perf_output_handle *handle, struct perf_event *event, u64 format)
{
	u64 enabled, running;

	if (!(format & (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)))
		return;

	perf_event_times(event, perf_ctx_now(), &enabled, &running);
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		perf_output_word(handle, enabled);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		perf_output_word(handle, running);
}

static void put_group(struct perf_output_handle *handle, struct perf_event *event, u64 format,
		      u32 words)
{
	const u32 head = read_head_words(format);
	const u32 each = 1 + !!(format & PERF_FORMAT_ID) + !!(format & PERF_FORMAT_LOST);
	struct perf_event *leader = event->group_leader, *sibling;
	u32 members, done = 0;

	/*
	 * The group may have grown or shrunk since the record was sized if @event is active
	 * on another CPU, or if this NMI interrupted the change.
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
 * perf_sample_put_read - write counts as read() returns them, without children
 * @handle: an open record
 * @event:  event whose attr.read_format is used
 * @bytes:  bytes to write: perf_event_read_size() when the record was sized
 *
 * Context: any, IRQs off.
 */
void perf_sample_put_read(struct perf_output_handle *handle, struct perf_event *event, u32 bytes)
{
	const u64 format = event->attr.read_format;

	lockdep_assert_irqs_disabled();
	CLASS(perf_fresh_now, now)();
	if (format & PERF_FORMAT_GROUP) {
		put_group(handle, event, format, bytes / sizeof(u64));
		return;
	}
	read_member(event, event);
	perf_output_word(handle, local64_read(&event->count));
	put_times(handle, event, format);
	if (format & PERF_FORMAT_ID)
		perf_output_word(handle, perf_event_primary_id(event));
	if (format & PERF_FORMAT_LOST)
		perf_output_word(handle, atomic64_read(&event->lost_samples));
}

static void prepare_read(struct perf_sample_data *data, struct perf_event *event,
			 struct pt_regs *regs)
{
	data->counts_size = perf_event_read_size(event);
	data->dyn_size += data->counts_size;
}

static void write_read(struct perf_output_handle *handle, struct perf_sample_data *data,
		       struct perf_event *event)
{
	perf_sample_put_read(handle, event, data->counts_size);
}

/*
 * CALLCHAIN
 */

/**
 * perf_sample_save_callchain - set the call chain of a sample
 * @data:  the sample
 * @event: event that is sampled
 * @regs:  registers where the chain starts
 *
 * Nothing happens without PERF_SAMPLE_CALLCHAIN, or if @data has a call chain.
 *
 * Context: any; preemption is off until the sample is written.
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
	data->nr_callchain = chain->nr;
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
	const u32 size = data->nr_callchain * sizeof(u64);
	void *dst;

	/* callchain->nr may have changed since the record was sized for nr_callchain. */
	perf_output_word(handle, data->nr_callchain);
	dst = perf_output_straight(handle, size);
	if (likely(dst)) {
		memcpy(dst, data->callchain->ip, size);
		perf_output_advance(handle, size);
	} else {
		perf_output_copy(handle, data->callchain->ip, size);
	}
}

/*
 * RAW
 */

/**
 * perf_sample_save_raw_data - set the raw data of a sample
 * @data:  the sample
 * @event: event that is sampled
 * @raw:   the pieces, valid until the sample is written; @pad of the last piece is set
 *
 * Nothing happens without PERF_SAMPLE_RAW, or if @data has raw data.
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
	raw->size = perf_raw_padded(bytes);
	frag->pad = raw->size - bytes;

	data->raw = raw;
	data->dyn_size += sizeof(u32) + raw->size;
	data->sample_flags |= PERF_SAMPLE_RAW;
}

static void prepare_raw(struct perf_sample_data *data, struct perf_event *event,
			struct pt_regs *regs)
{
	data->raw = NULL;
	data->dyn_size += sizeof(u32) + perf_raw_padded(0);
}

static void write_raw_frags(struct perf_output_handle *handle, const struct perf_raw_record *raw)
{
	const struct perf_raw_frag *frag;

	perf_output_put(handle, raw->size);
	for (frag = &raw->frag; ; frag = frag->next) {
		if (frag->copy)
			/* Zeroes for bytes not copied, so that later fields keep their offsets. */
			perf_output_zero(handle, perf_output_copy_with(handle, frag->copy,
								       frag->data, frag->size));
		else
			perf_output_copy(handle, frag->data, frag->size);
		if (perf_raw_frag_last(frag))
			break;
	}
	perf_output_zero(handle, frag->pad);
}

static void write_raw(struct perf_output_handle *handle, struct perf_sample_data *data,
		      struct perf_event *event)
{
	static const struct perf_raw_record none = { .size = sizeof(u32), .frag.pad = sizeof(u32) };
	const struct perf_raw_record *raw = data->raw ?: &none;
	u32 *dst = perf_output_straight(handle, sizeof(u32) + raw->size);

	if (likely(dst && perf_raw_is_piece(raw))) {
		perf_raw_store_piece(dst, raw);
		perf_output_advance(handle, sizeof(u32) + raw->size);
	} else {
		write_raw_frags(handle, raw);
	}
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
 * perf_sample_save_brstack - set the branches of a sample
 * @data:     the sample
 * @event:    event that is sampled
 * @brs:      branches, valid and unchanged until the sample is written
 * @brs_cntr: a word of counts for each branch, NULL if there are no counts
 *
 * Nothing happens without PERF_SAMPLE_BRANCH_STACK, or if @data has branches.
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

/* The field is a word of size and, unless that is zero, the bytes and a word of valid bytes. */
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
 * Fields of one word: their values if the PMU driver has set none
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
	{ PERF_SAMPLE_READ, prepare_read, .write = write_read },
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
 * perf_sample_field - a row of tail_fields[]
 * @index: from 0
 *
 * Return: the row, NULL behind the last row.
 */
const struct perf_sample_field *perf_sample_field(unsigned int index)
{
	return index < ARRAY_SIZE(tail_fields) ? &tail_fields[index] : NULL;
}

/* Prepare the tail fields in @wanted, none of which @data->sample_flags has yet. */
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

/**
 * perf_sample_prepare_tail - set values and sizes of tail fields
 * @data:    the sample
 * @event:   event that is sampled
 * @regs:    registers at the moment of the sample
 * @missing: PERF_SAMPLE_* of the fields, none of them in data->sample_flags
 *
 * Context: any, preemption off.
 */
void perf_sample_prepare_tail(struct perf_sample_data *data, struct perf_event *event,
			      struct pt_regs *regs, u64 missing)
{
	if (missing & PERF_SAMPLE_CODE_PAGE_SIZE && !(data->sample_flags & PERF_SAMPLE_IP))
		data->ip = perf_instruction_pointer(regs);

	prepare_fields(data, event, regs, missing & ~PERF_SAMPLE_GREEDY_FIELDS);
	if (missing & PERF_SAMPLE_GREEDY_FIELDS)
		prepare_fields(data, event, regs, missing & PERF_SAMPLE_GREEDY_FIELDS);
}

/**
 * perf_sample_write_tail - write tail fields
 * @handle: an open record, its head written
 * @data:   the sample, prepared
 * @event:  event that is sampled
 * @wanted: PERF_SAMPLE_* of the fields
 *
 * Context: any, that of the preparation.
 */
void perf_sample_write_tail(struct perf_output_handle *handle, struct perf_sample_data *data,
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
