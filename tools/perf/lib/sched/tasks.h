/* SPDX-License-Identifier: GPL-2.0 */
/* Tasks of the scheduler by tid, and CPUs by number. */
#ifndef PERF_SCHED_TASKS_H
#define PERF_SCHED_TASKS_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/mean.h>
#include <base/str.h>
#include <base/vec.h>
#include <sched/events.h>

/* Names of kernel threads in /proc include the work queue (fs/proc/array.c, proc_task_name()). */
#define PERF_SCHED_NAME_SIZE	64

/**
 * enum perf_sched_phase - state of a task for perf sched latency
 * @PERF_SCHED_UNKNOWN: no event yet
 * @PERF_SCHED_ASLEEP: not runnable
 * @PERF_SCHED_WAITS: runnable, waits for a CPU
 * @PERF_SCHED_RUNS: running
 */
enum perf_sched_phase {
	PERF_SCHED_UNKNOWN,
	PERF_SCHED_ASLEEP,
	PERF_SCHED_WAITS,
	PERF_SCHED_RUNS,
};

/**
 * struct perf_sched_task - a task; each CPU has its own idle task
 * @tid: tid, 0 for idle tasks
 * @pid: process, -1: unknown
 * @ppid: parent process, -1: unknown
 * @comm: name
 * @ended: PERF_RECORD_EXIT was read
 * @out: time when it last stopped running, ns, 0: unknown
 * @ready: time since when it is runnable, ns, 0: not runnable or no wakeup recorded
 * @prio: priority at the last switch to it
 * @has_prio: @prio is known
 * @phase: latency: state
 * @waits_since: latency: time when it last stopped running or was woken, ns
 * @runs: timehist: times of its runs
 * @delays: latency: times from runnable to running
 * @max_from, @max_to: begin and end of the longest of @delays, ns
 * @runtime: sum of PERF_SCHED_RUNTIME, ns
 * @migrations: number of PERF_SCHED_MIGRATE
 * @letter: map: its two characters, 0: none yet
 * @shown: map: name last printed with @letter
 */
struct perf_sched_task {
	int32_t			tid;
	int32_t			pid;
	int32_t			ppid;
	char			comm[PERF_SCHED_NAME_SIZE];
	bool			ended;
	uint64_t		out;
	uint64_t		ready;
	int32_t			prio;
	bool			has_prio;
	enum perf_sched_phase	phase;
	uint64_t		waits_since;
	struct perf_times	runs;
	struct perf_times	delays;
	uint64_t		max_from;
	uint64_t		max_to;
	uint64_t		runtime;
	uint64_t		migrations;
	char			letter[2];
	char			shown[PERF_SCHED_NAME_SIZE];
};

/**
 * struct perf_sched_cpu - a CPU
 * @number: number
 * @seen: map: it had a switch
 * @switched: timehist: time of its last switch, ns, 0: none
 * @task: map: task that runs, NULL: unknown
 * @idle: its idle task
 */
struct perf_sched_cpu {
	uint32_t		number;
	bool			seen;
	uint64_t		switched;
	struct perf_sched_task	*task;
	struct perf_sched_task	idle;
};

/**
 * struct perf_sched_tasks - all tasks and CPUs
 * @list: tasks in order of appearance, without idle tasks
 * @by_tid: index + 1 in @list
 * @cpus: by number
 */
struct perf_sched_tasks {
	PERF_VEC(struct perf_sched_task *)	list;
	struct perf_map				by_tid;
	PERF_VEC(struct perf_sched_cpu *)	cpus;
};
struct perf_sched_cpu *perf_sched_cpu(struct perf_sched_tasks *tasks, uint32_t number);
struct perf_sched_task *perf_sched_task(struct perf_sched_tasks *tasks, int32_t tid,
					uint32_t cpu, const char *comm);
int perf_sched_tasks_record(struct perf_sched_tasks *tasks, const struct perf_data_record *record);
void perf_sched_tasks_free(struct perf_sched_tasks *tasks);
size_t perf_sched_task_text(struct perf_str *text, const struct perf_sched_task *task);
void perf_sched_time_text(struct perf_str *text, uint64_t ns);

#endif /* PERF_SCHED_TASKS_H */
