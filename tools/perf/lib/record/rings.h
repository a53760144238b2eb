/* SPDX-License-Identifier: GPL-2.0 */
/* The rings of a recording: which event writes to which ring, and emptying them. */
#ifndef PERF_RECORD_RINGS_H
#define PERF_RECORD_RINGS_H

#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <base/vec.h>
#include <data/env.h>
#include <data/writer.h>
#include <event/set.h>
#include <record/dsos.h>
#include <sys/area.h>
#include <sys/ring.h>

/**
 * struct perf_record_ring - a ring
 * @ring: the mapping
 * @fd: descriptor of the event that owns it
 * @cpu: CPU, or -1
 * @thread: index of the thread if @cpu is -1
 * @backward: keeps the newest records
 * @seen: @backward: position where the records written out last begin
 * @area: AUX area, if any
 * @traced: the event that owns the ring has an AUX area
 * @truncated: the kernel has disabled an event because the area was full
 * @writer: number of the first event and thread whose tasks have not all ended, in the order of
 *	perf_record_rings_follow()
 */
struct perf_record_ring {
	struct perf_ring ring;
	int fd;
	int cpu;
	size_t thread;
	bool backward;
	uint64_t seen;
	struct perf_area area;
	bool traced;
	bool truncated;
	size_t writer;
};

/**
 * struct perf_record_counts - counts of records
 * @samples: SAMPLE records
 * @lost: records that the kernel had no room for, from LOST records
 * @lost_samples: samples that were lost, from LOST_SAMPLES records
 * @bytes: bytes of all records
 * @first_time, @last_time: lowest and highest time of samples, 0: none yet
 */
struct perf_record_counts {
	uint64_t samples;
	uint64_t lost;
	uint64_t lost_samples;
	uint64_t bytes;
	uint64_t first_time;
	uint64_t last_time;
};

/**
 * struct perf_record_rings - all rings
 * @at: the rings
 * @count: number of rings
 * @set: the events that write to them
 * @time_offset: offset of the time in a sample, 0: none
 * @traces: AUXTRACE records written to the current file
 * @stopped: the events are disabled, and must stay so
 * @munmap_raw: MUNMAP records are written as they are, not as MMAP2
 * @lock: guards @traces, and the dsos that drain threads share
 */
struct perf_record_rings {
	struct perf_record_ring *at;
	size_t count;
	const struct perf_event_set *set;
	size_t time_offset;
	PERF_VEC(struct perf_env_auxtrace) traces;
	bool stopped;
	bool munmap_raw;
	pthread_mutex_t lock;
};
int perf_record_rings_map(struct perf_record_rings *rings, const struct perf_event_set *set,
			  size_t pages, bool may_shrink, struct perf_error *error);
void perf_record_rings_unmap(struct perf_record_rings *rings);
size_t perf_record_rings_follow(struct perf_record_rings *rings, const struct perf_event_set *set,
				struct pollfd *polls);
int perf_record_ring_drain(struct perf_record_rings *rings, size_t index,
			   struct perf_data_writer *writer, struct perf_record_counts *counts,
			   struct perf_record_dsos *dsos, struct perf_error *error);

#endif /* PERF_RECORD_RINGS_H */
