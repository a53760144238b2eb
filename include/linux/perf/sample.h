/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Data of a sample, and the overflow that causes it.
 *
 * A PMU driver calls perf_sample_data_init(), adds values of its own with the
 * perf_sample_save_*() functions or by setting a field together with its
 * PERF_SAMPLE_* bit in sample_flags, and calls perf_event_overflow(). The core
 * fills in the other fields in the event's attr.sample_type.
 */
#ifndef _LINUX_PERF_SAMPLE_H
#define _LINUX_PERF_SAMPLE_H

#include <linux/cache.h>
#include <linux/perf/event.h>
#include <linux/perf_regs.h>
#include <linux/ptrace.h>
#include <linux/static_call.h>
#include <uapi/linux/bpf_perf_event.h>

struct perf_callchain_entry;
struct perf_output_handle;

/* A perf_copy_f copies @len bytes from @src, starting at @off; returns the number not copied. */
typedef unsigned long (*perf_copy_f)(void *dst, const void *src, unsigned long off,
				     unsigned long len);

/**
 * struct perf_raw_frag - a piece of raw data
 * @pad:  last piece: number of padding bytes (below eight, so never a pointer)
 * @next: any other piece: the one that follows
 * @data: source
 * @copy: function to copy with, NULL for memory
 * @size: bytes
 */
struct perf_raw_frag {
	union {
		unsigned long		pad;
		struct perf_raw_frag	*next;
	};
	void			*data;
	perf_copy_f		copy;
	u32			size;
} __packed;

static __always_inline bool perf_raw_frag_last(const struct perf_raw_frag *frag)
{
	return frag->pad < sizeof(u64);
}

/**
 * struct perf_raw_record - raw data of a sample
 * @size: bytes of all pieces, padding included (set by perf_sample_save_raw_data())
 * @frag: first piece
 */
struct perf_raw_record {
	u32			size;
	struct perf_raw_frag	frag;
};

/**
 * struct perf_branch_stack - recorded branches
 * @nr:      number of entries
 * @hw_idx:  index of the newest in hardware, -1ULL if unknown
 * @entries: newest first
 */
struct perf_branch_stack {
	__u64				nr;
	__u64				hw_idx;
	struct perf_branch_entry	entries[];
};

/* PERF_SAMPLE_TID: process and thread, in the opener's pid namespace. */
struct perf_sample_tid {
	u32	pid;
	u32	tid;
};

/* PERF_SAMPLE_CPU */
struct perf_sample_cpu {
	u32	cpu;
	u32	reserved;
};

/**
 * struct perf_sample_data - a sample being made
 * @sample_flags: PERF_SAMPLE_* whose value is already known
 * @period:       events since the last sample
 * @dyn_size:     bytes of the fields whose size differs from sample to sample
 * @type:         PERF_SAMPLE_* the record will hold
 * @tid_entry:    process and thread, in the opener's pid namespace
 * @time:         time stamp, ns of the event's clock
 * @id:           id of the opened event
 * @cpu_entry:    CPU
 * @ip:           instruction pointer
 * @addr:         data address
 * @stream_id:    id of the instance
 * @raw:          raw data
 * @callchain:    call chain; an event that fires before it is written may overwrite it
 * @nr_callchain: its number of entries, included in @dyn_size
 * @regs_intr:    registers at the interrupt
 * @regs_user:    user registers
 * @stack_user_size: bytes of user stack
 * @br_stack_cntr: counters logged with the branches
 * @br_stack:     branches
 * @data_src:     source of the data
 * @weight:       cost of the access
 * @txn:          transaction abort reason
 * @cgroup:       cgroup id
 * @phys_addr:    physical address of @addr
 * @data_page_size: size of its page
 * @code_page_size: size of the page of @ip
 * @aux_size:     bytes of AUX data
 * @counts_size:  bytes of PERF_SAMPLE_READ: counts in the layout of read()
 *
 * Every sample writes the fields of the first cache line.
 */
struct perf_sample_data {
	u64				sample_flags;
	u64				period;
	u64				dyn_size;

	u64				type;
	struct perf_sample_tid		tid_entry;
	u64				time;
	u64				id;
	struct perf_sample_cpu		cpu_entry;

	u64				ip;
	u64				addr;
	u64				stream_id;
	struct perf_raw_record		*raw;
	struct perf_callchain_entry	*callchain;
	u64				nr_callchain;
	struct perf_regs		regs_intr;
	struct perf_regs		regs_user;
	u64				stack_user_size;
	u64				*br_stack_cntr;
	struct perf_branch_stack	*br_stack;
	union perf_mem_data_src		data_src;
	union perf_sample_weight	weight;
	u64				txn;
	u64				cgroup;
	u64				phys_addr;
	u64				data_page_size;
	u64				code_page_size;
	u64				aux_size;
	u32				counts_size;
} ____cacheline_aligned;

