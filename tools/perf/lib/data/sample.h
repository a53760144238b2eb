/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples and sample_id trailers: from the words of a record to fields by name.
 *
 * Pointers go into the record and live as long as it does.
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
 * @abi: enum perf_sample_regs_abi; NONE: there are none
 * @mask: which registers, by bit
 * @values: one for each bit set in @mask, lowest bit first
 */
struct perf_sample_regs {
	uint64_t abi;
	uint64_t mask;
	const uint64_t *values;
};

/* The CPU where nothing says which it was. */
#define PERF_SAMPLE_NO_CPU	UINT32_MAX

/**
 * struct perf_sample - a sample, or what the trailer says of another record
 * @fields: PERF_SAMPLE_* that are valid, by bit; the members of others are 0
 * @cpumode: PERF_RECORD_MISC_KERNEL, _USER and so on
 * @id: the event
 * @stream_id: the event's copy in an inheriting task
 * @time: ns, of the clock the recording used
 * @period: events this sample stands for; attr.sample_period where the sample does not
 *	say. Always set for samples
 * @read: PERF_SAMPLE_READ: all words; perf_sample_read_count() takes them apart
 * @nr_read: counters in @read
 * @time_enabled, @time_running: of PERF_SAMPLE_READ, if read_format has them
 * @callchain: @nr_callchain addresses and PERF_CONTEXT_* marks
 * @raw: @raw_size bytes, in the byte order of the recording
 * @branches: @nr_branches entries, newest first
 * @branch_counters: as many words, or NULL
 * @branch_hw_idx: -1 if not known
 * @stack: copy of the user stack from the stack pointer upward; @stack_size bytes are
 *	valid, of @stack_dumped that the record holds
 * @weight, @weight_2, @weight_3: cost of the access, 2 and 3 only with _WEIGHT_STRUCT
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

/**
 * perf_sample_decode() - take a PERF_RECORD_SAMPLE apart
 * @attr: of the event the sample is from
 * @header: the whole record, aligned to 8 bytes, in this machine's byte order
 * @sample: result
 *
 * Return: 0; -EINVAL if a field goes beyond the end of the record. Then the fields before
 * it are valid.
 */
int perf_sample_decode(const struct perf_event_attr *attr,
		       const struct perf_event_header *header,
		       struct perf_sample *sample);

/**
 * perf_sample_decode_counts() - take apart what read() of an event returned
 * @attr: of the event
 * @words: what was read
 * @nr: words read
 * @sample: result: what PERF_SAMPLE_READ says, for perf_sample_read_count(). It points
 *	into @words
 *
 * Return: 0; -EINVAL if there are fewer words than attr.read_format says.
 */
int perf_sample_decode_counts(const struct perf_event_attr *attr, const uint64_t *words,
			      size_t nr, struct perf_sample *sample);

/**
 * perf_sample_decode_id() - read the sample_id trailer of a record that is no sample
 * @attr: of the event the record is from
 * @header: the whole record
 * @sample: result: pid, tid, time, id, stream_id, cpu. All 0, and no CPU, if
 *	attr.sample_id_all is not set or the record is too short for a trailer
 *
 * Return: bytes that the trailer takes at the end of the record.
 */
size_t perf_sample_decode_id(const struct perf_event_attr *attr,
			     const struct perf_event_header *header,
			     struct perf_sample *sample);

/**
 * perf_sample_id_size() - bytes of the trailer that records of an event have
 * @attr: the event
 */
size_t perf_sample_id_size(const struct perf_event_attr *attr);

/**
 * perf_sample_read_count() - one counter of PERF_SAMPLE_READ
 * @sample: with @nr_read counters
 * @index: below nr_read; 0 is the leader
 */
struct perf_sample_count perf_sample_read_count(const struct perf_sample *sample,
						uint64_t index);

/**
 * perf_sample_id_offset() - where a sample has the id of its event
 * @sample_type: attr.sample_type
 *
 * Return: bytes from the start of the record, 0 if samples do not say.
 */
size_t perf_sample_id_offset(uint64_t sample_type);

/**
 * perf_sample_time_offset() - where a sample has its time
 * @sample_type: attr.sample_type
 *
 * Return: bytes from the start of the record, 0 if samples do not say.
 */
size_t perf_sample_time_offset(uint64_t sample_type);

#endif /* PERF_DATA_SAMPLE_H */
