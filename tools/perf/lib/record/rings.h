/* SPDX-License-Identifier: GPL-2.0-only */
/* The rings of a recording: which event writes to which, and emptying them. */
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
 * @fd: event it belongs to
 * @cpu: CPU, or -1
 * @thread: index of the thread if @cpu is -1
 * @backward: keeps the newest records
 * @seen: @backward: where what was written out before begins
 * @area: AUX area, if it has one
 * @traced: the event it belongs to has an AUX area
 * @truncated: an event has ended because the area was full
 * @writer: the first of its events whose tasks are not all gone, in the order of
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
 * struct perf_record_counts - what was seen in records
 * @samples: SAMPLE records
 * @lost: records that the kernel had no room for, as LOST records say
 * @lost_samples: samples that were lost, as LOST_SAMPLES records say
 * @bytes: of records
 * @first_time, @last_time: of samples, 0: none yet
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
 * @at: @count of them
 * @set: the events that write to them
 * @time_offset: where samples have their time, 0 nowhere
 * @traces: AUXTRACE records written, in this file
 * @stopped: the events are disabled, and shall be
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
 * @set: opened events, have to live as long. Those on the same CPU share a ring, which belongs
 *	to one that traces if there is one; those that write backward have rings of their own
 * @pages: of each ring, a power of two. Halved as long as the kernel does not allow to
 *	lock as much, if @may_shrink
 * @may_shrink: the user did not ask for this size
 * @err: text
 *
 * Return: 0 or a negative errno.
 */
int perf_record_rings_map(struct perf_record_rings *rings, const struct perf_event_set *set,
			  size_t pages, bool may_shrink, struct perf_error *err);

/** perf_record_rings_unmap() - unmap all */
void perf_record_rings_unmap(struct perf_record_rings *rings);

/**
 * perf_record_rings_follow() - go on to wait for rings when tasks have ended
 * @rings: rings
 * @set: the events that write to them
 * @polls: one for each ring, after poll(). Those that are over become events that still
 *	write to the ring, or -1 if no event does
 *
 * An event is over when its task and all that inherited it are gone, though the others of
 * the CPU may go on. Waiting for any of them is waiting for their ring.
 *
 * Return: number of descriptors left to wait for.
 */
size_t perf_record_rings_follow(struct perf_record_rings *rings, const struct perf_event_set *set,
				struct pollfd *polls);

/**
 * perf_record_ring_drain() - write out what is in a ring
 * @rings: rings
 * @index: which one. Different rings may be drained by different threads at a time
 * @writer: where to
 * @counts: is added to
 * @dsos: is added to
 * @err: text
 *
 * A backward ring must not be written to meanwhile.
 *
 * Return: 1 if there was something, 0, or a negative errno.
 */
int perf_record_ring_drain(struct perf_record_rings *rings, size_t index,
			   struct perf_data_writer *writer, struct perf_record_counts *counts,
			   struct perf_record_dsos *dsos, struct perf_error *err);

#endif /* PERF_RECORD_RINGS_H */