/* perf_sample_data::data_src of a sample whose PMU supplies none. */
#define PERF_MEM_NA						\
	(PERF_MEM_S(OP, NA) | PERF_MEM_S(LVL, NA) |		\
	 PERF_MEM_S(SNOOP, NA) | PERF_MEM_S(LOCK, NA) |		\
	 PERF_MEM_S(TLB, NA) | PERF_MEM_S(LVLNUM, NA))

#ifdef CONFIG_PERF_EVENTS

/* Start a sample; @addr is 0 if the data address is not known. */
static inline void perf_sample_data_init(struct perf_sample_data *data, u64 addr, u64 period)
{
	data->period = period;
	data->addr = addr;
	data->dyn_size = 0;
	data->sample_flags = PERF_SAMPLE_PERIOD | (addr ? PERF_SAMPLE_ADDR : 0);
}

void perf_sample_save_callchain(struct perf_sample_data *data, struct perf_event *event,
				struct pt_regs *regs);
void perf_sample_save_raw_data(struct perf_sample_data *data, struct perf_event *event,
			       struct perf_raw_record *raw);
void perf_sample_save_brstack(struct perf_sample_data *data, struct perf_event *event,
			      struct perf_branch_stack *brs, u64 *brs_cntr);

/* Bytes of the PERF_RECORD_SAMPLE of @data for @event. */
static inline u32 perf_sample_data_size(struct perf_sample_data *data, struct perf_event *event)
{
	return sizeof(struct perf_event_header) + event->opened->header_size +
	       event->opened->id_header_size + data->dyn_size;
}

/* Clear all of @br but its addresses. */
static inline void perf_clear_branch_entry_bitfields(struct perf_branch_entry *br)
{
	*br = (struct perf_branch_entry) {
		.from	= br->from,
		.to	= br->to,
		.spec	= PERF_BR_SPEC_NA,
	};
}

#define PERF_BRANCH_WANTS(_name, _flag)						\
static inline bool branch_sample_##_name(const struct perf_event *event)	\
{										\
	return event->attr.branch_sample_type & PERF_SAMPLE_BRANCH_##_flag;	\
}

PERF_BRANCH_WANTS(no_flags, NO_FLAGS)
PERF_BRANCH_WANTS(no_cycles, NO_CYCLES)
PERF_BRANCH_WANTS(type, TYPE_SAVE)
PERF_BRANCH_WANTS(hw_index, HW_INDEX)
PERF_BRANCH_WANTS(priv, PRIV_SAVE)
PERF_BRANCH_WANTS(counters, COUNTERS)
PERF_BRANCH_WANTS(call_stack, CALL_STACK)

int perf_event_overflow(struct perf_event *event, struct perf_sample_data *data,
			struct pt_regs *regs);
void perf_prepare_sample(struct perf_sample_data *data, struct perf_event *event,
			 struct pt_regs *regs);
void perf_prepare_header(struct perf_event_header *header, struct perf_sample_data *data,
			 struct perf_event *event, struct pt_regs *regs);
void perf_output_sample(struct perf_output_handle *handle, struct perf_event_header *header,
			struct perf_sample_data *data, struct perf_event *event);

void perf_event_output_forward(struct perf_event *event, struct perf_sample_data *data,
			       struct pt_regs *regs);
void perf_event_output_backward(struct perf_event *event, struct perf_sample_data *data,
				struct pt_regs *regs);
int perf_event_output(struct perf_event *event, struct perf_sample_data *data,
		      struct pt_regs *regs);

/* True if the overflow handler of @event writes samples to a ring. */
static inline bool is_default_overflow_handler(struct perf_event *event)
{
	return event->overflow_handler == perf_event_output_forward ||
	       event->overflow_handler == perf_event_output_backward;
}

/*
 * Store the registers in @mask, one word each in the order of their bits, as
 * perf_reg_value() returns them. An architecture may override this with a faster one.
 */
void perf_reg_values(u64 *to, struct pt_regs *regs, u64 mask);

/* Report the duration of an overflow, for sysctl_perf_cpu_time_max_percent. IRQs off, or NMI. */
void perf_sample_event_took(u64 sample_len_ns);

#endif /* CONFIG_PERF_EVENTS */

/* Overridden by architectures with guests or without a plain struct pt_regs. */
#ifndef perf_misc_flags
# define perf_misc_flags(regs) \
	(user_mode(regs) ? PERF_RECORD_MISC_USER : PERF_RECORD_MISC_KERNEL)
# define perf_instruction_pointer(regs)	instruction_pointer(regs)
#endif
#ifndef perf_arch_bpf_user_pt_regs
# define perf_arch_bpf_user_pt_regs(regs) regs
#endif

/* Context of a BPF_PROG_TYPE_PERF_EVENT program. */
struct bpf_perf_event_data_kern {
	bpf_user_pt_regs_t		*regs;
	struct perf_sample_data		*data;
	struct perf_event		*event;
};

typedef int (perf_snapshot_branch_stack_t)(struct perf_branch_entry *entries, unsigned int cnt);
DECLARE_STATIC_CALL(perf_snapshot_branch_stack, perf_snapshot_branch_stack_t);

#endif /* _LINUX_PERF_SAMPLE_H */
