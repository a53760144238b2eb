/* SPDX-License-Identifier: GPL-2.0-only */
/* Waiting for locks: tracepoints of a recording, decoded. */
#ifndef PERF_LOCK_EVENTS_H
#define PERF_LOCK_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <data/reader.h>
#include <data/sample.h>
#include <model/format.h>

/**
 * enum perf_lock_kind - what happened
 * @PERF_LOCK_OTHER: nothing about a lock
 * @PERF_LOCK_BEGIN: a task begins to wait for a lock
 * @PERF_LOCK_END: it waits no longer
 */
enum perf_lock_kind {
	PERF_LOCK_OTHER,
	PERF_LOCK_BEGIN,
	PERF_LOCK_END,
};

/* Of contention_begin; as the kernel's include/trace/events/lock.h has them */
#define PERF_LOCK_SPIN		0x01
#define PERF_LOCK_READ		0x02
#define PERF_LOCK_WRITE		0x04
#define PERF_LOCK_RT		0x08
#define PERF_LOCK_PERCPU	0x10
#define PERF_LOCK_MUTEX		0x20

/**
 * struct perf_lock_event - one thing that happened
 * @kind: what
 * @time: ns
 * @pid, @tid: to whom
 * @addr: of the lock
 * @flags: BEGIN: PERF_LOCK_*: what kind of lock
 */
struct perf_lock_event {
	enum perf_lock_kind	kind;
	uint64_t		time;
	int32_t			pid;
	int32_t			tid;
	uint64_t		addr;
	uint32_t		flags;
};

/* A tracepoint, with the fields that are looked at; NULL for those it lacks. */
struct perf_lock_fields {
	enum perf_lock_kind		kind;
	struct perf_format		format;
	const struct perf_format_field	*addr;
	const struct perf_format_field	*flags;
};

/**
 * struct perf_lock_decoder - the events of a recording
 * @points: by index of the event
 * @has: which kinds there are, by bit
 * @lockdep: there are events of every lock that was taken, which are not looked at
 * @borrowed: the recording has no formats: those of this machine are used
 */
struct perf_lock_decoder {
	PERF_VEC(struct perf_lock_fields)	points;
	unsigned int				has;
	bool					lockdep;
	bool					borrowed;
};

/**
 * perf_lock_decoder_init() - look at the events of a recording
 * @decoder: result; free with perf_lock_decoder_free(), also on failure
 * @data: recording
 * @error: filled on failure
 *
 * Return: 0; -EINVAL if nothing in it tells of waiting for locks; -ENOMEM.
 */
int perf_lock_decoder_init(struct perf_lock_decoder *decoder, const struct perf_data *data,
			   struct perf_error *error);

/** perf_lock_decode() - what a sample of the event of this index tells; false: nothing */
bool perf_lock_decode(const struct perf_lock_decoder *decoder, unsigned int index,
		      const struct perf_sample *sample, struct perf_lock_event *event);

/** perf_lock_decoder_free() - free */
void perf_lock_decoder_free(struct perf_lock_decoder *decoder);

#endif /* PERF_LOCK_EVENTS_H */
