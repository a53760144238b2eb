// SPDX-License-Identifier: GPL-2.0
/*
 * Reading the CPU topology of the recorded machine: its sockets, dies, cores, nodes and caches by
 * CPU, from struct perf_data_env.
 */
#include <errno.h>
#include <stdlib.h>

#include "stat/stat_places.h"

/*
 * Limit on the members of all CPU sets of one kind, for read_set(): a CPU is in one memory node,
 * and shares up to ten caches. A file beyond SET_MEMBERS_MAX describes no real machine, and would
 * be read for hours.
 */
#define SET_MEMBERS_MAX		(10U << 16)

static const struct perf_cpu_topology nowhere = { -1, -1, -1, -1, -1, -1, -1 };

/* Parses one CPU set, unless its members exceed @room; the caller frees @cpus. */
static bool read_set(const char *text, size_t *room, struct perf_cpus *cpus)
{
	struct perf_error unused;

	*cpus = (struct perf_cpus){ 0 };
	if (!text || !*room || perf_cpus_parse(cpus, text, &unused))
		return false;
	if (cpus->count > *room) {
		*room = 0;
		perf_cpus_free(cpus);
		return false;
	}
	*room -= cpus->count;
	return true;
}

/* Return: the location of member @i of a set; NULL if the CPU is beyond @places->count. */
static struct perf_cpu_topology *places_member(struct stat_places *places,
					       const struct perf_cpus *cpus, size_t i)
{
	return (size_t)cpus->at[i] < places->count ? &places->at[cpus->at[i]] : NULL;
}

static void read_topology(struct stat_places *places, const struct perf_data_env *env)
{
	size_t i;

	for (i = 0; i < env->nr_cpus && i < places->count; i++) {
		places->at[i].socket = (int)env->cpus[i].socket_id;
		places->at[i].core = (int)env->cpus[i].core_id;
		places->at[i].die = env->has_dies ? (int)env->cpus[i].die_id : 0;
	}
}

static void places_read_nodes(struct stat_places *places, const struct perf_data_env *env)
{
	size_t room = SET_MEMBERS_MAX, i, j;
	struct perf_cpu_topology *place;
	struct perf_cpus cpus;

	for (i = 0; i < env->nr_nodes; i++) {
		if (!read_set(env->nodes[i].cpus, &room, &cpus))
			continue;
		for (j = 0; j < cpus.count; j++) {
			place = places_member(places, &cpus, j);
			if (place && place->node < 0)
				place->node = (int)env->nodes[i].node;
		}
		perf_cpus_free(&cpus);
	}
}

/* Reads caches of level @wanted, or the last level if 0; the first cache of a level is used. */
static void read_caches(struct stat_places *places, const struct perf_data_env *env, int wanted)
{
	size_t room = SET_MEMBERS_MAX, i, j;
	struct perf_cpu_topology *place;
	struct perf_cpus cpus;

	for (i = 0; i < env->nr_caches; i++) {
		const struct perf_env_cache *cache = &env->caches[i];

		if (!cache->level || cache->level > PERF_CACHE_LEVELS ||
		    (wanted && (int)cache->level != wanted) || !read_set(cache->map, &room, &cpus))
			continue;
		for (j = 0; j < cpus.count; j++) {
			place = places_member(places, &cpus, j);
			if (!place || (place->cache >= 0 &&
				       place->cache_level >= (int)cache->level))
				continue;
			place->cache_level = (int)cache->level;
			place->cache = cpus.at[0];
		}
		perf_cpus_free(&cpus);
	}
}

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
		     int cache_level)
{
	size_t i;

	*places = (struct stat_places){ .at = calloc(count + 1, sizeof(*places->at)) };
	if (!places->at)
		return -ENOMEM;
	places->count = count;
	for (i = 0; i < count; i++) {
		places->at[i] = nowhere;
		if (cache_level)
			places->at[i].cache_level = cache_level;
	}
	read_topology(places, env);
	places_read_nodes(places, env);
	read_caches(places, env, cache_level);
	return 0;
}

/** stat_places_get() - the location of a CPU; fields that the header lacks are -1 */
struct perf_cpu_topology stat_places_get(const struct stat_places *places, int cpu)
{
	return (size_t)cpu < places->count ? places->at[cpu] : nowhere;
}

/** stat_places_free() - free the locations */
void stat_places_free(struct stat_places *places)
{
	free(places->at);
	*places = (struct stat_places){ 0 };
}
