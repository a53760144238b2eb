// SPDX-License-Identifier: GPL-2.0
/*
 * Sums of counts. perf_stat_add() adds the counts of one run over the CPUs and threads of a unit;
 * several runs make a mean with an error. Not thread-safe.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stat/stat.h>

/* Do two CPUs belong to the same unit? */
static bool same_unit(enum perf_stat_by by, const struct perf_cpu_topology *a,
		      const struct perf_cpu_topology *b)
{
	switch (by) {
	case PERF_STAT_SOCKET:
		return a->socket == b->socket;
	case PERF_STAT_DIE:
		return a->socket == b->socket && a->die == b->die;
	case PERF_STAT_CLUSTER:
		return a->socket == b->socket && a->die == b->die && a->cluster == b->cluster;
	case PERF_STAT_CACHE:
		return a->socket == b->socket && a->die == b->die && a->cache == b->cache;
	case PERF_STAT_CORE:
		return a->socket == b->socket && a->die == b->die && a->core == b->core;
	case PERF_STAT_NODE:
		return a->node == b->node;
	case PERF_STAT_CPU:
		return false;
	default:
		return true;
	}
}

static void name_unit(struct perf_stat_unit *unit)
{
	const struct perf_cpu_topology *topology = &unit->topology;
	size_t size = sizeof(unit->name);

	switch (unit->by) {
	case PERF_STAT_SOCKET:
		snprintf(unit->name, size, "S%d", topology->socket);
		break;
	case PERF_STAT_DIE:
		snprintf(unit->name, size, "S%d-D%d", topology->socket, topology->die);
		break;
	case PERF_STAT_CLUSTER:
		snprintf(unit->name, size, "S%d-D%d-CLS%d", topology->socket, topology->die,
			 topology->cluster);
		break;
	case PERF_STAT_CACHE:
		snprintf(unit->name, size, "S%d-D%d-L%d-ID%d", topology->socket, topology->die,
			 topology->cache_level, topology->cache);
		break;
	case PERF_STAT_CORE:
		snprintf(unit->name, size, "S%d-D%d-C%d", topology->socket, topology->die,
			 topology->core);
		break;
	case PERF_STAT_NODE:
		snprintf(unit->name, size, "N%d", topology->node);
		break;
	case PERF_STAT_CPU:
		snprintf(unit->name, size, "CPU%d", unit->cpu);
		break;
	default:
		unit->name[0] = '\0';
	}
}

