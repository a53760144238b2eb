/* SPDX-License-Identifier: GPL-2.0 */
/* Events of the scheduler: decoded tracepoints of a recording. */
#ifndef PERF_SCHED_EVENTS_H
#define PERF_SCHED_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <data/reader.h>
#include <data/sample.h>
#include <model/format.h>

/**
 * enum perf_sched_kind - kind of a decoded event
 * @PERF_SCHED_OTHER: no event of the scheduler
 * @PERF_SCHED_SWITCH: a CPU switches from one task to another
 * @PERF_SCHED_WAKING: a task will be made runnable, emitted by the waker
 * @PERF_SCHED_WAKEUP: a task was made runnable, emitted on the CPU it is put on
 * @PERF_SCHED_WAKEUP_NEW: a new task was made runnable
 * @PERF_SCHED_MIGRATE: a task moves to another CPU
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

/* Maximum NR_CPUS of a kernel; a greater CPU number is damage. */
#define PERF_SCHED_CPUS_MAX	8192

#define PERF_SCHED_COMM_SIZE	16	/* bytes of a name: linux/sched.h, TASK_COMM_LEN */

/**
 * struct perf_sched_event - a decoded event
 * @kind: kind
 * @time: ns
 * @cpu: CPU that emitted it
 * @by_pid, @by_tid: task running on @cpu
 * @tid, @comm: task that the event is about; SWITCH: the task that stops
 * @prio: priority of @tid in the kernel's scale: 0 to 99 real-time, 120 nice 0, lower runs first
 * @state: SWITCH: state of @tid, a letter as in ps(1); R if it could go on
 * @next_tid, @next_comm: SWITCH: task that runs next
 * @next_prio: SWITCH: priority of @next_tid
 * @from_cpu, @to_cpu: MIGRATE: CPU numbers
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

/* A tracepoint and the fields that are decoded; a field that the format lacks is NULL. */
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
 * @has: bit mask of the enum perf_sched_kind in @points
 * @borrowed: the recording has no formats, as if its writer was killed: those of this machine
 *	are used, by tracepoint number
 */
struct perf_sched_decoder {
	PERF_VEC(struct perf_sched_fields)	points;
	unsigned int				has;
	bool					borrowed;
};
int perf_sched_decoder_init(struct perf_sched_decoder *decoder, const struct perf_data *data,
			    struct perf_error *error);
bool perf_sched_decode(const struct perf_sched_decoder *decoder, unsigned int index,
		       const struct perf_sample *sample, struct perf_sched_event *event);
void perf_sched_decoder_free(struct perf_sched_decoder *decoder);

#endif /* PERF_SCHED_EVENTS_H */
