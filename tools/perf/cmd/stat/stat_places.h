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

/**
 * stat_places_read() - read the locations of CPUs from the header of a recording
 * @places: result; free it with stat_places_free()
 * @env: the header
 * @count: CPUs from @count on are skipped
 * @cache_level: 1 to PERF_CACHE_LEVELS; 0: the last cache of each CPU
 *
 * Return: 0 or -ENOMEM.
 */
int stat_places_read(struct stat_places *places, const struct perf_data_env *env, size_t count,
		     int cache_level);

/** stat_places_get() - the location of a CPU; fields that the header lacks are -1 */
struct perf_cpu_topology stat_places_get(const struct stat_places *places, int cpu);

/** stat_places_free() - free the locations */
void stat_places_free(struct stat_places *places);

#endif
