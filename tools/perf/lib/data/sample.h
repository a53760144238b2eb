/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Samples and sample_id trailers: from the 8-byte words of a record to struct perf_sample.
 *
 * The pointers of struct perf_sample point into the record and are valid as long as it is.
 */
#ifndef PERF_DATA_SAMPLE_H
#define PERF_DATA_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <data/format.h>

/* One counter of PERF_SAMPLE_READ. */
struct perf_sample_count {
	uint64_t value;
	uint64_t id;	/* 0 without PERF_FORMAT_ID */
	uint64_t lost;	/* 0 without PERF_FORMAT_LOST */
};

/**
 * struct perf_sample_regs - registers
 * @abi: enum perf_sample_regs_abi; PERF_SAMPLE_REGS_ABI_NONE: the sample has no registers
 * @mask: bit n is set if the sample has register n, see perf_reg_name()
 * @values: one for each bit set in @mask, lowest bit first
 */
struct perf_sample_regs {
	uint64_t abi;
	uint64_t mask;
	const uint64_t *values;
};

/* perf_sample.cpu of a record without PERF_SAMPLE_CPU. */
#define PERF_SAMPLE_NO_CPU	UINT32_MAX

/**
 * struct perf_sample - a sample, or the sample_id trailer of another record
 * @fields: mask of the PERF_SAMPLE_* that are valid; members of other fields are 0
 * @cpumode: PERF_RECORD_MISC_KERNEL, _USER and so on
 * @id: id of the event, see perf_data_event.ids
 * @stream_id: id of the event's copy in the task that inherited it, else @id
 * @time: ns, of the clock of the recording
 * @period: events that the sample stands for; without PERF_SAMPLE_PERIOD attr.sample_period,
 *	or 1 if attr.freq is set. Always set for samples
 * @read: words of PERF_SAMPLE_READ, for perf_sample_read_count()
 * @nr_read: counters in @read
 * @time_enabled, @time_running: of PERF_SAMPLE_READ, ns, if @read_format has them
 * @callchain: @nr_callchain addresses and PERF_CONTEXT_* marks
 * @raw: @raw_size bytes, in the byte order of the recording
 * @branches: @nr_branches entries, newest first
 * @calls: @branches are the calls that have not returned
 * @branch_counters: @nr_branches words, or NULL
 * @branch_hw_idx: -1 if the sample has none
 * @stack: copy of the user stack from the stack pointer upward; @stack_size bytes are
 *	valid, of @stack_dumped bytes in the record
 * @weight, @weight_2, @weight_3: cost of the access; @weight_2 and @weight_3 are only set
 *	with PERF_SAMPLE_WEIGHT_STRUCT
 */
struct perf_sample {
	uint64_t fields;
	uint16_t cpumode;
	uint32_t pid;
	uint32_t tid;
	uint32_t cpu;
	uint64_t ip;
	uint64_t time;
	uint64_t addr;
	uint64_t id;
	uint64_t stream_id;
	uint64_t period;

	const uint64_t *read;
	uint64_t nr_read;
	uint64_t time_enabled;
	uint64_t time_running;
	uint64_t read_format;

	const uint64_t *callchain;
	uint64_t nr_callchain;

	const void *raw;
	uint32_t raw_size;

	const struct perf_branch_entry *branches;
	const uint64_t *branch_counters;
	uint64_t nr_branches;
	uint64_t branch_hw_idx;
	bool calls;

	struct perf_sample_regs user_regs;
	struct perf_sample_regs intr_regs;

	const void *stack;
	uint64_t stack_size;
	uint64_t stack_dumped;

	uint64_t weight;
	uint16_t weight_2;
	uint16_t weight_3;
	uint64_t data_src;
	uint64_t transaction;
	uint64_t phys_addr;
	uint64_t cgroup;
	uint64_t data_page_size;
	uint64_t code_page_size;

	const void *aux;
	uint64_t aux_size;
};
int perf_sample_decode(const struct perf_event_attr *attr,
		       const struct perf_event_header *header,
		       struct perf_sample *sample);
int perf_sample_decode_counts(const struct perf_event_attr *attr, const uint64_t *words,
			      size_t nr, struct perf_sample *sample);
size_t perf_sample_decode_id(const struct perf_event_attr *attr,
			     const struct perf_event_header *header,
			     struct perf_sample *sample);
size_t perf_sample_id_size(const struct perf_event_attr *attr);
struct perf_sample_count perf_sample_read_count(const struct perf_sample *sample,
						uint64_t index);
size_t perf_sample_id_offset(uint64_t sample_type);
size_t perf_sample_time_offset(uint64_t sample_type);

#endif /* PERF_DATA_SAMPLE_H */
