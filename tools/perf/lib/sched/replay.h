/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Doing again what recorded tasks did to the scheduler: a thread for each of them runs as
 * long, sleeps until the one that woke it has come as far, and wakes others.
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
 * enum perf_replay_kind - what a thread does next
 * @PERF_REPLAY_RUN: use the CPU
 * @PERF_REPLAY_SLEEP: until it is woken
 * @PERF_REPLAY_WAKE: wake another one
 */
enum perf_replay_kind {
	PERF_REPLAY_RUN,
	PERF_REPLAY_SLEEP,
	PERF_REPLAY_WAKE,
};

/**
 * struct perf_replay_step - one thing that a thread does
 * @kind: what
 * @woken: SLEEP: somebody wakes it; else it does not wait
 * @ns: RUN: how long
 * @task: WAKE: whom, index
 */
struct perf_replay_step {
	enum perf_replay_kind	kind;
	bool			woken;
	uint64_t		ns;
	size_t			task;
};

/**
 * struct perf_replay_task - what one task did
 * @tid: its number
 * @comm: its name, as seen last
 * @steps: in this order
 */
struct perf_replay_task {
	int32_t					tid;
	char					comm[PERF_SCHED_COMM_SIZE];
	PERF_VEC(struct perf_replay_step)	steps;
};

/**
 * struct perf_replay - what all tasks did
 * @tasks: by the time that they were seen first; idle tasks of all CPUs are one
 * @by_tid: index
 * @switched: by CPU: when it went over to what it runs
 * @use_wakeup: wake-ups are told by sched_wakeup, not sched_waking; set first
 */
struct perf_replay {
	PERF_VEC(struct perf_replay_task)	tasks;
	struct perf_map				by_tid;
	struct perf_map				switched;
	bool					use_wakeup;
};

/**
 * struct perf_replay_round - how long it took
 * @wall_ns: until all threads had ended
 * @cpu_ns: time of CPUs that they used
 */
struct perf_replay_round {
	uint64_t wall_ns;
	uint64_t cpu_ns;
};

/** perf_replay_event() - learn what a task did; 0 or -ENOMEM */
int perf_replay_event(struct perf_replay *replay, const struct perf_sched_event *event);

/** perf_replay_text() - add counts of steps, and the tasks */
void perf_replay_text(struct perf_str *text, const struct perf_replay *replay);

/**
 * perf_replay_run() - do it once
 * @replay: what
 * @round: result
 * @error: filled on failure
 *
 * No wait is for something that comes later in the recording: all threads come to their end.
 *
 * Return: 0 or a negative errno.
 */
int perf_replay_run(const struct perf_replay *replay, struct perf_replay_round *round,
		    struct perf_error *error);

/** perf_replay_free() - free all */
void perf_replay_free(struct perf_replay *replay);

#endif /* PERF_SCHED_REPLAY_H */
