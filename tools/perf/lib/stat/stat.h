/* SPDX-License-Identifier: GPL-2.0 */
/* Sums of counts for perf stat. */
#ifndef PERF_STAT_STAT_H
#define PERF_STAT_STAT_H

#include <base/mean.h>
#include <event/read.h>
#include <event/set.h>
#include <sys/cpus.h>

/**
 * enum perf_stat_by - how counts are aggregated
 * @PERF_STAT_ALL: one sum for each event
 * @PERF_STAT_CPU: by CPU
 * @PERF_STAT_THREAD: by thread
 * @PERF_STAT_SOCKET: by package
 * @PERF_STAT_DIE: by die
 * @PERF_STAT_CLUSTER: by cluster of cores
 * @PERF_STAT_CACHE: by cache of perf_stat.cache_level
 * @PERF_STAT_CORE: by core
 * @PERF_STAT_NODE: by memory node
 */
enum perf_stat_by {
	PERF_STAT_ALL,
	PERF_STAT_CPU,
	PERF_STAT_THREAD,
	PERF_STAT_SOCKET,
	PERF_STAT_DIE,
	PERF_STAT_CLUSTER,
	PERF_STAT_CACHE,
	PERF_STAT_CORE,
	PERF_STAT_NODE,
};

/**
 * struct perf_stat_unit - a CPU, core, thread ... with its own sums
 * @by: its kind; with PERF_STAT_CPU there are also cores, if an event has the term percore
 * @topology: location of its CPUs
 * @cpu: its CPU; only with PERF_STAT_CPU
 * @thread: index of its thread; only with PERF_STAT_THREAD
 * @cpus: number of its CPUs
 * @name: as S0-D0-C1
 */
struct perf_stat_unit {
	enum perf_stat_by	by;
	struct perf_cpu_topology	topology;
	int			cpu;
	size_t			thread;
	unsigned int		cpus;
	char			name[64];
};

/**
 * struct perf_stat_cell - the sum of an event's counts for one unit
 * @value: count, scaled up for the time off a counter if perf_stat.scale is set; not multiplied by
 *	the event's scale
 * @enabled: ns
 * @running: ns
 * @last: @value of the last run or interval
 * @here: the event is counted on CPUs of this unit
 */
struct perf_stat_cell {
	struct perf_mean	value;
	struct perf_mean	enabled;
	struct perf_mean	running;
	double			last;
	bool			here;
};

/**
 * struct perf_stat - all sums
 * @set: the events
 * @by: how counts are aggregated
 * @merge: the same event on several PMUs makes one row
 * @percore_by_cpu: events summed by core have rows by CPU, each with the sum of its core
 * @scale: extrapolate counts of events that were multiplexed
 * @units: CPUs, cores, threads ...
 * @unit_count: number of @units
 * @unit_of_cpu: index of the unit by CPU number, -1 for none
 * @core_of_cpu: the same for events summed by core while others are by CPU; NULL if there are none
 * @cpu_limit: entries of @unit_of_cpu and @core_of_cpu
 * @cells: by event, then by unit
 * @wall: wall time of each run, or of the interval, ns
 * @cache_level: cache level for PERF_STAT_CACHE; 0: last level
 * @topology: sets the location of a CPU of another machine; NULL for this one. Set before
 *	perf_stat_init()
 * @topology_context: for @topology
 */
struct perf_stat {
	const struct perf_event_set	*set;
	enum perf_stat_by		by;
	bool				merge;
	bool				percore_by_cpu;
	bool				scale;
	struct perf_stat_unit		*units;
	size_t				unit_count;
	int				*unit_of_cpu;
	int				*core_of_cpu;
	int				cpu_limit;
	struct perf_stat_cell		*cells;
	struct perf_mean		wall;
	int				cache_level;
	void				(*topology)(const void *context, int cpu, int cache_level,
						    struct perf_cpu_topology *topology);
	const void			*topology_context;
};

int perf_stat_init(struct perf_stat *stat, const struct perf_event_set *set,
		   const struct perf_cpus *cpus, struct perf_error *error);
void perf_stat_reset(struct perf_stat *stat);
int perf_stat_add(struct perf_stat *stat, const struct perf_counts *counts,
		  const uint64_t tool_counts[], struct perf_error *error);
void perf_stat_free(struct perf_stat *stat);
bool perf_stat_shown(const struct perf_stat *stat, size_t event);

/**
 * perf_stat_cell() - the sum of an event for a unit
 * @stat: the sums
 * @event: index of the event
 * @unit: index of the unit
 *
 * Return: the sum.
 */
static inline struct perf_stat_cell *perf_stat_cell(const struct perf_stat *stat, size_t event,
						    size_t unit)
{
	return &stat->cells[event * stat->unit_count + unit];
}

#endif
