// SPDX-License-Identifier: GPL-2.0
/* The events counted by default. */
#include <unistd.h>

#include <event/defaults.h>
#include <sys/paths.h>

static const char caches[] = "L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses";
static const char more_caches[] =
	"L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,iTLB-loads";
static const char prefetches[] = "L1-dcache-prefetches,L1-dcache-prefetch-misses";

/**
 * perf_cpu_has_event() - test whether the CPU's PMU lists an event in sysfs
 * @name: name of the event, for events that few processors have
 *
 * Return: true if /sys/bus/event_source/devices/cpu/events/@name is readable.
 */
bool perf_cpu_has_event(const char *name)
{
	char path[PERF_PATH_MAX];

	return perf_path(path, sizeof(path), PERF_SYS_PMUS "/cpu/events/%s", name) &&
	       !access(path, R_OK);
}

/**
 * perf_event_defaults() - the events counted by default
 * @events: the events are added, comma-separated
 * @on_cpus: true if whole CPUs are counted, false for tasks
 * @detailed: 0 to 3: from 1 on cache events are added, more of them at 2 and 3
 */
void perf_event_defaults(struct perf_str *events, bool on_cpus, int detailed)
{
	perf_str_add(events, on_cpus ? "cpu-clock" : "task-clock");
	perf_str_add(events, ",context-switches,cpu-migrations,page-faults,cycles");
	if (perf_cpu_has_event("stalled-cycles-frontend"))
		perf_str_add(events, ",stalled-cycles-frontend");
	if (perf_cpu_has_event("stalled-cycles-backend"))
		perf_str_add(events, ",stalled-cycles-backend");
	perf_str_add(events, ",instructions,branches,branch-misses");
	if (detailed > 0)
		perf_str_format(events, ",%s", caches);
	if (detailed > 1)
		perf_str_format(events, ",%s,iTLB-load-misses", more_caches);
	if (detailed > 2)
		perf_str_format(events, ",%s", prefetches);
}
