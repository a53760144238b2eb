/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the kernel's output: the ring, samples, the sample_id_all fields of other
 * records, and the values of read(2).
 */
#ifndef _PERF_RECORDS_H
#define _PERF_RECORDS_H

#include <linux/perf_event.h>
#include <linux/types.h>
#include <stdbool.h>
#include <stddef.h>

/* ---- ring buffer ---- */

/**
 * struct perf_ring - A mapped ring and the reader's position in it
 * @page: the user page; NULL when not mapped
 * @data: first byte of the data area
 * @data_size: bytes in the data area, a power of two
 * @map_size: bytes mapped
 * @position: offset of the next record, in bytes of the whole stream
 * @backward: records are read from data_head upwards (write_backward)
 * @publish: store @position to data_tail as records are consumed
 * @record: a copy of the record last returned
 */
struct perf_ring {
	struct perf_event_mmap_page *page;
	unsigned char *data;
	size_t data_size;
	size_t map_size;
	__u64 position;
	bool backward;
	bool publish;
	__u64 record[65536 / sizeof(__u64)];
};

/**
 * perf_ring_map() - Map an event's user page and data area
 * @ring: result, set up for reading forward from data_tail
 * @fd: the event
 * @pages: data pages; 0 maps the user page alone
 * @prot: PROT_READ, with PROT_WRITE for a ring that does not overwrite
 *
 * Return: 0 or the errno of mmap().
 */
int perf_ring_map(struct perf_ring *ring, int fd, unsigned int pages, int prot);

/**
 * perf_ring_unmap() - Unmap a ring, if it is mapped
 * @ring: the ring
 */
void perf_ring_unmap(struct perf_ring *ring);

/**
 * perf_ring_head() - Read the published data_head, with acquire semantics
 * @ring: a mapped ring
 */
__u64 perf_ring_head(const struct perf_ring *ring);

/**
 * perf_ring_next() - Consume one record
 * @ring: a mapped ring
 *
 * perf_ring_next() joins the parts of a record that wraps around the end.  On a writable
 * mapping data_tail is advanced past the record before the function returns.
 *
 * Return: the record, valid until the next call, or NULL when there is none.  A
 * record whose size is impossible also gives NULL, with errno set to EBADMSG
 * (otherwise errno is 0).
 */
const struct perf_event_header *perf_ring_next(struct perf_ring *ring);

/**
 * perf_ring_rewind_backward() - Start reading a write_backward ring, newest first
 * @ring: a mapped ring whose output is paused or whose event is disabled
 *
 * Reading stops after one lap, or at the first record not wholly in the ring.
 */
void perf_ring_rewind_backward(struct perf_ring *ring);

/**
 * perf_ring_count() - Consume all records and count those of one type
 * @ring: a mapped ring
 * @type: PERF_RECORD_*, or 0 for all of them
 */
unsigned int perf_ring_count(struct perf_ring *ring, __u32 type);

/* ---- sample parser ---- */

/* Most entries of a group read that perf_sample_parse() and perf_values_parse() accept */
#define PERF_TEST_READ_MAX	64

/**
 * struct perf_read_values - The values of read(2) or PERF_SAMPLE_READ
 * @nr: number of values, 1 without PERF_FORMAT_GROUP
 * @enabled: total time enabled, ns
 * @running: total time running, ns
 * @entry: the values, leader first
 */
struct perf_read_values {
	__u64 nr;
	__u64 enabled;
	__u64 running;
	struct {
		__u64 value;
		__u64 id;
		__u64 lost;
	} entry[PERF_TEST_READ_MAX];
};

/**
 * struct perf_sample - The fields of a PERF_RECORD_SAMPLE
 *
 * Pointers point into the record; fields not selected are 0.  @size is the
 * number of bytes of the header and the fields together.
 */
struct perf_sample {
	__u64 identifier;
	__u64 ip;
	__u32 pid, tid;
	__u64 time;
	__u64 addr;
	__u64 id;
	__u64 stream_id;
	__u32 cpu, cpu_reserved;
	__u64 period;
	struct perf_read_values read;
	__u64 callchain_nr;
	const __u64 *callchain;
	__u32 raw_size;
	const void *raw;
	__u64 branch_nr;
	__u64 branch_hw_idx;
	const struct perf_branch_entry *branch;
	const __u64 *branch_counters;
	__u64 user_abi;
	const __u64 *user_regs;
	__u64 stack_size;
	const void *stack;
	__u64 stack_dyn_size;
	__u64 weight;
	__u64 data_src;
	__u64 transaction;
	__u64 intr_abi;
	const __u64 *intr_regs;
	__u64 phys_addr;
	__u64 cgroup;
	__u64 data_page_size;
	__u64 code_page_size;
	__u64 aux_size;
	const void *aux;
	size_t size;
};

/**
 * perf_sample_parse() - Split a sample into its fields, in the order of the ABI
 * @attr: the attr the event was opened with
 * @record: the record
 * @sample: result
 *
 * Return: whether @record is a sample whose fields fill it to the byte.
 */
bool perf_sample_parse(const struct perf_event_attr *attr, const struct perf_event_header *record,
		       struct perf_sample *sample);

/**
 * struct perf_trailer - The sample_id_all fields at the end of a record
 */
struct perf_trailer {
	__u32 pid, tid;
	__u64 time;
	__u64 id;
	__u64 stream_id;
	__u32 cpu;
	__u64 identifier;
	size_t size;
};

/**
 * perf_trailer_parse() - Read the sample_id_all trailer of a record
 * @attr: the attr the event was opened with
 * @record: any record but a sample
 * @trailer: result; the last @trailer->size bytes of the record are the trailer
 *
 * Return: false when the record is too short for its trailer.
 */
bool perf_trailer_parse(const struct perf_event_attr *attr, const struct perf_event_header *record,
			struct perf_trailer *trailer);

/**
 * perf_values_parse() - Split the result of read(2) on an event into values
 * @read_format: read_format of the event
 * @buffer: result of read(2)
 * @size: bytes in @buffer
 * @values: result
 *
 * Return: whether the values fill @size exactly.
 */
bool perf_values_parse(__u64 read_format, const void *buffer, size_t size,
		       struct perf_read_values *values);

/**
 * perf_values_read() - read(2) an event and split the result into values
 * @fd: the event
 * @read_format: read_format of the event
 * @values: result
 *
 * Return: 0, the errno of read(2), or -1 when read(2) returned anything but whole values,
 * including end of file.
 */
int perf_values_read(int fd, __u64 read_format, struct perf_read_values *values);

#endif /* _PERF_RECORDS_H */
