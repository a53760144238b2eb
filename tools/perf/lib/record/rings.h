/* SPDX-License-Identifier: GPL-2.0-only */
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
 * @lock: guards @traces, and the dsos that drain threads share
 */
struct perf_record_rings {
	struct perf_record_ring *at;
	size_t count;
	const struct perf_event_set *set;
	size_t time_offset;
	PERF_VEC(struct perf_env_auxtrace) traces;
	bool stopped;
	pthread_mutex_t lock;
};

/**
 * perf_record_rings_map() - map rings for opened events
 * @rings: result; end with perf_record_rings_unmap()
 * @set: opened events, must outlive @rings. Events on a CPU share a ring, owned by an event that
 *	traces if there is one; events that write backward have rings of their own
 * @pages: pages of each ring, a power of two. Halved while the kernel does not allow to lock that
 *	many, if @may_shrink
 * @may_shrink: the user did not set @pages
 * @error: filled on failure
 *
 * Return: 0 or a negative errno.
 */
int perf_record_rings_map(struct perf_record_rings *rings, const struct perf_event_set *set,
			  size_t pages, bool may_shrink, struct perf_error *error);

/** perf_record_rings_unmap() - unmap all rings and areas */
void perf_record_rings_unmap(struct perf_record_rings *rings);

/**
 * perf_record_rings_follow() - replace events in poll() whose tasks have ended
 * @rings: rings
 * @set: the events that write to them
 * @polls: an entry for each ring, after poll(). An entry whose event has ended gets another event
 *	that writes to the ring, or -1 if there is none
 *
 * An event ends (POLLHUP) when its task and all that inherited it have ended; the other events of
 * the CPU may go on. poll() of any event that writes to a ring waits for the ring.
 *
 * Return: number of descriptors left to poll.
 */
size_t perf_record_rings_follow(struct perf_record_rings *rings, const struct perf_event_set *set,
				struct pollfd *polls);

/**
 * perf_record_ring_drain() - write out the records in a ring
 * @rings: rings
 * @index: index of the ring. Threads may drain different rings concurrently
 * @writer: output
 * @counts: counts of the records are added
 * @dsos: mapped files are added
 * @error: filled on failure
 *
 * A backward ring must be paused (PERF_EVENT_IOC_PAUSE_OUTPUT).
 *
 * Return: 1 if there were records, 0 if not, or a negative errno.
 */
int perf_record_ring_drain(struct perf_record_rings *rings, size_t index,
			   struct perf_data_writer *writer, struct perf_record_counts *counts,
			   struct perf_record_dsos *dsos, struct perf_error *error);

#endif /* PERF_RECORD_RINGS_H */