static int compare_units(const void *a, const void *b)
{
	const struct perf_stat_unit *x = a;
	const struct perf_stat_unit *y = b;
	const int keys[][2] = {
		{ x->topology.socket, y->topology.socket },
		{ x->topology.die, y->topology.die },
		{ x->topology.cluster, y->topology.cluster },
		{ x->topology.cache, y->topology.cache },
		{ x->topology.core, y->topology.core },
		{ x->cpu, y->cpu },
	};
	size_t i;

	for (i = 0; i < PERF_ARRAY_SIZE(keys); i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return 0;
}

static int compare_nodes(const void *a, const void *b)
{
	return ((const struct perf_stat_unit *)a)->topology.node -
	       ((const struct perf_stat_unit *)b)->topology.node;
}

static void find_topology(const struct perf_stat *stat, int cpu, struct perf_cpu_topology *topology)
{
	if (stat->topology)
		stat->topology(stat->topology_context, cpu, stat->cache_level, topology);
	else
		perf_cpu_topology_read(cpu, stat->cache_level, topology);
}

/* Append the units of one kind, sorted; @of is set to the unit of each CPU. */
static void add_units(struct perf_stat *stat, enum perf_stat_by by, const struct perf_cpus *cpus,
		      int *of)
{
	struct perf_stat_unit *units = &stat->units[stat->unit_count];
	size_t first = stat->unit_count, count = 0;
	size_t i, j;

	for (i = 0; i < cpus->count; i++) {
		struct perf_cpu_topology topology;

		find_topology(stat, cpus->at[i], &topology);
		for (j = 0; j < count; j++)
			if (same_unit(by, &units[j].topology, &topology))
				break;
		if (j == count) {
			units[j].by = by;
			units[j].topology = topology;
			units[j].cpu = cpus->at[i];
			count++;
		}
		units[j].cpus++;
	}
	if (by != PERF_STAT_CPU)
		qsort(units, count, sizeof(*units),
		      by == PERF_STAT_NODE ? compare_nodes : compare_units);
	for (j = 0; j < count; j++)
		name_unit(&units[j]);
	for (i = 0; i < cpus->count; i++) {
		struct perf_cpu_topology topology;

		find_topology(stat, cpus->at[i], &topology);
		for (j = 0; j < count; j++)
			if (by == PERF_STAT_CPU ? units[j].cpu == cpus->at[i] :
			    same_unit(by, &units[j].topology, &topology))
				of[cpus->at[i]] = first + j;
	}
	stat->unit_count += count;
}

/* Is an event summed by core, while others are by CPU? */
static bool is_percore(const struct perf_stat *stat, size_t event)
{
	return stat->by == PERF_STAT_CPU && stat->set->list->at[event].terms.percore;
}

static bool any_percore(const struct perf_stat *stat)
{
	size_t event;

	for (event = 0; event < stat->set->count; event++)
		if (is_percore(stat, event))
			return true;
	return false;
}

/* Allocate an index of units by CPU, each -1. */
static int *new_unit_of_cpu(const struct perf_stat *stat)
{
	size_t size = (stat->cpu_limit + 1) * sizeof(int);
	int *of = malloc(size);

	if (of)
		memset(of, -1, size);
	return of;
}

static int units_of_cpus(struct perf_stat *stat, const struct perf_cpus *cpus)
{
	bool percore = any_percore(stat);

	stat->units = calloc((percore ? 2 : 1) * cpus->count + 1, sizeof(*stat->units));
	stat->cpu_limit = cpus->count ? cpus->at[cpus->count - 1] + 1 : 0;
	stat->unit_of_cpu = new_unit_of_cpu(stat);
	if (!stat->units || !stat->unit_of_cpu)
		return -1;
	add_units(stat, stat->by, cpus, stat->unit_of_cpu);
	if (!percore)
		return 0;
	stat->core_of_cpu = new_unit_of_cpu(stat);
	if (!stat->core_of_cpu)
		return -1;
	add_units(stat, PERF_STAT_CORE, cpus, stat->core_of_cpu);
	return 0;
}

static int units_of_threads(struct perf_stat *stat)
{
	const struct perf_threads *threads = stat->set->threads;
	size_t i;

	stat->units = calloc(threads->count + 1, sizeof(*stat->units));
	if (!stat->units)
		return -1;
	stat->unit_count = threads->count;
	for (i = 0; i < threads->count; i++) {
		stat->units[i].by = PERF_STAT_THREAD;
		stat->units[i].thread = i;
		stat->units[i].cpus = 1;
		snprintf(stat->units[i].name, sizeof(stat->units[i].name), "%s-%d",
			 threads->at[i].comm, threads->at[i].tid);
	}
	return 0;
}

static int one_unit(struct perf_stat *stat)
{
	stat->units = calloc(1, sizeof(*stat->units));
	stat->unit_count = 1;
	return stat->units ? 0 : -1;
}

/* The unit to which a count belongs, -1 for none. */
static int unit_of(const struct perf_stat *stat, size_t event, size_t cpu, size_t thread)
{
	int number;

	switch (stat->by) {
	case PERF_STAT_ALL:
		return 0;
	case PERF_STAT_THREAD:
		return thread;
	default:
		number = stat->set->at[event].cpus.at[cpu];
		if (number < 0 || number >= stat->cpu_limit)
			return -1;
		return is_percore(stat, event) && !stat->percore_by_cpu ?
			stat->core_of_cpu[number] : stat->unit_of_cpu[number];
	}
}

/**
 * perf_stat_init() - allocate sums
 * @stat: the sums; the caller has set by, merge, scale and the other options
 * @set: the events; must live as long as the sums
 * @cpus: the CPUs counted on
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_stat_init(struct perf_stat *stat, const struct perf_event_set *set,
		   const struct perf_cpus *cpus, struct perf_error *error)
{
	size_t event, cpu, thread;
	int failed;

	stat->set = set;
	if (stat->by == PERF_STAT_ALL)
		failed = one_unit(stat);
	else if (stat->by == PERF_STAT_THREAD)
		failed = units_of_threads(stat);
	else
		failed = units_of_cpus(stat, cpus);
	if (!failed)
		stat->cells = calloc(set->count * stat->unit_count + 1, sizeof(*stat->cells));
	if (failed || !stat->cells) {
		perf_stat_free(stat);
		return perf_error_memory(error);
	}
	for (event = 0; event < set->count; event++) {
		/* perf_stat_add() adds tool events to the first unit. */
		if (set->list->at[event].tool)
			continue;
		for (cpu = 0; cpu < set->at[event].cpus.count; cpu++) {
			for (thread = 0; thread < set->threads->count; thread++) {
				int unit = unit_of(stat, event, cpu, thread);

				if (unit >= 0)
					perf_stat_cell(stat, event, unit)->here = true;
			}
		}
	}
	return 0;
}

/**
 * perf_stat_reset() - clear all sums, for the next interval
 * @stat: the sums
 */
void perf_stat_reset(struct perf_stat *stat)
{
	size_t i;

	for (i = 0; i < stat->set->count * stat->unit_count; i++) {
		bool here = stat->cells[i].here;

		stat->cells[i] = (struct perf_stat_cell){ .here = here };
	}
	stat->wall = (struct perf_mean){ 0 };
}

