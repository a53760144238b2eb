/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Replay of a recording: a thread for each task runs as long as the task did, sleeps until the
 * thread of its waker has reached the wakeup, and wakes other threads.
 */
#ifndef PERF_SCHED_REPLAY_H
#define PERF_SCHED_REPLAY_H

#include <stdbool.h>
#include <stdint.h>
#include <base/error.h>
#include <base/map.h>
#include <base/str.h>
#include <base/vec.h>
#include <sched/events.h>

/**
 * enum perf_replay_kind - kind of a step
 * @PERF_REPLAY_RUN: use the CPU
 * @PERF_REPLAY_SLEEP: wait for a wakeup
 * @PERF_REPLAY_WAKE: wake another thread
 */
enum perf_replay_kind {
	PERF_REPLAY_RUN,
	PERF_REPLAY_SLEEP,
	PERF_REPLAY_WAKE,
};

/**
 * struct perf_replay_step - a step of a thread
 * @kind: kind
 * @woken: SLEEP: a WAKE step ends it; if false, the thread does not sleep
 * @ns: RUN: CPU time, ns
 * @task: WAKE: index of the woken task
 */
struct perf_replay_step {
	enum perf_replay_kind	kind;
	bool			woken;
	uint64_t		ns;
	size_t			task;
};

/**
 * struct perf_replay_task - the steps of a task
 * @tid: tid
 * @comm: last name in an event
 * @steps: in the order of the recording
 */
struct perf_replay_task {
	int32_t					tid;
	char					comm[PERF_SCHED_COMM_SIZE];
	PERF_VEC(struct perf_replay_step)	steps;
};

/**
 * struct perf_replay - the steps of all tasks
 * @tasks: by their first event; the idle tasks of all CPUs are one
 * @by_tid: index in @tasks
 * @switched: by CPU: time of its last switch, ns
 * @use_wakeup: use PERF_SCHED_WAKEUP, not PERF_SCHED_WAKING; set before the first event
 */
struct perf_replay {
	PERF_VEC(struct perf_replay_task)	tasks;
	struct perf_map				by_tid;
	struct perf_map				switched;
	bool					use_wakeup;
};

/**
 * struct perf_replay_round - duration of a replay
 * @wall_ns: time until all threads had ended
 * @cpu_ns: sum of the CPU times of the threads
 */
struct perf_replay_round {
	uint64_t wall_ns;
	uint64_t cpu_ns;
};
int perf_replay_event(struct perf_replay *replay, const struct perf_sched_event *event);
void perf_replay_text(struct perf_str *text, const struct perf_replay *replay);
int perf_replay_run(const struct perf_replay *replay, struct perf_replay_round *round,
		    struct perf_error *error);
void perf_replay_free(struct perf_replay *replay);

#endif /* PERF_SCHED_REPLAY_H */
