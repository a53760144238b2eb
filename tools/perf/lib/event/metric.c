// SPDX-License-Identifier: GPL-2.0
/*
 * Questions to a processor. The events are generic ones, which every PMU driver gives a
 * meaning where it can; so there is one table for all processors, and none by model.
 */
#include <errno.h>
#include <string.h>
#include <strings.h>

#include <event/defaults.h>
#include <event/metric.h>
#include <sys/paths.h>

const struct perf_metric perf_metrics[] = {
	{ "IPC", "instructions,cycles", "instructions in a cycle" },
	{ "branch_misses", "branch-misses,branches", "branches that were predicted wrongly" },
	{ "cache_misses", "cache-misses,cache-references", "accesses to the last cache that miss" },
	{ "l1d_misses", "L1-dcache-load-misses,L1-dcache-loads",
	  "loads that miss the first cache" },
	{ "l1i_misses", "L1-icache-load-misses,L1-icache-loads",
	  "instructions that miss the first cache" },
	{ "llc_misses", "LLC-load-misses,LLC-loads", "loads that miss the last cache" },
	{ "dtlb_misses", "dTLB-load-misses,dTLB-loads", "loads whose page is looked up" },
	{ "itlb_misses", "iTLB-load-misses,iTLB-loads", "instructions whose page is looked up" },
	{ "frontend_idle", "stalled-cycles-frontend,cycles", "cycles that wait for instructions" },
	{ "backend_idle", "stalled-cycles-backend,cycles", "cycles that wait for data and units" },
	{ "frequency", "cycles,task-clock", "cycles in a nanosecond of the program" },
	{ "utilization", "task-clock", "processors in use" },
	{ "switches", "context-switches,cpu-migrations,task-clock",
	  "context switches and moves in a second of the program" },
	{ "faults", "page-faults,task-clock", "page faults in a second of the program" },
	{ "TopdownL1", "slots,topdown-retiring,topdown-bad-spec,topdown-fe-bound,topdown-be-bound",
	  "what pipeline slots were spent on" },
	{ NULL }
};

static const struct perf_metric *find(const char *name, size_t length)
{
	const struct perf_metric *metric;

	for (metric = perf_metrics; metric->name; metric++)
		if (strlen(metric->name) == length && !strncasecmp(metric->name, name, length))
			return metric;
	return NULL;
}

static int unknown(const char *name, size_t length, struct perf_error *error)
{
	const struct perf_metric *metric;
	struct perf_str names = { 0 };

	for (metric = perf_metrics; metric->name; metric++)
		perf_str_format(&names, "%s%s", names.length ? ", " : "", metric->name);
	perf_error_set(error, EINVAL, "there is no metric '%.*s'", (int)length, name);
	perf_error_hint(error, "metrics: %s", perf_str_text(&names));
	perf_str_free(&names);
	return -EINVAL;
}

/**
 * perf_metric_events() - the events of metrics
 * @names: metrics with commas between
 * @groups: the events of a metric are a group that may be broken up
 * @events: their events are added
 * @error: filled on failure
 *
 * Return: 0 or -EINVAL.
 */
int perf_metric_events(const char *names, bool groups, struct perf_str *events,
		       struct perf_error *error)
{
	size_t length;

	for (; *names; names += length + (names[length] == ',')) {
		const struct perf_metric *metric;

		length = strcspn(names, ",");
		metric = find(names, length);
		if (!metric)
			return unknown(names, length, error);
		if (!groups || !strchr(metric->events, ','))
			perf_str_format(events, "%s%s", events->length ? "," : "", metric->events);
		else
			perf_str_format(events, "%s{%s}:W", events->length ? "," : "",
					metric->events);
	}
	return events->failed ? perf_error_memory(error) : 0;
}

/**
 * perf_metric_topdown() - are there events of pipeline slots here?
 * @error: filled on failure
 *
 * Return: 0 or -ENODEV.
 */
int perf_metric_topdown(struct perf_error *error)
{
	if (perf_cpu_has_event("topdown-retiring"))
		return 0;
	perf_error_set(error, ENODEV, "this processor does not count pipeline slots");
	perf_error_hint(error, "those that do have " PERF_SYS_PMUS
			"/cpu/events/topdown-retiring (Intel Ice Lake and newer)");
	perf_error_hint(error, "-M IPC,frontend_idle,backend_idle tells a part of it");
	return -ENODEV;
}