/* The event whose row includes the counts of @event. */
static size_t shown_as(const struct perf_stat *stat, size_t event)
{
	const struct perf_event_spec *specs = stat->set->list->at;
	size_t i;

	if (!stat->merge || !specs[event].merge)
		return event;
	for (i = 0; i < event; i++)
		if (specs[i].merge == specs[event].merge &&
		    (!specs[i].cgroup == !specs[event].cgroup) &&
		    (!specs[i].cgroup || !strcmp(specs[i].cgroup, specs[event].cgroup)))
			return i;
	return event;
}

/**
 * perf_stat_shown() - does an event have a row of its own?
 * @stat: the sums
 * @event: index of the event
 *
 * Return: false if the row of another event includes its counts.
 */
bool perf_stat_shown(const struct perf_stat *stat, size_t event)
{
	return shown_as(stat, event) == event;
}

/* The sum of an event's counts for one unit. */
struct sum {
	double		value;
	double		enabled;
	double		running;
	bool		present;
};

/* Add the counts of @event to the sums of its row. */
static void sum_event(const struct perf_stat *stat, const struct perf_counts *counts, size_t event,
		      struct sum *sums)
{
	const struct perf_event_opened *opened = &stat->set->at[event];
	size_t threads = stat->set->threads->count;
	size_t cpu, thread;

	for (cpu = 0; cpu < opened->cpus.count; cpu++) {
		for (thread = 0; thread < threads; thread++) {
			const struct perf_count *count =
				&counts->at[counts->first[event] + cpu * threads + thread];
			int unit = unit_of(stat, event, cpu, thread);

			if (unit < 0)
				continue;
			sums[unit].value += count->value;
			sums[unit].enabled += count->enabled;
			sums[unit].running += count->running;
			sums[unit].present = true;
		}
	}
}

static void add_sum(struct sum *to, const struct sum *from)
{
	to->value += from->value;
	to->enabled += from->enabled;
	to->running += from->running;
}

/* Set the sums of each CPU to those of its core; core units get no row. */
static void share_by_core(const struct perf_stat *stat, struct sum *sums)
{
	size_t unit;

	for (unit = 0; unit < stat->unit_count; unit++)
		if (stat->units[unit].by == PERF_STAT_CPU && sums[unit].present)
			add_sum(&sums[stat->core_of_cpu[stat->units[unit].cpu]], &sums[unit]);
	for (unit = 0; unit < stat->unit_count; unit++) {
		if (stat->units[unit].by != PERF_STAT_CPU || !sums[unit].present)
			continue;
		sums[unit] = sums[stat->core_of_cpu[stat->units[unit].cpu]];
		sums[unit].present = true;
	}
}

static void add_sums(struct perf_stat *stat, size_t event, const struct sum *sums)
{
	size_t unit;

	for (unit = 0; unit < stat->unit_count; unit++) {
		struct perf_stat_cell *cell = perf_stat_cell(stat, event, unit);
		double value = sums[unit].value;

		if (!sums[unit].present)
			continue;
		if (stat->scale && sums[unit].running > 0 &&
		    sums[unit].running < sums[unit].enabled)
			value *= sums[unit].enabled / sums[unit].running;
		cell->here = true;
		cell->last = value;
		perf_mean_add(&cell->value, value);
		perf_mean_add(&cell->enabled, sums[unit].enabled);
		perf_mean_add(&cell->running, sums[unit].running);
	}
}

/**
 * perf_stat_add() - add the counts of a run or an interval
 * @stat: the sums
 * @counts: the counts
 * @tool_counts: ns of each tool event, by enum perf_tool_event; added to the first unit
 * @error: filled on failure
 *
 * Return: 0 or -ENOMEM.
 */
int perf_stat_add(struct perf_stat *stat, const struct perf_counts *counts,
		  const uint64_t tool_counts[], struct perf_error *error)
{
	size_t event, other;
	struct sum *sums;

	sums = calloc(stat->unit_count + 1, sizeof(*sums));
	if (!sums)
		return perf_error_memory(error);
	for (event = 0; event < stat->set->count; event++) {
		enum perf_tool_event tool = stat->set->list->at[event].tool;

		if (!perf_stat_shown(stat, event))
			continue;
		memset(sums, 0, stat->unit_count * sizeof(*sums));
		if (tool) {
			sums[0].value = tool_counts[tool];
			sums[0].enabled = tool_counts[tool];
			sums[0].running = tool_counts[tool];
			sums[0].present = true;
		} else {
			for (other = event; other < stat->set->count; other++)
				if (shown_as(stat, other) == event)
					sum_event(stat, counts, other, sums);
		}
		if (stat->percore_by_cpu && is_percore(stat, event))
			share_by_core(stat, sums);
		add_sums(stat, event, sums);
	}
	free(sums);
	return 0;
}

/**
 * perf_stat_free() - free the contents of @stat
 * @stat: the sums
 */
void perf_stat_free(struct perf_stat *stat)
{
	free(stat->units);
	free(stat->unit_of_cpu);
	free(stat->core_of_cpu);
	free(stat->cells);
	stat->units = NULL;
	stat->unit_of_cpu = NULL;
	stat->core_of_cpu = NULL;
	stat->cells = NULL;
	stat->unit_count = 0;
}
