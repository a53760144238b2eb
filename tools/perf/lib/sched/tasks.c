// SPDX-License-Identifier: GPL-2.0
/* Tasks by tid and CPUs by number. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <data/format.h>
#include <sched/tasks.h>

static void set_comm(struct perf_sched_task *task, const char *comm, size_t size)
{
	size_t length = strnlen(comm, size);

	if (length >= sizeof(task->comm))
		length = sizeof(task->comm) - 1;
	memcpy(task->comm, comm, length);
	task->comm[length] = '\0';
}

/** perf_sched_cpu() - return a CPU, added if new; NULL without memory or for a bad number */
struct perf_sched_cpu *perf_sched_cpu(struct perf_sched_tasks *tasks, uint32_t number)
{
	struct perf_sched_cpu **slot;

	if (number >= PERF_SCHED_CPUS_MAX)
		return NULL;
	while (tasks->cpus.count <= number) {
		slot = perf_vec_push(&tasks->cpus);
		if (!slot)
			return NULL;
		*slot = calloc(1, sizeof(**slot));
		if (!*slot) {
			tasks->cpus.count--;
			return NULL;
		}
		(*slot)->number = (uint32_t)tasks->cpus.count - 1;
		set_comm(&(*slot)->idle, "swapper", PERF_SCHED_COMM_SIZE);
	}
	return tasks->cpus.at[number];
}

static struct perf_sched_task *sched_task_add(struct perf_sched_tasks *tasks, int32_t tid)
{
	struct perf_sched_task **slot = perf_vec_push(&tasks->list);
	uint64_t *index;

	if (!slot)
		return NULL;
	*slot = calloc(1, sizeof(**slot));
	index = *slot ? perf_map_put(&tasks->by_tid, (uint32_t)tid, NULL) : NULL;
	if (!index) {
		free(*slot);
		tasks->list.count--;
		return NULL;
	}
	*index = tasks->list.count;
	(*slot)->tid = tid;
	(*slot)->pid = -1;
	(*slot)->ppid = -1;
	return *slot;
}

/**
 * perf_sched_task() - return a task
 * @tasks: tasks
 * @tid: tid; 0: the idle task of @cpu
 * @cpu: CPU number
 * @comm: name to store if the task has none yet; may be NULL
 *
 * Return: the task, added if new; NULL without memory, or if @tid is 0 and @cpu is bad.
 */
struct perf_sched_task *perf_sched_task(struct perf_sched_tasks *tasks, int32_t tid,
					uint32_t cpu, const char *comm)
{
	struct perf_sched_cpu *of = tid ? NULL : perf_sched_cpu(tasks, cpu);
	struct perf_sched_task *task;
	uint64_t index;

	if (!tid)
		return of ? &of->idle : NULL;
	if (perf_map_get(&tasks->by_tid, (uint32_t)tid, &index))
		task = tasks->list.at[index - 1];
	else
		task = sched_task_add(tasks, tid);
	if (task && comm && !*task->comm)
		set_comm(task, comm, PERF_SCHED_COMM_SIZE);
	return task;
}

static int sched_task_forked(struct perf_sched_tasks *tasks, const struct perf_record_fork *fork)
{
	struct perf_sched_task *task, *maker;

	if (!fork->tid)
		return 0;
	task = perf_sched_task(tasks, (int32_t)fork->tid, 0, NULL);
	/* The same tid after PERF_RECORD_EXIT is another task. */
	if (task && task->ended)
		task = sched_task_add(tasks, (int32_t)fork->tid);
	maker = perf_sched_task(tasks, (int32_t)fork->ptid, 0, NULL);
	if (!task || !maker)
		return -ENOMEM;
	task->pid = (int32_t)fork->pid;
	task->ppid = (int32_t)fork->ppid;
	if (!*task->comm)
		set_comm(task, maker->comm, sizeof(maker->comm));
	return 0;
}

/**
 * perf_sched_tasks_record() - store names, parents and ends of tasks
 * @tasks: tasks
 * @record: PERF_RECORD_COMM, FORK or EXIT; other records are ignored
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_tasks_record(struct perf_sched_tasks *tasks, const struct perf_data_record *record)
{
	const struct perf_record_comm *comm = (const void *)record->header;
	const struct perf_record_fork *fork = (const void *)record->header;
	struct perf_sched_task *task;

	switch (record->header->type) {
	case PERF_RECORD_COMM:
		task = perf_sched_task(tasks, (int32_t)comm->tid, 0, NULL);
		if (!task)
			return -ENOMEM;
		if (comm->tid) {
			task->pid = (int32_t)comm->pid;
			/* Make perf_sched_map explain the task again, even with the same name. */
			if (comm->header.misc & PERF_RECORD_MISC_COMM_EXEC)
				task->shown[0] = '\0';
			set_comm(task, comm->comm, perf_data_string_size(record, comm->comm));
		}
		return 0;
	case PERF_RECORD_FORK:
		return sched_task_forked(tasks, fork);
	case PERF_RECORD_EXIT:
		task = perf_sched_task(tasks, (int32_t)fork->tid, 0, NULL);
		if (!task)
			return -ENOMEM;
		task->ended = true;
		return 0;
	default:
		return 0;
	}
}

/** perf_sched_tasks_free() - free all tasks and CPUs */
void perf_sched_tasks_free(struct perf_sched_tasks *tasks)
{
	struct perf_sched_task **task;
	struct perf_sched_cpu **cpu;

	perf_vec_each(&tasks->list, task)
		free(*task);
	perf_vec_each(&tasks->cpus, cpu)
		free(*cpu);
	perf_vec_free(&tasks->list);
	perf_vec_free(&tasks->cpus);
	perf_map_free(&tasks->by_tid);
}

/** perf_sched_task_text() - append "comm[tid/pid]" or "<idle>"; return its length */
size_t perf_sched_task_text(struct perf_str *text, const struct perf_sched_task *task)
{
	size_t start = text->length;

	if (!task->tid)
		perf_str_add(text, "<idle>");
	else if (task->pid <= 0 || task->pid == task->tid)
		perf_str_format(text, "%s[%d]", task->comm, task->tid);
	else
		perf_str_format(text, "%s[%d/%d]", task->comm, task->tid, task->pid);
	perf_str_sanitize(text, start, 0);
	return text->length - start;
}

/** perf_sched_time_text() - append a time in seconds, 12 wide; digits below 1 us are cut off */
void perf_sched_time_text(struct perf_str *text, uint64_t ns)
{
	perf_str_format(text, "%5llu.%06llu", (unsigned long long)(ns / 1000000000),
			(unsigned long long)(ns / 1000 % 1000000));
}
