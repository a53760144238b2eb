/* SPDX-License-Identifier: GPL-2.0-only */
/* What the scheduler did: tracepoints of a recording, decoded. */
#ifndef PERF_SCHED_EVENTS_H
#define PERF_SCHED_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <data/reader.h>
#include <data/sample.h>
#include <model/format.h>

/**
 * enum perf_sched_kind - what happened
 * @PERF_SCHED_OTHER: nothing of the scheduler's
 * @PERF_SCHED_SWITCH: a CPU goes from one task to another
 * @PERF_SCHED_WAKING: a task is about to be made runnable, said by who does it
 * @PERF_SCHED_WAKEUP: a task was made runnable, said by the CPU it is put on
 * @PERF_SCHED_WAKEUP_NEW: a new task was made runnable
 * @PERF_SCHED_MIGRATE: a task is moved to another CPU
 * @PERF_SCHED_RUNTIME: a task has run for some time
 */
enum perf_sched_kind {
	PERF_SCHED_OTHER,
	PERF_SCHED_SWITCH,
	PERF_SCHED_WAKING,
	PERF_SCHED_WAKEUP,
	PERF_SCHED_WAKEUP_NEW,
	PERF_SCHED_MIGRATE,
	PERF_SCHED_RUNTIME,
};

/* NR_CPUS of a kernel is this at most: a number beyond is damage. */
#define PERF_SCHED_CPUS_MAX	8192

#define PERF_SCHED_COMM_SIZE	16	/* as an event has it: linux/sched.h, TASK_COMM_LEN */

/**
 * struct perf_sched_event - one thing that happened
 * @kind: what
 * @time: ns
 * @cpu: where it was noticed
 * @by_pid, @by_tid: which task ran there
 * @tid, @comm: the task it happened to; for a switch the one that ran until now
 * @prio: of @tid, as the kernel counts it: 0 to 99 real-time, 120 nice 0, lower runs first
 * @state: SWITCH: why it stops, a letter as ps(1) shows; R if it could go on
 * @next_tid, @next_comm: SWITCH: which task runs now
 * @next_prio: of that task
 * @from_cpu, @to_cpu: MIGRATE
 * @runtime: RUNTIME: ns
 */
struct perf_sched_event {
	enum perf_sched_kind	kind;
	uint64_t		time;
	uint32_t		cpu;
	int32_t			by_pid;
	int32_t			by_tid;
	int32_t			tid;
	char			comm[PERF_SCHED_COMM_SIZE];
	int32_t			prio;
	char			state;
	int32_t			next_tid;
	int32_t			next_prio;
	char			next_comm[PERF_SCHED_COMM_SIZE];
	uint32_t		from_cpu;
	uint32_t		to_cpu;
	uint64_t		runtime;
};

/* The fields of a tracepoint that are looked at; NULL for those it lacks. */
struct perf_sched_fields {
	enum perf_sched_kind		kind;
	struct perf_format		format;
	const struct perf_format_field	*tid;
	const struct perf_format_field	*comm;
	const struct perf_format_field	*prio;
	const struct perf_format_field	*state;
	const struct perf_format_field	*next_tid;
	const struct perf_format_field	*next_prio;
	const struct perf_format_field	*next_comm;
	const struct perf_format_field	*from_cpu;
	const struct perf_format_field	*to_cpu;
	const struct perf_format_field	*runtime;
};

/**
 * struct perf_sched_decoder - the events of a recording
 * @points: by index of the event
 * @has: which kinds there are, by bit
 * @borrowed: the recording has no formats, as happens if it was not ended properly: those
 *	of this machine are used, for tracepoints of the same number
 */
struct perf_sched_decoder {
	PERF_VEC(struct perf_sched_fields)	points;
	unsigned int				has;
	bool					borrowed;
};

/**
 * perf_sched_decoder_init() - look at the events of a recording
 * @decoder: result; free with perf_sched_decoder_free(), also on failure
 * @data: recording
 * @error: filled on failure
 *
 * Return: 0; -EINVAL if there are no context switches in it; -ENOMEM.
 */
int perf_sched_decoder_init(struct perf_sched_decoder *decoder, const struct perf_data *data,
			    struct perf_error *error);

/**
 * perf_sched_decode() - what a sample tells
 * @decoder: decoder
 * @index: of its event
 * @sample: its fields
 * @event: result
 *
 * Return: whether it is something of the scheduler's.
 */
bool perf_sched_decode(const struct perf_sched_decoder *decoder, unsigned int index,
		       const struct perf_sample *sample, struct perf_sched_event *event);

/** perf_sched_decoder_free() - free */
void perf_sched_decoder_free(struct perf_sched_decoder *decoder);

#endif /* PERF_SCHED_EVENTS_H */
