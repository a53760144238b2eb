/* SPDX-License-Identifier: GPL-2.0 */
/* Where the CPUs of the recorded machine are: their packages, cores, caches and memory nodes. */
#ifndef PERF_CMD_STAT_PLACES_H
#define PERF_CMD_STAT_PLACES_H

#include <data/env.h>
#include <sys/cpus.h>

/**
 * struct stat_places - places of CPUs, by number
 * @at: of each CPU
 * @count: CPUs that have one
 */
struct stat_places {
	struct perf_place *at;
	size_t count;
};

/**
 * stat_places_read() - take the places out of the header of a recording
 * @places: result; free it with stat_places_free()
 * @env: the header
 * @count: CPUs that are of interest: those below
 * @cache_level: 1 to PERF_CACHE_LEVELS; 0: the last cache of each CPU
 *
 * Return: 0 or -ENOMEM.
 */
int stat_places_read(struct stat_places *places, const struct perf_data_env *env, size_t count,
		     int cache_level);

/** stat_places_get() - the place of a CPU, with -1 for all that the header does not have */
struct perf_place stat_places_get(const struct stat_places *places, int cpu);

/** stat_places_free() - free the places */
void stat_places_free(struct stat_places *places);

#endif
