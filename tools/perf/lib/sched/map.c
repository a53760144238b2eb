// SPDX-License-Identifier: GPL-2.0
/*
 * Prints which task runs on which CPU. give_letter() gives each task two characters, explained
 * when it first runs and when its name changes; a dot is an idle CPU.
 */
#include <errno.h>
#include <string.h>
#include <sched/map.h>

/* A0 to Z0, A1 to Z1 and so on to Z9, then A0 again. */
static void give_letter(struct perf_sched_map *map, struct perf_sched_task *task)
{
	if (!task->tid) {
		memcpy(task->letter, ". ", 2);
		return;
	}
	task->letter[0] = (char)('A' + map->letters % 26);
	task->letter[1] = (char)('0' + map->letters / 26 % 10);
	map->letters++;
}

static bool is_shown(const struct perf_sched_map *map, uint32_t cpu)
{
	return !map->cpus || perf_cpus_has(map->cpus, (int)cpu);
}

static bool is_name(const struct perf_sched_map *map, const char *comm, const char *name,
		    size_t length)
{
	if (map->part)
		return !!memmem(comm, strlen(comm), name, length);
	return strlen(comm) == length && !memcmp(comm, name, length);
}

/* A task that changes its name to one of @names is shown from then on. */
static bool is_named(const struct perf_sched_map *map, const struct perf_sched_task *task)
{
	const char *name = map->names;
	size_t length;

	for (; name; name = name[length] ? name + length + 1 : NULL) {
		length = strcspn(name, ",");
		if (length && is_name(map, task->comm, name, length))
			return true;
	}
	return !map->names;
}

static const char *letter_of(const struct perf_sched_map *map, const struct perf_sched_task *task)
{
	if (!task)
		return "  ";
	return task->tid && !is_named(map, task) ? "- " : task->letter;
}

static int put_cpus(const struct perf_sched_map *map, struct perf_sched_tasks *tasks,
		    struct perf_str *text, uint32_t here, const char *letter)
{
	size_t nr = map->compact ? map->order.count : map->cpu_count, i;

	for (i = 0; i < nr; i++) {
		uint32_t number = map->compact ? map->order.at[i] : (uint32_t)i;
		const struct perf_sched_cpu *cpu = perf_sched_cpu(tasks, number);

		if (!cpu)
			return -ENOMEM;
		if (!is_shown(map, number))
			continue;
		perf_str_char(text, number == here ? '*' : ' ');
		perf_str_mem(text, number == here ? letter : letter_of(map, cpu->task), 2);
		perf_str_char(text, ' ');
	}
	return 0;
}

/* Append a line up to its time. */
static int put_start(const struct perf_sched_map *map, struct perf_sched_tasks *tasks,
		     const struct perf_sched_event *event, const char *letter,
		     struct perf_str *text)
{
	perf_str_add(text, "  ");
	if (put_cpus(map, tasks, text, event->cpu, letter))
		return -ENOMEM;
	perf_str_add(text, "  ");
	perf_sched_time_text(text, event->time);
	perf_str_add(text, " secs ");
	return 0;
}

static int put_in(struct perf_sched_map *map, struct perf_sched_tasks *tasks,
		  const struct perf_sched_event *event, struct perf_sched_task *task, bool new_cpu,
		  struct perf_str *text)
{
	bool tell = task->tid ? strcmp(task->shown, task->comm) : !map->idle_told;

	if (put_start(map, tasks, event, task->letter, text))
		return -ENOMEM;
	if (tell) {
		perf_str_format(text, "%.2s => ", task->letter);
		perf_str_name(text, task->comm);
		perf_str_format(text, ":%d", task->tid);
		memcpy(task->shown, task->comm, sizeof(task->shown));
		map->idle_told |= !task->tid;
	}
	if (map->compact && new_cpu)
		perf_str_format(text, " (CPU %u)", event->cpu);
	perf_str_char(text, '\n');
	return 0;
}

/* With @names the end of a run has its own line, as the next task may not be shown. */
static int put_out(const struct perf_sched_map *map, struct perf_sched_tasks *tasks,
		   const struct perf_sched_event *event, const struct perf_sched_task *task,
		   struct perf_str *text)
{
	if (!map->names || !*task->letter || !is_named(map, task))
		return 0;
	if (put_start(map, tasks, event, "- ", text))
		return -ENOMEM;
	perf_str_char(text, '\n');
	return 0;
}

/* Return: 1 if the CPU is new, else 0, or -ENOMEM. */
static int note_cpu(struct perf_sched_map *map, struct perf_sched_cpu *cpu, uint32_t number)
{
	uint32_t *slot;

	if (number >= map->cpu_count)
		map->cpu_count = number + 1;
	if (cpu->seen)
		return false;
	cpu->seen = true;
	slot = perf_vec_push(&map->order);
	if (!slot)
		return -ENOMEM;
	*slot = number;
	return true;
}

/**
 * perf_sched_map_event() - append a line for a switch
 * @map: map
 * @tasks: tasks
 * @event: event
 * @text: text to append to
 *
 * Return: 0 or -ENOMEM.
 */
int perf_sched_map_event(struct perf_sched_map *map, struct perf_sched_tasks *tasks,
			 const struct perf_sched_event *event, struct perf_str *text)
{
	struct perf_sched_task *before, *next;
	struct perf_sched_cpu *cpu;
	int new_cpu;

	if (event->kind != PERF_SCHED_SWITCH)
		return 0;
	cpu = perf_sched_cpu(tasks, event->cpu);
	if (!cpu)
		return -ENOMEM;
	new_cpu = note_cpu(map, cpu, event->cpu);
	before = perf_sched_task(tasks, event->tid, event->cpu, event->comm);
	next = perf_sched_task(tasks, event->next_tid, event->cpu, event->next_comm);
	if (new_cpu < 0 || !before || !next)
		return -ENOMEM;
	cpu->task = next;
	if (!*next->letter && (!next->tid || is_named(map, next)))
		give_letter(map, next);
	if (!is_shown(map, event->cpu))
		return 0;
	if (is_named(map, next) && put_in(map, tasks, event, next, new_cpu, text))
		return -ENOMEM;
	return put_out(map, tasks, event, before, text);
}

/** perf_sched_map_free() - free a map */
void perf_sched_map_free(struct perf_sched_map *map)
{
	perf_vec_free(&map->order);
}
