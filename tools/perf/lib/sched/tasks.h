/* SPDX-License-Identifier: GPL-2.0-only */
/* Tasks as the scheduler sees them, by number. */
#ifndef PERF_SCHED_TASKS_H
#define PERF_SCHED_TASKS_H

#include <stdbool.h>
#include <stdint.h>
#include <base/map.h>
#include <base/mean.h>
#include <base/str.h>
#include <base/vec.h>
#include <sched/events.h>

/* /proc tells more of a kernel thread: its work queue (fs/proc/array.c, proc_task_name()). */
#define PERF_SCHED_NAME_SIZE	64

/**
 * enum perf_sched_phase - what a task does
 * @PERF_SCHED_UNKNOWN: nothing was seen of it
 * @PERF_SCHED_ASLEEP: it has stopped by itself
 * @PERF_SCHED_WAITS: it could run
 * @PERF_SCHED_RUNS: it runs
 */
enum perf_sched_phase {
	PERF_SCHED_UNKNOWN,
	PERF_SCHED_ASLEEP,
	PERF_SCHED_WAITS,
	PERF_SCHED_RUNS,
};

/**
 * struct perf_sched_task - one task; the idle task of each CPU is one
 * @tid: its number, 0 for idle tasks
 * @pid: its process, -1: not known
 * @ppid: who made that, -1: not known
 * @comm: its name
 * @ended: it has ended
 * @out: when it stopped running last, 0: not seen
 * @ready: when it was made runnable, 0 if it is not, or was not woken
 * @prio: with which it was switched to last
 * @has_prio: @prio is known
 * @phase: latency: what it does
 * @waits_since: latency: since when it waits for a CPU
 * @runs: times it ran
 * @delays: times from being able to run to running
 * @max_from, @max_to: the longest of these
 * @runtime: ns, as the scheduler accounts it
 * @migrations: how often it was moved
 * @letter: map: its name there, 0: none yet
 * @shown: map: name that was shown with the letter
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
 * struct perf_sched_cpu - one CPU
 * @number: its number
 * @seen: something happened there
 * @switched: when it went over to the task it runs, 0: not seen
 * @task: that task, NULL: not seen
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
 * @list: tasks in the order they were seen; idle tasks are with their CPUs
 * @by_tid: index + 1 in @list
 * @cpus: by number
 */
struct perf_sched_tasks {
	PERF_VEC(struct perf_sched_task *)	list;
	struct perf_map				by_tid;
	PERF_VEC(struct perf_sched_cpu *)	cpus;
};

/** perf_sched_cpu() - a CPU, added if it is new; NULL without memory or for a bad number */
struct perf_sched_cpu *perf_sched_cpu(struct perf_sched_tasks *tasks, uint32_t number);

/**
 * perf_sched_task() - a task
 * @tasks: all
 * @tid: its number
 * @cpu: whose idle task, if that is 0
 * @comm: name of the task, if none is known yet; may be NULL
 *
 * Return: the task, added if it is new; NULL without memory.
 */
struct perf_sched_task *perf_sched_task(struct perf_sched_tasks *tasks, int32_t tid,
					uint32_t cpu, const char *comm);

/**
 * perf_sched_tasks_record() - learn of names, parents and ends
 * @tasks: all
 * @record: COMM, FORK or EXIT; others are passed over
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_tasks_record(struct perf_sched_tasks *tasks, const struct perf_data_record *record);

/** perf_sched_tasks_free() - free all */
void perf_sched_tasks_free(struct perf_sched_tasks *tasks);

/** perf_sched_task_text() - add "comm[tid/pid]" or "<idle>"; returns how long it is */
size_t perf_sched_task_text(struct perf_str *text, const struct perf_sched_task *task);

/** perf_sched_time_text() - add a time in seconds, 12 wide; digits beyond us are cut off */
void perf_sched_time_text(struct perf_str *text, uint64_t ns);

#endif /* PERF_SCHED_TASKS_H */
