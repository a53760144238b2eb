/* SPDX-License-Identifier: GPL-2.0 */
/* The fields of a PERF_RECORD_SAMPLE: preparing and writing them. */
#ifndef _KERNEL_EVENTS_SAMPLE_FIELDS_H
#define _KERNEL_EVENTS_SAMPLE_FIELDS_H

#include <linux/perf_event.h>
#include <linux/unaligned.h>

#include "ring/output.h"

/* Largest record: a multiple of eight that perf_event_header::size can hold. */
#define PERF_RECORD_SIZE_MAX	(U16_MAX & ~7)

/* The head of a sample: fields of one word each, stored in one piece by store_head(). */
#define PERF_SAMPLE_HEAD_FIELDS						\
	(PERF_SAMPLE_ID_FIELDS | PERF_SAMPLE_IP | PERF_SAMPLE_ADDR |	\
	 PERF_SAMPLE_PERIOD)

/* Further fields of one word. */
#define PERF_SAMPLE_WORD_FIELDS						\
	(PERF_SAMPLE_WEIGHT_TYPE | PERF_SAMPLE_DATA_SRC |		\
	 PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_PHYS_ADDR |		\
	 PERF_SAMPLE_CGROUP | PERF_SAMPLE_DATA_PAGE_SIZE |		\
	 PERF_SAMPLE_CODE_PAGE_SIZE)

/* Fields that are cut to the room that the other fields leave. */
#define PERF_SAMPLE_GREEDY_FIELDS (PERF_SAMPLE_STACK_USER | PERF_SAMPLE_AUX)

/* Fields whose size differs from sample to sample. */
#define PERF_SAMPLE_DYNAMIC_FIELDS					\
	(PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_RAW |			\
	 PERF_SAMPLE_BRANCH_STACK | PERF_SAMPLE_REGS_USER |		\
	 PERF_SAMPLE_REGS_INTR | PERF_SAMPLE_GREEDY_FIELDS)

/**
 * struct perf_sample_field - one field behind the head of a sample
 * @bit:     the field's PERF_SAMPLE_* bit, or two of which at most one is allowed
 * @prepare: sets the value, may be NULL; a dynamic field adds its bytes to dyn_size
 * @write:   writes the field; NULL: the field is the word at @word
 * @word:    offset of the value in struct perf_sample_data
 */
struct perf_sample_field {
	u64	bit;
	void	(*prepare)(struct perf_sample_data *data, struct perf_event *event,
			   struct pt_regs *regs);
	void	(*write)(struct perf_output_handle *handle, struct perf_sample_data *data,
			 struct perf_event *event);
	u16	word;
};

void perf_sample_put_read(struct perf_output_handle *handle, struct perf_event *event,
			  u32 bytes);
void perf_sample_prepare_tail(struct perf_sample_data *data, struct perf_event *event,
			      struct pt_regs *regs, u64 missing);
void perf_sample_write_tail(struct perf_output_handle *handle, struct perf_sample_data *data,
			    struct perf_event *event, u64 wanted);
const struct perf_sample_field *perf_sample_field(unsigned int index);

/* Size of raw data with padding: with the u32 size in front, a multiple of eight. */
static inline u32 perf_raw_padded(u32 bytes)
{
	return round_up(bytes + sizeof(u32), sizeof(u64)) - sizeof(u32);
}

/**
 * perf_sample_save_raw_piece - perf_sample_save_raw_data() for a single piece
 * @data: sample without raw data, of an event with PERF_SAMPLE_RAW
 * @raw:  the piece, valid until the sample is written; raw->frag.pad is set
 */
static __always_inline void perf_sample_save_raw_piece(struct perf_sample_data *data,
						       struct perf_raw_record *raw)
{
	raw->size = perf_raw_padded(raw->frag.size);
	raw->frag.pad = raw->size - raw->frag.size;
	data->raw = raw;
	data->dyn_size += sizeof(u32) + raw->size;
	data->sample_flags |= PERF_SAMPLE_RAW;
}

/* Is @raw one piece without padding or copy function, as from trace events? */
static __always_inline bool perf_raw_is_piece(const struct perf_raw_record *raw)
{
	return raw->size == raw->frag.size && !raw->frag.copy;
}

/* Largest raw data, in bytes, for which stores are quicker than a call of memcpy(). */
#define PERF_RAW_SHORT	128

/**
 * perf_raw_store_piece - write raw data
 * @dst: address in a ring, aligned to eight, where size and @raw do not wrap around
 * @raw:   perf_raw_is_piece() is true; raw->size is a u32 short of a multiple of eight
 */
static __always_inline void perf_raw_store_piece(u32 *dst, const struct perf_raw_record *raw)
{
	const u32 size = raw->size;
	const u32 *from = raw->frag.data, *end = raw->frag.data + size;

	*dst++ = size;
	if (unlikely(size > PERF_RAW_SHORT)) {
		memcpy(dst, from, size);
		return;
	}
	for (*dst++ = *from++; from != end; from += 2, dst += 2)
		put_unaligned(get_unaligned((const u64 *)from), (u64 *)dst);
}

#endif /* _KERNEL_EVENTS_SAMPLE_FIELDS_H */
