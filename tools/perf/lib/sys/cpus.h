/* SPDX-License-Identifier: GPL-2.0 */
/* Sets of CPUs, and where each CPU sits. */
#ifndef PERF_SYS_CPUS_H
#define PERF_SYS_CPUS_H

#include <stdbool.h>
#include <stddef.h>

#include <base/error.h>
#include <base/str.h>

/**
 * struct perf_cpus - CPU numbers, ascending, each once
 * @at: the numbers; a single -1 stands for "whichever the task runs on"
 * @count: how many
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
 * struct perf_place - where a CPU sits; -1 where the kernel does not say
 * @socket: package
 * @die: in the package
 * @cluster: of cores
 * @core: in the die
 * @node: of memory
 * @cache: the lowest CPU of those that share a cache with it, as perf numbers caches
 * @cache_level: the level of that cache
 */
struct perf_place {
	int	socket;
	int	die;
	int	cluster;
	int	core;
	int	node;
	int	cache;
	int	cache_level;
};

/* Levels that a cache may have; 0 stands for the last one of a CPU. */
#define PERF_CACHE_LEVELS	4

void perf_cpu_place(int cpu, int cache_level, struct perf_place *place);

#endif
