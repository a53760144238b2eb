/* SPDX-License-Identifier: GPL-2.0 */
/* Waits for locks: decoded tracepoints of a recording. */
#ifndef PERF_LOCK_EVENTS_H
#define PERF_LOCK_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <data/reader.h>
#include <data/sample.h>
#include <model/format.h>

/**
 * enum perf_lock_kind - kind of a decoded event
 * @PERF_LOCK_OTHER: no event of locks
 * @PERF_LOCK_BEGIN: contention_begin: the task begins to wait for a lock
 * @PERF_LOCK_END: contention_end: the task ends its wait
 */
enum perf_lock_kind {
	PERF_LOCK_OTHER,
	PERF_LOCK_BEGIN,
	PERF_LOCK_END,
};

/* Flags of contention_begin (LCB_F_* in the kernel's include/trace/events/lock.h) */
#define PERF_LOCK_SPIN		0x01
#define PERF_LOCK_READ		0x02
#define PERF_LOCK_WRITE		0x04
#define PERF_LOCK_RT		0x08
#define PERF_LOCK_PERCPU	0x10
#define PERF_LOCK_MUTEX		0x20

/**
 * struct perf_lock_event - a decoded event
 * @kind: kind
 * @time: ns
 * @pid, @tid: task that waits
 * @addr: address of the lock
 * @flags: BEGIN: PERF_LOCK_* flags of the lock
 */
struct perf_lock_event {
	enum perf_lock_kind	kind;
	uint64_t		time;
	int32_t			pid;
	int32_t			tid;
	uint64_t		addr;
	uint32_t		flags;
};

/* A tracepoint and its fields; a field that the format lacks is NULL. */
struct perf_lock_fields {
	enum perf_lock_kind		kind;
	struct perf_format		format;
	const struct perf_format_field	*addr;
	const struct perf_format_field	*flags;
};

/**
 * struct perf_lock_decoder - the events of a recording
 * @points: by index of the event
 * @has: bit mask of the enum perf_lock_kind in @points
 * @lockdep: the recording has events of lockdep, which perf_lock_decode() ignores
 * @borrowed: the recording has no formats, those of this machine are used
 */
struct perf_lock_decoder {
	PERF_VEC(struct perf_lock_fields)	points;
	unsigned int				has;
	bool					lockdep;
	bool					borrowed;
};
int perf_lock_decoder_init(struct perf_lock_decoder *decoder, const struct perf_data *data,
			   struct perf_error *error);
bool perf_lock_decode(const struct perf_lock_decoder *decoder, unsigned int index,
		      const struct perf_sample *sample, struct perf_lock_event *event);
void perf_lock_decoder_free(struct perf_lock_decoder *decoder);

#endif /* PERF_LOCK_EVENTS_H */
