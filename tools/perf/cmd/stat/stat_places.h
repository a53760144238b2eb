/* SPDX-License-Identifier: GPL-2.0 */
/* CPU topology of the recorded machine: packages, cores, caches and memory nodes. */
#ifndef PERF_CMD_STAT_PLACES_H
#define PERF_CMD_STAT_PLACES_H

#include <data/env.h>
#include <sys/cpus.h>

/**
 * struct stat_places - locations of CPUs
 * @at: location of each CPU, by number
 * @count: number of elements of @at
 */
struct stat_places {
	struct perf_cpu_topology *at;
	size_t count;
};

int stat_places_read(struct stat_places *places, const struct perf_data_env *env, size_t count,
		     int cache_level);
struct perf_cpu_topology stat_places_get(const struct stat_places *places, int cpu);
void stat_places_free(struct stat_places *places);

#endif
