// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which task runs on which CPU. Each task has two characters, told when it runs for the
 * first time and when its name changes; a dot is an idle CPU.
 */
#include <errno.h>
#include <string.h>
#include <sched/map.h>

/* A0 to Z0, A1 to Z9, then again: there are only so many. */
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

static void put_cpu(struct perf_str *text, const struct perf_sched_cpu *cpu, uint32_t here)
{
	perf_str_char(text, cpu->number == here ? '*' : ' ');
	if (cpu->task)
		perf_str_mem(text, cpu->task->letter, 2);
	else
		perf_str_add(text, "  ");
	perf_str_char(text, ' ');
}

static int put_cpus(const struct perf_sched_map *map, struct perf_sched_tasks *tasks,
		    struct perf_str *text, uint32_t here)
{
	size_t nr = map->compact ? map->order.count : map->cpu_count, i;

	for (i = 0; i < nr; i++) {
		uint32_t number = map->compact ? map->order.at[i] : (uint32_t)i;
		const struct perf_sched_cpu *cpu = perf_sched_cpu(tasks, number);

		if (!cpu)
			return -ENOMEM;
		if (is_shown(map, number))
			put_cpu(text, cpu, here);
	}
	return 0;
}

int perf_sched_map_event(struct perf_sched_map *map, struct perf_sched_tasks *tasks,
			 const struct perf_sched_event *event, struct perf_str *text)
{
	struct perf_sched_cpu *cpu;
	bool new_cpu, tell;
	uint32_t *place;

	if (event->kind != PERF_SCHED_SWITCH)
		return 0;
	cpu = perf_sched_cpu(tasks, event->cpu);
	if (!cpu)
		return -ENOMEM;
	if (event->cpu >= map->cpu_count)
		map->cpu_count = event->cpu + 1;
	new_cpu = !cpu->seen;
	cpu->seen = true;
	if (new_cpu) {
		place = perf_vec_push(&map->order);
		if (!place)
			return -ENOMEM;
		*place = event->cpu;
	}
	cpu->task = perf_sched_task(tasks, event->next_tid, event->cpu, event->next_comm);
	if (!cpu->task)
		return -ENOMEM;
	tell = cpu->task->tid ? strcmp(cpu->task->shown, cpu->task->comm) : !map->idle_told;
	if (!*cpu->task->letter)
		give_letter(map, cpu->task);
	if (!is_shown(map, event->cpu))
		return 0;
	perf_str_add(text, "  ");
	if (put_cpus(map, tasks, text, event->cpu))
		return -ENOMEM;
	perf_str_add(text, "  ");
	perf_sched_time_text(text, event->time);
	perf_str_add(text, " secs ");
	if (tell) {
		perf_str_format(text, "%.2s => ", cpu->task->letter);
		perf_str_name(text, cpu->task->comm);
		perf_str_format(text, ":%d", cpu->task->tid);
		memcpy(cpu->task->shown, cpu->task->comm, sizeof(cpu->task->shown));
		map->idle_told |= !cpu->task->tid;
	}
	if (map->compact && new_cpu)
		perf_str_format(text, " (CPU %u)", event->cpu);
	perf_str_char(text, '\n');
	return 0;
}

void perf_sched_map_free(struct perf_sched_map *map)
{
	perf_vec_free(&map->order);
}
