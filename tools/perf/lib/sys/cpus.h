/* SPDX-License-Identifier: GPL-2.0 */
/* Sets of CPUs, and the topology of each CPU. */
#ifndef PERF_SYS_CPUS_H
#define PERF_SYS_CPUS_H

#include <stdbool.h>
#include <stddef.h>

#include <base/error.h>
#include <base/str.h>

/**
 * struct perf_cpus - a set of CPUs
 * @at: CPU numbers, ascending and distinct; a single -1 stands for any CPU
 * @count: number of CPUs
 */
struct perf_cpus {
	int	*at;
	size_t	count;
};

int perf_cpus_parse(struct perf_cpus *cpus, const char *text, struct perf_error *error);
int perf_cpus_any(struct perf_cpus *cpus, struct perf_error *error);
int perf_cpus_online(struct perf_cpus *cpus, struct perf_error *error);
int perf_cpu_check(const struct perf_cpus *online, int cpu, struct perf_error *error);
int perf_cpus_copy(struct perf_cpus *copy, const struct perf_cpus *cpus, struct perf_error *error);
int perf_cpus_and(struct perf_cpus *both, const struct perf_cpus *a, const struct perf_cpus *b,
		  struct perf_error *error);
void perf_cpus_sort(struct perf_cpus *cpus);
bool perf_cpus_has(const struct perf_cpus *cpus, int cpu);
void perf_cpus_list(const struct perf_cpus *cpus, struct perf_str *text);
void perf_cpus_free(struct perf_cpus *cpus);
int perf_cpus_configured(void);

/**
 * struct perf_cpu_topology - topology of a CPU
 * @socket: package number
 * @die: die number in the package
 * @cluster: cluster of cores, -1 if unknown
 * @core: core number in the die
 * @node: memory node
 * @cache: lowest CPU that shares a cache with this CPU, which identifies the cache; -1 if unknown
 * @cache_level: level of that cache; -1 if unknown
 */
struct perf_cpu_topology {
	int	socket;
	int	die;
	int	cluster;
	int	core;
	int	node;
	int	cache;
	int	cache_level;
};

/* Highest cache level; level 0 stands for a CPU's last one. */
#define PERF_CACHE_LEVELS	4

void perf_cpu_topology_read(int cpu, int cache_level, struct perf_cpu_topology *topology);

#endif
